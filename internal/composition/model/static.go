package model

import (
	"slices"
	"strconv"

	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// StaticKey returns the name of the key of an object item if it is certain.
func StaticKey(key syntax.Expr) (string, bool) {
	switch k := key.(type) {
	case *syntax.Traversal:
		if len(k.Steps) == 1 {
			return k.Steps[0].Key.AsString(), true
		}
	case *syntax.Literal:
		if k.Value.IsString() {
			return k.Value.AsString(), true
		}
		if k.Value.IsNumber() {
			return k.Value.NumberText(), true
		}
		if k.Value.IsBool() {
			return strconv.FormatBool(k.Value.AsBool()), true
		}
	case *syntax.Template:
		return StaticText(k)
	case *syntax.Parens:
		if _, bare := k.Inner.(*syntax.Traversal); !bare {
			return StaticKey(k.Inner)
		}
	}
	return "", false
}

// StaticText returns the text of a string, or of a template without interpolations.
func StaticText(e syntax.Expr) (string, bool) {
	switch t := e.(type) {
	case *syntax.Literal:
		return t.Value.AsString(), t.Value.IsString()
	case *syntax.Template:
		text := ""
		for _, p := range t.Parts {
			l, ok := p.(*syntax.Literal)
			if !ok {
				return "", false
			}
			text += l.Value.AsString()
		}
		return text, true
	}
	return "", false
}

// HasStaticKeys reports whether all names in a constructor are static.
func HasStaticKeys(obj *syntax.Object) bool {
	return !slices.ContainsFunc(obj.Items, func(it syntax.ObjectItem) bool {
		_, ok := StaticKey(it.Key)
		return !ok
	})
}

// Iterated returns the expression that a loop iterates over; nil for other expressions.
func Iterated(e syntax.Expr) syntax.Expr {
	switch n := e.(type) {
	case *syntax.For:
		return n.Collection
	case *syntax.TemplateFor:
		return n.Collection
	case *syntax.Splat:
		return n.Of
	}
	return nil
}

// constantSteps returns the steps of a traversal as a path, up to a splat.
func constantSteps(steps []syntax.Step) value.Path {
	path := make(value.Path, 0, len(steps))
	for _, s := range steps {
		switch s.Kind {
		case syntax.StepAttr:
			path = append(path, value.AttrStep(s.Key.AsString()))
		case syntax.StepIndex:
			path = append(path, value.IndexStep(s.Key))
		default:
			return path
		}
	}
	return path
}

// PathName returns the name of step i of a path, "" if there is none or it is not a name.
func PathName(p value.Path, i int) string {
	if i >= len(p) {
		return ""
	}
	if p[i].IsAttr() {
		return p[i].Name
	}
	return p[i].Key.AsString()
}

// Parts calls visit for the direct parts of an expression, in source order, without keys that are plain names. certain
// is set if the part is evaluated whenever the expression is.
func Parts(e syntax.Expr, visit func(part syntax.Expr, certain bool)) {
	if obj, ok := e.(*syntax.Object); ok {
		for i := range obj.Items {
			if !syntax.IsBareKey(obj.Items[i].Key) {
				visit(obj.Items[i].Key, true)
			}
			visit(obj.Items[i].Value, true)
		}
		return
	}
	syntax.Children(e, func(n syntax.Node) bool {
		part := n.(syntax.Expr)
		visit(part, isCertain(e, part))
		return true
	})
}

// isCertain reports whether a part is evaluated whenever its expression is.
//
// This mirrors the evaluator: the arms of a conditional, right operands of && and ||, bodies of loops and arguments of
// try and can may not be evaluated.
func isCertain(e, part syntax.Expr) bool {
	switch n := e.(type) {
	case *syntax.Splat:
		return part == n.Of
	case *syntax.Call:
		return n.Name != "try" && n.Name != "can"
	case *syntax.Conditional:
		return part == n.Cond
	case *syntax.Binary:
		return part == n.Left || n.Op != syntax.OpAnd && n.Op != syntax.OpOr
	case *syntax.For:
		return part == n.Collection
	case *syntax.TemplateIf:
		return part == n.Cond
	case *syntax.TemplateFor:
		return part == n.Collection
	case *syntax.Bad:
		return false
	}
	return true
}

// CanFail reports whether evaluating an expression can fail at all.
func CanFail(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Call, *syntax.Binary, *syntax.Unary, *syntax.Index, *syntax.RelTraversal, *syntax.Template,
		*syntax.Conditional, *syntax.For, *syntax.Splat:
		return true
	}
	return false
}

// IsClosed reports whether an expression refers to nothing but the variables of its own for expressions.
func (p *Program) IsClosed(e *Expr) bool { return p.isClosed(e, e.Node) }

// IsClosedPart is [Program.IsClosed] for a part of an expression, which also must not call functions of the program or
// contain splats, because it may be in a splat itself.
func (p *Program) IsClosedPart(e *Expr, n syntax.Expr) bool {
	return p.isClosed(e, n) && standsAlone(n)
}

func standsAlone(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.SplatItem:
		return false
	case *syntax.Call:
		if n.Name == InvokeName {
			return false
		}
	}
	return syntax.Children(n, standsAlone)
}

func (p *Program) isClosed(e *Expr, n syntax.Expr) bool {
	refs := p.RefsIn(e, n)
	for i := range refs {
		if s := p.Symbol(e.File, refs[i].Symbol); s.Kind != Variable || !n.Span().Covers(s.Definition.Name) {
			return false
		}
	}
	return true
}

// Literal returns the value of a literal, or of a template without interpolations.
func Literal(e syntax.Expr) (value.Value, bool) {
	if l, ok := e.(*syntax.Literal); ok {
		return l.Value, true
	}
	text, ok := StaticText(e)
	return value.String(text), ok
}

// StripParens returns the expression inside of parentheses, or of a template that consists of it.
func StripParens(e syntax.Expr) syntax.Expr {
	for {
		inner, steps := under(e)
		if inner == nil || steps {
			return e
		}
		e = inner
	}
}

// Literals returns the value of the literals in an expression, and of constructors that contain some. Only the wanted
// literals count; unknown replaces the other elements of a tuple, and other items of an object are left out. A number
// counts as its negation. The result is the zero Value if there is no such literal.
func Literals(e syntax.Expr, wanted func(value.Value) bool) value.Value {
	switch n := e.(type) {
	case *syntax.Literal, *syntax.Template:
		if v, ok := Literal(n); ok && wanted(v) {
			return v
		}
	case *syntax.Parens:
		return Literals(n.Inner, wanted)
	case *syntax.Unary:
		return Literals(n.Operand, wanted)
	case *syntax.Tuple:
		var list []value.Value
		for i, it := range n.Items {
			if v := Literals(it, wanted); !v.IsZero() {
				if list == nil {
					list = slices.Repeat([]value.Value{value.DynamicUnknown}, len(n.Items))
				}
				list[i] = v
			}
		}
		if list != nil {
			return value.Tuple(list...)
		}
	case *syntax.Object:
		var items map[string]value.Value
		for _, it := range n.Items {
			name, ok := StaticKey(it.Key)
			v := Literals(it.Value, wanted)
			switch {
			case !ok:
			case v.IsZero():
				delete(items, name) // the last of two items with one key counts
			case items == nil:
				items = map[string]value.Value{name: v}
			default:
				items[name] = v
			}
		}
		if len(items) > 0 {
			return value.Object(items)
		}
	}
	return value.Value{}
}
