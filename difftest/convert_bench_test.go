package difftest

import (
	"fmt"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// convertDuel converts a value to a type.
func convertDuel(name string, target float64, v value.Value, t types.Type) duel {
	theirs, theirType := ctyValueOf(v), ctyTypeOf(t)
	return newDuel(name, target, func() value.Value { return must(convert.Convert(v, t, types.Compat)) },
		func() cty.Value { return must(ctyconvert.Convert(theirs, theirType)) }, sameValues)
}

func convertDuels(testing.TB) []duel {
	objects := make([]value.Value, 1000)
	for i := range objects {
		objects[i] = object([]string{"id", "name", "port"}, value.Int(int64(i)), value.String("n"), value.Int(80))
	}
	duels := []duel{
		convertDuel("number to string", 0, value.Int(8080), types.String),
		convertDuel("string to number", 0, value.String("8080"), types.Number),
		convertDuel("tuple of 1000 objects to list(any)", 0, value.Tuple(objects...), types.List(types.Dynamic)),
	}
	for _, n := range []int{100, 1000, 4000} {
		same, mixed := make([]value.Value, n), make([]value.Value, n)
		for i := range same {
			same[i] = value.String(fmt.Sprint("element", i))
			mixed[i] = same[i]
			if i%2 == 0 {
				mixed[i] = value.Int(int64(i))
			}
		}
		strings := types.List(types.String)
		duels = append(duels,
			convertDuel(fmt.Sprintf("tuple of %d strings to list(string)", n), 0, value.Tuple(same...), strings),
			convertDuel(fmt.Sprintf("tuple of %d strings and numbers to list(string)", n), 10, value.Tuple(mixed...), strings))
	}
	return append(duels, unifyDuels()...)
}

func unifyDuels() (duels []duel) {
	kinds := []struct {
		name   string
		target float64
		make   func(i int) types.Type
	}{
		{"same names, other types", 10, func(i int) types.Type {
			first := []types.Type{types.String, types.Number, types.Bool}[i%3]
			elem, last := []types.Type{types.String, types.Number}[i%2], []types.Type{types.String, types.Bool}[i%2]
			return types.ObjectOf([]string{"a", "b", "c", "d"},
				[]types.Type{first, types.List(elem), types.String, types.Tuple(types.Number, last)})
		}},
		{"all with other names", 0, func(i int) types.Type {
			return types.Object(
				types.Attr{Name: "a", Type: types.String},
				types.Attr{Name: fmt.Sprint("k", i), Type: types.Number},
			)
		}},
	}
	for _, kind := range kinds {
		for _, n := range []int{100, 1000} {
			ts, theirs := make([]types.Type, n), make([]cty.Type, n)
			for i := range ts {
				ts[i] = kind.make(i)
				theirs[i] = ctyTypeOf(ts[i])
			}
			duels = append(duels, newDuel(fmt.Sprintf("unify %d object types, %s", n, kind.name), kind.target,
				func() types.Type { t, _ := convert.Unify(ts, convert.Unsafe, types.Compat); return t },
				func() cty.Type { t, _ := ctyconvert.UnifyUnsafe(theirs); return t },
				func(a types.Type, b cty.Type) bool { return b != cty.NilType && ctyTypeOf(a).Equals(b) }))
		}
	}
	return duels
}
