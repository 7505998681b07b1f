// Package ignore leaves out diagnostics that a comment in the source says are meant to be so.
//
// A comment is written as those of tflint are:
//
//	# hclx-ignore: unused-local, droppable  and why
//
// At the end of a line it counts for that line; on lines of its own for the next line with something else in it. It
// names codes, with commas between them; what follows is for people. Only warnings can be ignored, and what a caller
// says: never what keeps a program from being understood.
package ignore

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

const marker = "hclx-ignore:"

// Comments are the comments of a program that ignore something. They belong to one goroutine.
type Comments struct {
	byFile map[*source.File][]entry
	files  []*source.File
	broken bool
}

// entry is one code that is ignored at one line.
type entry struct {
	code string
	at   source.Range
	line int
	used bool
}

// Read finds the comments of files of the native syntax.
func Read(files []*source.File) *Comments {
	c := &Comments{byFile: map[*source.File][]entry{}, files: files}
	for _, f := range files {
		if !strings.Contains(f.Text(), marker) {
			continue
		}
		tree, diags := syntax.ParseConfig(f)
		c.broken = c.broken || diags.HasErrors()
		for _, comment := range tree.Comments {
			c.read(f, comment.Source)
		}
	}
	return c
}

func (c *Comments) read(f *source.File, at source.Span) {
	text := f.Text()[at.Start:at.End]
	i := strings.Index(text, marker)
	if i < 0 || strings.Trim(text[:i], "#/* \t") != "" {
		return
	}
	from, line := at.Start+uint32(i+len(marker)), target(f.Text(), at)
	rest := strings.TrimSuffix(text[i+len(marker):], "*/")
	for {
		item, more, again := strings.Cut(rest, ",")
		words := strings.Fields(item)
		if len(words) > 0 {
			start := from + uint32(strings.Index(item, words[0]))
			span := source.Span{Start: start, End: start + uint32(len(words[0]))}
			c.byFile[f] = append(c.byFile[f], entry{code: words[0], at: source.Range{File: f, Span: span}, line: line})
		}
		if !again || len(words) > 1 {
			return
		}
		from, rest = from+uint32(len(item)+1), more
	}
}

// target returns the line, from 1, for which a comment counts: its own, or if it stands alone the next one that has
// more than a comment.
func target(text string, at source.Span) int {
	line := 1 + strings.Count(text[:at.Start], "\n")
	start := strings.LastIndexByte(text[:at.Start], '\n') + 1
	if strings.TrimSpace(text[start:at.Start]) != "" {
		return line
	}
	line += strings.Count(text[at.Start:at.End], "\n")
	_, rest, _ := strings.Cut(text[at.End:], "\n")
	for l := range strings.Lines(rest) {
		line++
		if l = strings.TrimSpace(l); l != "" && l[0] != '#' && !strings.HasPrefix(l, "//") {
			break
		}
	}
	return line
}

// Filter returns the diagnostics without those that a comment ignores: warnings, and errors if they may be ignored.
func (c *Comments) Filter(list diag.List, errorsToo bool) diag.List {
	if len(c.byFile) == 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(d *diag.Diagnostic) bool {
		return (errorsToo || d.Severity == diag.Warning) && c.ignores(d)
	})
}

func (c *Comments) ignores(d *diag.Diagnostic) bool {
	at := d.Subject
	for at.File != nil && c.byFile[at.File] == nil && at.File.IsInner() { // a text inside the file
		at = at.File.Outer(at.Span)
	}
	found := false
	for i := range c.byFile[at.File] {
		if e := &c.byFile[at.File][i]; e.code == d.Code && e.line == 1+strings.Count(at.File.Text()[:at.Span.Start], "\n") {
			e.used, found = true, true
		}
	}
	return found
}

// Unused reports the comments that ignored nothing, after everything was filtered. Of programs with syntax errors
// nothing is reported: what is wrong with the rest of them is not known.
func (c *Comments) Unused() diag.List {
	var out diag.List
	for _, f := range c.files {
		for _, e := range c.byFile[f] {
			known := slices.Contains(code.All, e.code)
			switch {
			case !known:
				out.Add(&diag.Diagnostic{Severity: diag.Warning, Code: code.UnknownCode, Summary: "Unknown code", Subject: e.at,
					Detail: "There is no diagnostic with the code " + strconv.Quote(e.code) + "." + diag.DidYouMean(e.code, code.All)})
			case !e.used && !c.broken:
				out.Add(&diag.Diagnostic{Severity: diag.Warning, Code: code.UnusedIgnore, Summary: "Comment ignores nothing",
					Subject: e.at,
					Detail: "No " + e.code + " is reported for line " + strconv.Itoa(e.line) +
						", or it cannot be ignored. Delete the comment."})
			}
		}
	}
	return out
}
