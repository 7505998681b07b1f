package eval_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// costExamples have every form whose cost is counted in a way of its own.
var costExamples = []string{
	`n`, `1 + 2`, `n + 1`, `n + n + n`, `-n`, `!b`, `obj.id`, `obj["id"]`, `tup[n]`, `lst[*]`, `lobj[*].id`, `[n, n]`,
	`[n, n, n]`, `{a = n}`, `{a = n, b = n}`,
	`{(s) = n}`, `"${n}"`, `"a${s}b"`, `"a${s}b${s}"`, `"%{ if b }x%{ endif }"`, `"%{ for v in lst }${v}%{ endfor }"`,
	`[for v in lst : v]`, `[for v in lst : [v, v]]`,
	`{for v in lst : v => v}`, `{for v in lst : v => v...}`, `[for v in lst : v if v == "a"]`, `upper(s)`,
	`upper("abc")`, `max(1, 2, n)`, `max(lnum...)`, `try(obj.nope, 1)`,
	`b ? 1 : 2`, `dyn ? n : 2`, `lst == lst`, `concat(tup, tup)`, `[for v in many : v]`,
	`"%{ for v in many }x%{ endfor }"`, `many == many`, `{for v in many : v => v}`,
	`"0123456789012345678901234567890123456789012345678901234567890123456789"`,
	`12345678901234567890123456789012345678901234567890`, `wide`, `[for v in lst : wide]`, `[for v in lst : marked]`,
	`[for v in lst : waits]`, `[for v in lst : waits2]`, `big + 1`, `1 + big`, `big - 1`, `-big`, `big * big`, `big == big`,
	`big < 1`, `upper(big)`, `minus(big)`, `minus(n)`, `shout(s)`, `shout(long)`, `shout(big)`, `upper(long)`, `"${big}"`,
	`"a${big}"`, `"a${waits}"`, `"a${waits2}"`, `"a${marked}"`, `[waits2][*]`, `upper(waits2)`, `waits2 == "a"`,
	`-unum2`, `"${long}"`, `length(many)`, `[many, many]`, `{a = many}`, `many[0]`, `tolist(many)`, `toset(tup)`, `quote(nope, n)`,
	`length(items62)`, `length(items63)`, `length(items94)`, `length(items95)`, `upper(text4479)`, `upper(text4480)`,
	`max(items62...)`, `[1, 2, 3, "a", true, null]`,
}

// What an evaluation costs is counted by its work: steps, bytes of text, elements, and the size of its program. The
// golden file has the least limits with which each example gives its value, so that every change of them is seen. One
// less ends it.
func TestCosts(t *testing.T) {
	var out strings.Builder
	for _, text := range costExamples {
		ctx := propertyScope(types.Standard)
		ctx.Variables["many"] = manyItems(300)
		if ctx.Variables["lnum"].IsZero() {
			ctx.Variables["lnum"] = manyItems(3)
		}
		ctx.Functions = matrixFunctions
		wait := func(names ...string) (o *value.Origins) {
			for _, name := range names {
				o = o.Union(unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep(name)}}))
			}
			return o
		}
		ctx.Variables["waits"] = unknowns.From(types.String, wait("a"))
		ctx.Variables["waits2"] = unknowns.From(types.String, wait("a", "b", "c"))
		ctx.Variables["unum2"] = unknowns.From(types.Number, wait("a", "b"))
		ctx.Variables["marked"], ctx.Variables["long"] = value.True.Mark("m"), value.String(strings.Repeat("x", 1000))
		ctx.Variables["big"], _ = numbers.Parse(strings.Repeat("7", 10_000), types.NumberTextPlain)
		for _, n := range []int{62, 63, 94, 95} { // at the bounds of what is counted
			ctx.Variables[fmt.Sprint("items", n)] = manyItems(n)
		}
		for _, n := range []int{4479, 4480} {
			ctx.Variables[fmt.Sprint("text", n)] = value.String(strings.Repeat("x", n))
		}
		ctx.Variables["wide"] = value.Tuple(manyItems(100), manyItems(100))
		run := func(l eval.Limits) (*eval.Thread, value.Value) {
			th := &eval.Thread{Limits: l}
			return th, eval.ValueOn(parse(t, text), ctx, th)
		}
		least := func(limits func(n int) eval.Limits) int {
			return sort.Search(1<<16, func(n int) bool {
				th, _ := run(limits(n + 1)) // 0 is the default limit
				return th.Fatal() == nil
			}) + 1
		}
		th, _ := run(eval.Limits{})
		if th.Fatal() != nil {
			t.Fatalf("%s: %v", text, th.Diags)
		}
		steps := least(func(n int) eval.Limits { return eval.Limits{Steps: int64(n)} })
		bytes := least(func(n int) eval.Limits { return eval.Limits{Bytes: n} })
		elements := least(func(n int) eval.Limits { return eval.Limits{Elements: n} })
		e := parse(t, text)
		p, diags := eval.CompileExpression(e, &eval.Env{Profile: types.Standard,
			Scope: anyScope{layout: eval.NewLayout()}, Functions: matrixFunctions})
		if diags.HasErrors() {
			t.Fatal(text, diags)
		}
		fmt.Fprintf(&out, "%s\n  %d steps, at least %d; %d bytes, %d elements; the program takes %d bytes\n", text,
			th.Steps(), steps, bytes, elements, p.Size())
	}
	path := filepath.Join("testdata", "costs.golden")
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
	for i := range max(len(got), len(wanted)) {
		if i >= len(got) || i >= len(wanted) || got[i] != wanted[i] {
			t.Fatalf("%s:%d: %s\n got %s (-update writes the file anew)", path, i+1, got[max(0, i-1)], got[min(i, len(got)-1)])
		}
	}
}

// anyScope has a slot for every name.
type anyScope struct{ layout *eval.Layout }

func (s anyScope) Lookup(string) (int, bool) { return s.layout.Slot(), true }
func (s anyScope) Names() []string           { return nil }
