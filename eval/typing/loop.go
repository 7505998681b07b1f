package typing

import (
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

// variables returns the variables of a loop over a collection.
//
// Nothing is reported for a collection that is certainly empty: the body is never evaluated, so whatever its variables
// would be is right.
func (c *checker) variables(coll types.Type, at syntax.Expr, key, val string) []local {
	k, elem := types.Dynamic, types.Dynamic
	if types.ResolveEventuals(coll) == types.None {
		c.report(code.NullIteration, "Iteration over null value", at.Span(),
			"The collection to iterate over is null. For no iterations, use an empty collection such as [] or {}.")
	} else if !isEmpty(coll) {
		var err error
		if k, elem, err = types.Iterate(coll, c.profile); err != nil {
			c.report(code.NotIterable, "Iteration over non-iterable value", at.Span(), err.Error())
		}
	}
	vars := []local{{name: val, typ: simple(elem)}}
	if key != "" {
		vars = []local{{name: key, typ: simple(k)}, vars[0]}
	}
	return vars
}

// isEmpty reports whether a collection certainly has no elements.
func isEmpty(t types.Type) bool { return t == types.EmptyTuple || t == types.EmptyObject }

// forExpr returns a list or map type. Its element type is the type of the value expression for any element.
func (c *checker) forExpr(e *syntax.For) types.Type {
	coll := c.expr(e.Collection)
	of := []types.Type{coll}
	return c.with(func() types.Type {
		if e.Cond != nil {
			of = append(of, c.condition(e.Cond, "Invalid 'for' condition", `The condition after "if"`))
		}
		if !e.Object {
			return types.Lift(types.List(c.expr(e.Value)), of...)
		}
		of = append(of, c.key(e.Key))
		elem := c.expr(e.Value)
		if e.Group {
			elem = types.List(elem)
		}
		return types.Lift(types.Map(elem), of...)
	}, c.variables(coll, e.Collection, e.KeyVar, e.ValueVar)...)
}

// splat returns the type of a splat. Null counts as an empty sequence, and any value that is not a sequence as the only
// element of one.
func (c *checker) splat(e *syntax.Splat) types.Type {
	of := c.expr(e.Of)
	bare := types.ResolveEventuals(of).Definition()
	members := membersOf(bare)
	var elems []types.Type
	single := len(members) == 1
	for _, m := range members {
		switch m = m.Definition(); m.Kind() {
		case types.KindNone:
			single = false
		case types.KindList, types.KindSet:
			elems, single = append(elems, m.Elem()), false
		case types.KindTuple:
			elems, single = append(elems, elemsOf(m)...), false
		default:
			elems = append(elems, m)
			single = single && !m.IsDynamic()
		}
	}
	item := types.Dynamic
	if len(elems) > 0 {
		item = either(elems...)
	}
	each := c.with(func() types.Type { return c.expr(e.Each) }, local{item: e.Item, typ: item})
	if single {
		return types.Lift(types.Tuple(each), of)
	}
	return types.Lift(types.List(each), of)
}
