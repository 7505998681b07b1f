package eval

import (
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// startSpan is the part of an argument that a diagnostic points at: for a text what stands between the quotes, for a call the name and
// the parenthesis, for other long expressions the sign that makes them what they are.
func startSpan(file *source.File, e syntax.Expr) source.Span {
	switch e := e.(type) {
	case *syntax.Literal:
		return insideQuotes(file, e.Source)
	case *syntax.Call:
		return source.Span{Start: e.NameSpan.Start, End: e.Open + 1}
	case *syntax.Conditional:
		return startSpan(file, e.Cond)
	case *syntax.Binary:
		return startSpan(file, e.Left)
	case *syntax.Parens:
		return startSpan(file, e.Inner)
	case *syntax.Template:
		if len(e.Parts) > 0 {
			return partStart(file, e)
		}
	}
	return syntax.StartSpan(e)
}

// partStart is startSpan for a template, of which the first part counts. Text in it has no quotes of its own, but a quoted text
// can be interpolated.
func partStart(file *source.File, t *syntax.Template) source.Span {
	switch e := t.Parts[0].(type) {
	case *syntax.Literal:
		if t.Kind != syntax.TemplateQuoted {
			return e.Source
		}
	case *syntax.TemplateIf:
		return startSpan(file, e.Cond)
	}
	return startSpan(file, t.Parts[0])
}

func insideQuotes(file *source.File, s source.Span) source.Span {
	text := file.Slice(s)
	switch n := len(text); {
	case n < 2 || text[0] != '"' || text[n-1] != '"':
		return s
	case n == 2:
		return source.Span{Start: s.End, End: s.End}
	}
	return source.Span{Start: s.Start + 1, End: s.End - 1}
}
