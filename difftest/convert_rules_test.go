package difftest

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Rules of unification. Theirs is what go-cty gives safely and unsafely, which is asserted; ours is the same in the
// Compat profile unless it is stated.
func TestConvertUnifyRules(t *testing.T) {
	tests := []struct{ rule, types, theirs, ours string }{
		{"U1 number and string", "string|number", "string / string", ""},
		{"U1 bool and string", "string|bool", "string / string", ""},
		{"U1 all three", "string|number|bool", "string / string", ""},
		{"U2 number and bool", "number|bool", "- / -", ""},
		{"U3 dynamic and a primitive type", "string|dynamic", "dynamic / string", ""},
		{"U3 dynamic and a collection", "list(string)|dynamic", "dynamic / dynamic", ""},
		{"U3 dynamic and an object", "object({a = string})|dynamic", "dynamic / dynamic", ""},
		{"U4 list and set", "list(string)|set(number)", "list(string) / list(string)", ""},
		{"U4 list and a set of what does not convert safely", "list(number)|set(string)", "- / list(number)", ""},
		{"U5 map and object", "map(number)|object({a = string})", "map(string) / map(string)", ""},
		{"U5 map and object without a common type", "map(bool)|object({a = number})", "- / -", ""},
		{"U6 objects with other attributes", "object({a = string})|object({b = number})", "map(string) / map(string)", ""},
		{"U6 objects with other attributes of unrelated types", "object({a = bool})|object({b = number})", "- / -", ""},
		{"U6 one more attribute", "object({a = string})|object({a = string, b = string})", "map(string) / map(string)", ""},
		{"U6 an empty object", "object({a = string})|object({})", "map(string) / map(string)", ""},
		{"U7 objects with the same attributes", "object({a = string, b = bool})|object({a = number, b = bool})",
			"object({a = string, b = bool}) / object({a = string, b = bool})", ""},
		{"U7 one attribute does not unify", "object({a = bool})|object({a = number})", "- / -", ""},
		{"U8 tuples", "tuple([string, bool])|tuple([number, bool])", "tuple([string, bool]) / tuple([string, bool])", ""},
		{"U9 tuples of other lengths", "tuple([string])|tuple([string, number])", "list(string) / list(string)", ""},
		{"U9 an empty tuple", "tuple([])|tuple([string])", "list(string) / list(string)", ""},
		{"U10 list and tuple", "list(number)|tuple([string, number])", "list(string) / list(string)", ""},
		{"U11 set and tuple", "set(number)|tuple([number])", "set(number) / set(number)", ""},
		{"U12 list, set and tuple", "list(string)|set(string)|tuple([string])", "list(string) / list(string)", ""},
		{"U13 tuple and object", "tuple([])|object({})", "- / -", ""},
		{"U13 list and map", "list(string)|map(string)", "- / -", ""},
		{"U13 list and string", "list(string)|string", "- / -", ""},
		{"U14 a list of dynamic", "list(dynamic)|list(string)", "list(dynamic) / list(string)", ""},
		{"U15 dynamic", "dynamic|dynamic", "dynamic / dynamic", ""},
		{"U16 no types", "", "- / -", "dynamic / dynamic"},
	}
	for _, test := range tests {
		var ours []types.Type
		var theirs []cty.Type
		for _, text := range strings.Split(test.types, "|") {
			if text != "" {
				ours = append(ours, expr(text))
				theirs = append(theirs, ctyTypeOf(expr(text)))
			}
		}
		want := test.ours
		if want == "" {
			want = test.theirs
		}
		gotTheirs := theirUnified(ctyconvert.Unify, theirs) + " / " + theirUnified(ctyconvert.UnifyUnsafe, theirs)
		gotOurs := ourUnified(ours, convert.Safe) + " / " + ourUnified(ours, convert.Unsafe)
		if gotTheirs != test.theirs || gotOurs != want {
			t.Errorf("%s: %s in go-cty and %s in ours; want %s and %s", test.rule, gotTheirs, gotOurs, test.theirs, want)
		}
	}
}

func ourUnified(ts []types.Type, kind convert.Kind) string {
	got, ok := convert.Unify(ts, kind, types.Compat)
	if !ok {
		return "-"
	}
	return got.String()
}

func theirUnified(unify func([]cty.Type) (cty.Type, []ctyconvert.Conversion), ts []cty.Type) string {
	got, _ := unify(ts)
	if got == cty.NilType {
		return "-"
	}
	return typeOfCty(got).String()
}

// The conversions that go-cty returns for these fail at run time. Ours refuse the unification, or every input converts.
func TestConvertUnifyRuleOfConversions(t *testing.T) {
	pairs := [][2]value.Value{
		{value.ListOf(types.Dynamic, nil), value.Tuple(value.Int(1), value.String("a"))},
		{host.MapOf(types.Dynamic, host.NewShape(nil), nil), object([]string{"a", "b"}, value.Int(1), value.String("a"))},
	}
	for _, pair := range pairs {
		_, conversions := ctyconvert.Unify([]cty.Type{ctyTypeOf(pair[0].Type()), ctyTypeOf(pair[1].Type())})
		failed := false
		for i, c := range conversions {
			if c != nil && !survives(func() { _, err := c(ctyValueOf(pair[i])); failed = failed || err != nil }) {
				failed = true
			}
		}
		if !failed {
			t.Errorf("U17: the conversions of go-cty for %v and %v do not fail", pair[0].Type(), pair[1].Type())
		}
		got, ok := convert.Unify([]types.Type{pair[0].Type(), pair[1].Type()}, convert.Unsafe, types.Compat)
		for _, v := range pair {
			if !ok {
				break
			}
			if _, err := convert.Convert(v, got, types.Compat); err != nil {
				t.Errorf("U17: %v is no %v: %v", host.DebugString(v), got, err)
			}
		}
	}
}

// Rules about kinds of conversions, in both.
func TestConvertKindRules(t *testing.T) {
	for _, test := range []struct {
		rule, src, dst string
		want           convert.Kind
	}{
		{"P12 a number is always a text", "number", "string", convert.Safe},
		{"C12 what drops attributes counts as safe", "object({a = string, b = string})", "object({a = string})",
			convert.Safe},
		{"C20 a type is itself", "map(list(string))", "map(list(string))", convert.Safe},
		{"C3 a list loses its order and what it has twice", "list(string)", "set(string)", convert.Unsafe},
		{"C5 a tuple, too, but that counts as safe", "tuple([string])", "set(string)", convert.Safe},
		{"C6 a list is no tuple", "list(string)", "tuple([string])", convert.None},
		{"C17 a text is no list", "string", "list(string)", convert.None},
		{"C19 a list is no map", "list(string)", "map(string)", convert.None},
	} {
		src, dst := expr(test.src), expr(test.dst)
		if got, theirs := convert.Conversion(src, dst, types.Compat),
			ctyKind(ctyTypeOf(src), ctyTypeOf(dst)); got != test.want || theirs != test.want {
			t.Errorf("%s: %v in ours, %v in go-cty; want %v", test.rule, got, theirs, test.want)
		}
	}
	v := value.Tuple(value.Int(1))
	if same, err := convert.Convert(v, v.Type(), types.Compat); err != nil || !same.Equal(v) {
		t.Errorf("C20: %v is not itself: %v", host.DebugString(same), err)
	}
}
