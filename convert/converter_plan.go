package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// planner returns the planner of this conversion, which remembers what the shared cache does not keep.
func (c *converter) planner() *planner {
	if c.pl == nil {
		pl := newPlanner(c.p)
		c.pl = &pl
	}
	return c.pl
}

func (c *converter) plan(src, dst types.Type) outcome {
	if o, ok := trivial(src, dst, c.p); ok {
		return o
	}
	return c.planner().plan(src, dst)
}

// have is the type of a value as the profile sees it. Inside a collection that is the one of the base model.
func (c *converter) have(v value.Value) types.Type {
	if c.nulls || !c.p.NullIsNone {
		return v.Type()
	}
	if c.types == nil {
		c.types = &typer{p: c.p}
	}
	return c.types.of(v)
}
