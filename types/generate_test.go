package types

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/random"
)

// expr reads a type expression that a test states.
func expr(tb testing.TB, text string) Type {
	tb.Helper()
	t, err := ParseExpr(text)
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return t
}

var leafTypes = []Type{Dynamic, Bool, Number, String, Int, None}

// genType draws a type of every kind that can be written down.
func genType(t *rapid.T, depth int) Type { return genTypeOf(t, depth, leafTypes) }

// genRecursive draws a type with names in it that stand for types with all of these names in them.
func genRecursive(t *rapid.T) Type {
	names := []Type{Named("a"), Named("b"), Named("c")}
	leaves := append(append([]Type{}, leafTypes...), append(names, names...)...)
	for _, n := range names {
		n.Define(genTypeOf(t, 2, leaves))
	}
	return genTypeOf(t, 1, leaves)
}

func genTypeOf(t *rapid.T, depth int, leaves []Type) Type {
	kind := KindDynamic
	if depth > 0 {
		kind = rapid.SampledFrom([]Kind{KindDynamic, KindList, KindSet, KindMap, KindTuple, KindObject, KindUnion,
			KindPromise, KindOutput}).Draw(t, "kind")
	}
	parts := func() []Type {
		out := make([]Type, rapid.IntRange(0, 3).Draw(t, "parts"))
		for i := range out {
			out[i] = genTypeOf(t, depth-1, leaves)
		}
		return out
	}
	switch kind {
	case KindList:
		return List(genTypeOf(t, depth-1, leaves))
	case KindSet:
		return Set(genTypeOf(t, depth-1, leaves))
	case KindMap:
		return Map(genTypeOf(t, depth-1, leaves))
	case KindPromise:
		return Promise(genTypeOf(t, depth-1, leaves))
	case KindOutput:
		return Output(genTypeOf(t, depth-1, leaves))
	case KindTuple:
		return Tuple(parts()...)
	case KindUnion:
		return Union(parts()...)
	case KindObject:
		return genObject(t, parts())
	}
	return rapid.SampledFrom(leaves).Draw(t, "leaf")
}

func genObject(t *rapid.T, parts []Type) Type {
	attrs := make([]Attr, len(parts))
	for i, p := range parts {
		name := rapid.OneOf(rapid.SampledFrom([]string{"a", "b", "a-b", "a b", "${x}", "\"", "é", "e\u0301", ""}),
			random.Text()).Draw(t, "name")
		attrs[i] = Attr{Name: name, Type: p, Optional: rapid.Bool().Draw(t, "optional")}
	}
	return Object(attrs...)
}

// everyPart calls f for t and all of its parts.
func everyPart(t Type, f func(Type)) {
	f(t)
	switch t.Kind() {
	case KindList, KindSet, KindMap, KindPromise, KindOutput:
		everyPart(t.Elem(), f)
	}
	for i := range t.Len() {
		everyPart(t.At(i), f)
	}
}
