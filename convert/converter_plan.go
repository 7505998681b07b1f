package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// planner returns the planner of this conversion, which caches outcomes that the shared cache does not store.
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

// have returns the type of a value in the profile. Inside a collection this is its type in the base model.
func (c *converter) have(v value.Value) types.Type {
	if c.nulls || !c.p.NullIsNone {
		return v.Type()
	}
	if c.types == nil {
		c.types = &typer{p: c.p}
	}
	return c.types.of(v)
}
