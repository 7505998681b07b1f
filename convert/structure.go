package convert

import (
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// sequence converts to a list or set.
func (c *converter) sequence(v value.Value, t types.Type) (value.Value, bool, *Error) {
	var shared bool // an element type that all elements have already
	switch v.Kind() {
	case types.KindList, types.KindSet:
		if o := c.plan(v.ElemType(), t.Elem()); o.kind == None {
			return v, false, c.mismatch(v, v.Type(), t)
		}
		// A list would show how many elements there are, and in which order. The elements are converted nevertheless,
		// so that one that cannot convert is an error now.
		if t.Kind() == types.KindList && !unknowns.HasCertainElements(v) {
			if _, _, err := c.elements(v, t.Elem()); err != nil {
				return v, false, err
			}
			return c.unknown(uncertain(v), t)
		}
		// Elements of a collection have its element type. If that is the one required, no element has to be visited.
		shared = v.ElemType() == t.Elem()
	case types.KindTuple:
	case types.KindCapsule:
		return c.capsule(v, t)
	default:
		return v, false, c.mismatch(v, v.Type(), t)
	}
	if shared && v.Kind() == t.Kind() {
		return v, false, nil
	}
	vals, elem := v.Elems(), t.Elem()
	if !shared {
		var err *Error
		if vals, elem, err = c.elements(v, t.Elem()); err != nil {
			return v, false, err
		}
		if v.Kind() == t.Kind() && elem == v.ElemType() && sameSlice(vals, v.Elems()) {
			return v, false, nil
		}
	}
	return build(v, t.Kind(), elem, vals), true, nil
}

// mapping converts to a map.
func (c *converter) mapping(v value.Value, t types.Type) (value.Value, bool, *Error) {
	switch v.Kind() {
	case types.KindMap:
		if v.ElemType() == t.Elem() {
			return v, false, nil
		}
		if o := c.plan(v.ElemType(), t.Elem()); o.kind == None {
			return v, false, c.mismatch(v, v.Type(), t)
		}
	case types.KindObject:
	case types.KindCapsule:
		return c.capsule(v, t)
	default:
		return v, false, c.mismatch(v, v.Type(), t)
	}
	vals, elem, err := c.elements(v, t.Elem())
	if err != nil {
		return v, false, err
	}
	if v.Kind() == types.KindMap && elem == v.ElemType() && sameSlice(vals, v.Elems()) {
		return v, false, nil
	}
	return build(v, types.KindMap, elem, vals), true, nil
}

func sameSlice(a, b []value.Value) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// elements converts the elements of a container to one element type, and returns them with their final type. If nothing
// changes, it returns the slice of the container.
func (c *converter) elements(v value.Value, elem types.Type) ([]value.Value, types.Type, *Error) {
	was := c.nulls
	c.nulls = was || isCollection(v)
	defer func() { c.nulls = was }()
	vals, err := c.each(v, v.Elems(), elem, false)
	switch {
	case err != nil:
		return nil, elem, err
	case !elem.HasDynamic():
		return vals, c.resolved(elem), nil
	case isCollection(v) && (takesAll(elem) || !v.ElemType().HasDynamic()):
		return vals, c.elemResult(v, elem), nil
	}
	return c.agree(v, vals, elem)
}

func isCollection(v value.Value) bool {
	switch v.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return true
	}
	return false
}

// each converts every value to a type. If the type is the unified type of the values, those that belong to a union are
// not changed.
func (c *converter) each(v value.Value, vals []value.Value, t types.Type, unified bool) ([]value.Value, *Error) {
	if err := c.spend(v, t); err != nil {
		return nil, err
	}
	unified = unified && t.Kind() == types.KindUnion
	var out []value.Value
	for i := range vals {
		x, changed, err := vals[i], false, (*Error)(nil)
		if !unified || !c.belongs(x, t) {
			x, changed, err = c.to(x, t)
		}
		if err != nil {
			return nil, err.at(stepAt(v, i))
		}
		if changed && out == nil {
			out = append(make([]value.Value, 0, len(vals)), vals[:i]...)
		}
		if out != nil {
			out = append(out, x)
		}
	}
	if out == nil {
		return vals, nil
	}
	return out, nil
}

// belongs reports whether a value belongs to a type without a conversion.
func (c *converter) belongs(v value.Value, t types.Type) bool {
	return types.Assignable(t, c.have(v), c.p)
}

// agree unifies values that still have different types, because their target type has dynamic parts.
func (c *converter) agree(v value.Value, vals []value.Value, elem types.Type) ([]value.Value, types.Type, *Error) {
	if host.FlagsOf(v)&host.FlagUnknown != 0 && !c.p.DynamicAbsorbs {
		if out, t, ok := c.agreeLater(vals); ok {
			return out, t, nil
		}
	}
	ts := c.typesOf(vals)
	switch len(ts) {
	case 0:
		return vals, c.elemResult(v, elem), nil
	case 1:
		return vals, ts[0], nil
	}
	t, kind := c.planner().agreed(ts)
	if t.IsDynamic() && v.Kind() == types.KindObject {
		t = onlyKnown(ts)
	}
	if kind == None || t.IsDynamic() { // which absorbs, but is not a type for known elements
		return nil, elem, c.failed(v, elem, "all elements must have the same type, but have "+listTypes(ts))
	}
	vals, err := c.each(v, vals, t, true)
	if err == nil && t.HasDynamic() && c.p.Unrelated != types.MismatchUnion && t.Kind() != types.KindUnion &&
		len(c.typesOf(vals)) > 1 {
		// what is dynamic in the type absorbed parts that do not go together
		return nil, elem, c.failed(v, elem, "all elements must have the same type, but have "+listTypes(ts))
	}
	return vals, c.resolved(t), err
}

// agreeLater is agree for values whose common type is undecided. It returns false if it is decided.
func (c *converter) agreeLater(vals []value.Value) ([]value.Value, types.Type, bool) {
	kind := Unsafe
	if c.p.Unrelated == types.MismatchUnion {
		kind = Safe // what takes an unsafe conversion makes a union there
	}
	m, ok := c.commonOf(vals, kind)
	if !ok || m.gaps == nil {
		return nil, types.Dynamic, false
	}
	out := make([]value.Value, len(vals))
	for i, v := range vals {
		x, _, err := m.convert(c, v)
		if err != nil {
			return nil, types.Dynamic, false
		}
		out[i] = x
	}
	return out, m.ElemType(), true
}

// onlyKnown returns the only type except dynamic, if there is exactly one.
func onlyKnown(ts []types.Type) types.Type {
	var only types.Type
	for _, t := range ts {
		if !t.IsDynamic() && !only.IsDynamic() {
			return types.Dynamic
		} else if !t.IsDynamic() {
			only = t
		}
	}
	return only
}

// elemResult returns the element type of a container after its conversion to an element type with dynamic parts,
// judging by its own element type.
func (c *converter) elemResult(v value.Value, elem types.Type) types.Type {
	if isCollection(v) {
		if o := c.plan(v.ElemType(), elem); o.kind != None {
			return c.resolved(o.result)
		}
	}
	return c.resolved(elem)
}

// typesOf returns the distinct types of values, in the order of their first occurrence.
func (c *converter) typesOf(vals []value.Value) []types.Type {
	var out []types.Type
	var last types.Type
	for i, v := range vals {
		t := c.have(v)
		if i > 0 && t == last {
			continue
		}
		// Neighbours of one type are compared before anything is gathered: data is mostly uniform.
		last = t
		out = append(out, t)
	}
	return distinct(out)
}

// resolved returns the type of values after their conversion to t, which contains no optional attributes, promises or
// outputs.
func (c *converter) resolved(t types.Type) types.Type {
	return types.ResolveEventuals(settled(t, c.p))
}

// tuple converts to a tuple of the same length, part by part.
func (c *converter) tuple(v value.Value, t types.Type) (value.Value, bool, *Error) {
	switch v.Kind() {
	case types.KindTuple:
	case types.KindList, types.KindSet:
		if c.plan(v.Type(), t).kind == None {
			return v, false, c.mismatch(v, v.Type(), t)
		}
		if !unknowns.HasCertainElements(v) {
			return c.unknown(uncertain(v), t)
		}
	case types.KindCapsule:
		return c.capsule(v, t)
	default:
		return v, false, c.mismatch(v, v.Type(), t)
	}
	if v.Len() != t.Len() {
		return v, false, c.lengthError(v, t)
	}
	if err := c.spend(v, t); err != nil {
		return v, false, err
	}
	out, differs, err := c.eachPart(v, t.At)
	if err != nil || !differs && v.Kind() == types.KindTuple {
		return v, false, err
	}
	return build(v, types.KindTuple, types.Dynamic, out), true, nil
}

// eachPart converts each part of a value to its own type. If nothing changes, it returns the parts of v.
func (c *converter) eachPart(v value.Value, to func(i int) types.Type) (out []value.Value, differs bool, err *Error) {
	vals := v.Elems()
	out = vals
	for i := range vals {
		x, changed, err := c.to(vals[i], to(i))
		if err != nil {
			return nil, false, err.at(stepAt(v, i))
		}
		if changed {
			out, differs = own(out, vals), true
			out[i] = x
		}
	}
	return out, differs, nil
}

// maxSteps limits the parts that a conversion visits. A program can create a value that shares its parts so often that
// visiting them would not end.
const maxSteps = 1 << 22

// spend counts the parts of a container that is about to be converted.
func (c *converter) spend(v value.Value, t types.Type) *Error {
	if c.steps += v.Len(); c.steps > maxSteps {
		return c.failed(v, t, "the value is too large to convert")
	}
	return nil
}

// own returns a copy of vals to write into, unless out is one already.
func own(out, vals []value.Value) []value.Value {
	if sameSlice(out, vals) {
		return append(make([]value.Value, 0, len(vals)), vals...)
	}
	return out
}

func (c *converter) lengthError(v value.Value, t types.Type) *Error {
	reason := "tuple of " + wording.Count(t.Len(), "element") + " required, but have "
	if c.secret {
		return c.failed(v, t, reason+"another number of elements (the value is marked, so it is not shown)")
	}
	return c.failed(v, t, reason+wording.Count(v.Len(), "element"))
}
