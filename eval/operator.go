package eval

import (
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
)

// binary compiles a binary operation. The tree of a chain such as a + b + c is as deep as the chain is long, so the
// compiler walks down its left side in a loop.
func (c *Compiler) binary(e *syntax.Binary) node {
	var spine []*syntax.Binary
	left := syntax.Expr(e)
	for {
		b, ok := left.(*syntax.Binary)
		if !ok {
			break
		}
		spine = append(spine, b)
		left = b.Left
	}
	first := c.points()
	n := c.expr(left)
	start := spanOf(left).Start
	if len(spine) > longChain {
		return c.longChain(n, spine, start)
	}
	for i := len(spine) - 1; i >= 0; i-- {
		b := spine[i]
		n = c.fold(c.operation(b, start, n, c.expr(b.Right)), spanOf(b.Right))
		c.folded(&n, first)
	}
	return n
}

// longChain is the number of operations from which a chain is evaluated in a loop instead of by nested calls.
const longChain = 64

// longChain compiles a long chain to a loop over its operations.
//
// Nested closures would take a level of Go's stack for each of thousands of operations. The value so far waits in a
// slot, which is where each operation reads its left operand.
func (c *Compiler) longChain(n node, spine []*syntax.Binary, start uint32) node {
	held := c.newSlot()
	first := n.code
	links := make([]Code, len(spine))
	for i := len(spine) - 1; i >= 0; i-- {
		b := spine[i]
		left := node{slot: noSlot, needs: n.needs, loose: n.loose, calls: n.calls, weight: n.weight,
			code: func(f *Frame) value.Value { return f.slots[held] }}
		right := c.expr(b.Right)
		n = c.operation(b, start, left, right)
		links[len(spine)-1-i] = n.code
	}
	c.free = append(c.free, held)
	n.code = func(f *Frame) value.Value {
		v := first(f)
		for _, link := range links {
			f.slots[held] = v
			v = link(f)
		}
		return v
	}
	return c.fold(n, source.Span{Start: start, End: spanOf(spine[0].Right).End})
}

// operation compiles one operation whose left operand is compiled. Its text begins at start.
func (c *Compiler) operation(e *syntax.Binary, start uint32, l, r node) node {
	n := over(l, r)
	c.size += operationSize
	if isLogic(e) {
		l, r = c.operands(e, start, l, r)
	}
	op := &binaryOp{node: e, start: start, file: c.env.File, profile: c.profile, left: l.code, right: r.code}
	switch e.Op {
	case syntax.OpOr, syntax.OpAnd:
		n.code = c.logic(op)
		return n
	case syntax.OpEqual, syntax.OpNotEqual:
		n.code = op.equality(l, r)
	case syntax.OpLess, syntax.OpLessEqual, syntax.OpGreater, syntax.OpGreaterEqual:
		n.code = op.comparison(l, r)
	default:
		n.code = op.arithmetic(l, r)
	}
	// A constructor or template that failed may still have a value, so the fast paths, which look at values first, must
	// not see it.
	if l.loose || r.loose {
		n.code = op.careful
	}
	return n
}

// binaryOp is the data of the code of a binary operation, except its fast paths.
type binaryOp struct {
	node        *syntax.Binary
	start       uint32
	file        *source.File
	profile     *types.Profile
	left, right Code
}

func (op *binaryOp) at(s source.Span) source.Range { return source.Range{File: op.file, Span: s} }

// whole returns the range of the operation. (Computing the span of the node would walk down the chain.)
func (op *binaryOp) whole() source.Range {
	return op.at(source.Span{Start: op.start, End: op.node.Right.Span().End})
}

func (op *binaryOp) leftRange() source.Range {
	last := op.node.Left
	if b, ok := last.(*syntax.Binary); ok {
		last = b.Right
	}
	return op.at(source.Span{Start: op.start, End: last.Span().End})
}

func (op *binaryOp) rightRange() source.Range { return op.at(op.node.Right.Span()) }

// resultType returns the type of the result.
func (op *binaryOp) resultType() types.Type {
	_, t := op.node.Op.Types()
	return t
}

// operandType returns the type to which operands are converted.
func (op *binaryOp) operandType() types.Type {
	t, _ := op.node.Op.Types()
	return t
}

// careful evaluates an operation whose operands may be known although they failed. In that case it does not compute the
// result.
func (op *binaryOp) careful(f *Frame) value.Value {
	mark := len(f.Thread.Diags)
	a := op.left(f)
	b := op.right(f)
	return op.slow(f, a, b, mark)
}

// slow is the general case of all operations except && and ||, for operands that need conversion, are null, unknown or
// marked, or have failed. The diagnostics from mark on are those of the operands.
func (op *binaryOp) slow(f *Frame, a, b value.Value, mark int) value.Value {
	t := f.Thread
	failed := t.failedSince(mark)
	a, b, ok := op.operands(t, a, b, mark)
	if !ok {
		return value.Unknown(op.resultType())
	}
	a, marksA := a.Unmark()
	b, marksB := b.Unmark()
	marks := marksA.Union(marksB)
	if failed {
		return unknownFrom(op.resultType(), a, b).WithMarks(marks)
	}
	out := op.apply(t, a, b).WithMarks(marks)
	t.weigh(out)
	return out
}

// operands converts both operands. An operand of a wrong type is reported before errors inside the operands, as in
// HashiCorp's implementation. The diagnostics from mark on are those of the operands.
func (op *binaryOp) operands(t *Thread, a, b value.Value, mark int) (x, y value.Value, ok bool) {
	inside := len(t.Diags)
	a, okA := op.operand(t, a, "left", op.leftRange)
	b, okB := op.operand(t, b, "right", op.rightRange)
	if !okA || !okB {
		t.moveUp(inside, mark)
	}
	return a, b, okA && okB
}

// operand converts an operand.
func (op *binaryOp) operand(t *Thread, v value.Value, side string, at func() source.Range) (value.Value, bool) {
	want := op.operandType()
	out, err := convertTo(v, want, op.profile)
	if err == nil {
		return out, true
	}
	if !t.full() {
		t.Report(&diag.Diagnostic{Code: code.InvalidOperand, Summary: "Invalid operand", Subject: at(), Context: op.whole(),
			Detail: "The " + side + " operand of " + op.symbol() + " is not valid: " + message(err) + "."})
	}
	return v, false
}

func (op *binaryOp) symbol() string { return strconv.Quote(op.node.Op.String()) }

// compare reports whether values are equal. The number of steps depends on the sizes of the values.
func (op *binaryOp) compare(t *Thread, a, b value.Value) value.Value {
	if w := min(host.Weight(a), host.Weight(b)) / partsPerStep; w > 0 && !t.step(w) {
		return t.ended(op.whole())
	}
	return equal(a, b, op.profile)
}

// apply applies the operation to converted operands, which are not marked themselves.
func (op *binaryOp) apply(t *Thread, a, b value.Value) value.Value {
	switch op.node.Op {
	case syntax.OpEqual:
		return op.compare(t, a, b)
	case syntax.OpNotEqual:
		return not(op.compare(t, a, b))
	}
	if a.IsNull() || b.IsNull() {
		return op.null(t, a)
	}
	if a.IsUnknown() || b.IsUnknown() {
		return op.unknown(a, b)
	}
	if op.node.Op < syntax.OpAdd {
		return value.Bool(holds(op.node.Op, calc.Compare(a, b)))
	}
	v, err := compute(op.node.Op, a, b, op.profile)
	if err != nil {
		return op.fails(t, err)
	}
	return v
}

func (op *binaryOp) null(t *Thread, a value.Value) value.Value {
	side := "right"
	if a.IsNull() {
		side = "left"
	}
	t.Report(&diag.Diagnostic{Code: code.NullOperand, Summary: "Operand is null", Subject: op.whole(),
		Detail: "The " + side + " operand of " + op.symbol() + " is null, but " +
			types.FriendlyNameWithArticle(op.operandType()) + " is required."})
	return value.Unknown(op.resultType())
}

// unknown returns the result of a comparison or an arithmetic operation with an unknown operand. Refinements of the
// operands may decide a comparison.
func (op *binaryOp) unknown(a, b value.Value) value.Value {
	if op.node.Op < syntax.OpAdd {
		if v, ok := compareBounds(op.node.Op, a, b); ok {
			return v
		}
	}
	return notNull(unknownFrom(op.resultType(), a, b))
}

func (op *binaryOp) fails(t *Thread, err error) value.Value {
	d := &diag.Diagnostic{Code: code.OperationFailed, Summary: "Operation failed", Subject: op.whole(),
		Detail: err.Error()}
	if e, ok := err.(*value.Error); ok {
		d.Summary, d.Detail = e.Summary, e.Detail
	}
	t.Report(d)
	return value.Unknown(op.resultType())
}

func compute(op syntax.BinaryOp, a, b value.Value, p *types.Profile) (value.Value, error) {
	switch op {
	case syntax.OpAdd:
		return calc.Add(a, b)
	case syntax.OpSub:
		return calc.Sub(a, b)
	case syntax.OpMul:
		return calc.Mul(a, b)
	case syntax.OpDiv:
		return calc.Div(a, b, p)
	}
	return calc.Mod(a, b, p)
}

// holds reports whether a comparison is true if its operands compare as cmp.
func holds(op syntax.BinaryOp, cmp int) bool {
	switch op {
	case syntax.OpLess:
		return cmp < 0
	case syntax.OpLessEqual:
		return cmp <= 0
	case syntax.OpGreater:
		return cmp > 0
	}
	return cmp >= 0
}
