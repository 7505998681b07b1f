package convert

import "github.com/hclx-lang/hclx/types"

// fromUnion plans conversions of a union: safe if they are safe for all members, and unsafe if at least one converts.
func (pl *planner) fromUnion(src, dst types.Type) outcome {
	worst, best := Safe, None
	var results []types.Type
	for i := range src.Len() {
		o := pl.plan(src.At(i), dst)
		worst, best = min(worst, o.kind), max(best, o.kind)
		if o.kind != None {
			results = append(results, o.result)
		}
	}
	switch {
	case best == None:
		return noConversion
	// Some values of the union convert and some do not.
	case worst == None:
		worst = Unsafe
	}
	return outcome{worst, types.Union(distinct(results)...)}
}

// toUnion plans conversions to a union: the kind is that of the best member (extensions, Collection and Structural Type
// Conversions).
func (pl *planner) toUnion(src, dst types.Type) outcome {
	best := None
	if dst.HasMember(src) {
		best = Safe
	}
	for i := 0; i < dst.Len() && best < Safe; i++ {
		if m := dst.At(i); mayConvert(src, m) {
			best = max(best, pl.plan(src, m).kind)
		}
	}
	return outcome{best, pl.settledUnion(dst)}
}

// mayConvert returns false if the kinds show that there is no conversion. This excludes most members of large unions.
func mayConvert(src, dst types.Type) bool {
	if src.Kind() == types.KindCapsule {
		return true
	}
	switch dst.Kind() {
	case types.KindBool, types.KindNumber, types.KindString, types.KindInt:
		return src.IsPrimitive()
	case types.KindTuple:
		return src.Kind() != types.KindTuple && familyOf(src) == sequences ||
			src.Len() == dst.Len() && src.Kind() == types.KindTuple
	case types.KindList, types.KindSet, types.KindMap, types.KindObject:
		return familyOf(src) == familyOf(dst)
	}
	return true
}

// settledUnion returns the settled type of a union, which is computed once.
func (pl *planner) settledUnion(union types.Type) types.Type {
	if !union.HasOptional() {
		return union
	}
	out, ok := pl.settledUnions[union]
	if !ok {
		out = settled(union, pl.p)
		if pl.settledUnions == nil {
			pl.settledUnions = map[types.Type]types.Type{}
		}
		pl.settledUnions[union] = out
	}
	return out
}
