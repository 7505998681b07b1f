package eval_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
)

var profiles = map[string]*types.Profile{"standard": types.Standard, "compat": types.Compat, "extended": types.Extended}

// The compiled evaluator gives what the naive one gives: value, type, knownness, marks, and the places of errors.
func TestAgreesWithOracle(t *testing.T) {
	const rounds = 100
	for _, name := range sortedKeys(profiles) {
		t.Run(name, func(t *testing.T) {
			ctx := propertyScope(profiles[name])
			rapid.Check(t, func(t *rapid.T) { // a second check would begin with the same seed
				for range rounds {
					agrees(t, ctx)
				}
			})
		})
	}
}

func agrees(t *rapid.T, ctx *hcl.EvalContext) {
	text := (&grammar{t: t}).any(rapid.IntRange(1, 3).Draw(t, "depth"))
	file := source.NewFileString("e", text)
	node, diags := syntax.ParseExpression(file)
	if diags.HasErrors() {
		t.Fatalf("%s: %v", text, diags)
	}
	o := &oracle{p: ctx.Profile, vars: ctx.Variables, funcs: ctx.Functions, file: file}
	want, errs := o.eval(node)
	got, diags := eval.Value(syntax.NewExpression(file, node), ctx)
	if !samePlaces(errs, diags) {
		t.Fatalf("%s\noracle: %s, errors %v\nhave:   %s, %v", text, show(want), errs, show(got), diags)
	}
	if d := unlike(want, got); d != "" {
		t.Fatalf("%s\noracle: %s\nhave:   %s\n%s", text, show(want), show(got), d)
	}
	if len(diags) == 0 && !got.IsWhollyKnown() && !readsUnknown(text) {
		t.Fatalf("%s is %s, though nothing in it is unknown or open", text, show(got))
	}
}

// readsUnknown reports whether an expression mentions a variable that is unknown or open.
func readsUnknown(text string) bool {
	for _, name := range []string{"dyn", "un", "us", "ub", "ulst", "uobj", "part", "part_set", "in"} {
		if slices.Contains(strings.FieldsFunc(text, func(r rune) bool {
			return !(r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
		}), name) {
			return true
		}
	}
	return false
}

// samePlaces compares the places of errors. Where the oracle says anywhere, one error more is expected.
func samePlaces(want places, have diag.List) bool {
	if len(want) != len(have) {
		return false
	}
	rest := map[source.Span]int{}
	for _, d := range have {
		rest[d.Subject.Span]++
	}
	for _, s := range want {
		if s == anywhere {
			continue
		}
		if rest[s]--; rest[s] < 0 {
			return false
		}
	}
	return true
}

// unlike describes the first difference of two values.
func unlike(a, b value.Value) string {
	a, am := a.Unmark()
	b, bm := b.Unmark()
	switch {
	case len(am.List()) != len(bm.List()):
		return "marks differ"
	case a.Type() != b.Type():
		return "types differ: " + a.Type().String() + " and " + b.Type().String()
	case a.IsKnown() != b.IsKnown() || a.IsNull() != b.IsNull():
		return "known or null differ"
	case !a.IsKnown():
		if (a.Origins() == nil) != (b.Origins() == nil) {
			return "one has origins"
		}
		return ""
	case a.IsNull():
		return ""
	case !a.IsContainer():
		if !calc.Equal(a, b, types.Compat).AsBool() {
			return "values differ"
		}
		return ""
	case a.Len() != b.Len() || !slices.Equal(a.Names(), b.Names()) || host.IsOpen(a) != host.IsOpen(b):
		return "shapes differ"
	}
	for i := range a.Elems() {
		if d := unlike(a.At(i), b.At(i)); d != "" {
			return d
		}
	}
	return ""
}

// A limit changes nothing as long as it is not reached. When it is, that is reported, once, and nothing takes it back.
func TestLimitsEndForGood(t *testing.T) {
	for _, name := range sortedKeys(profiles) {
		ctx := propertyScope(profiles[name])
		rapid.Check(t, func(t *rapid.T) {
			text := (&grammar{t: t}).any(3)
			file := source.NewFileString("e", text)
			node, _ := syntax.ParseExpression(file)
			x := syntax.NewExpression(file, node)
			free := &eval.Thread{}
			want := eval.ValueOn(x, ctx, free)
			for _, n := range []int{1, 30, 100} {
				for _, limits := range []eval.Limits{{Bytes: n}, {Elements: n / 10}} {
					th := &eval.Thread{Limits: limits}
					got := eval.ValueOn(x, ctx, th)
					if fatal := th.Fatal(); fatal == nil && !got.Equal(want) || fatal != nil && (got.IsKnown() ||
						count(th.Diags, fatal) != 1 || fatal.Subject.IsZero()) {
						t.Fatalf("%s, with %+v: %s, %v", text, limits, show(got), th.Diags)
					}
				}
			}
			for _, steps := range []int64{1, 2, 3, 5, 8, free.Steps() - 1, free.Steps(), free.Steps() + 1} {
				if steps < 1 {
					continue // 0 is the default
				}
				th := &eval.Thread{Limits: eval.Limits{Steps: steps}}
				got := eval.ValueOn(x, ctx, th)
				switch n := count(th.Diags, th.Fatal()); {
				case steps >= free.Steps() && (th.Fatal() != nil || !got.Equal(want) || len(th.Diags) != len(free.Diags)):
					t.Fatalf("%s, of %d steps, with %d: %s, %v", text, free.Steps(), steps, show(got), th.Diags)
				case steps < free.Steps() && (th.Fatal() == nil || n != 1 || got.IsKnown() || th.Fatal().Subject.IsZero()):
					t.Fatalf("%s, of %d steps, with %d ends %d times: %v", text, free.Steps(), steps, n, th.Diags)
				}
			}
		})
	}
}

func count(diags diag.List, d *diag.Diagnostic) (n int) {
	for _, other := range diags {
		if other == d {
			n++
		}
	}
	return n
}
