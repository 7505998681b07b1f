package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
)

// Static types describe what values can be, and are more generous than the types of values: a list type also describes
// tuples, because data from a schema reaches a program as tuples ("Static types" in docs/decisions.md). Planning and
// unification would claim too much here, so the rules are written again for static types, with two differences: a
// member of a union that does not convert is left out instead of making the conversion impossible, and parts that may
// be missing may be null. An error is returned only if no value that the type describes would convert.

// maxStatic limits the depth to which Cast and Join examine types, which names can make infinite. Deeper parts are
// dynamic.
const maxStatic = 100

// Cast returns the static type of the values that src describes after their conversion to dst. The error is an
// [*Error]; it is returned if none of these values converts. Nulls pass every conversion, even with NullIsNone, so the
// caller must check whether null is allowed. A nil profile means [types.Standard].
func Cast(src, dst types.Type, p *types.Profile) (types.Type, error) {
	c := caster{joiner: newJoiner(p)}
	t, err := c.cast(types.ResolveEventuals(src), types.ResolveEventuals(dst), 0)
	if err != nil {
		return types.Dynamic, err
	}
	return t, nil
}

// Join returns the static type of values that the given types describe after they have been unified. Without types it
// returns dynamic.
func Join(ts []types.Type, p *types.Profile) types.Type {
	j := newJoiner(p)
	all := make([]types.Type, len(ts))
	for i, t := range ts {
		all[i] = types.ResolveEventuals(t)
	}
	return j.join(all, 0)
}

// joiner joins types. It caches results, because types can share their parts.
type joiner struct {
	p    *types.Profile
	done map[string]types.Type // by the types
}

func newJoiner(p *types.Profile) joiner {
	if p == nil {
		p = types.Standard
	}
	// Nulls are handled separately for static types, so the rules of the base model are used, and null is added as a union
	// with none where a part may be missing.
	if p.NullIsNone {
		q := *p
		q.NullIsNone = false
		p = &q
	}
	return joiner{p: p, done: map[string]types.Type{}}
}

// groups are types grouped by the types with which they can be unified.
type groups struct {
	dynamic             bool
	scalars             []types.Type // primitive types, none and capsules
	sequences, mappings []types.Type
}

func (f *groups) add(t types.Type) {
	switch t.Kind() {
	case types.KindDynamic:
		f.dynamic = true
	case types.KindNamed:
		f.add(t.Definition())
	case types.KindPromise, types.KindOutput:
		f.add(t.Elem())
	case types.KindUnion:
		for _, m := range elems(t) {
			f.add(m)
		}
	case types.KindList, types.KindSet, types.KindTuple:
		f.sequences = append(f.sequences, t)
	case types.KindMap, types.KindObject:
		f.mappings = append(f.mappings, t)
	default:
		f.scalars = append(f.scalars, t)
	}
}

// join joins types. A scalar keeps its type or gets one of the others. A value of dynamic type can change the types of
// the others.
func (j *joiner) join(ts []types.Type, depth int) types.Type {
	if depth > maxStatic || len(ts) == 0 {
		return types.Dynamic
	}
	ts = distinct(slices.Clone(ts))
	if len(ts) == 1 && ts[0].IsPrimitive() {
		return ts[0]
	}
	key := setKey(ts, None)
	t, known := j.done[key]
	if !known {
		t = j.unite(ts, depth)
		j.done[key] = t
	}
	return t
}

func (j *joiner) unite(ts []types.Type, depth int) types.Type {
	var f groups
	for _, t := range ts {
		f.add(t)
	}
	if f.dynamic {
		return types.Dynamic
	}
	if slices.Contains(f.scalars, types.Number) {
		f.scalars = slices.DeleteFunc(f.scalars, func(t types.Type) bool { return t == types.Int })
	}
	members := f.scalars
	if len(f.sequences) > 0 {
		members = append(members, j.sequence(distinct(f.sequences), depth))
	}
	if len(f.mappings) > 0 {
		members = append(members, j.mapping(distinct(f.mappings), depth))
	}
	return types.Union(members...)
}

// sequence joins lists, sets and tuples. Tuples of one length are unified element by element, if there are no others.
func (j *joiner) sequence(ts []types.Type, depth int) types.Type {
	if len(ts) == 1 && ts[0].Kind() == types.KindTuple {
		parts := slices.Clone(elems(ts[0]))
		for i, e := range parts {
			parts[i] = j.join([]types.Type{e}, depth+1)
		}
		return types.Tuple(parts...)
	}
	lists, sets := false, false
	for _, t := range ts {
		sets = sets || t.Kind() == types.KindSet
		lists = lists || t.Kind() != types.KindSet
	}
	elem := j.join(partsOf(ts), depth+1)
	switch {
	case !sets:
		return types.List(elem)
	case !lists:
		return types.Set(elem)
	}
	return types.Union(types.List(elem), types.Set(elem))
}

// mapping joins maps and objects. An attribute that one of them lacks becomes null.
func (j *joiner) mapping(ts []types.Type, depth int) types.Type {
	if has(ts, types.KindMap) || j.p.ObjectAttrs == types.MismatchCollection {
		return types.Map(types.Optional(j.join(partsOf(ts), depth+1)))
	}
	byName := map[string][]types.Type{}
	for _, t := range ts {
		for i := range t.Len() {
			a := t.AttrAt(i)
			byName[a.Name] = append(byName[a.Name], a.Type)
		}
	}
	attrs := make([]types.Attr, 0, len(byName))
	for name, all := range byName {
		attrs = append(attrs, types.Attr{Name: name, Type: types.Optional(j.join(all, depth+1))})
	}
	return types.Object(attrs...)
}

// partsOf returns the types of all parts of lists, sets, tuples, maps and objects.
func partsOf(ts []types.Type) []types.Type {
	var out []types.Type
	for _, t := range ts {
		if t.IsCollection() {
			out = append(out, t.Elem())
			continue
		}
		out = append(out, elems(t)...)
	}
	return distinct(out)
}

// caster converts static types.
type caster struct {
	joiner
	casts map[[2]types.Type]casted
}

type casted struct {
	t   types.Type
	err *Error
}

func (c *caster) cast(src, dst types.Type, depth int) (types.Type, *Error) {
	switch {
	case depth > maxStatic:
		return types.Dynamic, nil
	case takesAll(dst):
		return src, nil
	case src.IsDynamic():
		return types.Up(types.ReadOptional(dst)), nil // nulls can be everywhere
	case src == types.None:
		return src, nil
	case src == types.Int && dst == types.Number:
		return src, nil // a whole number stays one
	case src.IsPrimitive() && dst.IsPrimitive():
		if Conversion(src, dst, c.p) == None {
			return dst, &Error{Want: dst, Have: src}
		}
		return dst, nil
	}
	pair := [2]types.Type{src, dst}
	known, ok := c.casts[pair]
	if !ok {
		known.t, known.err = c.work(src, dst, depth)
		if c.casts == nil {
			c.casts = map[[2]types.Type]casted{}
		}
		c.casts[pair] = known
	}
	return known.t, known.err
}

// work applies the rules in this order: names, the union of the source (some member must convert), the union of the
// target (to some member), and then the kinds.
func (c *caster) work(src, dst types.Type, depth int) (types.Type, *Error) {
	switch {
	case src.Kind() == types.KindNamed || dst.Kind() == types.KindNamed:
		return c.cast(src.Definition(), dst.Definition(), depth+1)
	case src.Kind() == types.KindUnion:
		return c.anyOf(elems(src), func(m types.Type) (types.Type, *Error) { return c.cast(m, dst, depth+1) })
	case dst.Kind() == types.KindUnion:
		return c.anyOf(elems(dst), func(m types.Type) (types.Type, *Error) { return c.cast(src, m, depth+1) })
	}
	wrong := &Error{Want: dst, Have: src}
	switch dst.Kind() {
	case types.KindList, types.KindSet:
		return c.collection(src, dst, depth)
	case types.KindTuple:
		if src.Kind() == types.KindTuple && src.Len() != dst.Len() || !isSequence(src.Kind()) {
			return dst, wrong
		}
		return types.Dynamic, nil
	case types.KindMap:
		if !isMapping(src.Kind()) {
			return dst, wrong
		}
		return types.Map(types.Optional(c.elem(partsOf([]types.Type{src}), dst.Elem(), depth))), nil
	case types.KindObject:
		if !isMapping(src.Kind()) {
			return dst, wrong
		}
		return types.Dynamic, nil
	}
	if src != dst {
		return dst, wrong
	}
	return dst, nil
}

func isSequence(k types.Kind) bool {
	return k == types.KindList || k == types.KindSet || k == types.KindTuple
}

func isMapping(k types.Kind) bool { return k == types.KindMap || k == types.KindObject }

// anyOf returns the union of the types to which members convert. If none converts, the error is that of the first
// member except none.
func (c *caster) anyOf(members []types.Type, cast func(types.Type) (types.Type, *Error)) (types.Type, *Error) {
	var found []types.Type
	var first *Error
	for _, m := range members {
		t, err := cast(m)
		switch {
		case err == nil:
			found = append(found, t)
		case first == nil:
			first = err
		}
	}
	if len(found) == 0 {
		return types.Dynamic, first
	}
	return types.Union(found...), nil
}

// collection converts to a list or set. An empty collection converts whatever its element type is, but every element of
// a tuple exists.
func (c *caster) collection(src, dst types.Type, depth int) (types.Type, *Error) {
	if !isSequence(src.Kind()) {
		return dst, &Error{Want: dst, Have: src}
	}
	if src.Kind() == types.KindTuple {
		for _, e := range elems(src) {
			if _, err := c.cast(e, dst.Elem(), depth+1); err != nil {
				return dst, err
			}
		}
	}
	elem := c.elem(partsOf([]types.Type{src}), dst.Elem(), depth)
	if dst.Kind() == types.KindSet {
		return types.Set(elem), nil
	}
	return types.List(elem), nil
}

// elem returns the type of elements after their conversion to an element type.
func (c *caster) elem(parts []types.Type, want types.Type, depth int) types.Type {
	if len(parts) == 0 {
		return want
	}
	switch {
	case takesAll(want):
		return c.join(parts, depth+1) // the converted elements are of one type
	case want.HasDynamic():
		return types.Dynamic
	}
	t, err := c.anyOf(parts, func(e types.Type) (types.Type, *Error) { return c.cast(e, want, depth+1) })
	if err != nil {
		return want
	}
	return t
}
