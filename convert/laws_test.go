package convert

import (
	"testing"

	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// genType draws a type. Values of extended types exist too: they are of one of the members, null, or what an
// eventual will be.
func genType(t *rapid.T, depth int, extended bool) types.Type {
	return genTypeOf(t, depth, extended, nil)
}

// genRecursive draws a type with names in it that stand for types with all of these names in them.
func genRecursive(t *rapid.T, extended bool) types.Type {
	names := []types.Type{types.Named("a"), types.Named("b"), types.Named("c")}
	for _, n := range names {
		n.Define(genTypeOf(t, 2, extended, names))
	}
	return genTypeOf(t, 1, extended, names)
}

func genTypeOf(t *rapid.T, depth int, extended bool, names []types.Type) types.Type {
	kinds := []types.Kind{types.KindString, types.KindNumber, types.KindBool, types.KindString, types.KindNumber}
	if extended {
		kinds = append(kinds, types.KindInt, types.KindNone)
	}
	if depth > 0 {
		kinds = append(kinds, types.KindList, types.KindSet, types.KindMap, types.KindTuple, types.KindObject,
			types.KindTuple, types.KindObject)
		if extended {
			kinds = append(kinds, types.KindUnion, types.KindOutput)
		}
	}
	if len(names) > 0 {
		kinds = append(kinds, types.KindNamed, types.KindNamed, types.KindNamed)
	}
	part := func() types.Type { return genTypeOf(t, depth-1, extended, names) }
	switch k := rapid.SampledFrom(kinds).Draw(t, "kind"); k {
	case types.KindList:
		return types.List(part())
	case types.KindSet:
		return types.Set(part())
	case types.KindMap:
		return types.Map(part())
	case types.KindTuple:
		return types.Tuple(drawParts(t, part)...)
	case types.KindUnion:
		return types.Union(part(), part())
	case types.KindNamed:
		return rapid.SampledFrom(names).Draw(t, "name")
	case types.KindOutput:
		return types.Output(part())
	case types.KindObject:
		var attrs []types.Attr
		for i, p := range drawParts(t, part) {
			attrs = append(attrs, types.Attr{Name: string(rune('a' + i)), Type: p,
				Optional: extended && rapid.Bool().Draw(t, "optional")})
		}
		return types.Object(attrs...)
	default:
		return map[types.Kind]types.Type{types.KindString: types.String, types.KindNumber: types.Number,
			types.KindBool: types.Bool,
			types.KindInt:  types.Int, types.KindNone: types.None}[k]
	}
}

func drawParts(t *rapid.T, part func() types.Type) []types.Type {
	out := make([]types.Type, rapid.IntRange(0, 3).Draw(t, "parts"))
	for i := range out {
		out[i] = part()
	}
	return out
}

// genValue draws a known value of a type. Nulls occur where the extended model has them.
func genValue(t *rapid.T, typ types.Type) value.Value {
	switch typ.Kind() {
	case types.KindString:
		return str(rapid.SampledFrom([]string{"", "1", "true", "x", "0", "12"}).Draw(t, "text"))
	case types.KindNumber:
		return value.Float(rapid.SampledFrom([]float64{0, 1, 1.5, -3, 1e30}).Draw(t, "number"))
	case types.KindInt:
		i, _ := numbers.AsInt(num(rapid.Int64Range(-3, 3).Draw(t, "int")))
		return i
	case types.KindBool:
		return value.Bool(rapid.Bool().Draw(t, "bool"))
	case types.KindUnion:
		return genValue(t, typ.At(rapid.IntRange(0, typ.Len()-1).Draw(t, "member")))
	case types.KindOutput:
		return genValue(t, typ.Elem())
	case types.KindTuple, types.KindObject:
		return genStructure(t, typ)
	case types.KindList, types.KindSet, types.KindMap:
		return genCollection(t, typ)
	}
	return value.Null
}

func genStructure(t *rapid.T, typ types.Type) value.Value {
	vals := make([]value.Value, typ.Len())
	for i := range vals {
		vals[i] = genValue(t, typ.At(i))
		if typ.Kind() == types.KindObject && typ.AttrAt(i).Optional && rapid.Bool().Draw(t, "null") {
			vals[i] = value.Null
		}
	}
	if typ.Kind() == types.KindTuple {
		return tuple(vals...)
	}
	return host.ObjectOf(host.NewShape(typ.AttrNames()), vals)
}

func genCollection(t *rapid.T, typ types.Type) value.Value {
	names := []string{"a", "b", "c"}[:rapid.IntRange(0, 3).Draw(t, "length")]
	vals := make([]value.Value, len(names))
	for i := range vals {
		vals[i] = genValue(t, typ.Elem())
	}
	elem := types.ResolveEventuals(types.WithoutOptional(typ.Elem()))
	switch typ.Kind() {
	case types.KindList:
		return value.ListOf(elem, vals)
	case types.KindSet:
		return value.SetOf(elem, vals)
	}
	return host.MapOf(elem, host.NewShape(names), vals)
}

// genAny draws a value of any type, with typed and untyped nulls in any place.
func genAny(t *rapid.T, depth int) value.Value {
	if rapid.IntRange(0, 5).Draw(t, "null") == 0 {
		return rapid.SampledFrom([]value.Value{value.Null, value.NullOf(types.Number), value.NullOf(types.String)}).Draw(t,
			"which")
	}
	if depth == 0 {
		return genValue(t, rapid.SampledFrom([]types.Type{types.Number, types.String, types.Bool}).Draw(t, "scalar"))
	}
	kind := rapid.IntRange(2, 7).Draw(t, "kind")
	vals := make([]value.Value, rapid.IntRange(0, 3).Draw(t, "length"))
	for i := range vals {
		vals[i] = genAny(t, depth-1)
	}
	shape := host.NewShape([]string{"a", "b", "c"}[:len(vals)])
	switch kind {
	case 2, 3:
		return tuple(vals...)
	case 4, 5:
		return host.ObjectOf(shape, vals)
	}
	vals, elem, err := UnifyValues(vals, Unsafe, types.Standard)
	switch {
	case err != nil || len(vals) == 0:
		return list(types.Number)
	case kind == 6:
		return host.MapOf(elem, shape, vals)
	case rapid.Bool().Draw(t, "set"):
		return value.SetOf(elem, append([]value.Value{}, vals...))
	}
	return value.ListOf(elem, vals)
}

// What the type of a value says about its conversions holds for the value.
func TestPlansAndConversionsAgree(t *testing.T) {
	for name, p := range profiles {
		rapid.Check(t, func(t *rapid.T) {
			v, dst := genAny(t, 3), genTarget(t, 2, p.NullIsNone)
			have := TypeOf(v, p)
			kind := Conversion(have, dst, p)
			got, err := Convert(v, dst, p)
			switch {
			// elsewhere a null becomes anything
			case kind == Safe && err != nil && !(p.DynamicAbsorbs && (have.HasDynamic() || dst.HasDynamic())),
				kind == None && err == nil && p.NullIsNone:
				t.Fatalf("%s: %v to %v is %v, but %s becomes %s (%v)", name, have, dst, kind, show(v), show(got), err)
			case err == nil && (!Conforms(got, dst) || !Conforms(got, Result(have, dst, p))):
				t.Fatalf("%s: %s as %v becomes %s, not %v", name, show(v), dst, show(got), Result(have, dst, p))
			}
			if err != nil || dst.HasDynamic() { // whose place the types of the values take, more exactly the second time
				return
			}
			if again, err := Convert(got, dst, p); err != nil || !again.Equal(got) {
				t.Fatalf("%s: %s as %v, once more converted, is %s (%v)", name, show(got), dst, show(again), err)
			}
		})
	}
}

// genTarget draws a type to convert to, with dynamic parts.
func genTarget(t *rapid.T, depth int, extended bool) types.Type {
	return genTypeOf(t, depth, extended, []types.Type{types.Dynamic})
}

func TestConversionLaws(t *testing.T) {
	for name, p := range profiles {
		extended := p.NullIsNone
		rapid.Check(t, func(t *rapid.T) {
			a, b, c := genType(t, 2, extended), genType(t, 2, extended), genType(t, 2, extended)
			v := genValue(t, a)
			if !Conforms(v, a) {
				t.Fatalf("%s: %s does not belong to %v", name, show(v), a)
			}
			if Conversion(a, a, p) != Safe {
				t.Fatalf("%s: %v does not convert to itself", name, a)
			}
			same, err := Convert(v, a, p)
			if err != nil || !same.Equal(v) && !hasNull(a) {
				t.Fatalf("%s: %s becomes %s as %v (%v)", name, show(v), show(same), a, err)
			}
			lawsFor(t, name, p, v, a, b, c)
		})
	}
}

// hasNull reports whether nulls in values of a type are settled by a conversion: they take on the type that they stand
// for.
func hasNull(t types.Type) bool { return !t.IsBase() }

func lawsFor(t *rapid.T, name string, p *types.Profile, v value.Value, a, b, c types.Type) {
	got, err := Convert(v, b, p)
	kind := Conversion(a, b, p)
	switch {
	case kind == Safe && err != nil:
		t.Fatalf("%s: %v to %v is safe, but %s fails: %v", name, a, b, show(v), err)
	case err == nil && !Conforms(got, b):
		t.Fatalf("%s: %s converts to %v as %s", name, show(v), b, show(got))
	case err == nil && kind != None && !Conforms(got, Result(a, b, p)):
		t.Fatalf("%s: %s converts to %s, not to %v", name, show(v), show(got), Result(a, b, p))
	case err == nil && host.FlagsOf(got)&host.FlagUnknown != 0:
		t.Fatalf("%s: %s converts to an unknown", name, show(v))
	case err != nil && err.Error() == "":
		t.Fatal("no message")
	}
	if !p.LaxSafety && kind == Safe && Conversion(b, c, p) == Safe && Conversion(a, c, p) != Safe {
		t.Fatalf("%s: %v to %v to %v is safe, but not directly", name, a, b, c)
	}
	if kind == Safe {
		safeIsInjective(t, name, p, v, a, b)
	}
}

// safeIsInjective: a safe conversion keeps distinct values distinct, in profiles that are strict about the word.
func safeIsInjective(t *rapid.T, name string, p *types.Profile, v value.Value, a, b types.Type) {
	w := genValue(t, a)
	if p.LaxSafety || !calc.Equal(v, w, p).IsKnown() || calc.Equal(v, w, p).AsBool() || !a.IsBase() || !b.IsBase() {
		return
	}
	x, err1 := Convert(v, b, p)
	y, err2 := Convert(w, b, p)
	if err1 == nil && err2 == nil && calc.Equal(x, y, p).AsBool() {
		t.Fatalf("%s: %s and %s both convert to %s, though %v to %v is safe", name, show(v), show(w), show(x), a, b)
	}
}
