package eval

import (
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// Point is a part of an expression whose evaluations are counted; see [Env.Points]. An expression that is folded to a
// constant contains no points, because nothing in it is decided at run time.
type Point struct {
	Kind  PointKind
	Range source.Range
}

// PointKind is the kind of a point.
type PointKind uint8

// The kinds of points.
const (
	// PointExpression is a whole expression that a host compiles.
	PointExpression PointKind = iota
	// PointArm is an arm of a conditional, counted when it is chosen. A missing arm of an if directive of a template is
	// empty and at its end.
	PointArm
	// PointOperand is an operand of && or || that is not itself such an operation.
	PointOperand
	// PointFilter is the condition of a for expression.
	PointFilter
	// PointAlternative is one of several arguments that are evaluated on demand, such as those of try. It is counted when
	// its value is wholly known, because otherwise the next one is tried.
	PointAlternative
)

// Count is the number of evaluations of a point without an error.
type Count struct {
	// Evaluated counts all evaluations; True and False count those with these values.
	Evaluated, True, False uint32
}

// point makes code count its evaluations, if the host wants that.
//
// Points are added by wrapping code, only if a host asked for them. Programs compiled without them have the closures
// that they would have if there were no coverage, see "Coverage" in docs/decisions.md.
func (c *Compiler) point(kind PointKind, at source.Span, n node) node {
	if c.env.Points == nil {
		return n
	}
	i := len(*c.env.Points)
	*c.env.Points = append(*c.env.Points, Point{kind, c.at(at)})
	code := n.code
	switch kind {
	case PointExpression:
		n.code = func(f *Frame) value.Value {
			t := f.Thread
			mark, outer := len(t.Diags), t.trial
			t.trial = 0 // this value is kept, whoever asked for it first
			v := code(f)
			t.count(i, v, mark)
			t.trial = outer
			return v
		}
	case PointAlternative:
		n.code = func(f *Frame) value.Value {
			mark := len(f.Thread.Diags)
			v := code(f)
			if v.IsWhollyKnown() {
				f.Thread.count(i, v, mark)
			}
			return v
		}
	default:
		n.code = func(f *Frame) value.Value {
			mark := len(f.Thread.Diags)
			v := code(f)
			f.Thread.count(i, v, mark)
			return v
		}
	}
	return n
}

// count counts an evaluation of a point, on which diagnostics from mark on were reported.
func (t *Thread) count(point int, v value.Value, mark int) {
	if point >= len(t.Counts) || t.trial > 0 || t.failedSince(mark) {
		return
	}
	n := &t.Counts[point]
	n.Evaluated++
	switch v, _ = v.Unmark(); {
	case v.IsBool() && v.AsBool(), v.IsString() && v.AsString() == "true": // which conditions take for a bool
		n.True++
	case v.IsBool(), v.IsString() && v.AsString() == "false":
		n.False++
	}
}

// points returns the number of points so far.
func (c *Compiler) points() int {
	if c.env.Points == nil {
		return 0
	}
	return len(*c.env.Points)
}

// folded removes the points in an expression, from first on, if it has become a constant.
func (c *Compiler) folded(n *node, first int) {
	if n.constant && c.env.Points != nil {
		*c.env.Points = (*c.env.Points)[:first]
	}
}

// operands makes the operands of && and || points.
func (c *Compiler) operands(e *syntax.Binary, start uint32, l, r node) (left, right node) {
	if !isLogic(e.Left) {
		l = c.point(PointOperand, source.Span{Start: start, End: spanOf(e.Left).End}, l)
	}
	if !isLogic(e.Right) {
		r = c.point(PointOperand, spanOf(e.Right), r)
	}
	return l, r
}

// isLogic reports whether an operand is && or || itself.
func isLogic(e syntax.Expr) bool {
	for {
		p, ok := e.(*syntax.Parens)
		if !ok {
			break
		}
		e = p.Inner
	}
	b, ok := e.(*syntax.Binary)
	return ok && (b.Op == syntax.OpAnd || b.Op == syntax.OpOr)
}
