package convert

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// named returns a name for what define makes of it.
func named(define func(types.Type) types.Type) types.Type {
	t := types.Named("t")
	t.Define(define(t))
	return t
}

// A name that comes round in its own union or promise adds nothing to it.
func TestNamesInTheirOwnUnion(t *testing.T) {
	text := named(func(t types.Type) types.Type { return types.Union(t, types.String) })
	u := types.Named("u")
	loop := named(func(t types.Type) types.Type { u.Define(types.Output(t)); return types.Promise(u) })
	if Conforms(num(5), text) || !Conforms(str("a"), text) || !Conforms(str("a"), loop) {
		t.Error("conforms")
	}
	if got, err := Convert(num(5), text, x); err != nil || !got.Equal(str("5")) {
		t.Error(show(got), err)
	}
	if _, err := Convert(value.Null, text, x); err == nil {
		t.Error("null is a string")
	}
	for _, v := range []value.Value{value.Null, num(5), value.DynamicUnknown, tuple(num(5))} {
		if _, err := Convert(v, loop, x); err != nil {
			t.Error(err)
		}
	}
	if k := Conversion(expr("list(string)"), text, x); k != None {
		t.Error(k)
	}
	if k := Conversion(text, types.Number, x); k != Unsafe {
		t.Error(k)
	}
}

// What a tuple converts to depends on what its elements unify to, and that on what converts to what.
func TestUnificationOfRecursiveTypesEnds(t *testing.T) {
	a, b := types.Named("a"), types.Named("b")
	a.Define(types.Tuple(a, b))
	b.Define(types.List(b))
	for _, p := range profiles {
		Unify([]types.Type{a, b}, Safe, p)
		Unify([]types.Type{a, b}, Unsafe, p)
		Conversion(a, b, p)
		Conversion(a, expr("list(dynamic)"), p)
	}
}

// Names hide neither what is shared nor what it costs.
func TestSharedPartsWithNames(t *testing.T) {
	wide := func(leaf types.Type) types.Type {
		for range 40 {
			leaf = types.Tuple(leaf, leaf)
		}
		return leaf
	}
	chain := func(leaf types.Type) types.Type {
		for range 40 {
			part := leaf
			leaf = named(func(types.Type) types.Type { return types.Tuple(part, part) })
		}
		return leaf
	}
	for _, dag := range []func(types.Type) types.Type{wide, chain} {
		numbers := named(func(types.Type) types.Type { return dag(types.Number) })
		texts := named(func(types.Type) types.Type { return dag(types.String) })
		for _, p := range profiles {
			if k := Conversion(numbers, texts, p); k != Safe {
				t.Error(k)
			}
			if k := Conversion(dag(types.String), numbers, p); k != Unsafe {
				t.Error(k)
			}
			if k := Conversion(numbers, dag(types.Bool), p); k != None {
				t.Error(k)
			}
			Unify([]types.Type{numbers, texts, types.Dynamic, types.String}, Safe, p)
			Unify([]types.Type{dag(types.Bool), dag(types.String), dag(types.Number), types.Dynamic, types.String}, Unsafe, p)
			Explain(numbers, dag(types.Bool), p)
		}
	}
	v := num(1)
	for range 40 {
		v = tuple(v, v)
	}
	if !Conforms(v, wide(types.Number)) || Conforms(v, wide(types.String)) || Conforms(v, chain(types.Bool)) {
		t.Error("conforms")
	}
}

// Each name has the two next ones in it and itself, and what the last ones are decides about all: then every assumption
// is wrong.
func TestRecursiveAnswersComeInTime(t *testing.T) {
	ladder := func(leaf types.Type) types.Type {
		rungs := make([]types.Type, 42)
		for i := range rungs {
			rungs[i] = types.Named("rung")
		}
		for i, r := range rungs {
			if i+2 < len(rungs) {
				r.Define(types.Tuple(rungs[i+1], rungs[i+2], types.Optional(r)))
			} else {
				r.Define(leaf)
			}
		}
		return rungs[0]
	}
	numbers, texts, bools := ladder(types.Number), ladder(types.String), ladder(types.Bool)
	for _, p := range profiles {
		if a, b, c := Conversion(numbers, texts, p), Conversion(texts, numbers, p),
			Conversion(bools, numbers, p); a != Safe || b != Unsafe || c != None {
			t.Error(a, b, c)
		}
		Unify([]types.Type{numbers, texts, bools}, Safe, p)
	}
}

func TestLawsOfRecursiveTypes(t *testing.T) {
	for name, p := range profiles {
		rapid.Check(t, func(t *rapid.T) {
			a, b := genRecursive(t, p.NullIsNone), genRecursive(t, p.NullIsNone)
			v := genValue(t, genType(t, 2, p.NullIsNone))
			switch k := Conversion(a, b, p); {
			case Conversion(a, a, p) != Safe || Conversion(a, a.Definition(), p) != Safe ||
				Conversion(a.Definition(), a, p) != Safe:
				t.Fatalf("%s: %v does not convert to itself", name, a)
			case k != Conversion(a.Definition(), b.Definition(), p):
				t.Fatalf("%s: %v to %v is %v, and otherwise for what they stand for", name, a, b, k)
			}
			if got, err := Convert(v, a, p); err == nil && !Conforms(got, a) {
				t.Fatalf("%s: %s converts to %v as %s", name, show(v), a, show(got))
			}
			Conforms(v, a)
			one, ok1 := Unify([]types.Type{a, b, types.Dynamic}, Safe, p)
			two, ok2 := Unify([]types.Type{b, types.Dynamic, a, b}, Safe, p)
			if one != two || ok1 != ok2 {
				t.Fatalf("%s: %v and %v unify to %v and %v", name, a, b, one, two)
			}
			Explain(a, b, p)
		})
	}
}
