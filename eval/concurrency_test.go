package eval_test

import (
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

func parse(t testing.TB, text string) *syntax.Expression {
	t.Helper()
	file := source.NewFileString("test.hcl", text)
	node, diags := syntax.ParseExpression(file)
	if diags.HasErrors() {
		t.Fatalf("%s: %v", text, diags)
	}
	return syntax.NewExpression(file, node)
}

// One expression may be evaluated by many goroutines, in contexts of different values, rules and functions.
func TestConcurrentValue(t *testing.T) {
	e := parse(t, `{for o in lobj : upper(o.id) => "${o.n + n}-${join}"... if o.n > 0}`)
	splat := parse(t, `lobj[*].id[0]`)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			p := profiles[[]string{"standard", "compat", "extended"}[i%3]]
			ctx := propertyScope(p)
			ctx.Variables["join"] = value.Int(int64(i))
			want := `object[A=tuple["6-` + value.Int(int64(i)).NumberText() + `"]:tuple([string]), B=tuple["7-` +
				value.Int(int64(i)).NumberText() + `"]:tuple([string])]:object({A = tuple([string]), B = tuple([string])})`
			for range 200 {
				v, diags := eval.Value(e, ctx)
				if got := show(v); got != want || len(diags) > 0 {
					t.Errorf("got %s, %v; want %s", got, diags, want)
					return
				}
				if _, diags := eval.Value(splat, ctx); len(diags) != 2 {
					t.Errorf("%d diagnostics", len(diags))
					return
				}
			}
		}()
	}
	wg.Wait()
}

// One program runs on many frames at once.
func TestConcurrentProgram(t *testing.T) {
	layout := eval.NewLayout()
	sc := testScope{"list": layout.Slot(), "n": layout.Slot()}
	e := parse(t, `[for i, v in list : "${i}:${v + n}" if v > n][*]`)
	p, diags := eval.CompileExpression(e, &eval.Env{Profile: types.Extended, Scope: sc, Layout: layout})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 300 {
				var th eval.Thread
				f := eval.NewFrame(layout, &th)
				f.Set(sc["list"], value.Tuple(value.Int(0), value.Int(int64(i)+1)))
				f.Set(sc["n"], value.Int(int64(i)))
				v := p.Eval(f)
				want := `tuple["1:` + value.Int(int64(2*i+1)).NumberText() + `"]:tuple([string])`
				if got := show(v); got != want || len(th.Diags) > 0 {
					t.Errorf("got %s, want %s; %v", got, want, th.Diags)
					return
				}
				f.Release()
			}
		}()
	}
	wg.Wait()
}

// testScope is a scope of slots by name.
type testScope map[string]int

func (s testScope) Lookup(name string) (int, bool) { slot, ok := s[name]; return slot, ok }
func (s testScope) Names() []string                { return sortedKeys(s) }
