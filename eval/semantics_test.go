package eval_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/types"
)

// Rows of one expression and what it gives. "!" stands for an error. Empty means the same as the column before.
var semantics = []struct{ expr, standard, compat, extended string }{
	// Operators convert their operands; nulls are errors; divisions by zero depend on the profile.
	{`"2" + n`, `7`, ``, ``},
	{`n + null`, `!unknown number`, ``, ``},
	{`1 / 0`, `!unknown number`, `+Inf`, `!unknown number`},
	{`7 % 0`, `!unknown number`, `7`, `!unknown number`},
	{`-5 % 3`, `-2`, ``, ``},
	{`un + 1`, `unknown number`, ``, ``},
	{`dyn + 1`, `unknown number`, ``, ``},
	{`ms == "secret"`, `marked(true)`, ``, ``},
	{`-mn`, `marked(-7)`, ``, ``},
	{`!"true"`, `false`, ``, ``},
	{`1 == "1"`, `false`, ``, ``},
	{`null == nul_n`, `true`, ``, ``},
	{`nlst == nul_n`, `false`, `true`, ``},
	// Only what is needed is evaluated where an operand decides. In Compat null counts as false.
	{`true || nope`, `true`, ``, ``},
	{`nope || true`, `!unknown bool`, `true`, `!unknown bool`},
	{`b || null`, `true`, ``, ``},
	{`null && true`, `!unknown bool`, `false`, `!unknown bool`},
	{`false && 1`, `false`, `!unknown bool`, `false`},
	{`ub && false`, `false`, ``, ``},
	{`ub && true`, `unknown bool`, ``, ``},
	{`mb && true`, `marked(true)`, ``, ``},
	// Behind an unknown left operand a wrong right one is not an error: the left one may decide.
	{`ub && 5`, `unknown bool`, `!unknown bool`, `unknown bool`},
	{`ub || null`, `unknown bool`, ``, ``},
	{`ub && nope`, `unknown bool`, ``, ``},
	{`5 && ub`, `!unknown bool`, ``, ``},
	// Sets with unknown elements have neither an order nor a number of elements. In Compat they are gone over as they are.
	{`[for x in part_set : x]`, `unknown dynamic`, `tuple["x", unknown string]:tuple([string, string])`,
		`unknown dynamic`},
	{`{for x in part_set : "k" => x}`, `unknown dynamic`, `!object[k="x"]:object({k = string})`, `unknown dynamic`},
	{`{for x in part_set : "k" => x...}`, `unknown dynamic`,
		`object[k=tuple["x", unknown string]:tuple([string, string])]:object({k = tuple([string, string])})`,
		`unknown dynamic`},
	{`part_set[*]`, `unknown list(string)`, `list["x", unknown string]:list(string)`, `unknown list(string)`},
	{`"%{for x in part_set}${x}%{endfor}"`, `unknown string`, ``, ``},
	// An arm that is not chosen can change what the chosen one is converted to.
	{`b ? 1 : dyn`, `unknown dynamic`, `1`, `1`},
	{`b ? "a" : dyn`, `"a"`, ``, ``},
	{`b ? {a = 1} : dyn`, `unknown dynamic`, `object[a=1]:object({a = number})`, `object[a=1]:object({a = number})`},
	{`b ? [1, "x"] : [dyn, "y"]`, `tuple[unknown dynamic, "x"]:tuple([dynamic, string])`,
		`tuple[1, "x"]:tuple([number, string])`, `tuple[1, "x"]:tuple([number, string])`},
	{`b ? dyn : 1`, `unknown dynamic`, ``, ``},
	{`ub ? 1 : dyn`, `unknown dynamic`, ``, ``},
	{`ub ? 1 : {}.a`, `unknown number`, `unknown dynamic`, `unknown number`},
	// The value of a conditional.
	{`b ? 1 : "a"`, `"1"`, ``, `1`},
	{`b ? 1 : true`, `!unknown dynamic`, ``, `1`},
	{`b ? [1] : [1, 2]`, `!unknown dynamic`, `list[1]:list(number)`, `tuple[1]:tuple([number])`},
	{`b ? {a = 1} : {}`, `object[a=1]:object({a = number})`, `map[a=1]:map(number)`, `object[a=1]:object({a = number})`},
	{`b ? null : 1`, `null number`, ``, `null dynamic`},
	{`b ? obj : nope`, `object[id="a", n=1]:object({id = string, n = number})`, ``, ``},
	{`ub ? 1 : 2`, `unknown number`, ``, ``},
	{`ub ? 1 : "a"`, `unknown string`, ``, `unknown dynamic`},
	{`null ? 1 : 2`, `!unknown dynamic`, `!unknown number`, `!unknown dynamic`},
	{`true ? 1 : mn`, `1`, `marked(1)`, `1`},
	{`mb ? 1 : 2`, `marked(1)`, ``, ``},
	// Index and attributes; what an open container lacks is unknown, on closed ones an error.
	{`lst["0"]`, `"x"`, ``, ``},
	{`lst[2]`, `!unknown dynamic`, ``, ``},
	{`lst[0.5]`, `!unknown dynamic`, ``, ``},
	{`obj.id`, `"a"`, ``, ``},
	{`obj.ib`, `!unknown dynamic`, ``, ``},
	{`in.spec.size + 1`, `4`, ``, ``},
	{`in.status.id`, `unknown dynamic`, ``, ``},
	{`in.spec.list[7]`, `unknown dynamic`, ``, ``},
	{`in.spec.list[-1]`, `!unknown dynamic`, ``, ``},
	{`in.spec.size.x`, `!unknown dynamic`, ``, ``},
	{`mobj.id`, `marked("i")`, ``, ``},
	{`uobj.id`, `unknown string`, ``, ``},
	{`uobj.zz`, `!unknown dynamic`, ``, ``},
	// Splats.
	{`lobj[*].id`, `list["a", "b"]:list(string)`, ``, ``},
	{`lobj.*.id[0]`, `"a"`, ``, ``},
	{`st[*]`, `list["p", "q"]:list(string)`, ``, ``},
	{`s[*]`, `tuple["str"]:tuple([string])`, ``, ``},
	{`nul[*]`, `tuple[]:tuple([])`, ``, ``},
	{`nlst[*]`, `!unknown dynamic`, ``, ``},
	{`elst[*]`, `list[]:list(string)`, ``, ``},
	{`in.spec.list[*]`, `tuple[1, "b"]:tuple([number, string])`, ``, ``},
	{`ulst[*]`, `unknown list(string)`, ``, ``},
	// For expressions.
	{`[for i, v in lst : "${i}${v}"]`, `tuple["0x", "1y"]:tuple([string, string])`, ``, ``},
	{`{for k, v in mp : v => k}`, `object[1="k", 2="j"]:object({"1" = string, "2" = string})`, ``, ``},
	{`{for v in ["a", "a"] : v => 1}`, `!object[a=1]:object({a = number})`, ``, ``},
	{`{for i, v in ["a", "b", "a"] : v => i...}`,
		`object[a=tuple[0, 2]:tuple([number, number]), b=tuple[1]:tuple([number])]:object({a = tuple([number, number]), b ` +
			`= tuple([number])})`, ``, ``},
	{`[for v in lst : v if v == us]`, `unknown dynamic`, ``, ``},
	{`[for v in nul : v]`, `!unknown dynamic`, ``, ``},
	{`[for v in [] : v if nope]`, `tuple[]:tuple([])`, `!unknown dynamic`, `tuple[]:tuple([])`},
	{`[for v in mlst : v]`, `marked(tuple["m1"]:tuple([string]))`, ``, ``},
	{`[for v, v in lst : v]`, `tuple["x", "y"]:tuple([string, string])`, ``, ``},
	{`[for s in lst : s]`, `tuple["x", "y"]:tuple([string, string])`, ``, ``},
	// Objects, tuples, templates.
	{`{a = 1, a = 2}`, `object[a=2]:object({a = number})`, ``, ``},
	{`{(us) = 1}`, `unknown dynamic`, ``, ``},
	{`{(null) = 1}`, `!unknown dynamic`, ``, ``},
	{`{obj.id = 1}`, `!unknown dynamic`, ``, ``},
	{`{(obj.id) = 1}`, `object[a=1]:object({a = number})`, ``, ``},
	{`{true = 1, null = 2}`, `object[null=2, true=1]:object({null = number, true = number})`, ``, ``},
	{`{(ms) = 1}`, `marked(object[secret=1]:object({secret = number}))`, ``, ``},
	{`"${n}-${b}-${s}"`, `"5-true-str"`, ``, ``},
	{`"${n}"`, `5`, ``, ``},
	{`"a${null}b"`, `!"a"`, ``, ``},
	{`"a${us}b"`, `unknown string`, ``, ``},
	{`"a${ms}b"`, `marked("asecretb")`, ``, ``},
	{`"%{ if b }y%{ else }n%{ endif }!"`, `"y!"`, ``, ``},
	{`"%{ for v in lst ~} ${v} %{~ endfor }"`, `"xy"`, ``, ``},
	// Calls.
	{`upper(s)`, `"STR"`, ``, ``},
	{`upper(5)`, `"5"`, ``, ``},
	{`upper(null)`, `!unknown dynamic`, ``, ``},
	{`upper(us)`, `unknown string`, ``, ``},
	{`upper(ms)`, `marked("SECRET")`, ``, ``},
	{`min([3, 2]...)`, `2`, ``, ``},
	{`min(ulst...)`, `unknown dynamic`, ``, ``},
	{`ns::up("a")`, `"A"`, ``, ``},
	{`try(obj.zz, "d")`, `"d"`, ``, ``},
	{`can(obj.zz)`, `false`, ``, ``},
	{`try(1 + null, nope, 3)`, `3`, ``, ``},
}

func TestSemantics(t *testing.T) {
	for _, row := range semantics {
		e := parse(t, row.expr)
		want := row.standard
		for i, p := range []*types.Profile{types.Standard, types.Compat, types.Extended} {
			if next := []string{"", row.compat, row.extended}[i]; next != "" {
				want = next
			}
			v, diags := eval.Value(e, propertyScope(p))
			got := show(v)
			if diags.HasErrors() {
				got = "!" + got
			}
			if got != want {
				t.Errorf("%s, profile %d: got %s, want %s; %v", row.expr, i, got, want, diags)
			}
		}
	}
}

// What is missing in an open container names the whole way that the program took, and where.
func TestOrigins(t *testing.T) {
	for text, want := range map[string]string{
		`in.status.vpc.id`:                      "in.status.vpc.id@1-17",
		`"x-${in.status.id}-${in.spec.zone}"`:   "in.status.id@6-18 in.spec.zone@22-34",
		`in.status.a == 1 ? in.status.b : 2`:    "in.status.a@1-12",
		`[for v in in.spec.list : v][0] + in.n`: "in.n@34-38",
		`upper(in.spec.none)`:                   "in.spec.none@7-19",
		`{a = in.x}.a && in.y`:                  "in.x@6-10 in.y@17-21",
		`in.spec.list[9].x`:                     "in.spec.list[9].x@1-18",
		`in["status"].id`:                       `in["status"].id@1-16`,
	} {
		v, diags := eval.Value(parse(t, text), propertyScope(types.Extended))
		if v.IsKnown() || len(diags) > 0 {
			t.Errorf("%s is %s, %v", text, show(v), diags)
		}
		var got []string
		for _, o := range v.Origins().List() {
			got = append(got, o.Path.String()+"@"+strings.TrimPrefix(o.Range.String(), "test.hcl:1,"))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s waits for %s, want %s", text, s, want)
		}
	}
}
