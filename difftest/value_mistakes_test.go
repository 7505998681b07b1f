package difftest

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// valueMistakes are mistakes that code could make with its result. Each returns another value, or false.
var valueMistakes = map[string]func(v value.Value) (value.Value, bool){
	"marks are dropped": func(v value.Value) (value.Value, bool) {
		plain, marks := v.UnmarkDeep()
		return plain, len(marks.List()) > 0
	},
	"the outer marks are dropped": func(v value.Value) (value.Value, bool) {
		plain, marks := v.Unmark()
		return plain, len(marks.List()) > 0
	},
	"what is known is unknown": func(v value.Value) (value.Value, bool) {
		plain, marks := v.Unmark()
		return unknowns.NotNullOf(plain.Type()).WithMarks(marks), plain.IsKnown() && !plain.IsNull()
	},
	"a null is another value": func(v value.Value) (value.Value, bool) {
		plain, marks := v.Unmark()
		return value.String("null").WithMarks(marks), plain.IsNull()
	},
	"what is unknown is null": func(v value.Value) (value.Value, bool) {
		plain, marks := v.Unmark()
		return value.NullOf(plain.Type()).WithMarks(marks), !plain.IsKnown()
	},
	"a part is another one": func(v value.Value) (value.Value, bool) { return otherPart(v) },
	"the last element is lost": func(v value.Value) (value.Value, bool) {
		plain, marks := v.Unmark()
		if !plain.IsContainer() || plain.Len() == 0 {
			return v, false
		}
		return rebuilt(plain, plain.Elems()[:plain.Len()-1]).WithMarks(marks), true
	},
}

// otherPart changes the first known scalar in a value.
func otherPart(v value.Value) (value.Value, bool) {
	plain, marks := v.Unmark()
	switch {
	case !plain.IsKnown() || plain.IsNull():
		return v, false
	case plain.IsBool():
		return value.Bool(!plain.AsBool()).WithMarks(marks), true
	case plain.IsString():
		return value.String(plain.AsString() + "?").WithMarks(marks), true
	case plain.IsNumber():
		return value.Int(int64(len(plain.NumberText())) + 1000).WithMarks(marks), true
	}
	elems := append([]value.Value(nil), plain.Elems()...)
	for i := range elems {
		if other, ok := otherPart(elems[i]); ok {
			elems[i] = other
			return rebuilt(plain, elems).WithMarks(marks), true
		}
	}
	return v, false
}

// rebuilt returns a container as v with other elements: as many, or fewer of the first.
func rebuilt(v value.Value, elems []value.Value) value.Value {
	switch v.Kind() {
	case types.KindList:
		return value.ListOf(v.ElemType(), elems)
	case types.KindSet:
		return value.SetOf(v.ElemType(), elems)
	case types.KindTuple:
		return value.Tuple(elems...)
	case types.KindMap:
		return host.MapOf(v.ElemType(), host.NewShape(v.Names()[:len(elems)]), elems)
	}
	return host.ObjectOf(host.NewShape(v.Names()[:len(elems)]), elems)
}

// replaced returns a value in which every part was replaced, those inside first.
func replaced(v value.Value, replace func(v value.Value) value.Value) value.Value {
	plain, marks := v.Unmark()
	if plain.IsContainer() {
		elems := make([]value.Value, plain.Len())
		for i, e := range plain.Elems() {
			elems[i] = replaced(e, replace)
		}
		plain = rebuilt(plain, elems)
	}
	return replace(plain).WithMarks(marks)
}

// withKnownSets returns a value whose sets have nothing unknown.
func withKnownSets(v value.Value) value.Value {
	return replaced(v, func(v value.Value) value.Value {
		if v.Kind() != types.KindSet || v.IsUnknown() || v.IsNull() || v.IsWhollyKnown() {
			return v
		}
		unknown := func(e value.Value) bool { return !e.IsWhollyKnown() }
		return value.SetOf(v.ElemType(), slices.DeleteFunc(slices.Clone(v.Elems()), unknown))
	})
}
