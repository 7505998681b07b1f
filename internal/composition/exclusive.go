package composition

import (
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/syntax"
)

// exclusive tells whether it is plain from the program that not all conditions of both lists can be true.
func exclusive(a, b []*attribute) bool {
	for _, x := range a {
		for _, y := range b {
			if x != y && opposite(x, y) {
				return true
			}
		}
	}
	never := func(x *attribute) bool { return x.isConstantBool(false) }
	return slices.ContainsFunc(a, never) || slices.ContainsFunc(b, never)
}

// opposite recognises c and !c, a == 1 and a == 2, a == 1 and a != 1, where both read the same locals.
func opposite(x, y *attribute) bool {
	if !sameWorld(x, y) {
		return false
	}
	ex, ey := stripParens(x.expr.node), stripParens(y.expr.node)
	if negates(x.expr, ex, y.expr, ey) || negates(y.expr, ey, x.expr, ex) {
		return true
	}
	bx, ok1 := ex.(*syntax.Binary)
	by, ok2 := ey.(*syntax.Binary)
	if !ok1 || !ok2 || !sameText(x.expr, bx.Left, y.expr, by.Left) {
		return false
	}
	vx, ok1 := literalText(bx.Right)
	vy, ok2 := literalText(by.Right)
	if !ok1 || !ok2 {
		return false
	}
	switch {
	case bx.Op == syntax.OpEqual && by.Op == syntax.OpEqual:
		return vx != vy
	case bx.Op == syntax.OpEqual && by.Op == syntax.OpNotEqual, bx.Op == syntax.OpNotEqual && by.Op == syntax.OpEqual:
		return vx == vy
	}
	return false
}

// negates tells whether y is !x.
func negates(ex expression, x syntax.Expr, ey expression, y syntax.Expr) bool {
	u, ok := y.(*syntax.Unary)
	return ok && u.Op == syntax.OpNot && sameText(ex, x, ey, stripParens(u.Operand))
}

func stripParens(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.Parens)
		if !ok {
			return e
		}
		e = p.Inner
	}
}

func sameText(ex expression, x syntax.Expr, ey expression, y syntax.Expr) bool {
	return sourceText(ex, stripParens(x)) == sourceText(ey, stripParens(y))
}

// literalText returns a text that only equal literals share.
func literalText(e syntax.Expr) (string, bool) {
	switch n := stripParens(e).(type) {
	case *syntax.Literal:
		return kindName(n.Value) + n.Value.NumberText() + n.Value.AsString() + map[bool]string{true: "true"}[n.Value.AsBool()], true
	case *syntax.Template:
		text, ok := staticText(n)
		return "a string" + text, ok
	}
	return "", false
}

// sameWorld tells whether equal names mean the same in both expressions.
func sameWorld(x, y *attribute) bool {
	names := func(r *refs) map[*local]bool {
		out := make(map[*local]bool, len(r.locals))
		for _, l := range r.locals {
			out[l.local] = true
		}
		return out
	}
	if !maps.Equal(names(x.refs), names(y.refs)) {
		return false
	}
	own := func(rd read) bool { return rd.root != rootReq }
	return !slices.ContainsFunc(x.refs.reads, own) && !slices.ContainsFunc(y.refs.reads, own)
}
