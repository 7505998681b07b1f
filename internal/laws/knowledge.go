package laws

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Knowledge lists what is known about a value: for every known part where it is and what it is, with the number or the
// names of the parts below it. An error is a fact as well.
func (o Outcome) Knowledge() []string {
	if o.Failed {
		return []string{"error"}
	}
	return facts(nil, o.Value, "")
}

func facts(list []string, v value.Value, at string) []string {
	v, _ = v.Unmark()
	if v.IsUnknown() {
		return list
	}
	if !v.IsContainer() {
		return append(list, at+"="+host.DebugString(v))
	}
	container := v.Kind().String()
	if v.Names() == nil && v.Kind() != types.KindTuple || v.Kind() == types.KindMap {
		container = v.Type().String()
	}
	list = append(list, fmt.Sprintf("%s=%s %d %q", at, container, v.Len(), v.Names()))
	for i, e := range v.Elems() {
		list = facts(list, e, at+"/"+strconv.Itoa(i))
	}
	return list
}

// Undecided looks for two outcomes that differ in a place of which something was known before and is not known now:
// first with the variables of the case, then with operands of their own, since an operation does not know where an
// operand comes from. It returns the case that it found them for, and the values of its variables; ok is false if so
// many attempts found none.
func (c *Case) Undecided(place string, attempts int) (found *Case, vals [2][]value.Value, pair [2]Outcome, ok bool) {
	if vals, pair, ok = c.undecided(place, attempts); ok {
		return c, vals, pair, true
	}
	found = c.apart()
	vals, pair, ok = found.undecided(place, attempts)
	return found, vals, pair, ok
}

// apart returns a case in which the operands of the expression are variables, of which as much is known as of the
// operands.
//
// Operands that share variables depend on each other, and an operation that looks at each of them alone cannot know
// that. Taking them apart keeps such an operation from being blamed.
func (c *Case) apart() *Case {
	out := *c
	out.blurrer = &blurrer{r: c.blurrer.r, profile: c.blurrer.profile}
	root := &Tree{parts: c.Root.parts, kids: append([]*Tree(nil), c.Root.kids...)}
	for i, k := range root.kids {
		n := *c
		n.Root = k
		p := n.compile()
		less := p.run(func(i int) value.Value { return c.Variables[i].Less }, nil)
		if !p.parsed || less.Failed {
			continue
		}
		name := "operand" + strconv.Itoa(i)
		m := out.blurrer.mould(less.Value)
		out.inputs = append(out.inputs[:len(out.inputs):len(out.inputs)], input{name, "any", m})
		out.Variables = append(out.Variables[:len(out.Variables):len(out.Variables)], Variable{Name: name, Less: less.Value})
		root.kids[i] = text(name)
	}
	out.Root = root
	out.base = append(slices.Clone(c.base), out.blurrer.holes...)
	out.blurrer.hints = c.hints()
	return &out
}

func (c *Case) undecided(place string, attempts int) (vals [2][]value.Value, pair [2]Outcome, ok bool) {
	p := c.compile()
	if hints := c.blurrer.hints; hints == nil {
		c.blurrer.hints = c.hints()
		defer func() { c.blurrer.hints = nil }()
	}
	first := ""
	for range attempts {
		in := c.Draw()
		out := p.run(func(i int) value.Value { return in[i] }, nil)
		if out.Ended || out.Failed {
			continue
		}
		switch fact := factAt(out.Knowledge(), place); {
		case pair[0].Value.IsZero():
			vals[0], pair[0], first = in, out, fact
		case fact != first:
			vals[1], pair[1] = in, out
			return vals, pair, true
		}
	}
	return vals, pair, false
}

// hints returns the known values of the operands: what is equal or similar to one of them decides many operations.
func (c *Case) hints() (out []value.Value) {
	add := func(t *Tree) {
		n := *c
		n.Root = t
		if o := n.Less(); !o.Failed && o.Value.IsWhollyKnown() {
			out = append(out, o.Value)
		}
	}
	for _, l := range c.Locals {
		l.Expr.each(add)
	}
	c.Root.each(add)
	for _, v := range c.Variables {
		if v.Less.IsWhollyKnown() {
			out = append(out, v.Less)
		}
	}
	return out
}

// Place is the part of a value that a fact is about.
func Place(fact string) string {
	at, _, _ := strings.Cut(fact, "=")
	return at
}

// factAt returns the fact about a place, "" if nothing is known about it.
func factAt(facts []string, place string) string {
	i := slices.IndexFunc(facts, func(f string) bool { return Place(f) == place })
	if i < 0 {
		return ""
	}
	return facts[i]
}

// Less evaluates the case with the least known.
func (c *Case) Less() Outcome {
	return c.compile().run(func(i int) value.Value { return c.Variables[i].Less }, nil)
}

// Operations returns a case for every operation in the expression and the locals, operands before what is computed
// from them. What depends on the variables of a for expression around it fails in all of them alike.
func (c *Case) Operations() []*Case {
	var out []*Case
	add := func(t *Tree, locals []Local) {
		t.each(func(sub *Tree) {
			if len(sub.kids) == 0 {
				return
			}
			n := *c
			n.Root, n.Locals, n.Called = sub, locals, ""
			out = append(out, &n)
		})
	}
	for i, l := range c.Locals {
		add(l.Expr, c.Locals[:i])
	}
	add(c.Root, c.Locals)
	return out
}
