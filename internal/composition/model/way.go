package model

import (
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// Way is how a program gets from req or self to something: the steps of a chain, seen through the locals that name plain ones.
type Way []WayStep

// WayStep is a step of a way. The key of one that is computed is known only at run time.
type WayStep struct {
	value.Step
	Computed bool
	// Secret is set in ways of [Inputs] where a computed key may come from something sensitive.
	Secret bool

	in  *Expr // a computed key, outside of Inputs
	key syntax.Expr
}

// Hidden stands for a part of a path that may be a secret.
var Hidden = value.IndexStep(value.ASCIIString("..."))

// maxFollow bounds how deep constructors and chains of locals are followed; what lies deeper counts as computed.
const maxFollow = 64

// Way returns the way that a part of an expression is, nil if it is none.
func (p *Program) Way(e *Expr, n syntax.Expr) Way { return p.way(e, n, 0) }

func (p *Program) way(e *Expr, n syntax.Expr, depth int) Way {
	if depth > maxFollow {
		return nil
	}
	switch n := n.(type) {
	case *syntax.Parens:
		return p.way(e, n.Inner, depth+1)
	case *syntax.TemplateWrap:
		return p.way(e, n.Inner, depth+1)
	case *syntax.RelTraversal:
		return p.way(e, n.Of, depth+1).then(n.Steps)
	case *syntax.Index:
		if of := p.way(e, n.Of, depth+1); of != nil {
			return append(of, p.keyStep(e, n.Key, depth))
		}
	case *syntax.Traversal:
		return p.root(e, n, depth).then(n.Steps[1:])
	}
	return nil
}

// root is the way that a variable stands for.
func (p *Program) root(e *Expr, n *syntax.Traversal, depth int) Way {
	if l := p.local(e.File, n); l != nil {
		return p.way(l, l.Node, depth+1)
	}
	switch name := n.Steps[0].Key.AsString(); name {
	case RootReq, RootSelf:
		if ref := p.Ref(e.File, n); ref != nil && p.isOutside(e, ref) {
			return Way{{Step: value.AttrStep(name)}}
		}
	}
	return nil
}

// isOutside reports whether what is read is no variable of the program: a variable of the language, or what is declared elsewhere.
func (p *Program) isOutside(e *Expr, ref *Reference) bool {
	s := p.Symbol(e.File, ref.Symbol)
	return s.Kind == Undeclared && s.Wanted.IsBlock() || ref.Symbol > 0 && s.Kind != Argument
}

// local returns what the local stands for that a variable means; nil if it means something else.
func (p *Program) local(f *File, n syntax.Expr) *Expr {
	if ref := p.Ref(f, n); ref != nil {
		return p.Symbol(f, ref.Symbol).Expr
	}
	return nil
}

// then adds steps, up to a splat.
func (w Way) then(steps []syntax.Step) Way {
	if w == nil {
		return nil
	}
	for _, s := range constantSteps(steps) {
		w = append(w, WayStep{Step: s})
	}
	return w
}

// keyStep is the step to a key.
func (p *Program) keyStep(e *Expr, key syntax.Expr, depth int) WayStep {
	if text, ok := p.constantKey(e, key, depth); ok {
		return WayStep{Step: value.IndexStep(value.String(text))}
	}
	return WayStep{Step: Hidden, Computed: true, in: e, key: key}
}

// constantKey returns the text of a key that is a constant, or a local that names one.
func (p *Program) constantKey(e *Expr, key syntax.Expr, depth int) (string, bool) {
	if t, ok := key.(*syntax.Traversal); ok && len(t.Steps) == 1 && depth < maxFollow {
		if l := p.local(e.File, t); l != nil {
			return p.constantKey(l, l.Node, depth+1)
		}
	}
	return StaticText(key)
}

// NameOf returns the name of step i, "" if there is none or it is computed.
func (w Way) NameOf(i int) string {
	if i >= len(w) || w[i].Computed {
		return ""
	}
	return PathName(value.Path{w[i].Step}, 0)
}

// Path returns the path of a way without computed keys, nil if there is one.
func (w Way) Path() value.Path {
	path := make(value.Path, 0, len(w))
	for _, s := range w {
		if s.Computed {
			return nil
		}
		path = append(path, s.Step)
	}
	return path
}

// Place returns where the part of an expression's value at a path is written, as far as constructors and locals tell: the narrowest place
// that is known.
func (p *Program) Place(e *Expr, path value.Path) source.Range {
	const maxLocals = 100 // on the way
	n := e.Node
	for locals := 0; locals < maxLocals; {
		switch x := n.(type) {
		case *syntax.Parens:
			n = x.Inner
		case *syntax.TemplateWrap:
			n = x.Inner
		case *syntax.Traversal:
			l := p.local(e.File, x)
			if l == nil || len(x.Steps) > 1 || len(path) == 0 {
				return e.At(n)
			}
			e, n = l, l.Node
			locals++
		default:
			part := partOf(n, path)
			if part == nil {
				return e.At(n)
			}
			n, path = part, path[1:]
		}
	}
	return e.At(n)
}

// partOf returns the expression of a constructor's part, or nil if it is not plain which that is.
func partOf(n syntax.Expr, path value.Path) syntax.Expr {
	if len(path) == 0 {
		return nil
	}
	switch n := n.(type) {
	case *syntax.Tuple:
		if i, ok := path[0].Key.AsInt64(); ok && !path[0].IsAttr() && i >= 0 && i < int64(len(n.Items)) {
			return n.Items[i]
		}
	case *syntax.Object:
		return itemOf(n, PathName(path, 0))
	}
	return nil
}

// itemOf returns the value of a constructor's item, nil if it is not plain which that is: of two items with one key the last counts.
func itemOf(n *syntax.Object, name string) syntax.Expr {
	for i := len(n.Items) - 1; i >= 0; i-- {
		switch key, ok := StaticKey(n.Items[i].Key); {
		case !ok:
			return nil
		case key == name:
			return n.Items[i].Value
		}
	}
	return nil
}

// StepText is what a step leads to, whether it is written as an attribute or as an index.
func StepText(s value.Step) string {
	if s.IsAttr() {
		return s.Name
	}
	if s.Key.IsNumber() {
		return s.Key.NumberText()
	}
	return s.Key.AsString()
}

// Text returns the literal or the template that writes the text which an expression stands for, through locals, and its file; nil if it is
// none.
func (p *Program) Text(f *File, n syntax.Expr) (*File, syntax.Expr) {
	for range maxFollow {
		switch x := n.(type) {
		case *syntax.Parens, *syntax.TemplateWrap:
			n = StripParens(x)
		case *syntax.Literal, *syntax.Template:
			return f, n
		case *syntax.Traversal:
			l := p.local(f, n)
			if l == nil || len(x.Steps) > 1 {
				return nil, nil
			}
			f, n = l.File, l.Node
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// ObservedMembers returns the collection whose observed members an expression is a chain of steps into, directly or through locals, and the index
// that it takes of them; "" if it takes none.
func (p *Program) ObservedMembers(e *Expr, n syntax.Expr) (collection, index string) {
	w := p.Way(e, n)
	if len(w) < 3 || w.NameOf(0) != RootReq || w.NameOf(1) != "resources" && w.NameOf(1) != "connections" {
		return "", ""
	}
	switch {
	case len(w) == 3:
	case w[3].Computed:
		index = "[...]"
	case w[3].Key.IsNumber():
		index = "[" + w[3].Key.NumberText() + "]"
	default:
		return "", ""
	}
	return w.NameOf(2), index
}
