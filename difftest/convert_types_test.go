package difftest

import (
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
)

// baseTypes are the types that are compared with each other, sources and targets.
var baseTypes = parseAll(
	"dynamic", "bool", "number", "string",
	"list(string)", "list(number)", "list(bool)", "list(dynamic)", "list(list(number))",
	"set(string)", "set(number)", "set(bool)", "set(dynamic)",
	"map(string)", "map(number)", "map(bool)", "map(dynamic)", "map(list(string))",
	"tuple([])", "tuple([string])", "tuple([number])", "tuple([bool])", "tuple([number, string])",
	"tuple([string, number])",
	"tuple([number, bool])", "tuple([dynamic])", "tuple([list(number), tuple([string])])",
	"tuple([object({a = number}), object({a = string})])",
	"object({})", "object({a = string})", "object({a = number})", "object({a = bool})", "object({a = dynamic})",
	"object({b = string})", "object({a = string, b = number})", "object({a = number, b = bool})",
	"object({a = list(string)})",
	"object({a = tuple([number])})", "list(object({a = string}))", "list(object({a = number}))",
	"map(object({a = string, b = number}))",
	"set(list(string))", "list(tuple([number, string]))", "list(map(string))",
)

// targetsOnly are targets beyond those. No value has a type with optional attributes.
var targetsOnly = parseAll(
	"object({a = optional(string)})", "object({a = string, b = optional(number)})", "object({a = optional(dynamic)})",
	"list(object({a = optional(number), b = string}))", "map(object({a = optional(string)}))",
	"object({a = object({b = optional(bool)})})",
	"object({a = bool, b = optional(object({a = set(bool)}))})",
	"object({a = optional(string), b = optional(object({c = optional(string)}))})",
	"list(list(dynamic))", "set(set(dynamic))", "list(set(dynamic))", "map(set(dynamic))", "set(list(number))",
)

func parseAll(texts ...string) []types.Type {
	out := make([]types.Type, len(texts))
	for i, text := range texts {
		out[i] = expr(text)
	}
	return out
}

func ctyKind(src, dst cty.Type) convert.Kind {
	switch {
	case src.Equals(dst) || ctyconvert.GetConversion(src, dst) != nil:
		return convert.Safe
	case ctyconvert.GetConversionUnsafe(src, dst) != nil:
		return convert.Unsafe
	}
	return convert.None
}

func TestConvertKindsAsCty(t *testing.T) {
	for _, src := range baseTypes {
		for _, dst := range append(append([]types.Type{}, baseTypes...), targetsOnly...) {
			got := convert.Conversion(src, dst, types.Compat)
			want := ctyKind(ctyTypeOf(src), ctyTypeOf(dst))
			if got != want {
				t.Errorf("%v to %v: %v, but go-cty has %v", src, dst, got, want)
			}
		}
	}
}

func TestConvertUnifyAsCty(t *testing.T) {
	var sets [][]types.Type
	for _, a := range baseTypes {
		for _, b := range baseTypes {
			sets = append(sets, []types.Type{a, b})
		}
	}
	rng := random.New(t, 10)
	for range 20_000 {
		n := 3 + rng.IntN(3)
		set := make([]types.Type, n)
		for i := range set {
			set[i] = baseTypes[rng.IntN(len(baseTypes))]
		}
		sets = append(sets, set)
	}
	for _, set := range sets {
		compareUnify(t, set)
	}
}

func allConvertTo(ts []cty.Type, dst cty.Type, kind convert.Kind) bool {
	for _, t := range ts {
		if dst != cty.DynamicPseudoType && ctyKind(t, dst) < kind {
			return false
		}
	}
	return true
}

func compareUnify(t *testing.T, set []types.Type) {
	t.Helper()
	theirs := make([]cty.Type, len(set))
	for i, x := range set {
		theirs[i] = ctyTypeOf(x)
	}
	for _, kind := range []convert.Kind{convert.Safe, convert.Unsafe} {
		unify := ctyconvert.Unify
		if kind == convert.Unsafe {
			unify = ctyconvert.UnifyUnsafe
		}
		var want cty.Type
		if !survives(func() { want, _ = unify(theirs) }) {
			continue
		}
		if want != cty.NilType && !allConvertTo(theirs, want, kind) {
			continue // the result is one to which an input does not convert: the conversions fail at run time
		}
		got, ok := convert.Unify(set, kind, types.Compat)
		if ok != (want != cty.NilType) || ok && !ctyTypeOf(got).Equals(want) {
			wantText := "none"
			if want != cty.NilType {
				wantText = typeOfCty(want).String()
			}
			t.Errorf("%v unify of %v: %v %v, but go-cty has %v", kind, set, got, ok, wantText)
		}
	}
}
