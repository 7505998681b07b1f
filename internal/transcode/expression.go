package transcode

import (
	"encoding/json"
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/print"
)

// expression writes an expression: literals, tuples and objects as what they are in JSON, templates as strings,
// everything else as a template of one interpolation, which keeps its type.
func (w *jsonWriter) expression(e syntax.Expr) *node {
	switch n := e.(type) {
	case *syntax.Literal:
		return w.literal(n, "")
	case *syntax.Unary:
		if l, ok := n.Operand.(*syntax.Literal); ok && n.Op == syntax.OpNegate && l.Value.IsNumber() {
			return w.literal(l, "-")
		}
	case *syntax.Tuple:
		out := &node{kind: arrayNode}
		for _, item := range n.Items {
			out.items = append(out.items, w.expression(item))
		}
		return out
	case *syntax.Object:
		if out := w.object(n); out != nil {
			return out
		}
	case *syntax.TemplateWrap:
		return w.interpolation(n.Inner)
	case *syntax.Template:
		if t, ok := w.template(n); ok {
			return text(t)
		}
	}
	return w.interpolation(e)
}

func (w *jsonWriter) literal(l *syntax.Literal, sign string) *node {
	switch v := l.Value; {
	case v.IsNull():
		return raw("null")
	case v.IsBool() && v.AsBool():
		return raw("true")
	case v.IsBool():
		return raw("false")
	case v.IsString():
		return text(fixed(v.AsString()))
	}
	if digits := sign + w.file.Slice(l.Source); json.Valid([]byte(digits)) {
		return raw(digits)
	}
	return text("${" + sign + w.file.Slice(l.Source) + "}")
}

// object writes an object whose keys are fixed and different. For others it gives nil: JSON has no place for them.
func (w *jsonWriter) object(o *syntax.Object) *node {
	keys := make([]string, len(o.Items))
	seen := make(map[string]bool, len(o.Items))
	for i := range o.Items {
		key, ok := fixedKey(w.file, &o.Items[i])
		if !ok || seen[key] {
			return nil
		}
		seen[key], keys[i] = true, key
	}
	out := &node{kind: objectNode}
	for i, key := range keys {
		out.add(fixed(key), w.expression(o.Items[i].Value))
	}
	return out
}

// fixedKey returns the key of an item that is a bare word or a text.
func fixedKey(file *source.File, item *syntax.ObjectItem) (string, bool) {
	if name, ok := item.KeyName(file); ok {
		return name, true
	}
	l, ok := item.Key.(*syntax.Literal)
	if !ok || !l.Value.IsString() {
		return "", false
	}
	return l.Value.AsString(), true
}

// interpolation writes an expression unchanged, or in canonical form where it has comments, which are kept elsewhere,
// or what a template cannot hold.
func (w *jsonWriter) interpolation(e syntax.Expr) *node {
	if span := e.Span(); !w.hasComment(span) {
		if t := "${" + w.file.Slice(span) + "}"; isTemplate(t) {
			return text(t)
		}
	}
	t := print.Expr(e)
	if strings.HasPrefix(t, "<<") || strings.Contains(t, "\n") && !isTemplate("${"+t+"}") {
		t += "\n" // behind the end of a heredoc
	}
	return text("${" + t + "}")
}

// hasComment looks for comments by their tokens: those of the attribute were taken out of the list already.
func (w *jsonWriter) hasComment(span source.Span) bool {
	part := w.file.Slice(span)
	if !strings.ContainsAny(part, "#/") {
		return false
	}
	for t := range syntax.Scan(source.NewFileString("", part)) {
		if t.Kind == syntax.TokenComment {
			return true
		}
	}
	return false
}

// template returns the text of a template whose source is free of escapes, or that has only texts and interpolations.
func (w *jsonWriter) template(t *syntax.Template) (string, bool) {
	part := w.file.Slice(t.Source)
	if t.Kind == syntax.TemplateQuoted && !strings.Contains(part, `\`) && len(part) >= 2 {
		part = part[1 : len(part)-1]
		return part, isTemplate(part)
	}
	var b strings.Builder
	for _, p := range t.Parts {
		switch n := p.(type) {
		case *syntax.Literal:
			if !n.Value.IsString() {
				return "", false
			}
			s := n.Value.AsString()
			if strings.HasSuffix(s, "$") || strings.HasSuffix(s, "%") || escaped(s) != fixed(s) {
				return "", false
			}
			b.WriteString(escaped(s))
		case *syntax.TemplateIf, *syntax.TemplateFor, *syntax.Template, *syntax.Bad:
			return "", false
		default:
			b.WriteString("${" + w.file.Slice(n.Span()) + "}")
		}
	}
	return b.String(), isTemplate(b.String())
}

// escaped writes a text as a part of a template.
func escaped(s string) string {
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(s)
}

// fixed writes a text as a template that means just it.
func fixed(s string) string {
	t := escaped(s)
	e, diags := syntax.ParseTemplate(source.NewFileString("", t))
	if l, ok := e.(*syntax.Literal); len(diags) == 0 && ok && l.Value.IsString() && l.Value.AsString() == s || s == "" {
		return t
	}
	if tree, ok := e.(*syntax.Template); len(diags) == 0 && ok && means(tree, s) {
		return t
	}
	return "${" + print.Quote(s) + "}"
}

// means reports whether a template has only text, which is s.
func means(t *syntax.Template, s string) bool {
	for _, p := range t.Parts {
		l, ok := p.(*syntax.Literal)
		if !ok || !l.Value.IsString() {
			return false
		}
		rest, ok := strings.CutPrefix(s, l.Value.AsString())
		if !ok {
			return false
		}
		s = rest
	}
	return s == ""
}

func isTemplate(s string) bool {
	_, diags := syntax.ParseTemplate(source.NewFileString("", s))
	return !diags.HasErrors()
}
