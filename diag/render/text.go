// Package render prints diagnostics for people and programs: as text with the source snippet and a
// caret, as JSON, and as annotations for GitHub's workflow logs.
//
// A problem in a text inside another text, such as a program in a YAML file, is shown in the
// outer file.
//
// A snippet is the line that a diagnostic is about, with its subject underlined. This package does
// not read files and does not query the terminal: the caller decides whether to use colours.
package render

import (
	"io"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// Options are the options of [Text].
type Options struct {
	// Color adds ANSI colours.
	Color bool
	// Width is the column at which details are wrapped, in characters; 0 means no wrapping.
	Width int
}

// maxSnippetLine limits the part of a source line that is shown, in bytes.
const maxSnippetLine = 200

// Text writes the diagnostics in the order of the list. Each consists of a headline with its code, the position, the
// source line with the subject underlined, the detail, the notes, and an empty line. The error is that of the writer.
func Text(w io.Writer, list diag.List, o Options) error {
	for _, d := range list {
		p := printer{o: o}
		p.diagnostic(d)
		if _, err := io.WriteString(w, p.b.String()); err != nil {
			return err
		}
	}
	return nil
}

// String returns the text that [Text] writes, without colours.
func String(list diag.List) string {
	var b strings.Builder
	_ = Text(&b, list, Options{}) // a Builder never fails
	return b.String()
}

type printer struct {
	b strings.Builder
	o Options
}

const (
	styleError   = "\x1b[1;31m"
	styleWarning = "\x1b[1;33m"
	styleBold    = "\x1b[1m"
	styleDim     = "\x1b[2m"
	styleReset   = "\x1b[0m"
)

func (p *printer) styled(style, s string) {
	if !p.o.Color || s == "" {
		p.b.WriteString(s)
		return
	}
	p.b.WriteString(style)
	p.b.WriteString(s)
	p.b.WriteString(styleReset)
}

func (p *printer) diagnostic(d *diag.Diagnostic) {
	style, word := styleError, "Error"
	if d.Severity == diag.Warning {
		style, word = styleWarning, "Warning"
	}
	p.styled(style, word+":")
	p.b.WriteByte(' ')
	p.styled(styleBold, printable(d.Summary))
	if d.Code != "" {
		p.styled(styleDim, " ["+printable(d.Code)+"]")
	}
	p.b.WriteByte('\n')
	p.place(d.Subject, style)
	for i, v := range d.Values {
		lead := "with "
		if i > 0 {
			lead = "     "
		}
		p.styled(styleDim, "  "+lead+printable(v.Name)+" = "+printable(v.Text))
		p.b.WriteByte('\n')
	}
	if d.Detail != "" {
		p.paragraph(printable(d.Detail))
	}
	for _, n := range d.Notes {
		p.note(n)
	}
	p.b.WriteByte('\n')
}

func (p *printer) note(n diag.Note) {
	p.styled(styleBold, "Note:")
	p.b.WriteString(" " + printable(n.Message) + "\n")
	p.place(n.Range, styleDim)
}

// place writes where it is, and the line itself.
func (p *printer) place(r source.Range, style string) {
	if r.IsZero() {
		return
	}
	r = r.Outermost()
	start := r.Start()
	p.styled(styleDim, "  on "+r.Filename()+":"+strconv.Itoa(start.Line)+":"+strconv.Itoa(start.Column))
	p.b.WriteByte('\n')
	p.snippet(r, start, style)
}

// snippet writes the first line of a range with the range underlined.
func (p *printer) snippet(r source.Range, start source.Position, style string) {
	line, from, to := r.Line()
	if line == "" {
		return
	}
	line, from, to = window(line, from, to)
	gutter := strconv.Itoa(start.Line)
	blank := strings.Repeat(" ", len(gutter))
	p.styled(styleDim, "  "+blank+" |")
	p.b.WriteByte('\n')
	p.styled(styleDim, "  "+gutter+" | ")
	p.b.WriteString(visible(line) + "\n")
	p.styled(styleDim, "  "+blank+" | ")
	p.b.WriteString(strings.Repeat(" ", cells(line[:from])))
	p.styled(style, strings.Repeat("^", max(1, cells(line[from:to]))))
	p.b.WriteByte('\n')
}

// window cuts a very long line to the part around the subject.
//
// It is widened to whole characters at both ends, because a terminal shows half of one as garbage, or swallows what
// follows.
func window(line string, from, to int) (string, int, int) {
	if len(line) <= maxSnippetLine {
		return line, from, to
	}
	start := max(0, from-maxSnippetLine/4)
	end := min(len(line), start+maxSnippetLine)
	for start > 0 && line[start]&0xC0 == 0x80 {
		start--
	}
	for end < len(line) && line[end]&0xC0 == 0x80 {
		end++
	}
	return line[start:end], from - start, min(to, end) - start
}

// paragraph writes text, which is wrapped if a width is set.
func (p *printer) paragraph(text string) {
	for _, line := range strings.Split(text, "\n") {
		p.wrapped(line)
	}
}

func (p *printer) wrapped(line string) {
	if p.o.Width <= 0 {
		p.b.WriteString(line + "\n")
		return
	}
	used := 0
	for i, word := range strings.Fields(line) {
		n := cells(word)
		switch {
		case i == 0:
		case used+1+n > p.o.Width:
			p.b.WriteByte('\n')
			used = 0
		default:
			p.b.WriteByte(' ')
			used++
		}
		p.b.WriteString(word)
		used += n
	}
	p.b.WriteByte('\n')
}
