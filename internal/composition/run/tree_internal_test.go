package run

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// treeValue makes a value of what JSON has.
func treeValue(x any) value.Value {
	switch x := x.(type) {
	case map[string]any:
		out := map[string]value.Value{}
		for k, v := range x {
			out[k] = treeValue(v)
		}
		return value.Object(out)
	case []any:
		var out []value.Value
		for _, v := range x {
			out = append(out, treeValue(v))
		}
		return value.Tuple(out...)
	case string:
		return value.String(x)
	case int:
		return value.Int(int64(x))
	case bool:
		return value.Bool(x)
	}
	return value.Null
}

func plainTree(v value.Value) any {
	v, _ = v.Unmark()
	switch {
	case v.Kind() == types.KindObject || v.Kind() == types.KindMap:
		out := map[string]any{}
		for i, name := range v.Names() {
			out[name] = plainTree(v.At(i))
		}
		return out
	case v.IsContainer():
		out := []any{}
		for _, e := range v.Elems() {
			out = append(out, plainTree(e))
		}
		return out
	case v.IsString():
		return v.AsString()
	case v.IsBool():
		return v.AsBool()
	case v.IsNumber():
		i, _ := v.AsInt64()
		return int(i)
	}
	return nil
}

func drawTree(t *rapid.T, depth int) any {
	n := rapid.IntRange(0, 7).Draw(t, "kind")
	switch {
	case n < 4 && depth > 0:
		out := map[string]any{}
		for _, name := range []string{"a", "b", "c"} {
			if rapid.Bool().Draw(t, name) {
				out[name] = drawTree(t, depth-1)
			}
		}
		return out
	case n == 4 && depth > 0:
		out := []any{}
		for range rapid.IntRange(0, 2).Draw(t, "length") {
			out = append(out, drawTree(t, depth-1))
		}
		return out
	case n == 5:
		return nil
	case n == 6:
		return rapid.IntRange(0, 1).Draw(t, "number")
	}
	return rapid.SampledFrom([]string{"x", "y"}).Draw(t, "text")
}

// merged puts two values together, and reports the path at which they are different.
func merged(a, b any) (out any, clash string) {
	x, isMap := a.(map[string]any)
	y, also := b.(map[string]any)
	if !isMap || !also {
		if !reflect.DeepEqual(a, b) {
			return nil, "."
		}
		return a, ""
	}
	all := maps.Clone(x)
	for _, name := range slices.Sorted(maps.Keys(y)) {
		old, there := all[name]
		if !there {
			all[name] = y[name]
			continue
		}
		v, clash := merged(old, y[name])
		if clash != "" {
			return nil, "." + name + clash
		}
		all[name] = v
	}
	return all, ""
}

// filledWith puts a value under another one, which wins.
func filledWith(a, b any) any {
	x, isMap := a.(map[string]any)
	y, also := b.(map[string]any)
	if !isMap || !also {
		return a
	}
	all := maps.Clone(x)
	for name, v := range y {
		if old, there := all[name]; there {
			v = filledWith(old, v)
		}
		all[name] = v
	}
	return all
}

func treeRange(text string) source.Range {
	f := source.NewFileString(text, text)
	return source.Range{File: f, Span: source.Span{End: uint32(f.Len())}}
}

// TestTreeUnifies: what blocks write is put together, and of two different values at one place the place is told, with
// the block that wrote the first one.
func TestTreeUnifies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tr tree
		var want any
		from := []source.Range{treeRange("0.hcl"), treeRange("1.hcl"), treeRange("2.hcl")}
		for i, at := range from {
			x := drawTree(t, 3)
			if i == 0 {
				want = x
				if c := tr.unify(treeValue(x), at); c != nil {
					t.Fatalf("%v clashes with nothing", x)
				}
				continue
			}
			next, clash := merged(want, x)
			c := tr.unify(treeValue(x), at)
			if (c != nil) != (clash != "") {
				t.Fatalf("%v with %v: %v, want a clash at %q", want, x, c, clash)
			}
			if c != nil {
				if got := "." + strings.TrimPrefix(c.path.String()+".", "."); got != clash {
					t.Fatalf("%v with %v: a clash at %q, want %q", want, x, got, clash)
				}
				if c.second != at || c.first.IsZero() || !slices.Contains(from[:i], c.first) {
					t.Fatalf("the clash is between %v and %v", c.first, c.second)
				}
				return
			}
			want = next
			if tr.isObject() != (reflect.TypeOf(want) == reflect.TypeFor[map[string]any]()) {
				t.Fatalf("%v is an object: %t", want, tr.isObject())
			}
		}
		if got := plainTree(tr.value()); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// TestTreeFills: what is filled in goes where nothing is, and the tree stays as it is.
func TestTreeFills(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawTree(t, 3), drawTree(t, 3), drawTree(t, 3)
		var tr tree
		if got := plainTree(tr.filled(treeValue(a), treeValue(b))); !reflect.DeepEqual(got, filledWith(a, b)) {
			t.Fatalf("nothing filled with %v and %v: %v", a, b, got)
		}
		tr.unify(treeValue(a), treeRange("0.hcl"))
		if got, want := plainTree(tr.filled(treeValue(b), treeValue(c))), filledWith(filledWith(a, b), c); !reflect.DeepEqual(
			got, want) {
			t.Fatalf("%v filled with %v and %v: %v, want %v", a, b, c, got, want)
		}
		if got := plainTree(tr.value()); !reflect.DeepEqual(got, a) {
			t.Fatalf("filling changed %v to %v", a, got)
		}
	})
}

// TestClashes: a clash names the kinds where they differ, and hides names that may be secret.
func TestClashes(t *testing.T) {
	type object = map[string]any
	secret := func(v value.Value) value.Value { return v.Mark(value.Sensitive) }
	for _, tt := range []struct {
		first, second value.Value
		want          string
	}{
		{treeValue("x"), treeValue("y"), ""}, {treeValue("x"), treeValue(1), "a string/a number"},
		{treeValue([]any{1}), treeValue([]any{2}), ""}, {treeValue([]any{}), treeValue(object{}), "a list/an object"},
		{treeValue(object{"a": 1}), treeValue("x"), "an object/a string"}, {treeValue(nil), treeValue(1), "null/a number"},
		{treeValue(object{"a": object{"b": 1}}), treeValue(object{"a": object{"b": 2}}), "a.b"},
		{treeValue(object{"a": object{"b": 1}}), treeValue(object{"a": object{"b": "x"}}), "a.b a number/a string"},
		{secret(treeValue(object{"a": 1})), treeValue(object{"a": 2}), "..."},
		{treeValue(object{"a": 1}), secret(treeValue(object{"a": 2})), "..."},
		{treeValue(object{"a": object{"b": 1}}), treeValue(object{"a": 5}), "a an object/a number"},
		{value.Object(object2("a", secret(treeValue(object{"b": 1})))), treeValue(object{"a": object{"b": 2}}), "a..."},
		{value.Object(object2("a", secret(treeValue(1)))), treeValue(object{"a": 2}), "a"},
	} {
		var tr tree
		tr.unify(tt.first, treeRange("0.hcl"))
		c := tr.unify(tt.second, treeRange("1.hcl"))
		if c == nil {
			t.Fatalf("%v and %v are the same", tt.first, tt.second)
		}
		got := strings.NewReplacer("[\"...\"]", "...").Replace(c.path.String())
		if c.kinds[0] != "" {
			got = strings.TrimSpace(got + " " + c.kinds[0] + "/" + c.kinds[1])
		}
		if got != tt.want {
			t.Errorf("%v and %v: %q, want %q", tt.first, tt.second, got, tt.want)
		}
	}
}

func object2(name string, v value.Value) map[string]value.Value {
	return map[string]value.Value{name: v}
}

// TestTreeKeepsSecrets: what is sensitive stays so, whichever block wrote it first.
func TestTreeKeepsSecrets(t *testing.T) {
	secret := treeValue(map[string]any{"a": 1}).Mark(value.Sensitive)
	open := treeValue(map[string]any{"b": 2})
	for i, list := range [][]value.Value{{secret, open}, {open, secret}, {secret}, {secret, secret}} {
		var tr tree
		for _, v := range list {
			if c := tr.unify(v, treeRange(fmt.Sprint(i, ".hcl"))); c != nil {
				t.Fatal(c)
			}
		}
		v := tr.value()
		inner, marks := v.Unmark()
		a, _ := inner.Attr("a")
		_, own := a.Unmark()
		if !marks.Has(value.Sensitive) && !own.Has(value.Sensitive) {
			t.Errorf("%d: %v is open", i, v)
		}
		if b, ok := inner.Attr("b"); ok && len(list) == 2 && !marks.Has(value.Sensitive) {
			t.Errorf("%d: which names there are is open, beside %v", i, b)
		}
	}
	var tr tree
	tr.unify(open, treeRange("0.hcl"))
	if _, marks := tr.filled(secret).Unmark(); marks.Has(value.Sensitive) {
		t.Error("filling marks more than what is filled in")
	}
	a, _ := tr.filled(secret).Attr("a")
	if _, marks := a.Unmark(); !marks.Has(value.Sensitive) {
		t.Error("what is filled in is open")
	}
}

// TestSameData: lists, sets and tuples with equal elements are the same data, and numbers are compared by value.
func TestSameData(t *testing.T) {
	one, list := value.Int(1), value.Tuple(value.Int(1), value.String("a"))
	for _, tt := range []struct {
		a, b value.Value
		want bool
	}{
		{one, one, true}, {one, one.Mark(value.Sensitive), true}, {one, value.String("1"), false},
		{one, value.Tuple(one), false},
		{value.Null, value.Null, true}, {value.Null, value.False, false}, {list, list, true},
		{list, value.Tuple(value.String("a"), one), false}, {list, value.Tuple(one), false},
		{value.Tuple(one, one), value.Tuple(one), false}, {value.Tuple(), treeValue(map[string]any{}), false},
		{treeValue(map[string]any{"a": 1}), treeValue(map[string]any{"b": 1}), false},
		{treeValue(map[string]any{"a": 1}), treeValue(map[string]any{"a": 2}), false},
		{treeValue(map[string]any{"a": []any{1}}), treeValue(map[string]any{"a": []any{1}}), true},
		{value.Tuple(one.Mark(value.Sensitive)), value.Tuple(one), true},
	} {
		if got := sameData(tt.a, tt.b); got != tt.want || sameData(tt.b, tt.a) != tt.want {
			t.Errorf("%v and %v are the same: %t", tt.a, tt.b, got)
		}
	}
}
