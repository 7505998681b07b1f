package model

import (
	"slices"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Way is the chain of steps from req or self to a value, seen through the locals that name plain ones.
type Way []WayStep

// WayStep is a step of a way. The key of a computed step is known only at run time.
type WayStep struct {
	value.Step
	Computed bool
	// Secret is set in ways of [Inputs] if a computed key may be sensitive.
	Secret bool

	in  *Expr // a computed key, outside of Inputs
	key syntax.Expr
}

// Hidden replaces a part of a path that may be a secret.
var Hidden = value.IndexStep(host.ASCIIString("..."))

// maxFollow limits how deep constructors and chains of locals are followed; deeper parts count as computed.
const maxFollow = 64

// Way returns the way of a part of an expression, nil if it has none.
func (p *Program) Way(e *Expr, n syntax.Expr) Way { return p.way(e, n, 0) }

func (p *Program) way(e *Expr, n syntax.Expr, depth int) Way {
	if depth > maxFollow {
		return nil
	}
	switch n := StripParens(n).(type) {
	case *syntax.RelTraversal:
		return p.way(e, n.Of, depth+1).then(n.Steps)
	case *syntax.Index:
		if of := p.way(e, n.Of, depth+1); of != nil {
			return append(of, p.keyStep(e, n.Key))
		}
	case *syntax.Traversal:
		return p.root(e, n, depth).then(n.Steps[1:])
	}
	return nil
}

// root returns the way of a variable.
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

// isOutside reports whether a reference is not to a variable of the program, but to a variable of the language or to a
// declaration elsewhere.
func (p *Program) isOutside(e *Expr, ref *Reference) bool {
	s := p.Symbol(e.File, ref.Symbol)
	return s.Kind == Undeclared && s.Wanted.IsBlock() || ref.Symbol > 0 && s.Kind != Argument
}

// local returns the expression of the local that a variable means; nil if it means something else.
func (p *Program) local(f *File, n syntax.Expr) *Expr {
	if ref := p.Ref(f, n); ref != nil {
		return p.Symbol(f, ref.Symbol).Expr
	}
	return nil
}

// then adds steps, up to a splat.
func (w Way) then(steps []syntax.Step) Way {
	if w == nil || len(steps) == 0 {
		return w
	}
	w = slices.Grow(w, len(steps))
	for _, s := range steps {
		switch s.Kind {
		case syntax.StepAttr:
			w = append(w, WayStep{Step: value.AttrStep(s.Key.AsString())})
		case syntax.StepIndex:
			w = append(w, WayStep{Step: value.IndexStep(s.Key)})
		default:
			return w
		}
	}
	return w
}

// follow returns the expression inside of parentheses and behind a local that is named alone.
//
// The loop is limited because locals may form cycles, which are reported elsewhere.
func (p *Program) follow(e *Expr, n syntax.Expr) (*Expr, syntax.Expr) {
	for range maxFollow {
		n = StripParens(n)
		t, ok := n.(*syntax.Traversal)
		if !ok || len(t.Steps) > 1 {
			break
		}
		l := p.local(e.File, t)
		if l == nil {
			break
		}
		e, n = l, l.Node
	}
	return e, n
}

// keyStep is the step to a key.
func (p *Program) keyStep(e *Expr, key syntax.Expr) WayStep {
	_, n := p.follow(e, key)
	if text, ok := StaticText(n); ok {
		return WayStep{Step: value.IndexStep(value.String(text))}
	}
	return WayStep{Step: Hidden, Computed: true, in: e, key: key}
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

// Place returns the narrowest known place of the part of an expression's value at a path, as far as constructors and
// locals show it.
//
// A value that breaks a rule is known by its path. This finds the part of the source to change, as deep as constructors
// go.
func (p *Program) Place(e *Expr, path value.Path) source.Range {
	n := e.Node
	for {
		n = StripParens(n)
		if len(path) == 0 {
			return e.At(n)
		}
		e, n = p.follow(e, n)
		part := partOf(n, path)
		if part == nil {
			return e.At(n)
		}
		n, path = part, path[1:]
	}
}

// PlaceInBlock returns the place of the part at a path of the object that a block renders, as far as its body shows it;
// block is the place of its header. The body of a collection is that of its template.
func (p *Program) PlaceInBlock(block source.Range, path value.Path) source.Range {
	for _, f := range p.Files {
		for _, b := range f.Blocks {
			body := b.Attr(AttrBody)
			if len(path) > 0 && body != nil &&
				(b.Range() == block || b.Kind == KindTemplate && b.Parent.Range() == block) {
				return p.Place(body, path)
			}
		}
	}
	return block
}

// partOf returns the expression of a constructor's part, or nil if it is not certain.
func partOf(n syntax.Expr, path value.Path) syntax.Expr {
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

// itemOf returns the value of a constructor's item, or nil if it is not certain: the last of two items with one key
// counts.
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

// StepText returns the key of a step, written as an attribute or as an index.
func StepText(s value.Step) string {
	if s.IsAttr() {
		return s.Name
	}
	if s.Key.IsNumber() {
		return s.Key.NumberText()
	}
	return s.Key.AsString()
}

// Text returns the literal or the template with the text of an expression, also through locals, and its file; nil if
// there is none.
func (p *Program) Text(e *Expr, n syntax.Expr) (*File, syntax.Expr) {
	switch in, n := p.follow(e, n); n.(type) {
	case *syntax.Literal, *syntax.Template:
		return in.File, n
	}
	return nil, nil
}

// ObservedMembers returns the collection of an expression that is a chain of steps into its observed members, directly
// or through locals, and the index of the member; "" if there is none.
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
