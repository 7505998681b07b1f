package run_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
)

// TestNothingIsDropped lets random programs settle, then removes random data that they read by traversal. What exists
// stays desired and what was published stays published, or the answer is fatal and changes nothing.
func TestNothingIsDropped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, w := drawProg(t), drawWorld(t)
		program, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", p.String())},
			composition.Options{Functions: compositiontest.Functions()})
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
				t.Fatalf("%s is dropped\nspec %v\nstatus %v\nobserved %v\n%s\n%s", name, w.spec, w.status, w.observed, p,
					compositiontest.Describe(out))
			}
		}
		for k := range w.public {
			if _, ok := out.Connection[k]; !ok && !detailsExcluded(out) {
				t.Fatalf("connection detail %s is erased\n%s\n%s", k, p, compositiontest.Describe(out))
			}
		}
		published := plainStatus(out.Status)
		for k := range w.status {
			if _, ok := published[k]; !ok && !statusExcluded(out, k) {
				t.Fatalf("status %s is erased\nspec %v\nstatus %v\n%s\n%s", k, w.spec, w.status, p, compositiontest.Describe(out))
			}
		}
	})
}

func names(out *run.Output) map[string]bool {
	m := map[string]bool{}
	for _, r := range out.Resources {
		m[r.Name] = true
	}
	return m
}

// apply runs a program as Crossplane does: until its requirements are answered. What an answer before that says is
// never applied.
func apply(p *run.Program, w *world) *run.Output {
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
	return &run.Output{Fatal: true}
}

// TestRequirementsAreAwaited lets random programs settle, then takes the answers to their requirements away, as every
// new call of Crossplane does. Nothing else is missing, so the program must ask again, whatever reads the answers, and
// end where it was.
func TestRequirementsAreAwaited(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, w := drawProg(t), drawWorld(t)
		program, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", p.String())},
			composition.Options{Functions: compositiontest.Functions()})
		if program == nil {
			t.Fatalf("%v\n%s", diags, p)
		}
		settle(t, program, w)
		want := apply(program, w)
		w.extra = map[string][]any{}
		first := program.Run(context.Background(), w.input())
		if first.Fatal && !want.Fatal {
			t.Fatalf("the call is fatal before it asks\nspec %v\nstatus %v\nobserved %v\n%s\n%s", w.spec, w.status, w.observed,
				p, compositiontest.Describe(first))
		}
		if got := apply(program, w); compositiontest.Describe(got) != compositiontest.Describe(want) {
			t.Fatalf("it ends elsewhere\n%s\n%s\n%s", p, compositiontest.Describe(got), compositiontest.Describe(want))
		}
	})
}

// TestRestore lets random chains of resources settle, each of which reads the status that the one before writes. Then
// the status and some connection details are lost, as in a restore. Everything stays, without a fatal answer.
func TestRestore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &prog{}
		for i := range rapid.IntRange(1, 4).Draw(t, "length") {
			r := randomBlock{kind: "resource", name: fmt.Sprintf("r%d", i), body: obj{"a": lit("a")},
				conn: rapid.Bool().Draw(t, "details")}
			r.status = map[string]any{fmt.Sprintf("s%d", i): path{"self", "resource", "status", "id"}}
			if i > 0 {
				r.body = obj{"a": path{"req", "composite", "status", fmt.Sprintf("s%d", i-1)}}
			}
			p.blocks = append(p.blocks, r)
		}
		p.blocks = rapid.Permutation(p.blocks).Draw(t, "order")
		program, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", p.String())},
			composition.Options{Functions: compositiontest.Functions()})
		if program == nil {
			t.Fatalf("%v\n%s", diags, p)
		}
		w := drawWorld(t)
		for range 3 {
			settle(t, program, w)
		}
		w.status, w.details = nil, map[string]map[string][]byte{}
		out := program.Run(context.Background(), w.input())
		desired := names(out)
		for name := range w.observed {
			if !desired[name] {
				t.Fatalf("%s is dropped\n%s\n%s", name, p, compositiontest.Describe(out))
			}
		}
		if len(out.Connection) < len(w.public) {
			t.Fatalf("connection details are erased\n%s\n%s", p, compositiontest.Describe(out))
		}
	})
}

// settle applies the answers of a program until nothing changes.
func settle(t *rapid.T, p *run.Program, w *world) {
	for range 5 {
		out := apply(p, w)
		if out.Fatal {
			t.Skip("the program never settles")
		}
		next := map[string]map[string]any{}
		w.bases = map[string]string{}
		for _, r := range out.Resources {
			next[r.Name] = map[string]any{"kind": "A", "status": map[string]any{"id": "id-" + r.Name}}
			if r.Name == run.ConnectionSecretName {
				next[r.Name] = map[string]any{"kind": "Secret", "data": compositiontest.Plain(r.Body).(map[string]any)["data"]}
				continue
			}
			if w.details[r.Name] == nil {
				w.details[r.Name] = map[string][]byte{"p": []byte("x1")}
			}
			if r.Base != "" {
				w.bases[r.Name] = fmt.Sprintf("%s s%06d", r.Base, r.Index)
			}
		}
		status := plainStatus(out.Status)
		if maps.EqualFunc(next, w.observed, func(a, b map[string]any) bool { return true }) &&
			fmt.Sprint(status) == fmt.Sprint(w.status) {
			return
		}
		w.observed, w.status = next, status
		if !w.modern {
			w.public = out.Connection
		}
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
	choices = append(choices, func() { w.details = map[string]map[string][]byte{} }, func() { w.status = nil })
	for _, k := range slices.Sorted(maps.Keys(w.extra)) {
		choices = append(choices, func() { delete(w.extra, k) })
	}
	choices = append(choices, func() { w.status = nil })
	choices[rapid.IntRange(0, len(choices)-1).Draw(t, "remove")]()
}

// wanted reports whether a resource is excluded by something that is known: that is intent.
func wanted(out *run.Output, name string) bool {
	if name == run.ConnectionSecretName {
		return detailsExcluded(out)
	}
	return slices.ContainsFunc(out.Items, func(it report.Item) bool {
		return it.State == report.Excluded && (it.Kind == model.KindResource && it.Name == name ||
			it.Kind == model.KindCollection && strings.HasPrefix(name, it.Name+"-"))
	})
}

// detailsExcluded reports whether no connection block is left.
func detailsExcluded(out *run.Output) bool {
	return !slices.ContainsFunc(out.Items, func(it report.Item) bool {
		return it.Kind == model.KindConnection && it.State != report.Excluded
	})
}

// statusExcluded reports whether a block that writes a part of the status is excluded.
func statusExcluded(out *run.Output, key string) bool {
	return slices.ContainsFunc(out.Items, func(it report.Item) bool {
		if it.Kind != model.KindStatus || it.State != report.Excluded {
			return false
		}
		line, _, _ := strings.Cut(it.Range.File.Text()[it.Range.Span.End:], "\n}")
		return strings.Contains(line, " "+key+" =") || strings.Contains(line, strings.Split(key, "-")[0]+"-${")
	})
}
