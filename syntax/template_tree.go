package syntax

import (
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// templateTree puts the parts of a template together to a tree.
type templateTree struct {
	p      *parser
	parts  []templatePart
	pos    int
	height int         // of the highest node so far
	end    source.Span // the token that ends the template
}

var partNames = [...]string{partElse: "else", partEndIf: "endif", partEndFor: "endfor"}

// root returns the nodes of the whole template.
func (t *templateTree) root() []Expr {
	base := len(t.p.exprs.list)
	for t.pos < len(t.parts) {
		t.p.exprs.push(t.expr())
	}
	return t.p.exprs.take(base)
}

// expr returns the next node.
func (t *templateTree) expr() Expr {
	part := &t.parts[t.pos]
	t.pos++
	switch part.kind {
	case partText:
		return t.p.textLiteral(part.at, part.text)
	case partInterp:
		t.height = max(t.height, int(part.height))
		return part.expr
	case partIf, partFor:
		return t.directive(part)
	}
	name := partNames[part.kind]
	t.p.report(code.UnexpectedDirective, part.at, "Unexpected "+name+" directive",
		"There is no open "+opens[part.kind]+" directive that this "+name+" could belong to.")
	return t.p.bad(part.at, nil)
}

var opens = [...]string{partElse: "if", partEndIf: "if", partEndFor: "for"}

// content reads nodes up to an else, endif or endfor, which it consumes, or to the end of the template.
func (t *templateTree) content() (list []Expr, end *templatePart) {
	base := len(t.p.exprs.list)
	for t.pos < len(t.parts) {
		part := &t.parts[t.pos]
		// The kinds that end something come last.
		if part.kind >= partElse {
			t.pos++
			return t.p.exprs.take(base), part
		}
		t.p.exprs.push(t.expr())
	}
	return t.p.exprs.take(base), nil
}

// directive reads what follows an if or a for.
func (t *templateTree) directive(open *templatePart) (e Expr) {
	highest := t.height
	t.height = int(open.height)
	if open.kind == partIf {
		e = t.ifDirective(open)
	} else {
		e = t.forDirective(open)
	}
	t.height = max(highest, t.height+1)
	return e
}

// ifDirective reads what follows an if.
func (t *templateTree) ifDirective(open *templatePart) Expr {
	n := open.expr.(*TemplateIf)
	n.Open = open.at
	list, end := t.content()
	n.Then = t.inner(list, behind(open.at))
	if end != nil && end.kind == partElse {
		n.Middle = end.at
		list, end = t.content()
		n.Else = t.inner(list, t.before(end))
		if end != nil && end.kind == partElse {
			n.Source = open.at.To(end.at)
			t.unexpected(end, "The if directive already has an else.", open)
			return t.p.bad(end.at, n)
		}
	}
	return t.closed(n, &n.Source, &n.Close, open, end, partEndIf)
}

// forDirective reads what follows a for.
func (t *templateTree) forDirective(open *templatePart) Expr {
	n := open.expr.(*TemplateFor)
	n.Open = open.at
	list, end := t.content()
	n.Body = t.inner(list, behind(open.at))
	return t.closed(n, &n.Source, &n.Close, open, end, partEndFor)
}

// closed completes a directive whose end was read, if it is of the right kind.
func (t *templateTree) closed(n Expr, at, closing *source.Span, open, end *templatePart, want partKind) Expr {
	opener := opens[want]
	if end == nil {
		*at = open.at.To(t.end)
		t.p.report(code.UnclosedDirective, t.end, "Unclosed "+opener+" directive",
			"The template ends before the "+partNames[want]+" of its "+opener+" directive.")
		t.p.note("The directive begins here.", open.at)
		return t.p.bad(t.end, n)
	}
	*at, *closing = open.at.To(end.at), end.at
	switch {
	case end.kind == want:
		return n
	case end.kind == partElse:
		t.unexpected(end, "A for directive has no else. Expected its endfor.", open)
	default:
		t.unexpected(end, "Expected the "+partNames[want]+" of the "+opener+" directive.", open)
	}
	return t.p.bad(end.at, n)
}

// unexpected reports a directive that cannot follow an open one.
func (t *templateTree) unexpected(end *templatePart, detail string, open *templatePart) {
	t.p.report(code.UnexpectedDirective, end.at, "Unexpected "+partNames[end.kind]+" directive", detail)
	t.p.note("The directive begins here.", open.at)
}

// before returns the empty span before a part, or before the end of the template if that is nil.
func (t *templateTree) before(part *templatePart) source.Span {
	at := t.end.Start
	if part != nil {
		at = part.at.Start
	}
	return source.Span{Start: at, End: at}
}

// inner makes a template of the nodes inside a directive. Without nodes it is the empty text at the given place.
func (t *templateTree) inner(list []Expr, empty source.Span) *Template {
	n := t.p.nodes.template.new()
	n.Num = t.p.num()
	n.Kind = TemplateBare
	if len(list) == 0 {
		list = []Expr{t.p.textLiteral(empty, "")}
	}
	n.Parts = list
	n.Source = list[0].Span().To(list[len(list)-1].Span())
	return n
}
