package edit

import (
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
)

// lineEndOf returns how the first line of a text ends.
func lineEndOf(text string) string {
	if n := strings.IndexByte(text, '\n'); n > 0 && text[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineStart returns the start of the line of an offset. Offsets are in source order, so that many of them on one long
// line take one pass.
func (a *applier) lineStart(at uint32) uint32 {
	if at < a.seen {
		return uint32(strings.LastIndexByte(a.text[:at], '\n') + 1)
	}
	if n := strings.LastIndexByte(a.text[a.seen:at], '\n'); n >= 0 {
		a.line = a.seen + uint32(n) + 1
	}
	a.seen = at
	return a.line
}

// indentOf returns the blanks at the start of the line of an offset.
func (a *applier) indentOf(at uint32) string {
	start := a.lineStart(at)
	return a.text[start:a.skip(start)]
}

// skip goes forward over blanks.
func (a *applier) skip(at uint32) uint32 {
	for int(at) < len(a.text) && isBlank(a.text[at]) {
		at++
	}
	return at
}

// skipBack goes back over blanks.
func (a *applier) skipBack(at uint32) uint32 {
	for at > 0 && isBlank(a.text[at-1]) {
		at--
	}
	return at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// newLine formats a new item as separate lines.
func (a *applier) newLine(item, indent string) string {
	return indent + a.placed(string(format.Source([]byte(item+"\n"))), indent)
}

// hung returns an expression in the form for inserting it at an offset, with its lines indented relative to the line
// there.
func (a *applier) hung(expr string, at uint32) string {
	if !strings.Contains(expr, "\n") {
		return expr
	}
	return strings.TrimSuffix(a.placed(expr+"\n", a.indentOf(at)), a.nl)
}

// placed indents all lines of a text but the first and ends them as those of the file end. The text of heredocs stays
// as it is, since it is a value. The text ends with a line end.
func (a *applier) placed(text, indent string) string {
	var out strings.Builder
	begins := false
	for t := range syntax.Scan(source.NewFileString("", text)) {
		piece := text[t.Span.Start:t.Span.End]
		if begins && t.Kind != syntax.TokenNewline {
			out.WriteString(indent)
		}
		begins = t.Kind == syntax.TokenNewline || t.Kind == syntax.TokenComment && strings.HasSuffix(piece, "\n")
		switch t.Kind {
		case syntax.TokenNewline, syntax.TokenComment, syntax.TokenOpenHeredoc:
			piece = a.withLineEnds(piece)
		}
		out.WriteString(piece)
	}
	return out.String()
}

func (a *applier) withLineEnds(piece string) string {
	return strings.ReplaceAll(strings.ReplaceAll(piece, "\r\n", "\n"), "\n", a.nl)
}
