package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// counted compiles an expression that counts, over the variables of the property scope, which each call of the result
// evaluates with others.
func counted(t rapid.TB, text string, p *types.Profile) (*[]eval.Point, *eval.Program,
	func(vars map[string]value.Value) (*eval.Thread, value.Value)) {
	layout, sc, points := eval.NewLayout(), testScope{}, &[]eval.Point{}
	scope := propertyScope(p)
	for _, name := range sortedKeys(scope.Variables) {
		sc[name] = layout.Slot()
	}
	env := &eval.Env{Profile: p, Scope: sc, Functions: scope.Functions, Layout: layout, Points: points}
	file := source.NewFileString("e", text)
	node, diags := syntax.ParseExpression(file)
	if diags.HasErrors() {
		t.Fatalf("%s: %v", text, diags)
	}
	prog, _ := eval.CompileExpression(syntax.NewExpression(file, node), env)
	return points, prog, func(vars map[string]value.Value) (*eval.Thread, value.Value) {
		thread := &eval.Thread{Counts: make([]eval.Count, len(*points))}
		f := eval.NewFrame(layout, thread)
		for name, slot := range sc {
			v, ok := vars[name]
			if !ok {
				v = scope.Variables[name]
			}
			f.Set(slot, v)
		}
		return thread, prog.Eval(f)
	}
}

// The points of expressions and their counts, written as kind, text, and how often evaluated, true and false.
func TestPoints(t *testing.T) {
	unknown := map[string]value.Value{"b": value.Unknown(types.Bool)}
	for _, c := range []struct {
		expr string
		vars map[string]value.Value
		want string
	}{
		{`n`, nil, "expression n 1"},
		{`b`, nil, "expression b 1 true 1"},
		{`!b`, nil, "expression !b 1 false 1"},
		{`b ? "x" : n`, nil, `arm "x" 1; arm n 0; expression b ? "x" : n 1`},
		{`!b ? "x" : (n)`, nil, `arm "x" 0; arm (n) 1; expression !b ? "x" : (n) 1`},
		{`b ? !b ? 1 : 2 : 3`, nil, `arm 1 0; arm 2 1; arm !b ? 1 : 2 1; arm 3 0; expression b ? !b ? 1 : 2 : 3 1`},
		// whether an arm is chosen is not known: nothing in the arms counts, although both are looked at
		{`b ? (n > 0 ? 1 : 2) : 3`, unknown,
			`arm 1 0; arm 2 0; arm (n > 0 ? 1 : 2) 0; arm 3 0; expression b ? (n > 0 ? 1 : 2) : 3 1`},
		{`b && n > 100`, nil, "operand b 1 true 1; operand n > 100 1 false 1; expression b && n > 100 1 false 1"},
		{`b || n > 100`, nil, "operand b 1 true 1; operand n > 100 0; expression b || n > 100 1 true 1"},
		{`b && n > 0 && s == "x"`, nil,
			`operand b 1 true 1; operand n > 0 1 true 1; operand s == "x" 1 false 1; expression b && n > 0 && s == "x" 1 ` +
				`false 1`},
		{`(b || n > 1) && n > 0`, nil,
			`operand b 1 true 1; operand n > 1 0; operand n > 0 1 true 1; expression (b || n > 1) && n > 0 1 true 1`},
		{`b && n > 0`, unknown, "operand b 1; operand n > 0 1 true 1; expression b && n > 0 1"},
		{`[for v in [1, 2, n] : v if v > 1]`, nil,
			"filter v > 1 3 true 2 false 1; expression [for v in [1, 2, n] : v if v > 1] 1"},
		{`{for v in [n] : v => b ? 1 : 2}`, nil, "arm 1 1; arm 2 0; expression {for v in [n] : v => b ? 1 : 2} 1"},
		{`try(obj.nothing, n, 1)`, nil,
			"alternative obj.nothing 0; alternative n 1; alternative 1 0; expression try(obj.nothing, n, 1) 1"},
		{`try(dyn, n)`, nil, "alternative dyn 0; alternative n 0; expression try(dyn, n) 1"}, // this try waits
		{`can(obj.nothing)`, nil, "expression can(obj.nothing) 1 false 1"},
		{`"%{ if b }x%{ else }y%{ endif }"`, nil, `arm x 1; arm y 0; expression "%{ if b }x%{ else }y%{ endif }" 1`},
		{`"%{ if b }x%{ endif }"`, nil, `arm x 1; arm  0; expression "%{ if b }x%{ endif }" 1`},
		{`"${b ? 1 : 2}"`, nil, `arm 1 1; arm 2 0; expression "${b ? 1 : 2}" 1`},
		// what is folded has no points inside, what is around it has
		{`true ? 1 : 2`, nil, "expression true ? 1 : 2 1"},
		{`1 > 2 && 2 > 1`, nil, "expression 1 > 2 && 2 > 1 1 false 1"},
		{`true && false || b`, nil, "operand b 1 true 1; expression true && false || b 1 true 1"},
		{`[for v in [1, 2] : v if v > 1]`, nil, "expression [for v in [1, 2] : v if v > 1] 1"},
		{`b ? (true ? 1 : 2) : 3`, nil, "arm (true ? 1 : 2) 1; arm 3 0; expression b ? (true ? 1 : 2) : 3 1"},
		{`"true"`, nil, `expression "true" 1 true 1`},
		// what fails does not count
		{`obj.nothing.at`, nil, "expression obj.nothing.at 0"},
		{`b ? 1 + s : 2`, nil, "arm 1 + s 0; arm 2 0; expression b ? 1 + s : 2 0"},
	} {
		points, _, eval := counted(t, c.expr, types.Extended)
		thread, _ := eval(c.vars)
		var got []string
		for i, p := range *points {
			n := thread.Counts[i]
			text := fmt.Sprint(names[p.Kind], " ", p.Range.Text(), " ", n.Evaluated)
			if n.True > 0 {
				text += fmt.Sprint(" true ", n.True)
			}
			if n.False > 0 {
				text += fmt.Sprint(" false ", n.False)
			}
			got = append(got, text)
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s\nhave: %s\nwant: %s", c.expr, got, c.want)
		}
	}
}

var names = []string{"expression", "arm", "operand", "filter", "alternative"}

// Operands of a long chain, which is evaluated in a loop, are points like others.
func TestPointsOfLongChains(t *testing.T) {
	text := "b" + strings.Repeat(" && n > 0", 200) + " && !b" + strings.Repeat(" && n > 0", 100)
	points, _, eval := counted(t, text, types.Extended)
	thread, _ := eval(nil)
	for i, p := range *points {
		want := uint32(1)
		if i > 201 && i < len(*points)-1 {
			want = 0
		}
		if got := thread.Counts[i].Evaluated; got != want {
			t.Errorf("point %d of %d, %s: evaluated %d times, want %d", i, len(*points), p.Range.Text(), got, want)
		}
	}
}

// A program that counts gives the same values and diagnostics as one that does not, and is constant where that is.
func TestCountingChangesNothing(t *testing.T) {
	for _, name := range sortedKeys(profiles) {
		t.Run(name, func(t *testing.T) {
			ctx := propertyScope(profiles[name])
			rapid.Check(t, func(t *rapid.T) {
				text := (&grammar{t: t}).any(rapid.IntRange(1, 3).Draw(t, "depth"))
				points, prog, run := counted(t, text, profiles[name])
				thread, got := run(nil)
				file := source.NewFileString("e", text)
				node, _ := syntax.ParseExpression(file)
				want, diags := eval.Value(syntax.NewExpression(file, node), ctx)
				if unlike(want, got) != "" || texts(diags) != texts(thread.Diags) {
					t.Fatalf("%s\nhave: %s, %v\nwant: %s, %v", text, show(got), thread.Diags, show(want), diags)
				}
				whole := (*points)[len(*points)-1]
				if n := thread.Counts[len(*points)-1].Evaluated; whole.Kind != eval.PointExpression ||
					(n == 1) == thread.Diags.HasErrors() {
					t.Fatalf("%s: the whole is counted %d times, with diagnostics %v", text, n, thread.Diags)
				}
				if c, ok := prog.Constant(); ok && (!c.Equal(got) || len(*points) != 1) {
					t.Fatalf("%s: constant %s with %d points, evaluates to %s", text, show(c), len(*points), show(got))
				}
			})
		})
	}
}

func texts(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintln(&b, d.Subject.Span, d)
	}
	return b.String()
}

// A thread that does not count runs a program that could, and one that is used for several programs counts them apart.
func TestCountsOfSeveralPrograms(t *testing.T) {
	layout, points := eval.NewLayout(), &[]eval.Point{}
	env := &eval.Env{Profile: types.Extended, Layout: layout, Points: points}
	var programs []*eval.Program
	for _, text := range []string{"[for v in [1] : v]", "1 + 1"} {
		f := source.NewFileString(text, text)
		n, _ := syntax.ParseExpression(f)
		env.File = f
		p, _ := eval.Compile(n, env)
		programs = append(programs, p)
	}
	for _, counts := range [][]eval.Count{nil, make([]eval.Count, 2)} {
		thread := &eval.Thread{Counts: counts}
		f := eval.NewFrame(layout, thread)
		programs[1].Eval(f)
		programs[1].Eval(f)
		if counts != nil && (counts[0].Evaluated != 0 || counts[1].Evaluated != 2) {
			t.Errorf("counts %v", counts)
		}
	}
}

// BenchmarkCounting shows what counting costs.
func BenchmarkCounting(b *testing.B) {
	const text = `b && n > 0 ? "${s}-${n}" : try(obj.nothing, "none")`
	for _, points := range []*[]eval.Point{nil, {}} {
		name := map[bool]string{true: "off", false: "on"}[points == nil]
		b.Run(name, func(b *testing.B) {
			prog, f := compiledWith(b, text, types.Extended, points)
			if points != nil {
				f.Thread.Counts = make([]eval.Count, len(*points))
			}
			b.ReportAllocs()
			for b.Loop() {
				prog.Eval(f)
			}
		})
	}
}
