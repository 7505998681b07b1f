package eval_test

import (
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/types"
)

// compiled is an expression compiled over the variables of the property scope.
func compiled(t testing.TB, text string, p *types.Profile) (*eval.Program, *eval.Frame) {
	return compiledWith(t, text, p, nil)
}

// compiledWith is compiled for a program that counts at points, if those are not nil.
func compiledWith(t testing.TB, text string, p *types.Profile, points *[]eval.Point) (*eval.Program, *eval.Frame) {
	layout := eval.NewLayout()
	sc := testScope{}
	vars := propertyScope(p).Variables
	vars["list"] = manyItems(1000)
	for _, name := range sortedKeys(vars) {
		sc[name] = layout.Slot()
	}
	prog, diags := eval.CompileExpression(parse(t, text),
		&eval.Env{Profile: p, Scope: sc, Functions: testFunctions, Layout: layout, Points: points})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	f := eval.NewFrame(layout, &eval.Thread{Limits: eval.Limits{Steps: 1 << 60, Elements: 1 << 60, Bytes: 1 << 60}})
	for name, slot := range sc {
		f.Set(slot, vars[name])
	}
	return prog, f
}

// Scalar expressions allocate nothing, and others only what they return.
func TestAllocations(t *testing.T) {
	for _, c := range []struct {
		expr string
		want float64
	}{
		{`n + 1`, 0}, {`n * 2 - 3 > 4 && !b || n == 5`, 0}, {`-n % 3`, 0}, {`s == "str" ? "a" : "b"`, 0}, {`b ? n : 2`, 0},
		{`obj.id`, 0}, {`in.spec.size + 1`, 0}, {`lst[1]`, 0}, {`mp["k"]`, 0}, {`lobj[n - 4].id`, 0},
		{`"hello"`, 0}, {`[1, 2, {a = "b"}]`, 0}, {`min(n, 2, 7)`, 0}, {`"${n}"`, 0},
		{`"x-${s}"`, 1}, {`"${s}:${n}:${b}"`, 1}, {`upper(s)`, 1},
		{`[n, s]`, 2}, {`{a = n, b = s, "c" = b}`, 2}, {`[for v in list : v + 1]`, 2}, {`lobj[*].id`, 2},
		{`"%{ for v in lst }${v},%{ endfor }"`, 1}, {`try(n, 2)`, 2},
	} {
		for name, p := range profiles {
			prog, f := compiled(t, c.expr, p)
			prog.Eval(f)
			if got := testing.AllocsPerRun(200, func() { prog.Eval(f) }); got > c.want {
				t.Errorf("%s, %s: %v allocations, want %v", c.expr, name, got, c.want)
			}
		}
	}
}

// Evaluating in a context allocates no more than running a program.
func TestValueAllocations(t *testing.T) {
	ctx := propertyScope(types.Extended)
	for text, want := range map[string]float64{`n + 1`: 0, `s == "x" ? 1 : 2`: 0, `"x-${s}"`: 1, `42`: 0, `[1, 2]`: 0} {
		e := parse(t, text)
		eval.Value(e, ctx)
		if got := testing.AllocsPerRun(200, func() { eval.Value(e, ctx) }); got > want {
			t.Errorf("%s: %v allocations, want %v", text, got, want)
		}
	}
}

// The number of steps is a property of the program and its data: more of the same costs in proportion.
func TestStepsAreLinear(t *testing.T) {
	steps := func(n int, text string) int64 {
		ctx := propertyScope(types.Extended)
		ctx.Variables["list"] = manyItems(n)
		var th eval.Thread
		eval.ValueOn(parse(t, text), ctx, &th)
		return th.Steps()
	}
	for _, text := range []string{`[for v in list : v + 1]`, `{for v in list : v => "${v}"...}`, `list[*]`,
		`"%{ for v in list }${v}%{ endfor }"`} {
		a, b := steps(1000, text), steps(10_000, text)
		if b < 9*a || b > 11*a {
			t.Errorf("%s takes %d steps for 1,000 elements and %d for 10,000", text, a, b)
		}
	}
}

func BenchmarkProgram(b *testing.B) {
	for _, text := range []string{`n + 1`, `s == "prod" ? "a" : "b"`, `"a ${s} b ${n + 1} ${upper(s)}"`,
		`[for v in list : v + 1]`, `{for v in list : "k${v}" => v}`,
		`lobj[*].id`, `in.spec.size`, `{a = n, b = s, c = "x-${s}", d = [n, 1]}`} {
		b.Run(text, func(b *testing.B) {
			prog, f := compiled(b, text, types.Extended)
			b.ReportAllocs()
			for b.Loop() {
				prog.Eval(f)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	e := parse(b, `{for o in lobj : upper(o.id) => "${o.n + n}-x" if o.n > 0 && s == "a"}`)
	sc := testScope{"lobj": 0, "n": 1, "s": 2}
	b.ReportAllocs()
	for b.Loop() {
		eval.CompileExpression(e, &eval.Env{Scope: sc, Functions: testFunctions})
	}
}
