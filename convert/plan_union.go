package convert

import "github.com/hclx-lang/hclx/types"

// fromUnion: a union converts safely where all of its members do, and possibly where one does.
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
	case worst == None:
		worst = Unsafe
	}
	return outcome{worst, types.Union(distinct(results)...)}
}

// toUnion: a type converts to a union as well as to the best of its members (extensions, Collection and Structural
// Type Conversions).
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

// mayConvert is false for types of which the kinds tell that there is no conversion. Unions can have many members, and
// most of them are out of the question.
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

// settledUnion settles a union once for all that converts to it.
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
