package dynblock

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// iteration contains the values of the iterators in a generated block. It is immutable.
//
// Marks and results differ for blocks inside: a value that is read there depends on all collections around it, but the
// block itself is only marked by the collection that generated it.
type iteration struct {
	vars    map[string]value.Value // of this iterator and those around it
	marks   *value.Marks           // of the collection, for the body of the block itself
	results *value.Marks           // of all collections around, for what is evaluated
	unknown bool                   // the collection is, or one around it
	origins *value.Origins
}

// with returns the iteration with another iterator inside.
func (it *iteration) with(name string, key, val value.Value) *iteration {
	out := &iteration{vars: map[string]value.Value{}}
	if it != nil {
		for n, v := range it.vars {
			out.vars[n] = v
		}
		out.results, out.unknown, out.origins = it.results, it.unknown, it.origins
	}
	var b host.ObjectBuilder
	b.Set("key", key)
	b.Set("value", val)
	out.vars[name] = b.Object()
	return out
}

// inner returns the iteration for ordinary blocks inside a generated block, without the marks of the block itself,
// which belong to the outer block.
func (it *iteration) inner() *iteration {
	if it == nil || it.marks == nil {
		return it
	}
	out := *it
	out.marks = nil
	return &out
}

// scope returns a child context with the iterators.
func (it *iteration) scope(ctx *hcl.EvalContext) *hcl.EvalContext {
	if it == nil {
		return ctx
	}
	return &hcl.EvalContext{Variables: it.vars, Parent: ctx}
}

// expression returns an expression that can read the iterators.
func (it *iteration) expression(e hcl.Expression) hcl.Expression { return &expression{e, it} }

// expression is an expression that can read iterators. It supports the same static analysis as the expression that it
// wraps.
type expression struct {
	inner hcl.Expression
	it    *iteration
}

// Range implements hcl.Expression.
func (e *expression) Range() source.Range { return e.inner.Range() }

// StartRange implements hcl.Expression.
func (e *expression) StartRange() source.Range { return e.inner.StartRange() }

// Variables implements hcl.Expression. It omits iterators, which do not come from the scope.
//
// They would otherwise look like variables that the host has to provide.
func (e *expression) Variables() []hcl.Traversal { return without(e.inner.Variables(), e.it.has) }

func (it *iteration) has(name string) bool {
	if it == nil {
		return false
	}
	_, ok := it.vars[name]
	return ok
}

// without removes the traversals whose roots are hidden.
func without(ts []hcl.Traversal, hidden func(string) bool) []hcl.Traversal {
	var out []hcl.Traversal
	for _, t := range ts {
		if !hidden(t.Root()) {
			out = append(out, t)
		}
	}
	return out
}

// Evaluate implements hcl.Evaluator.
func (e *expression) Evaluate(ctx *hcl.EvalContext) (value.Value, diag.List) {
	v, diags := eval.Value(e.inner, e.it.scope(ctx))
	// What the expression gives for an unknown element is true for no element in particular, so all that is kept of it
	// is where it comes from.
	if e.it.unknown {
		return unknowns.From(dynamic, v.Origins().Union(e.it.origins)).WithMarks(host.MarksDeep(v)).WithMarks(e.it.results),
			diags
	}
	return v.WithMarks(e.it.results), diags
}

func (e *expression) wrap(inner []hcl.Expression) []hcl.Expression {
	out := make([]hcl.Expression, len(inner))
	for i := range inner {
		out[i] = e.it.expression(inner[i])
	}
	return out
}

// StaticList implements hcl.ListExpression.
func (e *expression) StaticList() ([]hcl.Expression, bool) {
	l, ok := e.inner.(hcl.ListExpression)
	if !ok {
		return nil, false
	}
	items, ok := l.StaticList()
	return e.wrap(items), ok
}

// StaticMap implements hcl.MapExpression.
func (e *expression) StaticMap() ([]hcl.KeyValue, bool) {
	m, ok := e.inner.(hcl.MapExpression)
	if !ok {
		return nil, false
	}
	items, ok := m.StaticMap()
	out := make([]hcl.KeyValue, len(items))
	for i := range items {
		out[i] = hcl.KeyValue{Key: e.it.expression(items[i].Key), Value: e.it.expression(items[i].Value)}
	}
	return out, ok
}

// StaticCall implements hcl.CallExpression.
func (e *expression) StaticCall() (*hcl.Call, bool) {
	c, ok := e.inner.(hcl.CallExpression)
	if !ok {
		return nil, false
	}
	call, ok := c.StaticCall()
	if !ok {
		return nil, false
	}
	out := *call
	out.Args = e.wrap(call.Args)
	return &out, true
}

// StaticTraversal implements hcl.TraversalExpression.
func (e *expression) StaticTraversal() (hcl.Traversal, bool) {
	t, ok := e.inner.(hcl.TraversalExpression)
	if !ok {
		return nil, false
	}
	return t.StaticTraversal()
}
