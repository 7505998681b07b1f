package eval_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// matrixValues has a value of every kind that operations tell apart, by the name of its variable.
func matrixValues() (names []string, vars map[string]value.Value) {
	unknown := func(of types.Type, name string) value.Value {
		return unknowns.From(of, unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep(name)}}))
	}
	str, one := value.String("a"), value.Int(1)
	object := value.Object(map[string]value.Value{"a": one, "b": str})
	ofA := types.Object(types.Attr{Name: "a", Type: types.String})
	vars = map[string]value.Value{
		"one": one, "half": value.Float(0.5), "zero": value.Int(0), "two": value.String("2"), "str": str,
		"yes": value.True, "no": value.False,
		"nul": value.Null, "nulstr": value.NullOf(types.String), "mstr": value.String("m").Mark("m"),
		"mone": one.Mark("n"), "myes": value.True.Mark("y"),
		"ustr": unknown(types.String, "ustr"), "upre": unknown(types.String,
			"upre").Refine(value.Refinement{NotNull: true, Prefix: "pre"}),
		"unum": unknown(types.Number, "unum").Refine(value.Refinement{NotNull: true, Min: value.Bound{Number: one,
			Inclusive: true}}),
		"ubool": unknown(types.Bool, "ubool"), "udyn": unknown(types.Dynamic, "udyn"), "mudyn": unknown(types.Dynamic,
			"mudyn").Mark("u"),
		"list": value.ListOf(types.String, []value.Value{str, value.String("b")}), "none": value.ListOf(types.String,
			nil), "tuple": value.Tuple(one, str, value.Null),
		"set": value.SetOf(types.Number, []value.Value{one, value.Int(2)}), "uset": value.SetOf(types.Number,
			[]value.Value{one, unknown(types.Number, "elem")}),
		"obj": object, "mobj": object.Mark("o"), "map": value.Map(types.Number, map[string]value.Value{"a": one}),
		"mtuple": value.Tuple(one.Mark("e"), str),
		"utuple": value.Tuple(one, unknown(types.String, "part")), "ulist": unknown(types.List(types.String), "ulist"),
		"uobj":    unknown(ofA, "uobj"),
		"lobj":    value.ListOf(ofA, []value.Value{value.Object(map[string]value.Value{"a": str})}),
		"umap":    unknown(types.Map(types.Bool), "umap"),
		"uunion":  unknown(types.Union(types.String, types.Bool), "uunion"),
		"nullist": value.NullOf(types.List(types.String)),
	}
	names = sortedKeys(vars)
	// Others take part only in forms that name them.
	ranged := func(name string, min, max int64) value.Value {
		return unknown(types.Number, name).Refine(value.Refinement{Min: value.Bound{Number: value.Int(min)},
			Max: value.Bound{Number: value.Int(max), Inclusive: true}})
	}
	vars["low"], vars["high"] = ranged("low", -3, 1), ranged("high", 1, 5)
	vars["nulnum"], vars["nulset"] = value.NullOf(types.Number), value.NullOf(types.Set(types.Number))
	vars["noset"], vars["oneset"] = value.SetOf(types.Number, nil), value.SetOf(types.Number, []value.Value{one})
	vars["mnul"], vars["mnulnum"] = value.Null.Mark("z"), value.NullOf(types.Number).Mark("z")
	vars["mudynt"] = value.Tuple(unknown(types.Dynamic, "inner").Mark("u"))
	vars["few"] = unknown(types.List(types.String), "few").Refine(value.Refinement{NotNull: true, MinLen: 1, MaxLen: 3})
	vars["upto1"] = unknown(types.List(types.String), "upto1").Refine(value.Refinement{MaxLen: 1})
	vars["nlist"] = value.ListOf(types.String, []value.Value{str, value.NullOf(types.String)})
	vars["empty"] = unknown(types.List(types.String), "empty").Refine(value.Refinement{NoElements: true})
	return names, vars
}

// resultText is everything about a result that somebody can observe.
func resultText(v value.Value, diags diag.List) string {
	text := host.DebugString(v)
	if !v.IsWhollyKnown() {
		text += " " + v.Type().String()
	}
	r := v.Refinement()
	if r.NotNull {
		text += " not null"
	}
	if r.Prefix != "" {
		text += fmt.Sprintf(" prefix %q", r.Prefix)
	}
	if !r.Min.Number.IsZero() {
		text += fmt.Sprintf(" from %s %t", r.Min.Number.NumberText(), r.Min.Inclusive)
	}
	if !r.Max.Number.IsZero() {
		text += fmt.Sprintf(" to %s %t", r.Max.Number.NumberText(), r.Max.Inclusive)
	}
	if r.MinLen != 0 || r.MaxLen != 0 || r.NoElements {
		text += fmt.Sprintf(" length %d to %d %t", r.MinLen, r.MaxLen, r.NoElements)
	}
	for _, m := range host.MarksDeep(v).List() {
		text += fmt.Sprintf(" mark %v", m)
	}
	for _, o := range v.Origins().List() {
		text += " waits " + o.Path.String()
	}
	for _, d := range diags {
		text += "; " + d.Code
		if d.Severity != diag.Error {
			text += " (" + d.Severity.String() + ")"
		}
		text += " " + strings.TrimPrefix(d.Subject.String(), "test.hcl:1,")
		if d.Context.File != nil {
			text += " in " + strings.TrimPrefix(d.Context.String(), "test.hcl:1,")
		}
		text += ": " + d.Detail
	}
	return text
}

// matrixForms are the operations, with x, y and z for values. What stands behind the bar says which values take their
// places, and behind a second bar which take all but the first; a place without a list takes all.
var matrixForms = []string{
	"-x", "!x", "x.a", "x[*]", "x[*].a", "x.*.a", `"${x}"`, `"<${x}>"`, `"${x}${x}"`, "[x, 1]", "{k = x}", "{(x) = 1}",
	"{(x) = 1, (x) = 2}",
	"[for v in x : v]", "[for k, v in x : k]", "{for k, v in x : k => v}", "{for k, v in x : v => k...}",
	"[for v in x : 1 if v == 1]", "[for v in [1, 2] : v if x]",
	`"%{ if x }A%{ else }B%{ endif }"`, `"%{ for v in x }${v},%{ endfor }"`, "upper(x)", "length(x)", "max(x...)",
	"max(1, x...)", "min(x, 1)", "try(x.a, 5)", "can(x.a)", "tolist(x)",
	"x ? 1 : 2", "yes ? x : str", "no ? x : one", "x == null", "concat(x, [1])", "coalesce(x, 3)", "jsonencode(x)",
	"[x][0]", "{a = x}.a", "[for v in [x] : v][0]",
	"x + y | one half two str nul mone unum udyn yes", "x - y | one half zero unum mone",
	"x * y | one half zero unum mone nul", "x / y | one half zero unum mone", "x % y | one half zero unum mone",
	"x < y | one half two str nul mone unum udyn", "x >= y | one half nul mone unum",
	"x == y | one str yes nul nulstr mstr ustr upre unum udyn list tuple utuple obj",
	"x != y | one str nul mstr upre udyn utuple", "x && y | yes no nul myes ubool udyn str two one",
	"x || y | yes no nul myes ubool udyn str",
	"x ? y : z | yes no ubool myes mudyn",
	"x[y] | list tuple obj map set mobj mtuple utuple ulist uobj umap udyn nul str one",
	"{(x) = 1, (y) = 2} | str two mstr ustr udyn one",
	"ubool ? {a = x} : {a = y} | one two str nul mone unum udyn", "ubool ? [x] : [y] | one str nul ustr unum udyn",
	"udyn ? x : y | one half str unum list none tuple",
	"ubool ? tolist([x]) : tolist([y]) | one str mstr ustr", "ubool ? [x, 1] : [y] | one str",
	"ubool ? {a = x} : {b = y} | one str", "ubool ? x : y | list none ulist set tuple obj map uobj lobj umap",
	"[{a = x}, {a = y}][*].a | one str nul mone ustr udyn", "tolist([{a = x}, {a = y}])[*].a | one str ustr udyn",
	"[x, y][*].a | obj mobj uobj map nul udyn",
	`"%{ for v in [x, y] }${v}%{ endfor }" | one str mstr ustr upre udyn nul list`,
	"{for v in [x, y] : v => 1} | one str mstr ustr udyn nul", "{for v in [x, y] : v => v...} | one str mstr ustr udyn",
	"[for v in [1, 2] : x if y] | str mstr ustr ubool myes udyn nul yes no",
	"{for k in [1, 2] : x => k if y} | str ubool myes no", "x.a.b | obj mobj map uobj udyn lobj nul",
	"x.a[0] | obj lobj udyn nul",
	"[x][y] | zero one two mone unum udyn nul str", "(yes ? x : y).a | obj map uobj one udyn",
	"try(x.b, y) | obj mobj uobj udyn nul one ustr", "can(x[y]) | list tuple map obj uobj udyn one str",
	"upper(x + y) | one str", "min(x, y) | one half mone unum udyn nul str",
	"max([x, y]...) | one mone unum udyn nul str", "coalesce(x, y) | nul one mstr ustr udyn",
	"concat(x, y) | list tuple none ulist utuple mtuple udyn",
	"upper() | one", "upper(1, 2) | one", "upper(1, 2, 3) | one", "upper(1, 2, [3]...) | one", "upper([]...) | one",
	"ns::upp(1) | one", "nz::up(1) | one", "up(1) | one", "nope(1) | one", "upper([]) | one", "coalesce() | one",
	"nope | one", "x.nope | obj mobj map uobj lobj", "[for v in list : w] | one", "[for aaa in list : aab] | one",
	"[for k, v in list : [for v in list : kk]] | one", "1 +  nope | one", "!nope && nope | one",
	"{a = 1, a = 2} | one", "{a = nope, b = nope} | one", `"${nope}${nope}" | one`, "[nope, nope] | one",
	"nope ? nope : nope | one", "true ? 1 : nope | one", "false ? nope : 1 | one", "ubool ? nope : 1 | one",
	"ubool ? 1 : str.a | one",
	"<<-E\n  a ${x}\n    b\n  E\n | one str mstr ustr nul",
	"ubool ? x : y | one half nulnum low high unum | one half nulnum low high unum",
	"ubool ? x : y | set uset nulset noset oneset | set uset nulset noset oneset",
	"ubool ? x : y | list none ulist few upto1 empty nullist | list none ulist few upto1 empty nullist",
	"yes ? x : y | nul mnul nulstr mnulnum one mone ustr unum udyn mudyn " +
		"list ulist none set uset tuple utuple mudynt obj uobj lobj umap | " +
		"nul mnul nulstr mnulnum one mone ustr unum udyn mudyn list " +
		"ulist none set uset tuple utuple mudynt obj uobj lobj umap",
	"no ? x : y | nul mnul nulstr mnulnum one mone ustr unum udyn mudyn " +
		"list ulist none set uset tuple utuple mudynt obj uobj lobj umap | " +
		"nul mnul nulstr mnulnum one mone ustr unum udyn mudyn list " +
		"ulist none set uset tuple utuple mudynt obj uobj lobj umap",
	"x < y | one low high half nulnum", "x >= y | one low high half", "x == y | one low high",
	"x == y | few empty list none",
	"\"a${x}\" + y | nul | one str nul", "y - \"${x}a\" | nul | one str nul", "\"a${x}\" < \"b${y}\" | nul one | nul one",
	"x[*][*] | nlist list set tuple uset ulist",
	"shout(x)", `shout("a${x}")`, "minus(x)", "minus(x + y) | one str unum nul", "quote(x, y) | one nul ustr",
	"unquote(x, y) | one mstr nul", "quote(nope.x[1], y) | one", "unquote(x, nope) | nul", "unquote([x, nope]...) | nul",
	"quote(x) | one", "quote(x, y, x) | one", "unquote(x, [y]...) | one | one ustr",
	`"${x}-${y}" | str mstr ustr upre one udyn nul list`,
	"[for k, v in {a = x, b = y} : v if x == y] | one str ustr mstr",
}

// matrixThird are the values that stand for the second and third place where the first has a list and these have not.
var matrixThird = []string{"one", "str", "yes", "nul", "mstr", "ustr", "upre", "unum", "udyn", "list", "tuple",
	"utuple", "obj", "map", "uobj"}

// Every operation on every kind of value: the result with its type, refinements, marks and origins, and what is
// reported. Of the profiles but Standard the golden file shows what differs from Standard.
func TestMatrixOfOperations(t *testing.T) {
	names, vars := matrixValues()
	var out strings.Builder
	standard := map[string]string{}
	profiles := []struct {
		name string
		p    *types.Profile
	}{{"Standard", types.Standard}, {"Compat", types.Compat}, {"Extended", types.Extended}}
	for _, form := range matrixForms {
		for _, p := range profiles {
			var results []string
			by := map[string][]string{}
			ctx := &hcl.EvalContext{Variables: vars, Functions: matrixFunctions, Profile: p.p}
			for _, values := range matrixRow(form, names) {
				text, _, _ := strings.Cut(form, " | ")
				expr := text
				for i, place := range []string{"x", "y", "z"}[:len(values)] {
					expr = replaceWord(expr, place, values[i])
				}
				what := strings.Join(values, " ")
				v, diags := eval.Value(parse(t, expr), ctx)
				result := resultText(v, diags)
				if p.p == types.Standard {
					standard[expr] = result
				} else if standard[expr] == result {
					continue
				}
				if by[result] == nil {
					results = append(results, result)
				}
				by[result] = append(by[result], what)
			}
			if len(results) > 0 {
				fmt.Fprintf(&out, "%s, %s\n", strings.ReplaceAll(form, "\n", `\n`), p.name)
			}
			for _, r := range results {
				fmt.Fprintf(&out, "  %s <- %s\n", r, strings.Join(by[r], ", "))
			}
		}
	}
	path := filepath.Join("testdata", "operations.golden")
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
	title := ""
	for i := range min(len(got), len(wanted)) {
		if !strings.HasPrefix(got[i], "  ") {
			title = got[i]
		}
		if got[i] != wanted[i] {
			t.Fatalf("%s:%d: below %s\n got %s\nwant %s\n(-update writes the file anew)", path, i+1, title, got[i], wanted[i])
		}
	}
	if !slices.Equal(got, wanted) {
		t.Fatalf("%d lines, want %d", len(got), len(wanted))
	}
}

// matrixRow gives the values for the places of a form.
func matrixRow(form string, names []string) [][]string {
	text, list, limited := strings.Cut(form, " | ")
	list, second, both := strings.Cut(list, " | ")
	first, others := names, matrixThird
	if limited {
		first = strings.Fields(list)
	}
	if both {
		others = strings.Fields(second)
	} else if !strings.Contains(text, "?") && !strings.Contains(text, "[y]") {
		others = first
	}
	if strings.Contains(text, "[y]") && !both {
		others = append(slices.Clone(others), "zero", "half", "two")
	}
	var rows [][]string
	for _, x := range first {
		if replaceWord(text, "y", "") == text {
			rows = append(rows, []string{x})
			continue
		}
		for _, y := range others {
			if replaceWord(text, "z", "") == text {
				rows = append(rows, []string{x, y})
				continue
			}
			for _, z := range others {
				rows = append(rows, []string{x, y, z})
			}
		}
	}
	return rows
}

// replaceWord replaces a variable of one letter.
func replaceWord(text, word, by string) string {
	letter := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] >= 'a' && text[i] <= 'z' || text[i] == '.' && i+1 < len(text) &&
			text[i+1] != '.')
	}
	var b strings.Builder
	for i := range len(text) {
		if text[i:i+1] == word && !letter(i-1) && (i+1 >= len(text) || text[i+1] < 'a' || text[i+1] > 'z') {
			b.WriteString(by)
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
