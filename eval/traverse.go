package eval

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// traversal compiles a variable with the steps from it.
func (c *Compiler) traversal(e *syntax.Traversal) node {
	root := c.variable(e)
	if len(e.Steps) == 1 || root.slot < 0 {
		return root.readable()
	}
	return c.steps(root, e.Steps[1:], e.Source)
}

// relTraversal compiles steps that start at the value of an expression.
func (c *Compiler) relTraversal(e *syntax.RelTraversal) node {
	return c.steps(c.expr(e.Of), e.Steps, e.Source)
}

// variable compiles the name of a local of an enclosing expression or of a variable of the scope ("Variables and
// Variable Expressions" in the specification). The node of a variable has a slot, but no code; see [node.readable].
func (c *Compiler) variable(e *syntax.Traversal) node {
	root := e.Steps[0]
	name := root.Key.AsString()
	for i := len(c.locals) - 1; i >= 0; i-- {
		if l := &c.locals[i]; l.item == nil && l.name == name {
			c.reading(l.slot, i)
			return localNode(l)
		}
	}
	if c.env.Variable != nil {
		return node{slot: c.env.Variable(e), weight: 1}
	}
	if c.env.Scope == nil {
		return c.static(&diag.Diagnostic{Code: code.VariablesNotAllowed, Summary: "Variables not allowed",
			Subject: c.at(root.Source),
			Detail: "A constant is required here, but this reads a variable named \"" + name +
				"\". For a string, put it in quotes."})
	}
	slot, ok := c.env.Scope.Lookup(name)
	if !ok {
		return c.static(c.unknownVariable(name, c.at(root.Source)))
	}
	c.reading(slot, -1)
	return node{slot: slot, weight: 1}
}

// read records that an expression reads a slot.
type read struct {
	slot  int
	local int // the place among the locals, -1 for a variable of the scope
}

// reading records a read.
func (c *Compiler) reading(slot, local int) {
	if c.reads != nil {
		c.reads = append(c.reads, read{slot, local})
	}
}

// readsFrom returns the slots of the reads from an index on, except those of all but the first locals.
func (c *Compiler) readsFrom(from, locals int) []int {
	var slots []int
	for _, r := range c.reads[from:] {
		if r.local < locals {
			slots = append(slots, r.slot)
		}
	}
	slices.Sort(slots)
	return slices.Compact(slots)
}

func localNode(l *local) node { return node{slot: l.slot, weight: 1, needs: l.level} }

// readable adds the code to the node of a variable. Variables of the expression itself are set before they are read.
func (n node) readable() node {
	slot := n.slot
	switch {
	case n.code != nil:
	case n.needs == 0:
		n.code = func(f *Frame) value.Value { return f.Get(slot) }
	default:
		n.code = func(f *Frame) value.Value { return f.slots[slot] }
	}
	return n
}

func (c *Compiler) unknownVariable(name string, at source.Range) *diag.Diagnostic {
	var known []string
	for _, l := range slices.Backward(c.locals) {
		if l.name != "" {
			known = append(known, l.name)
		}
	}
	known = append(known, c.env.Scope.Names()...)
	hint := diag.DidYouMean(name, known)
	if i := strings.IndexByte(name, '-'); i > 0 && slices.Contains(known, name[:i]) {
		hint = " A name can contain dashes. To subtract from " + name[:i] + ", put spaces around the minus sign."
	}
	if hint == "" && c.function(name) != nil {
		hint = " There is a function with this name. To call it, write " + name + "(...)."
	}
	return &diag.Diagnostic{Code: code.UnknownVariable, Summary: "Unknown variable", Subject: at,
		Detail: "There is no variable named \"" + name + "\"." + hint}
}

// splatItem compiles the current element of a splat.
func (c *Compiler) splatItem(e *syntax.SplatItem) node {
	for i := len(c.locals) - 1; i >= 0; i-- {
		if l := &c.locals[i]; l.item == e {
			return localNode(l).readable()
		}
	}
	return bad(nil)
}

// steps compiles steps from a value. It reads attributes of known and unmarked objects and maps directly, and uses the
// operations of package calc for everything else.
//
// Traversals of variables are the most frequent expressions after literals, and most of them are names only. Code for
// these reads the parts directly; when one is missing, unknown or no object, it starts again from the first step with
// the general code, which knows all rules and reports what is wrong.
func (c *Compiler) steps(of node, steps []syntax.Step, whole source.Span) node {
	n := over(of)
	n.weight += int64(len(steps))
	n.loose = of.loose
	w := &walk{steps: steps, whole: whole, file: c.env.File, profile: c.profile}
	single := len(steps) == 1 && steps[0].Kind == syntax.StepAttr
	outside := of.slot >= 0 && of.needs == 0
	switch names := attrNames(steps); {
	case single && outside:
		n.code = w.oneOf(of.slot)
	case single:
		n.code = w.one(of.readable().code)
	case names == nil:
		n.code = w.general(of.readable().code)
	case outside:
		n.code = w.fromSlot(of.slot, names)
	default:
		n.code = w.chain(of.readable().code, names)
	}
	return n
}

// attrNames returns the names of steps if all of them are attributes, and nil otherwise.
func attrNames(steps []syntax.Step) []string {
	if len(steps) == 1 {
		return nil
	}
	names := make([]string, len(steps))
	for i, s := range steps {
		if s.Kind != syntax.StepAttr {
			return nil
		}
		names[i] = s.Key.AsString()
	}
	return names
}

// general follows the steps one by one.
func (w *walk) general(of Code) Code {
	return func(f *Frame) value.Value { return w.from(f, of(f)) }
}

// oneOf reads one attribute of a variable.
func (w *walk) oneOf(slot int) Code {
	name := w.steps[0].Key.AsString()
	return func(f *Frame) value.Value {
		v := f.Get(slot)
		if x, ok := v.Attr(name); ok {
			return x
		}
		return w.from(f, v)
	}
}

// one reads one attribute of anything.
func (w *walk) one(of Code) Code {
	name := w.steps[0].Key.AsString()
	return func(f *Frame) value.Value {
		v := of(f)
		if x, ok := v.Attr(name); ok {
			return x
		}
		return w.from(f, v)
	}
}

func (w *walk) fromSlot(slot int, names []string) Code {
	return func(f *Frame) value.Value {
		v := f.Get(slot)
		for _, name := range names {
			x, ok := v.Attr(name)
			if !ok {
				return w.from(f, f.Get(slot))
			}
			v = x
		}
		return v
	}
}

func (w *walk) chain(of Code, names []string) Code {
	return func(f *Frame) value.Value {
		start := of(f)
		v := start
		for _, name := range names {
			x, ok := v.Attr(name)
			if !ok {
				return w.from(f, start)
			}
			v = x
		}
		return v
	}
}

// index compiles an index whose key is an expression.
func (c *Compiler) index(e *syntax.Index) node {
	of, key := c.expr(e.Of), c.expr(e.Key)
	n := over(of, key)
	n.loose = of.loose || key.loose
	file, profile := c.env.File, c.profile
	span := source.Span{Start: e.Open, End: e.Close + 1}
	left, right := of.code, key.code
	n.code = func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		v := left(f)
		k := right(f)
		if x, ok := elementAt(v, k); ok {
			return x
		}
		if k.IsUnknown() && k.Type().IsDynamic() && !v.IsNull() && f.Thread.failedSince(mark) {
			_, marks := v.Unmark() // the key failed: no word about what it would have found
			return value.DynamicUnknown.WithMarks(marks)
		}
		x, err := calc.Index(v, k, profile, source.Range{File: file, Span: e.Source})
		if err != nil {
			f.Thread.Report(stepError(err, source.Range{File: file, Span: span}, source.Range{File: file, Span: e.Source}))
			return value.DynamicUnknown
		}
		if x.IsUnknown() {
			f.Thread.weigh(x)
		}
		return x
	}
	return n
}

// elementAt is the fast path of an index, for an existing element of a known, unmarked container.
func elementAt(v, k value.Value) (value.Value, bool) {
	if k.IsString() {
		return v.Attr(k.AsString())
	}
	if i, ok := k.AsInt64(); ok && i >= 0 && isSequence(v) && !k.IsMarked() {
		if elems := v.Elems(); i < int64(len(elems)) {
			return elems[i], true
		}
	}
	return value.Value{}, false
}

// isSequence reports whether v is a known and unmarked list or tuple.
func isSequence(v value.Value) bool {
	if !v.IsContainer() {
		return false
	}
	k := v.Kind()
	return k == types.KindList || k == types.KindTuple
}
