package eval_test

import (
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/types"
)

// specRow is an expression, the profiles it is about (nil for all), and what it gives; "!" stands for an error.
type specRow struct {
	expr, want string
	profile    *types.Profile
}

func runSpec(t *testing.T, rows map[string][]specRow) {
	for _, name := range sortedKeys(rows) {
		t.Run(name, func(t *testing.T) {
			for _, row := range rows[name] {
				for pn, p := range profiles {
					if row.profile != nil && row.profile != p {
						continue
					}
					v, diags := eval.Value(parse(t, row.expr), propertyScope(p))
					got := show(v)
					if diags.HasErrors() {
						got = "!"
					}
					if got != row.want {
						t.Errorf("%s (%s) gives %s %v, want %s", row.expr, pn, got, diags, row.want)
					}
				}
			}
		})
	}
}

// TestSpecOverruled has what is done instead of sentences of the native syntax specification about evaluation;
// docs/conformance.md lists them.
func TestSpecOverruled(t *testing.T) {
	runSpec(t, map[string][]specRow{
		"logic-unknown": {{`ub && false`, `false`, nil}, {`false && ub`, `false`, nil}, {`ub || true`, `true`, nil},
			{`ub || false`, `unknown bool`, nil}},
		"conditional-chosen": {{`b ? 8080 : "http"`, `8080`, types.Extended},
			{`b ? {} : obj`, `object[]:object({})`, types.Extended}},
		"conditional-compat":   {{`b ? [1] : [1, 2]`, `list[1]:list(number)`, types.Compat}},
		"expand-set":           {{`min([for v in st : 1]...)`, `1`, nil}, {`try(st...)`, `"p"`, nil}},
		"for-unknown-elements": {{`[for v in part : v]`, `tuple["x", unknown string]:tuple([string, string])`, nil}},
		"null-equality":        {{`nlst == nul_n`, `true`, types.Compat}, {`nlst == nul_n`, `true`, types.Extended}},
		"splat-single": {{`obj[*].id`, `tuple["a"]:tuple([string])`, nil},
			{`lobj[*].id`, `list["a", "b"]:list(string)`, nil}},
		"index-map":        {{`mp["j"]`, `2`, nil}, {`mp.j`, `2`, nil}},
		"open-container":   {{`in.spec.none`, `unknown dynamic`, nil}, {`in.spec.list[9]`, `unknown dynamic`, nil}},
		"division-by-zero": {{`1 / 0`, `+Inf`, types.Compat}, {`1 / 0`, `!`, types.Standard}, {`1 / 0`, `!`, types.Extended}},
	})
}

// TestSpecFollowed has the examples and statements of the specification's sections "Expressions" and "Templates".
func TestSpecFollowed(t *testing.T) {
	runSpec(t, map[string][]specRow{
		"for-expressions": {
			{`[for v in ["a", "b"]: v]`, `tuple["a", "b"]:tuple([string, string])`, nil},
			{`[for i, v in ["a", "b"]: i]`, `tuple[0, 1]:tuple([number, number])`, nil},
			{`{for i, v in ["a", "b"]: v => i}`, `object[a=0, b=1]:object({a = number, b = number})`, nil},
			{`{for i, v in ["a", "a", "b"]: v => i}`, `!`, nil},
			{`{for i, v in ["a", "a", "b"]: v => i...}["a"]`, `tuple[0, 1]:tuple([number, number])`, nil},
			{`[for i, v in ["a", "b", "c"]: v if i < 2]`, `tuple["a", "b"]:tuple([string, string])`, nil},
			{`[for v in ulst : v]`, `unknown dynamic`, nil},
			{`[for k, v in {b = 1, a = 2} : k]`, `tuple["a", "b"]:tuple([string, string])`, nil},
			{`[for k, v in st : k]`, `tuple["p", "q"]:tuple([string, string])`, nil},
		},
		"index": {
			{`lst["1"]`, `"y"`, nil}, {`lst[5]`, `!`, nil}, {`lst[-1]`, `!`, nil}, {`obj["id"]`, `"a"`, nil},
			{`obj["zz"]`, `!`, nil}, {`mp["zz"]`, `!`, nil},
			{`st[0]`, `!`, nil}, {`ulst[0]`, `unknown string`, nil}, {`ulst[un]`, `unknown string`, nil},
			{`tup[un]`, `unknown dynamic`, nil}, {`lst.0`, `"x"`, nil},
		},
		"attribute": {{`obj.id`, `"a"`, nil}, {`obj.zz`, `!`, nil}, {`uobj.id`, `unknown string`, nil}, {`n.id`, `!`, nil}},
		"splat": {
			{`lobj.*.id`, `list["a", "b"]:list(string)`, nil}, {`obj.*.id`, `tuple["a"]:tuple([string])`, nil},
			{`n.*`, `tuple[5]:tuple([number])`, nil},
			{`nul.*`, `tuple[]:tuple([])`, nil}, {`nlst.*`, `!`, nil},
			{`[[1, 2], [3]].*[0]`, `tuple[1, 2]:tuple([number, number])`, nil},
			{`[[1, 2], [3]][*][0]`, `tuple[1, 3]:tuple([number, number])`, nil},
		},
		"equality": {
			{`1 == 1.0`, `true`, nil}, {`"1" == 1`, `false`, nil}, {`[1] == tolist([1])`, `false`, nil},
			{`{a = 1} == {a = 1}`, `true`, nil},
			{`(un == 1) == !(un != 1)`, `unknown bool`, nil}, {`dyn == 1`, `unknown bool`, nil},
		},
		"comparison": {{`1 < 2`, `true`, nil}, {`"a" < "b"`, `!`, nil}, {`un < 1`, `unknown bool`, nil},
			{`dyn >= 1`, `unknown bool`, nil}},
		"arithmetic": {{`1 + 2 * 3`, `7`, nil}, {`7 % 4`, `3`, nil}, {`0.1 + 0.2`, `0.3`, nil}, {`-(-n)`, `5`, nil},
			{`dyn * 2`, `unknown number`, nil},
			{`9223372036854775807 + 1`, `9223372036854775808`, nil}},
		"conditional": {
			{`b ? "t" : "f"`, `"t"`, nil}, {`ub ? "t" : "f"`, `unknown string`, nil}, {`dyn ? "t" : "f"`, `unknown string`, nil},
			{`length(elst) > 0 ? elst[0] : "default"`, `"default"`, nil}, {`b ? elst[0] : "default"`, `!`, nil},
			{`b ? 1 : "a"`, `"1"`, types.Standard},
		},
		"templates": {
			{`"hello ${~ "world" }"`, `"helloworld"`, nil}, {`"%{ if true ~} hello %{~ endif }"`, `"hello"`, nil},
			{`"${"hello" ~}${" world"}"`, `"hello world"`, nil},
			{`"${true}"`, `true`, nil}, {`"${"${true}"}"`, `true`, nil}, {`"hello ${true}"`, `"hello true"`, nil},
			{`"${""}${true}"`, `"true"`, nil},
			{`"%{ for v in [true] }${v}%{ endfor }"`, `"true"`, nil}, {`"${us}!"`, `unknown string`, nil},
			{`"%{ if ub }a%{ endif }"`, `unknown string`, nil},
		},
		"calls": {{`min([2, 1]...)`, `1`, nil}, {`min(3, [2, 1]...)`, `1`, nil}, {`min(n...)`, `!`, nil},
			{`min(nlst...)`, `!`, nil}},
	})
}
