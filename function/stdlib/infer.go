package stdlib

import (
	"math"
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
)

// The inference of result types. Package convert defines static types: for example, a static object type describes
// objects that lack some of its attributes, and a static list type also describes tuples. If an argument can be of
// several kinds, those that do not fit are ignored. A call is an error only if none fits.

// membersOf returns the members of a union without none, or else the type itself.
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

// either returns the static type of values of any of the types. If one of them is dynamic, so is the result.
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

// byMember returns the union of the results of f for each type that argument i can have. For dynamic it returns
// dynamic. If f accepts none of the types, the result is none if the argument can be null; otherwise the call fails
// with the error for the first type.
func byMember(in *function.Inference, i int, refused func(int, types.Type) error,
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
			in.Fail(refused(i, all[0]))
		}
		return types.Dynamic
	}
	return either(found...)
}

// partTypes returns the types of the parts of a sequence, map or object.
func partTypes(t types.Type) []types.Type {
	switch t.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return []types.Type{t.Elem()}
	}
	return tupleTypes(t)
}

// partType returns the type of any part of a sequence, map or object, or dynamic if it has none.
func partType(t types.Type) types.Type {
	parts := partTypes(t)
	if len(parts) == 0 {
		return types.Dynamic
	}
	return either(parts...)
}

// joined returns the static type of values of the types that were unified.
func joined(in *function.Inference, ts ...types.Type) types.Type { return convert.Join(ts, in.Profile) }

// argTypes returns the types of all arguments that are not null.
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

// sameAs infers the type of argument i.
func sameAs(i int) func(*function.Inference) types.Type {
	return func(in *function.Inference) types.Type { return in.Args[i].Type }
}

// whole infers the result of functions that always return a whole number.
func whole(in *function.Inference) types.Type {
	if in.Profile.NullIsNone {
		return types.Int
	}
	return types.Number
}

// wholeOfWhole infers the result of functions that return one of their arguments, or a whole number for whole numbers.
func wholeOfWhole(in *function.Inference) types.Type {
	for _, a := range in.Args {
		if a.Type != types.Int {
			return types.Number
		}
	}
	return types.Int
}
