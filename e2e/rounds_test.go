package e2e

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	simulation "github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
)

// action is something that happens to a composite from outside, the same in both worlds.
type action struct {
	name string
	do   func(*life) error
}

// TestRounds lets every example live on the control plane and in the simulation, and compares every call of every
// round: from nothing until nothing changes, then with a program that is broken and mended again.
func TestRounds(t *testing.T) {
	for _, folder := range append(folders(t), growing) {
		t.Run(folder, func(t *testing.T) { startLife(t, folder, breaking, mending).run(t) })
	}
}

// TestRoundsWithFaults does the same while things happen to the composite that programs have to bear.
func TestRoundsWithFaults(t *testing.T) {
	for _, test := range []struct {
		name, folder string
		then         []action
	}{
		{"members come and go", "network", []action{
			edit(`{"spec":{"parameters":{"zones":["a","c","d"]}}}`), edit(`{"spec":{"parameters":{"zones":["a"]}}}`),
			edit(`{"spec":{"parameters":{"zones":["b","a"]}}}`),
		}},
		{"a status is lost", "network", []action{{"lose the status of the VPC", func(l *life) error { return l.lose("vpc") }},
			recovering}},
		{"an object is deleted", "network", []action{deleting("route-table"), recovering}},
		{"somebody else writes", "network", []action{
			{"change the VPC", func(l *life) error {
				return l.set("vpc", l.live("vpc"),
					map[string]any{"metadata": map[string]any{"labels": map[string]any{"by": "others"}},
						"spec": map[string]any{"forProvider": map[string]any{"cidrBlock": "10.99.0.0/16"}}})
			}},
		}},
		{"growing while no provider answers", growing, []action{silence, edit(`{"spec":{"nodes":["a","b"]}}`), recovering}},
		{"growing that is refused", "network",
			[]action{silence, {"lose the status of the VPC", func(l *life) error { return l.lose("vpc") }},
				edit(`{"spec":{"parameters":{"zones":["a","d"]}}}`), recovering}},
	} {
		t.Run(test.name, func(t *testing.T) { startLife(t, test.folder, test.then...).run(t) })
	}
}

var (
	breaking = action{"break the program", func(l *life) error {
		return l.replace(func(string) string { return "resource broken {" })
	}}
	mending    = action{"mend the program", func(l *life) error { return l.replace(nil) }}
	silence    = action{"let providers write nothing", func(l *life) error { l.silent = true; return nil }}
	recovering = action{"let providers write again", func(l *life) error { l.silent = false; return l.answer() }}
)

// edit merges something into the composite.
func edit(patch string) action {
	return action{"edit the composite", func(l *life) error {
		part := map[string]any{}
		if err := json.Unmarshal([]byte(patch), &part); err != nil {
			return err
		}
		if err := l.merge(l.xr, []byte(patch)); err != nil {
			return err
		}
		message, err := structpb.NewStruct(part)
		if err != nil {
			return err
		}
		l.sim.Edit(simulation.Overlay(l.sim.Last().XR, message))
		return nil
	}}
}

// deleting deletes a composed object.
func deleting(name string) action {
	return action{"delete " + name, func(l *life) error {
		o := l.live(name)
		r, err := l.of(o)
		if err != nil {
			return err
		}
		if err := r.Delete(context.Background(), o.GetName(), metav1.DeleteOptions{}); err != nil {
			return err
		}
		delete(l.written, name)
		return l.sim.Delete(name)
	}}
}

// live is a composed object as the simulation has it, under the name that it has in both worlds.
func (l *life) live(name string) *object {
	return &object{Object: l.sim.Last().Objects[name].AsMap()}
}

// lose takes the status off an object. Providers do not write it again before they are told to.
func (l *life) lose(name string) error {
	l.silent = true
	delete(l.written, name)
	return l.set(name, l.live(name), map[string]any{"status": nil}, "status")
}

// replace changes the programs in both worlds; nil brings back those of the example.
func (l *life) replace(change func(string) string) error {
	composition := l.installed["composition"][0].DeepCopy()
	if change != nil {
		if err := eachStep(composition, func(step map[string]any) {
			input := step["input"].(map[string]any)
			input["hcl"] = change(input["hcl"].(string))
		}); err != nil {
			return err
		}
	}
	r, err := l.of(composition)
	if err != nil {
		return err
	}
	if _, err := r.Apply(context.Background(), composition.GetName(), composition,
		metav1.ApplyOptions{FieldManager: "e2e", Force: true}); err != nil {
		return err
	}
	text, err := json.Marshal(composition.Object)
	if err != nil {
		return err
	}
	if err := os.WriteFile(l.paths.Composition, text, 0o600); err != nil {
		return err
	}
	in, err := render.Load(l.paths)
	if err != nil {
		return err
	}
	l.sim.Replace(in.Composition)
	return nil
}

// startLife installs an example whose calls are compared.
func startLife(t *testing.T, folder string, then ...action) *life {
	t.Helper()
	l := &life{then: then, done: make(chan struct{}), written: map[string]bool{}}
	g := sharedPlane(t).gate(t)
	e := install(t, folder, func(c *object) { setFunction(t, c, gateName) }, func(e *example) {
		l.example = e
		l.paths = inputFiles(t, folderOf(folder), e.installed)
		g.listen(e.xr, l.meet)
	})
	l.statuses = stubStatuses(t, folderOf(folder))
	t.Cleanup(func() { g.forget(e.xr) })
	return l
}

// run waits until both worlds have settled after the last action.
func (l *life) run(t *testing.T) {
	t.Helper()
	select {
	case <-l.done:
	case <-time.After(2 * time.Minute):
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.failed != "":
		t.Fatal(l.failed)
	case !l.over:
		l.over = true
		t.Fatalf("not settled after %d rounds; the calls differ by\n%s", l.round, strings.Join(l.unlike, "\n\n"))
	case l.round < 3:
		t.Errorf("settled after %d rounds: nothing was compared", l.round)
	}
	t.Logf("%d rounds were equal", l.round)
}

// inputFiles writes what was installed for an example into a folder, for the simulation.
func inputFiles(t *testing.T, dir string, objects map[string][]*object) render.Paths {
	t.Helper()
	folder := t.TempDir()
	path := func(name string) string {
		if len(objects[name]) == 0 {
			return ""
		}
		var text []byte
		for _, o := range objects[name] {
			data, err := json.Marshal(o.Object)
			if err != nil {
				t.Fatal(err)
			}
			text = append(append(text, "---\n"...), append(data, '\n')...)
		}
		file := filepath.Join(folder, name+".yaml")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	p := render.Paths{XR: filepath.Join(dir, "xr.yaml"), Composition: path("composition"), XRD: path("definition"),
		Credentials: path("secrets")}
	for _, name := range []string{"extra", "secrets"} { // the details of a connection are found among what is required
		if file := path(name); file != "" {
			p.Required = append(p.Required, file)
		}
	}
	if kinds := path("kinds"); kinds != "" {
		p.Schemas = []string{kinds}
	}
	return p
}
