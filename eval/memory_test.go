package eval_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// again applies an expression over a to its own result, n times.
func again(n int, first, each string) string {
	return strings.Repeat("[for a in [", n) + first + strings.Repeat("] : "+each+"][0]", n)
}

// What is larger than what is left is not built: an evaluation takes a small multiple of its limit, whatever it tries
// to make.
func TestMemoryIsBoundedBeforeItIsTaken(t *testing.T) {
	const limit, most = 1 << 20, 12 << 20
	for _, expr := range []string{
		again(30, "s", `"${a}${a}"`),
		again(30, "s", `"-${a}${a}${a}${a}${a}${a}${a}${a}"`),
		`"%{ for x in many }%{ for y in many }${long}%{ endfor }%{ endfor }"`,
		again(8, "s", "join(a, many)"),
		`join(long, [for x in range(500) : long])`,
		`[for x in many : upper("${x}${long}")]`,
		`[for x in many : urlencode("${long}%")]`,
		`replace(substr(long, 0, 1000), "x", long)`,
		`replace(long, "/x/", long)`,
		`replace(long, "/(?s).*/", ` +
			`"$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0")`,
		`format("%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s", [for x in range(41) ` +
			`: long]...)`,
		`formatlist("%s%s", many, long)`,
		`format("%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d%065536d", [for x in range(18) : x]...)`,
		`indent(4096, join("\n", many))`,
		`jsonencode([for x in many : long])`,
		`yamlencode([for x in many : long])`,
		`jsonencode(replace(substr(long, 0, 20000), "x", "<<<<<<<<<<<<<<"))`,
		`jsondecode("[${join(",", [for x in many : "[[],[],[],[],[],[],[],[]]"])},${join(",", [for x in many : ` +
			`"[[],[],[],[],[],[],[],[]]"])}]")`,
		`yamldecode(join("\n", [for x in many : "- a\n- b\n- [c, d]"]))`,
		`split("", "${long}${long}")`,
		`regexall(".", "${long}${long}")`,
		`setproduct(many, many)`,
		`concat([for x in many : many]...)`,
		`flatten([for x in many : many])`,
		`flatten([for x in many : many[*]])`,
		`merge([for x in many : { for y in range(500) : "k${y}-${x}" => x }]...)`,
		again(25, "many", "concat(a, a)"),
		`[for x in many : [x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, ` +
			`x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x]]`,
		`[for x in many : { a = x, b = x, c = x, d = x, e = x, f = x, g = x, h = x, i = x, j = x, k = x, l = x, m = x, n = ` +
			`x, o = x, p = x, q = x, r = x, t = x, u = x, v = x, w = x, y = x, z = x, aa = x, ab = x, ac = x, ad = x, ae = x, ` +
			`af = x, ag = x, ah = x, ai = x, aj = x, ak = x, al = x, am = x, an = x, ao = x, ap = x, aq = x, ar = x, as = x, ` +
			`at = x, au = x }]`,
		`[for x in many : many[*]]`,
		`[for x in many : number * 3 + x]`,
		`[for x in many : -number]`,
		`[for x in many : [for y in many : 1 / (x + y + 3)]]`,
		`[for x in many : tolist(["x", number])]`,
		`[for x in many : sort(["x", number])]`,
		`join("", [for x in many : [for y in many : number]]...)`,
		`[for x in many : tonumber("7${long}" == x ? "1" : "${number}")]`,
		`[for x in many : jsondecode("[1e16000, 1e16000, 1e16000, 1e16000, ${x}]")]`,
		`[for x in many : yamldecode("[1e16000, 1e16000, 1e16000, 1e16000, ${x}]")]`,
		`format(replace(long, "x", "%d"), 1)`,
		`formatdate(replace(long, "x", "YYYY-"), "2018-01-02T23:12:01Z")`,
		`regex("(abcdefghij){1000}${many[0]}", "x")`,
		`regex("[${replace(substr(long, 0, 2000), "x", "\\pL")}]", "x")`,
		`transpose({ for x in many : x => many })`,
		`k8s::merge([for i in range(2) : ` + again(9, "{ x = 1 }", "{ a = a, b = a, c = a }") + `]...)`,
		`[for x in many : k8s::get({}, replace(long, "x", "a."), 1)]`,
		`csvdecode("${join(",", many)},${join(",", many)},${join(",", many)},${join(",", many)},${join(",", ` +
			`many)},${join(",", many)},${join(",", many)},${join(",", many)},${join(",", many)},${join(",", ` +
			`many)},${join(",", many)},${join(",", many)}")`,
		`[for x in many : [for y in many : "${x}${unknown}"]]`,
		`[for x in many : [for y in many : unknown]]`,
	} {
		x := parse(t, expr)
		ctx := propertyScope(types.Extended)
		ctx.Functions = stdlib.Table()
		ctx.Variables["many"] = manyItems(1000)
		ctx.Variables["s"] = value.String("0123456789")
		ctx.Variables["long"] = value.String(strings.Repeat("x", 60_000))
		ctx.Variables["number"], _ = numbers.Parse(strings.Repeat("7", 60_000), types.NumberTextPlain)
		ctx.Variables["unknown"] = unknowns.From(types.String,
			unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep("a")}}))
		th := &eval.Thread{Limits: eval.Limits{Bytes: limit}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		eval.ValueOn(x, ctx, th)
		runtime.ReadMemStats(&after)
		if len(th.Diags) != 1 || th.Diags[0].Summary != "Too much text" || th.Diags[0].Subject.IsZero() {
			t.Errorf("%.80s: %v", expr, th.Diags)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > most && !underRace {
			t.Errorf("%.80s: %d KB are allocated, with a limit of %d KB", expr, took>>10, limit>>10)
		}
	}
}

// Functions take steps for what they do, and not only for being called.
func TestWorkTakesSteps(t *testing.T) {
	for _, expr := range []string{
		`[for x in many : regex("(a|b|c){1,50}${x}|", "abc")]`,
		`[for x in many : replace("abc", "/(a|b|c){1,50}${x}/", "")]`,
		`[for x in many : regexall("(.*)(.*)(.*)(.*)(.*)y", long)]`,
	} {
		ctx := propertyScope(types.Extended)
		ctx.Functions = stdlib.Table()
		ctx.Variables["many"] = manyItems(1000)
		ctx.Variables["long"] = value.String(strings.Repeat("x", 6000))
		th := &eval.Thread{Limits: eval.Limits{Steps: 100_000}}
		eval.ValueOn(parse(t, expr), ctx, th)
		if len(th.Diags) != 1 || th.Diags[0].Summary != "Too many steps" {
			t.Errorf("%s: %d steps, %v", expr, th.Steps(), th.Diags)
		}
	}
}

// Errors that name the errors that they come from stay short.
func TestErrorsOfErrorsAreBounded(t *testing.T) {
	expr := `tonumber("x")`
	for range 12 {
		expr = "try(" + expr + ", " + expr + ")"
	}
	ctx := propertyScope(types.Extended)
	ctx.Functions = stdlib.Table()
	th := &eval.Thread{}
	eval.ValueOn(parse(t, expr), ctx, th)
	if len(th.Diags) == 0 {
		t.Fatal("no error")
	}
	for _, d := range th.Diags {
		if len(d.Detail) > 8<<10 {
			t.Errorf("the error has %d bytes", len(d.Detail))
		}
	}
}

// What depends on nothing is evaluated in advance only as far as it may be kept.
func TestFoldingIsBounded(t *testing.T) {
	var budget eval.Budget
	env := &eval.Env{Profile: types.Extended, Functions: stdlib.Table(), Budget: &budget}
	constants := 0
	for range 200 {
		file := source.NewFileString("x", `format("%9999d", 1)`)
		e, _ := syntax.ParseExpression(file)
		env.File = file
		p, _ := eval.Compile(e, env)
		if _, ok := p.Constant(); ok {
			constants++
		}
	}
	if constants < 50 || constants > 150 || budget.Bytes() > 1<<20 {
		t.Errorf("%d values are kept, of %d bytes", constants, budget.Bytes())
	}
}

// So are the steps that are spent on it, however small the values are.
func TestStepsOfFoldingAreBounded(t *testing.T) {
	var budget eval.Budget
	env := &eval.Env{Profile: types.Extended, Functions: stdlib.Table(), Budget: &budget}
	constants, long := 0, "length([for x in range(60) : x"+strings.Repeat(" + x", 100)+"])"
	for range 300 {
		e := parse(t, long)
		env.File = e.File
		p, _ := eval.Compile(e.Node, env)
		if _, ok := p.Constant(); ok {
			constants++
		}
	}
	if constants < 100 || constants > 200 {
		t.Errorf("%d of 300 long loops are evaluated in advance", constants)
	}
}

// What is beyond the number of diagnostics that are kept is not made.
func TestDroppedDiagnosticsAreNotMade(t *testing.T) {
	for text, want := range map[string]float64{ // what finding the mistake takes
		`[for x in many : "<${null}>"]`: 1, `[for x in many : x.a]`: 2, `[for x in many : -[]]`: 2,
		`[for x in many : [] + 1]`: 2, `{ for x in many : "k" => x }`: 0,
	} {
		cost := func(n int) float64 {
			ctx := propertyScope(types.Extended)
			ctx.Variables["many"] = manyItems(n)
			e := parse(t, text)
			return testing.AllocsPerRun(1, func() { eval.Value(e, ctx) })
		}
		few, more := cost(6000), cost(12_000)
		if each := (more - few) / 6000; each > want+0.5 && !underRace {
			t.Errorf("%s: %.1f allocations for each diagnostic that is dropped, want %.0f", text, each, want)
		}
	}
}
