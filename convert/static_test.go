package convert_test

import (
	"testing"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
)

func mustType(t *testing.T, text string) types.Type {
	t.Helper()
	typ, err := types.ParseExpr(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return typ
}

// TestCast holds what values of a static type convert to; an empty result is an error.
func TestCast(t *testing.T) {
	for _, c := range []struct{ src, dst, want string }{
		{"string", "number", "number"},
		{"int", "number", "int"},
		{"bool", "number", ""},
		{"union(bool, string)", "number", "number"},
		{"union(bool, none)", "number", "none"},
		{"dynamic", "string", "union(string, none)"},
		{"output(int)", "string", "string"},
		{"list(bool)", "list(number)", "list(number)"}, // it may be empty
		{"tuple([bool])", "list(number)", ""},
		{"tuple([])", "list(number)", "list(number)"},
		{"tuple([int, none])", "list(string)", "list(union(string, none))"},
		{"tuple([int, string])", "list(dynamic)", "list(union(int, string))"},
		{"tuple([int, number])", "set(dynamic)", "set(number)"},
		{"object({a = int})", "list(dynamic)", ""},
		{"object({a = list(string)})", "map(string)", "map(union(string, none))"}, // it may lack the attribute
		{"tuple([int])", "map(string)", ""},
		{"tuple([int])", "tuple([int, int])", ""},
		{"string", "object({a = string})", ""},
		{"bool", "union(number, string)", "string"},
	} {
		got, err := convert.Cast(mustType(t, c.src), mustType(t, c.dst), types.Extended)
		switch {
		case (err != nil) != (c.want == ""):
			t.Errorf("%s to %s: %s, error %v", c.src, c.dst, got, err)
		case err == nil && got != mustType(t, c.want):
			t.Errorf("%s to %s: %s, not %s", c.src, c.dst, got, c.want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		types []string
		want  string
	}{
		{nil, "dynamic"},
		{[]string{"string"}, "string"},
		{[]string{"int", "number"}, "number"},
		{[]string{"int", "string"}, "union(int, string)"},
		{[]string{"int", "dynamic"}, "dynamic"},
		{[]string{"tuple([string])"}, "tuple([string])"},
		{[]string{"tuple([string])", "tuple([int, int])"}, "list(union(string, int))"},
		{[]string{"list(string)", "set(string)"}, "union(list(string), set(string))"},
		{[]string{"object({a = int})", "object({b = string})"}, "object({a = union(int, none), b = union(string, none)})"},
		{[]string{"object({a = int})", "map(string)"}, "map(union(int, string, none))"},
		{[]string{"output(list(int))", "string"}, "union(string, list(int))"},
	} {
		ts := make([]types.Type, len(c.types))
		for i, text := range c.types {
			ts[i] = mustType(t, text)
		}
		if got := convert.Join(ts, types.Extended); got != mustType(t, c.want) {
			t.Errorf("%v: %s, not %s", c.types, got, c.want)
		}
	}
}

// TestStaticTypesThatShare holds that types that are endless, or endlessly large when written out, are no trouble.
func TestStaticTypesThatShare(t *testing.T) {
	large := types.String
	for range 200 {
		large = types.Tuple(large, large)
	}
	endless := types.Named("endless")
	endless.Define(types.List(endless))
	for _, typ := range []types.Type{large, endless, types.Union(large, endless)} {
		if got := convert.Join([]types.Type{typ, types.EmptyTuple}, types.Extended); got.IsDynamic() {
			t.Errorf("%s: joined with an empty tuple it is %s", types.FriendlyName(typ), got)
		}
		if _, err := convert.Cast(typ, types.List(types.List(types.Dynamic)), types.Extended); err != nil {
			t.Errorf("%s: %v", types.FriendlyName(typ), err)
		}
	}
}

// Static types are looked at to a depth of 100, whatever they are made of. What lies deeper is dynamic.
func TestStaticTypesAreBounded(t *testing.T) {
	const most = 100
	wraps := map[string]func(types.Type) types.Type{
		"tuples": func(e types.Type) types.Type { return types.Tuple(e) }, "lists": types.List, "sets": types.Set,
		"maps":    types.Map,
		"objects": func(e types.Type) types.Type { return types.Object(types.Attr{Name: "a", Type: e}) },
		"pairs":   func(e types.Type) types.Type { return types.Tuple(types.Bool, e) },
	}
	for name, wrap := range wraps {
		// levels counts the containers around what is within, and says what that is.
		levels := func(typ types.Type) (n int, within types.Type) {
			for ; n < 3*most; n++ {
				if typ.Kind() == types.KindUnion { // with none, as a part may be missing
					for i := range typ.Len() {
						if m := typ.At(i); m.Kind() != types.KindNone {
							typ = m
							break
						}
					}
				}
				switch {
				case typ.IsCollection():
					typ = typ.Elem()
				case typ.Kind() == types.KindTuple || typ.Kind() == types.KindObject:
					typ = typ.At(typ.Len() - 1)
				default:
					return n, typ
				}
			}
			return n, typ
		}
		nested := func(n int) types.Type {
			typ := types.String
			for range n {
				typ = wrap(typ)
			}
			return typ
		}
		endless := types.Named("endless")
		endless.Define(wrap(endless))
		for _, c := range []struct {
			n      int
			want   int
			within types.Type
		}{{1, 1, types.String}, {most - 1, most - 1, types.String}, {most, most, types.String},
			{most + 1, most + 1, types.Dynamic}, {2 * most, most + 1, types.Dynamic}} {
			n, within := levels(convert.Join([]types.Type{nested(c.n)}, types.Extended))
			if n != c.want || within != c.within && c.n != most+1 {
				t.Errorf("%d %s joined: %d levels of %s, want %d of %s", c.n, name, n, within, c.want, c.within)
			}
		}
		if n, within := levels(convert.Join([]types.Type{endless}, types.Extended)); n != most+1 || within != types.Dynamic {
			t.Errorf("endless %s joined: %d levels of %s", name, n, within)
		}
		other := types.Named("other")
		other.Define(wrap(types.Union(other, types.Number)))
		if _, err := convert.Cast(endless, other, types.Extended); err != nil { // and it ends
			t.Errorf("endless %s converted: %v", name, err)
		}
	}
}
