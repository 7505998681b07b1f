package run_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
)

// TestDeterministic: the same request gives the same answer, in every run and in every goroutine.
func TestDeterministic(t *testing.T) {
	p, in := compositiontest.Compile(t, benchProgram(20)), benchInput(20, false)
	want := compositiontest.Describe(p.Run(context.Background(), in))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 25 {
				if got := compositiontest.Describe(p.Run(context.Background(), in)); got != want {
					t.Errorf("got:\n%s\nwant:\n%s", got, want)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestLimits(t *testing.T) {
	tests := []struct{ name, program, want string }{
		{"members", "resources r {\n  for_each = flatten([for i in range(1000) : range(1000)])\n  body     = {}\n}\n",
			"more than 20000 resources"},
		{"steps", "locals { l = range(1000) }\nresource r { body = { x = [for a in l : [for b in l : [for c in l : a + b + " +
			"c]]] } }\n", ""},
		{"recursion", "function f {\n  arg n {}\n  body = invoke(\"f\", { n = n + 1 })\n}\nresource r { body = { x = " +
			"invoke(\"f\", { n = 0 }) } }\n", "nested 100 levels deep"},
		{"explosion", "function f {\n  arg n {}\n  body = n == 0 ? 0 : invoke(\"f\", { n = n - 1 }) + invoke(\"f\", { n = " +
			"n - 1 })\n}\nresource r { body = { x = invoke(\"f\", { n = 90 }) } }\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := compositiontest.Compile(t, tt.program)
			in := &run.Input{Composite: compositiontest.Object(map[string]any{}), Limits: run.Limits{Steps: 3_000_000}}
			out := p.Run(context.Background(), in)
			if !out.Fatal || out.Panic != "" {
				t.Fatalf("not fatal: %s", compositiontest.Describe(out))
			}
			if msg := out.Results[len(out.Results)-1].Message; !strings.Contains(msg, tt.want) {
				t.Errorf("message %q", msg)
			}
			placed(t, out)
		})
	}
}

func TestDeadline(t *testing.T) {
	p := compositiontest.Compile(t,
		"locals { l = range(1000) }\nresource r { body = { x = length([for a in l : [for b in l : [for "+
			"c in l : a + b + c]]]) } }\n")
	ctx := &endingContext{Context: context.Background(), after: 10}
	out := p.Run(ctx, &run.Input{Composite: compositiontest.Object(map[string]any{})})
	if !out.Fatal || ctx.asked <= ctx.after || ctx.asked > 2*ctx.after {
		t.Errorf("fatal %t after %d looks at the context", out.Fatal, ctx.asked)
	}
	placed(t, out)
}

// placed: every error of an answer that ended says where the program was.
func placed(t *testing.T, out *run.Output) {
	t.Helper()
	errors := out.Diagnostics.Errors()
	for _, d := range errors {
		if d.Subject.IsZero() {
			t.Errorf("%s has no place", d.Detail)
		}
	}
	if len(errors) == 0 {
		t.Error("no error is told")
	}
}

// endingContext is a context whose deadline is over when it has been asked for it some times.
type endingContext struct {
	context.Context
	asked, after int
}

func (c *endingContext) Err() error {
	if c.asked++; c.asked > c.after {
		return context.DeadlineExceeded
	}
	return nil
}

// TestManyResources: ten thousand resources are rendered.
func TestManyResources(t *testing.T) {
	p := compositiontest.Compile(t,
		"resources r {\n  for_each = flatten([for i in range(10) : range(1000)])\n  name     = "+
			"\"r-${each.key}\"\n  body     = { n = each.key }\n}\n")
	out := p.Run(context.Background(), &run.Input{Composite: compositiontest.Object(map[string]any{})})
	if out.Fatal || len(out.Resources) != 10000 {
		t.Fatal(len(out.Resources), compositiontest.Describe(out)[:200])
	}
}

// TestPanicIsFatal: a mistake in this package ends one call, not the process.
func TestPanicIsFatal(t *testing.T) {
	p := compositiontest.Compile(t, "resource r { body = { x = req.composite.a } }")
	out := p.Run(context.Background(),
		&run.Input{Composite: run.Object{Loader: nil, Flags: 0},
			Resources: []run.Observed{{Name: "r", Body: run.Object{Loader: brokenLoader{}}}}})
	if out.Panic != "" {
		t.Error("a resource that nobody reads was read")
	}
	p = compositiontest.Compile(t, "resource r { body = { x = self.resource.a } }")
	out = p.Run(context.Background(),
		&run.Input{Resources: []run.Observed{{Name: "r", Body: run.Object{Loader: brokenLoader{}}}}})
	if !out.Fatal || out.Panic == "" || strings.Contains(out.Results[0].Message, "broken on purpose") {
		t.Error(compositiontest.Describe(out))
	}
}

// TestAllocations bounds what one resource of a realistic program costs, and that the cost does not grow with their
// number.
func TestAllocations(t *testing.T) {
	cost := func(text string, n int, collection bool) float64 {
		p, in := compositiontest.Compile(t, text), benchInput(n, collection)
		return testing.AllocsPerRun(5, func() { p.Run(context.Background(), in) })
	}
	for _, collection := range []bool{false, true} {
		text := func(n int) string {
			if collection {
				return benchCollection
			}
			return benchProgram(n)
		}
		few, many := cost(text(20), 20, collection), cost(text(400), 400, collection)
		each := (many - few) / 380
		if each > 75 || many > few*20*1.1 {
			t.Errorf("collection %t: %.0f for 20, %.0f for 400, %.1f for each", collection, few, many, each)
		}
	}
}

// TestStrangeComposites: whatever is in the composite, the answer is well formed.
func TestStrangeComposites(t *testing.T) {
	p := compositiontest.Compile(t, `
resource r {
  condition = req.composite.spec.on
  body      = { a = req.composite.spec.a.b[0], n = req.composite.metadata.name }
  composite status { body = { id = self.resource.status.id } }
  composite connection { body = { p = self.connection.p } }
}
resources c {
  for_each = req.composite.spec.list
  body     = { v = each.value }
}
composite status { body = { x = { y = req.composite.spec.a } } }
`)
	odd := []any{nil, "text", 5, 1.5, true, []any{}, []any{nil, 1}, map[string]any{},
		map[string]any{"a": nil, "on": "yes", "list": nil, "crossplane": nil},
		map[string]any{"a": []any{}, "on": true, "list": map[string]any{"k": nil}, "conditions": "x"},
		map[string]any{"on": nil, "list": 7, "conditions": []any{5, nil, map[string]any{"type": 3}}}}
	for _, spec := range odd {
		for _, status := range odd {
			in := &run.Input{Composite: compositiontest.Object(map[string]any{"spec": spec, "status": status, "metadata": spec}),
				ConnectionSecret: &run.ConnectionSecret{Name: "x"}}
			in.Resources = []run.Observed{{Name: "r",
				Body: compositiontest.Object(map[string]any{"status": status, "metadata": spec})},
				{Name: "c-0", Base: "c"}}
			out := p.Run(context.Background(), in)
			if out.Panic != "" || len(out.Conditions) != 2 || out.Fatal && len(out.Results) == 0 {
				t.Fatalf("spec %v, status %v: %s", spec, status, compositiontest.Describe(out))
			}
		}
	}
}
