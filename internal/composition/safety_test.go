package composition

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/source"
)

// TestNothingIsDropped lets random programs settle, then removes random data that they read by traversal. What exists stays desired and
// what was published stays published, or the answer is fatal and changes nothing (C3, C9).
func TestNothingIsDropped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, w := drawProg(t), drawWorld(t)
		program, diags := Compile([]*source.File{source.NewFileString("main.hcl", p.String())}, Options{Functions: testTable()})
		if program == nil {
			t.Fatalf("%v\n%s", diags, p)
		}
		settle(t, program, w)
		for range rapid.IntRange(1, 3).Draw(t, "removals") {
			w.remove(t)
		}
		out := apply(program, w)
		if out.Fatal {
			return
		}
		desired := names(out)
		for name := range w.observed {
			if !desired[name] && !wanted(out, name) {
				t.Fatalf("%s is dropped\nspec %v\nstatus %v\nobserved %v\n%s\n%s", name, w.spec, w.status, w.observed, p, describe(out))
			}
		}
		published := plainStatus(out.Status)
		for k := range w.status {
			if _, ok := published[k]; !ok && !statusExcluded(out, k) {
				t.Fatalf("status %s is erased\nspec %v\nstatus %v\n%s\n%s", k, w.spec, w.status, p, describe(out))
			}
		}
	})
}

func describe(out *Output) string {
	var b strings.Builder
	writeOutput(&b, out)
	return b.String()
}

func names(out *Output) map[string]bool {
	m := map[string]bool{}
	for _, r := range out.Resources {
		m[r.Name] = true
	}
	return m
}

// apply runs a program as Crossplane does: until its requirements are answered. What an answer before that says is never applied.
func apply(p *Program, w *world) *Output {
	for range 6 {
		out := p.Run(context.Background(), w.input())
		open := false
		for _, q := range out.Requirements {
			if _, ok := w.extra[q.Name]; !ok && !out.Fatal {
				open = true
				w.extra[q.Name] = []any{map[string]any{"data": map[string]any{"x": "x1"}}}
			}
		}
		if !open {
			return out
		}
	}
	return &Output{Fatal: true}
}

// settle applies the answers of a program until nothing changes.
func settle(t *rapid.T, p *Program, w *world) {
	for range 5 {
		out := apply(p, w)
		if out.Fatal {
			t.Skip("the program never settles")
		}
		next := map[string]map[string]any{}
		w.bases = map[string]string{}
		for _, r := range out.Resources {
			next[r.Name] = map[string]any{"kind": "A", "status": map[string]any{"id": "id-" + r.Name}}
			if r.Base != "" {
				w.bases[r.Name] = fmt.Sprintf("%s s%06d", r.Base, r.Index)
			}
		}
		status := plainStatus(out.Status)
		if maps.EqualFunc(next, w.observed, func(a, b map[string]any) bool { return true }) && fmt.Sprint(status) == fmt.Sprint(w.status) {
			return
		}
		w.observed, w.status = next, status
	}
}

// remove takes away some data that programs read by traversal.
func (w *world) remove(t *rapid.T) {
	var choices []func()
	for _, k := range slices.Sorted(maps.Keys(w.spec)) {
		choices = append(choices, func() { delete(w.spec, k) })
	}
	for _, k := range slices.Sorted(maps.Keys(w.status)) {
		choices = append(choices, func() { delete(w.status, k) })
	}
	for _, k := range slices.Sorted(maps.Keys(w.observed)) {
		choices = append(choices, func() { delete(w.observed[k], "status") })
	}
	for _, k := range slices.Sorted(maps.Keys(w.extra)) {
		choices = append(choices, func() { delete(w.extra, k) })
	}
	choices = append(choices, func() { w.status = nil })
	choices[rapid.IntRange(0, len(choices)-1).Draw(t, "remove")]()
}

// wanted tells whether a resource is excluded by something that is known: that is intent.
func wanted(out *Output, name string) bool {
	return slices.ContainsFunc(out.Items, func(it Item) bool {
		return it.State == Excluded && (it.Kind == ItemResource && it.Name == name || it.Kind == ItemCollection && strings.HasPrefix(name, it.Name+"-"))
	})
}

// statusExcluded tells whether a block that writes a part of the status is excluded.
func statusExcluded(out *Output, key string) bool {
	return slices.ContainsFunc(out.Items, func(it Item) bool {
		if it.Kind != ItemStatus || it.State != Excluded {
			return false
		}
		line, _, _ := strings.Cut(it.Range.File.Text()[it.Range.Span.End:], "\n}")
		return strings.Contains(line, " "+key+" =") || strings.Contains(line, strings.Split(key, "-")[0]+"-${")
	})
}
