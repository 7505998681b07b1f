package convert

import "github.com/hclx-lang/hclx/types"

// quickKind returns the kind of the conversion of one of many types to their unified type. It creates no types, and
// takes time proportional to the source and not to the target, which can have the attributes of all sources.
//
// Unifying a thousand objects that all have other names gives an object with all these names. Checking each source with
// an ordinary plan would walk over that object a thousand times; this takes 371 us for all of them, where go-cty takes
// 63 ms ("Conversion and unification" in docs/performance.md).
func (pl *planner) quickKind(src, dst types.Type) Kind {
	sk, dk := src.Kind(), dst.Kind()
	switch {
	case src == dst:
		return Safe
	case src.IsPrimitive() && dst.IsPrimitive():
		return primitiveKind(sk, dk)
	case src.Size() > maxCached:
		return pl.plan(src, dst).kind
	case (sk == types.KindObject && dk == types.KindMap || sk == types.KindTuple && dk == types.KindList) &&
		!dst.HasDynamic():
		return pl.quickParts(src, dst.Elem())
	case sk != types.KindObject || dk != types.KindObject:
		return pl.plan(src, dst).kind
	}
	return pl.quickObject(src, dst)
}

// quickParts returns the kind of the conversion of a structure to a collection whose element type is settled.
func (pl *planner) quickParts(src, elem types.Type) Kind {
	kind := Safe
	for i := range src.Len() {
		if kind = min(kind, pl.quickKind(partType(src, i, pl.p), elem)); kind == None {
			return None
		}
	}
	return kind
}

func (pl *planner) quickObject(src, dst types.Type) Kind {
	kind, required := Safe, 0
	for i := range src.Len() {
		have := src.AttrAt(i)
		want, ok := dst.Attr(have.Name)
		if !ok && !pl.p.LaxSafety {
			kind = min(kind, Unsafe)
		}
		if !ok {
			continue
		}
		if !mayMiss(want, pl.p) {
			required++
		}
		if kind = min(kind, pl.quickKind(read(have, pl.p), read(want, pl.p))); kind == None {
			return None
		}
	}
	// The required attributes that the source has were counted. If some are missing, it does not matter here which.
	if required < pl.requiredOf(dst) {
		return None
	}
	return kind
}

// requiredOf returns the number of attributes that a source must have.
func (pl *planner) requiredOf(t types.Type) int {
	if pl.p.MissingAttrs == types.MissingAttrsNull {
		return 0
	}
	if n, ok := pl.required[t]; ok {
		return n
	}
	n := 0
	for i := range t.Len() {
		if !mayMiss(t.AttrAt(i), pl.p) {
			n++
		}
	}
	if pl.required == nil {
		pl.required = map[types.Type]int{}
	}
	pl.required[t] = n
	return n
}

// partType is the type of part i of a structure.
func partType(t types.Type, i int, p *types.Profile) types.Type {
	if t.Kind() == types.KindObject {
		return read(t.AttrAt(i), p)
	}
	return t.At(i)
}
