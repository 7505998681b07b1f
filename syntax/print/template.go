package print

import (
	"strings"

	"github.com/hclx-lang/hclx/syntax"
)

// isHeredoc tells whether a template was written as a heredoc and can be again: its text has to end with a line end, and no line
// of it may look like the end.
func isHeredoc(t *syntax.Template) bool {
	if t.Kind != syntax.TemplateHeredoc && t.Kind != syntax.TemplateFlushHeredoc || len(t.Parts) == 0 {
		return false
	}
	last, ok := t.Parts[len(t.Parts)-1].(*syntax.Literal)
	return ok && strings.HasSuffix(last.Value.AsString(), "\n") && !strings.Contains(allText(t), "\r")
}

// allText is the literal text of a template, that of its directives included.
func allText(t *syntax.Template) string {
	var b strings.Builder
	for _, part := range t.Parts {
		switch n := part.(type) {
		case *syntax.Literal:
			b.WriteString(n.Value.AsString())
		case *syntax.TemplateIf:
			b.WriteString(allText(n.Then))
			if n.Else != nil {
				b.WriteString(allText(n.Else))
			}
		case *syntax.TemplateFor:
			b.WriteString(allText(n.Body))
		}
	}
	return b.String()
}

func (p *printer) heredoc(t *syntax.Template) {
	marker := t.Heredoc
	if marker == "" || contains(allText(t), marker) {
		marker = heredocMarker(allText(t))
	}
	p.put("<<", marker, "\n")
	p.parts(t, (*printer).heredocText)
	p.put(marker, "\n")
}

type textPrinter func(p *printer, text string, beforeSequence bool)

// parts prints the parts of a template, literal text by way of text. An interpolation of a literal is text like any other.
func (p *printer) parts(t *syntax.Template, text textPrinter) {
	if stripped(t) {
		p.put("${\"\"}") // keeps what would be a lone interpolation from being unwrapped
	}
	for i, part := range t.Parts {
		if s, ok := plainText(part); ok {
			text(p, s, i+1 < len(t.Parts))
		} else {
			p.sequence(part, text)
		}
	}
}

// plainText returns the text of a part that is nothing but text.
func plainText(part syntax.Expr) (string, bool) {
	switch n := part.(type) {
	case *syntax.Literal:
		return n.Value.AsString(), n.Value.IsString()
	case *syntax.Template:
		all := ""
		for _, inner := range n.Parts {
			s, ok := plainText(inner)
			if !ok {
				return "", false
			}
			all += s
		}
		return all, true
	}
	return "", false
}

// stripped tells whether a template is one interpolation between texts that strip markers have emptied.
func stripped(t *syntax.Template) bool {
	others := 0
	for _, part := range t.Parts {
		switch n := part.(type) {
		case *syntax.Literal:
			if !n.Value.IsString() || n.Value.AsString() != "" {
				return false
			}
		case *syntax.TemplateIf, *syntax.TemplateFor:
			return false
		default:
			others++
		}
	}
	return others == 1 && len(t.Parts) > 1
}

// sequence prints an interpolation or a directive.
func (p *printer) sequence(part syntax.Expr, text textPrinter) {
	switch n := part.(type) {
	case *syntax.TemplateIf:
		p.put("%{ if ")
		p.expr(n.Cond, lowest)
		p.put(" }")
		p.parts(n.Then, text)
		if n.Else != nil {
			p.put("%{ else }")
			p.parts(n.Else, text)
		}
		p.put("%{ endif }")
	case *syntax.TemplateFor:
		p.templateFor(n, text)
	default:
		p.interpolation(part)
	}
}

func (p *printer) interpolation(e syntax.Expr) {
	p.put("${")
	if _, object := e.(*syntax.Object); object {
		p.put(" ")
	}
	p.expr(e, lowest)
	p.put("}")
}

func (p *printer) templateFor(n *syntax.TemplateFor, text textPrinter) {
	p.put("%{ for ")
	if n.KeyVar != "" {
		p.put(n.KeyVar, ", ")
	}
	p.put(n.ValueVar, " in ")
	p.expr(n.Collection, lowest)
	p.put(" }")
	p.parts(n.Body, text)
	p.put("%{ endfor }")
}

func (p *printer) quotedText(s string, beforeSequence bool) {
	s, dollar := splitDollar(s, beforeSequence)
	var b strings.Builder
	quoteInto(&b, s)
	p.put(b.String())
	if dollar != "" {
		p.put("${", Quote(dollar), "}")
	}
}

func (p *printer) heredocText(s string, beforeSequence bool) {
	s, dollar := splitDollar(s, beforeSequence)
	p.put(escapeText(s))
	if dollar != "" {
		p.put("${", Quote(dollar), "}")
	}
}

// splitDollar takes a $ or % off the end of a text that stands directly before a sequence: there it would read as an
// escape, and there is no other way to write it than as an interpolation of its own.
func splitDollar(s string, beforeSequence bool) (text, dollar string) {
	if beforeSequence && (strings.HasSuffix(s, "$") || strings.HasSuffix(s, "%")) {
		return s[:len(s)-1], s[len(s)-1:]
	}
	return s, ""
}
