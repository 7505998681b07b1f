package check

import (
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/syntax"
)

// Whether two conditions exclude each other is undecidable in general. Only the usual forms are recognised; all others
// are treated as if both could be true, which is a warning.

// exclusive reports whether the program shows that not all conditions of both lists can be true.
func (c *checker) exclusive(a, b []*model.Expr) bool {
	for _, x := range a {
		for _, y := range b {
			if x != y && c.opposite(x, y) {
				return true
			}
		}
	}
	never := func(x *model.Expr) bool { return c.isConstant(x, false) }
	return slices.ContainsFunc(a, never) || slices.ContainsFunc(b, never)
}

// opposite recognises c and !c, a == 1 and a == 2, a == 1 and a != 1, where both read the same locals.
func (c *checker) opposite(x, y *model.Expr) bool {
	if a, b := c.localsOf(x), c.localsOf(y); a == nil || b == nil || !maps.Equal(a, b) {
		return false // the same names may have other meanings
	}
	ex, ey := model.StripParens(x.Node), model.StripParens(y.Node)
	if negates(x, ex, y, ey) || negates(y, ey, x, ex) {
		return true
	}
	bx, ok1 := ex.(*syntax.Binary)
	by, ok2 := ey.(*syntax.Binary)
	if !ok1 || !ok2 || !sameText(x, bx.Left, y, by.Left) {
		return false
	}
	vx, ok1 := model.Literal(model.StripParens(bx.Right))
	vy, ok2 := model.Literal(model.StripParens(by.Right))
	if !ok1 || !ok2 {
		return false
	}
	switch {
	case bx.Op == syntax.OpEqual && by.Op == syntax.OpEqual:
		return !vx.Equal(vy)
	case bx.Op == syntax.OpEqual && by.Op == syntax.OpNotEqual, bx.Op == syntax.OpNotEqual && by.Op == syntax.OpEqual:
		return vx.Equal(vy)
	}
	return false
}

// negates reports whether y is !x.
func negates(ex *model.Expr, x syntax.Expr, ey *model.Expr, y syntax.Expr) bool {
	u, ok := y.(*syntax.Unary)
	return ok && u.Op == syntax.OpNot && sameText(ex, x, ey, model.StripParens(u.Operand))
}

func sameText(ex *model.Expr, x syntax.Expr, ey *model.Expr, y syntax.Expr) bool {
	return ex.At(model.StripParens(x)).Text() == ey.At(model.StripParens(y)).Text()
}

// localsOf returns the locals that an expression reads, nil if the expression reads variables with another value in
// every block.
func (c *checker) localsOf(e *model.Expr) map[model.SymbolKey]bool {
	out := map[model.SymbolKey]bool{}
	for _, ref := range c.m.Refs(e) {
		switch s := c.m.Symbol(e.File, ref.Symbol); {
		case s.Expr != nil || s.Kind == model.Argument:
			out[c.m.Key(e.File, ref.Symbol)] = true
		case s.Owner == model.RootSelf, s.Owner == model.RootEach, s.Kind == model.Root && s.Name != model.RootReq:
			return nil
		}
	}
	return out
}
