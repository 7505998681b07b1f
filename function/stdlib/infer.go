package stdlib

import (
	"math"
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
)

// What the functions make of static types. A static object type describes objects that lack some of its attributes, a
// static list type describes tuples too, and so on: see package convert. Where an argument can be of several kinds,
// what does not fit is left out; the call is refused only if nothing fits.

// membersOf returns what a value of a static type can be: the members of a union, or the type alone. None is a member
// only of itself.
func membersOf(t types.Type) []types.Type {
	t = t.Definition()
	if t.Kind() != types.KindUnion {
		return []types.Type{t}
	}
	out := make([]types.Type, 0, t.Len())
	for i := range t.Len() {
		if m := t.At(i).Definition(); m != types.None {
			out = append(out, m)
		}
	}
	return out
}

// either returns the static type of values of any of the types. Among them dynamic says it all.
func either(ts ...types.Type) types.Type {
	if slices.Contains(ts, types.Dynamic) {
		return types.Dynamic
	}
	u := types.Union(ts...)
	if u.Kind() == types.KindUnion && u.At(0).IsDynamic() {
		return types.Dynamic
	}
	return u
}

// byMember gathers what f makes of each kind that argument i can have. What is dynamic gives dynamic. If f takes none
// of them the result is none where null is among what the argument can be; otherwise the call fails with the error for
// the first one.
func byMember(in *function.Inference, i int, refused func(types.Type) error,
	f func(types.Type) (types.Type, bool)) types.Type {
	var found []types.Type
	all := membersOf(in.Args[i].Type)
	for _, m := range all {
		if m.IsDynamic() {
			return types.Dynamic
		}
		if t, ok := f(m); ok {
			found = append(found, t)
		}
	}
	if len(found) == 0 {
		if types.AdmitsNull(in.Args[i].Type) {
			return types.None
		}
		if !in.Args[i].Rest {
			in.Fail(refused(all[0]))
		}
		return types.Dynamic
	}
	return either(found...)
}

// partTypes returns the types of the parts that a sequence, map or object can have.
func partTypes(t types.Type) []types.Type {
	switch t.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return []types.Type{t.Elem()}
	}
	return tupleTypes(t)
}

// partType is the type of any part of a sequence, map or object; of one that has none it is dynamic.
func partType(t types.Type) types.Type {
	parts := partTypes(t)
	if len(parts) == 0 {
		return types.Dynamic
	}
	return either(parts...)
}

// joined returns the static type of values of the types that were unified.
func joined(in *function.Inference, ts ...types.Type) types.Type { return convert.Join(ts, in.Profile) }

// argTypes returns the types of all arguments, as far as they are not null.
func argTypes(in *function.Inference) []types.Type {
	ts := make([]types.Type, 0, len(in.Args))
	for _, a := range in.Args {
		if a.Type != types.None {
			ts = append(ts, types.WithoutNone(a.Type))
		}
	}
	return ts
}

// constPosition returns a constant position among the arguments.
func constPosition(in *function.Inference, i int) (int, bool) {
	if !in.Args[i].IsConst() {
		return 0, false
	}
	n, ok := in.Args[i].Value.AsInt64()
	return int(n), ok && n >= 0 && n <= math.MaxInt32
}

// sameAs gives argument i as it is.
func sameAs(i int) func(*function.Inference) types.Type {
	return func(in *function.Inference) types.Type { return in.Args[i].Type }
}

// whole is the result of functions that always give a whole number.
func whole(in *function.Inference) types.Type {
	if in.Profile.NullIsNone {
		return types.Int
	}
	return types.Number
}

// wholeOfWhole is the result of functions that give one of their arguments, or make a whole number of whole ones.
func wholeOfWhole(in *function.Inference) types.Type {
	for _, a := range in.Args {
		if a.Type != types.Int {
			return types.Number
		}
	}
	return types.Int
}
