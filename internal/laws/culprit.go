package laws

import (
	"strconv"

	"github.com/hclx-lang/hclx/value"
)

// Culprit returns the innermost operation of a finding that breaks the law by itself. Its operands have become
// variables that have their values at both levels, but for those that depend on names around them. It is the finding
// itself if there is none.
func (f *Finding) Culprit() *Finding {
	for _, op := range f.Case.Operations() {
		if g := op.between(f.Less, f.More); g != nil {
			return g.operands()
		}
	}
	return f
}

// between holds the first two laws between two sets of values of the variables.
func (c *Case) between(less, more []value.Value) *Finding {
	p := c.compile()
	if !p.parsed {
		return nil
	}
	n := *c
	n.Variables = make([]Variable, len(c.Variables))
	for i, v := range c.Variables {
		n.Variables[i] = Variable{Name: v.Name, Less: less[i], More: repeated(more[i])}
	}
	first := p.run(func(i int) value.Value { return less[i] }, nil)
	later := p.run(func(i int) value.Value { return more[i] }, nil)
	if first.Ended || later.Ended {
		return nil
	}
	return n.compare(first, later, -1, 0)
}

func repeated(v value.Value) []value.Value {
	out := make([]value.Value, chains*steps)
	for i := range out {
		out[i] = v
	}
	return out
}

// operands puts variables in place of the operands.
func (f *Finding) operands() *Finding {
	c := *f.Case
	root := &Tree{parts: c.Root.parts, kids: append([]*Tree(nil), c.Root.kids...)}
	for i, k := range root.kids {
		n := *f.Case
		n.Root = k
		p := n.compile()
		less := p.run(func(i int) value.Value { return f.Less[i] }, nil)
		more := p.run(func(i int) value.Value { return f.More[i] }, nil)
		if !p.parsed || less.Failed || more.Failed {
			continue
		}
		name := "operand" + strconv.Itoa(i)
		c.Variables = append(c.Variables, Variable{Name: name, Less: less.Value, More: repeated(more.Value)})
		root.kids[i] = text(name)
	}
	c.Root = root
	var less, more []value.Value
	for _, v := range c.Variables {
		less, more = append(less, v.Less), append(more, v.More[0])
	}
	if g := c.between(less, more); g != nil && g.Law == f.Law {
		return g
	}
	return f
}
