package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
)

// base plans between kinds of the information model, and int.
func (pl *planner) base(src, dst types.Type) outcome {
	switch dst.Kind() {
	case types.KindBool, types.KindNumber, types.KindInt, types.KindString:
		if src.IsPrimitive() {
			return outcome{primitiveKind(src.Kind(), dst.Kind()), dst}
		}
	case types.KindList, types.KindSet:
		return pl.toSequence(src, dst)
	case types.KindMap:
		return pl.toMap(src, dst)
	case types.KindTuple:
		return pl.toTuple(src, dst)
	case types.KindObject:
		return pl.toObject(src, dst)
	}
	return pl.capsule(src, dst)
}

// primitiveKind is the table of Primitive Type Conversions, with the rows for int of the extensions.
func primitiveKind(src, dst types.Kind) Kind {
	switch dst {
	case types.KindString:
		return Safe
	case types.KindNumber:
		switch src {
		case types.KindInt:
			return Safe
		case types.KindString:
			return Unsafe
		}
	case types.KindInt:
		if src == types.KindNumber || src == types.KindString {
			return Unsafe
		}
	case types.KindBool:
		if src == types.KindString {
			return Unsafe
		}
	}
	return None
}

// capsule plans conversions of capsules, which an application can define and which are never safe.
func (pl *planner) capsule(src, dst types.Type) outcome {
	if _, ok := capsuleConversion(src, dst); ok {
		return outcome{Unsafe, dst}
	}
	return noConversion
}

func (pl *planner) toSequence(src, dst types.Type) outcome {
	var o outcome
	switch src.Kind() {
	case types.KindList, types.KindSet:
		o = pl.plan(src.Elem(), dst.Elem())
	case types.KindTuple:
		o = pl.elements(elems(src), dst.Elem(), Unsafe)
	default:
		return pl.capsule(src, dst)
	}
	if o.kind == None || o.result.IsDynamic() && mixed(src) {
		return noConversion
	}
	if dst.Kind() == types.KindList {
		return outcome{o.kind, types.List(o.result)}
	}
	return outcome{min(o.kind, toSetKind(src, pl.p)), types.Set(o.result)}
}

// mixed reports whether a tuple type has several element types, of which at most one is dynamic. If they unify to
// dynamic, dynamic is not an element type.
func mixed(t types.Type) bool {
	return t.Kind() == types.KindTuple && slices.ContainsFunc(elems(t), func(e types.Type) bool { return !e.IsDynamic() })
}

// toSetKind returns the kind of a conversion to a set. Only sets convert safely, because equal elements become one.
func toSetKind(src types.Type, p *types.Profile) Kind {
	if src.Kind() == types.KindSet || src.Kind() == types.KindTuple && p.LaxSafety {
		return Safe
	}
	return Unsafe
}

func (pl *planner) toMap(src, dst types.Type) outcome {
	var o outcome
	switch src.Kind() {
	case types.KindMap:
		o = pl.plan(src.Elem(), dst.Elem())
	case types.KindObject:
		o = pl.elements(attrTypes(src, pl.p), dst.Elem(), Safe)
	default:
		return pl.capsule(src, dst)
	}
	if o.kind == None {
		return noConversion
	}
	return outcome{o.kind, types.Map(o.result)}
}

// elements plans the conversion of several types to one element type. If the element type has dynamic parts, these are
// replaced by the unified parts of the elements. Absorbed is the kind of the conversion if dynamic absorbs the other
// types.
func (pl *planner) elements(srcs []types.Type, dst types.Type, absorbed Kind) outcome {
	// Tuples from data have thousands of elements, but few types.
	srcs = distinct(srcs)
	kind, results := Safe, make([]types.Type, 0, len(srcs))
	for _, src := range srcs {
		o := pl.plan(src, dst)
		if o.kind == None {
			return noConversion
		}
		kind = min(kind, o.kind)
		results = append(results, o.result)
	}
	if len(srcs) > 1 && pl.mayDisagree(dst) {
		kind = min(kind, Unsafe)
	}
	if results = distinct(results); len(results) == 0 {
		return outcome{Safe, settled(dst, pl.p)}
	}
	if len(results) == 1 {
		return outcome{kind, results[0]}
	}
	t, common := pl.agreed(results)
	if common == None {
		return noConversion
	}
	if pl.p.DynamicAbsorbs && slices.Contains(results, types.Dynamic) {
		common = min(common, absorbed)
	}
	return outcome{min(kind, common), settled(t, pl.p)}
}

// mayDisagree reports whether elements may have different types after their conversion to elem: the types that replace
// dynamic inside a union are known only after a member has been chosen.
func (pl *planner) mayDisagree(elem types.Type) bool {
	return pl.p.Unrelated != types.MismatchUnion && elem.HasDynamic() && !types.WithoutOptional(elem).IsBase()
}

// agreed unifies the types of elements and prefers safe conversions. If dynamic absorbs the other types, it does so
// only in safe unifications, so these do not determine the type.
//
// With absorbing dynamic, a safe unification can return dynamic where an unsafe one finds a type. HashiCorp's
// implementation takes the type of the second and the safety of the first.
func (pl *planner) agreed(ts []types.Type) (types.Type, Kind) {
	safe, ok := pl.common(ts, Safe)
	if ok && !pl.p.DynamicAbsorbs {
		return safe, Safe
	}
	t, any := pl.common(ts, Unsafe)
	switch {
	case ok && any:
		return t, Safe
	case any:
		return t, Unsafe
	}
	return types.Dynamic, None
}

func elems(t types.Type) []types.Type {
	out := make([]types.Type, t.Len())
	for i := range out {
		out[i] = t.At(i)
	}
	return out
}

// attrTypes returns the types of an object's attributes.
func attrTypes(t types.Type, p *types.Profile) []types.Type {
	out := make([]types.Type, t.Len())
	for i := range out {
		out[i] = read(t.AttrAt(i), p)
	}
	return out
}

// distinct drops repetitions and keeps the order. It may change ts.
func distinct(ts []types.Type) []types.Type {
	// Comparing a few pointers is cheaper than making a map.
	if len(ts) <= 8 {
		out := ts[:0]
		for _, t := range ts {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
		return out
	}
	seen := make(map[types.Type]bool, 8)
	return slices.DeleteFunc(ts, func(t types.Type) bool {
		if seen[t] {
			return true
		}
		seen[t] = true
		return false
	})
}

func (pl *planner) toTuple(src, dst types.Type) outcome {
	switch src.Kind() {
	case types.KindTuple:
		if src.Len() != dst.Len() {
			return noConversion
		}
		return pl.parts(dst, Safe, func(i int) types.Type { return src.At(i) })
	case types.KindList, types.KindSet:
		if pl.p.NoSequenceToTuple {
			return noConversion
		}
		return pl.parts(dst, Unsafe, func(int) types.Type { return src.Elem() })
	}
	return pl.capsule(src, dst)
}

// parts plans the conversion of each part to a part of a tuple.
func (pl *planner) parts(dst types.Type, kind Kind, src func(i int) types.Type) outcome {
	out := make([]types.Type, dst.Len())
	for i := range out {
		o := pl.plan(src(i), dst.At(i))
		if o.kind == None {
			return noConversion
		}
		kind, out[i] = min(kind, o.kind), o.result
	}
	return outcome{kind, types.Tuple(out...)}
}

func (pl *planner) toObject(src, dst types.Type) outcome {
	switch src.Kind() {
	case types.KindObject:
		return pl.objectToObject(src, dst)
	case types.KindMap:
		return pl.mapToObject(src, dst)
	}
	return pl.capsule(src, dst)
}

func (pl *planner) objectToObject(src, dst types.Type) outcome {
	kind, common, out := Safe, 0, make([]types.Type, dst.Len())
	for i := range out {
		want := dst.AttrAt(i)
		have, ok := src.Attr(want.Name)
		if !ok {
			if !mayMiss(want, pl.p) {
				return noConversion
			}
			out[i] = settled(read(want, pl.p), pl.p)
			continue
		}
		o := pl.plan(read(have, pl.p), read(want, pl.p))
		if o.kind == None {
			return noConversion
		}
		common++
		kind, out[i] = min(kind, o.kind), o.result
	}
	if common < src.Len() && !pl.p.LaxSafety {
		kind = Unsafe // attributes are lost
	}
	return outcome{kind, types.ObjectOf(dst.AttrNames(), out)}
}

// mayMiss reports whether a source may lack an attribute of the target, which then becomes null.
func mayMiss(a types.Attr, p *types.Profile) bool {
	return a.Optional || p.MissingAttrs == types.MissingAttrsNull || p.NullIsNone && types.AdmitsNull(a.Type)
}

// read returns the type of an attribute. In the extended model, an optional attribute is a union with none.
func read(a types.Attr, p *types.Profile) types.Type {
	if a.Optional && p.NullIsNone && !types.AdmitsNull(a.Type) {
		return types.Optional(a.Type)
	}
	return a.Type
}

// mapToObject plans the conversion of a map, whose keys are not known yet, to an object. The elements need not convert
// to the type of an optional attribute, because the map may lack it.
func (pl *planner) mapToObject(src, dst types.Type) outcome {
	out := make([]types.Type, dst.Len())
	for i := range out {
		want := dst.AttrAt(i)
		o := pl.plan(src.Elem(), read(want, pl.p))
		if o.kind == None {
			if !want.Optional {
				return noConversion
			}
			o.result = settled(read(want, pl.p), pl.p)
		}
		out[i] = o.result
	}
	return outcome{Unsafe, types.ObjectOf(dst.AttrNames(), out)}
}
