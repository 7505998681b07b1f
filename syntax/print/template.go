package print

import (
	"strings"

	"github.com/hclx-lang/hclx/syntax"
)

// isHeredoc reports whether a template was written as a heredoc and can be again: its text has to end with a line end,
// and no line of it may look like the end.
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
	p.parts(t, (*printer).heredocText, "")
	p.put(marker, "\n")
}

type textPrinter func(p *printer, text string)

// parts prints the parts of a template, literal text by way of text.
//
// A $ directly before an interpolation would read as an escape, and so would a % before a directive. A blank comes
// between them, which a strip marker takes away again. In the same way a lone interpolation stays in its template, see
// [stripped].
//
// Next is the introducer of what follows the template, if anything does, and the marker goes between that and its
// brace.
func (p *printer) parts(t *syntax.Template, text textPrinter, next string) (marker string) {
	before := ""
	if stripped(t) {
		before, marker = " ", "~"
	}
	for _, part := range t.Parts {
		if s, ok := plainText(part); ok {
			before += s
			continue
		}
		if strings.HasSuffix(before, introducer(part)) {
			before, marker = before+" ", "~"
		}
		text(p, before)
		p.sequence(part, text, marker)
		before, marker = "", ""
	}
	if next != "" && strings.HasSuffix(before, next) {
		before, marker = before+" ", "~"
	}
	text(p, before)
	return marker
}

// plainText returns the text of a part that is nothing but text. An interpolation of a literal is text like any other:
// the parser makes no difference either.
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

// introducer is the character with which a sequence begins, and which is written twice to mean itself.
func introducer(part syntax.Expr) string {
	switch part.(type) {
	case *syntax.TemplateIf, *syntax.TemplateFor:
		return "%"
	}
	return "$"
}

// stripped reports whether a template is one interpolation between texts that strip markers have emptied.
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

// sequence prints an interpolation or a directive, which begins with a strip marker or without.
func (p *printer) sequence(part syntax.Expr, text textPrinter, marker string) {
	switch n := part.(type) {
	case *syntax.TemplateIf:
		p.put("%{", marker, " if ")
		p.expr(n.Cond, lowest)
		p.put(" }")
		marker = p.parts(n.Then, text, "%")
		if n.Else != nil {
			p.put("%{", marker, " else }")
			marker = p.parts(n.Else, text, "%")
		}
		p.put("%{", marker, " endif }")
	case *syntax.TemplateFor:
		p.put("%{", marker, " for ")
		p.templateFor(n, text)
	default:
		p.put("${", marker)
		p.interpolation(part, marker != "")
	}
}

// interpolation prints an interpolation behind its beginning.
func (p *printer) interpolation(e syntax.Expr, spaced bool) {
	if _, object := e.(*syntax.Object); object || spaced {
		p.put(" ")
	}
	p.expr(e, lowest)
	p.put("}")
}

// templateFor prints a for directive behind its keyword.
func (p *printer) templateFor(n *syntax.TemplateFor, text textPrinter) {
	if n.KeyVar != "" {
		p.put(n.KeyVar, ", ")
	}
	p.put(n.ValueVar, " in ")
	p.expr(n.Collection, lowest)
	p.put(" }")
	marker := p.parts(n.Body, text, "%")
	p.put("%{", marker, " endfor }")
}

func (p *printer) quotedText(s string) {
	var b strings.Builder
	quoteInto(&b, s)
	p.put(b.String())
}

func (p *printer) heredocText(s string) { p.put(escapeText(s)) }
