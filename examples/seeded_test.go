package examples

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/internal/testrun"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

var (
	faults = flag.Int("faults", 16, "how many faults TestSeededFaults puts into the examples; 0 is all there are")
	chance = flag.Uint64("faults.seed", 1, "which faults these are")
)

// leastCaught is the share of faults that the examples' tests catch at least, in percent.
const leastCaught = 95

// A fault is a small mistake in the program of an example.
type fault struct {
	folder, step, file string
	start, end         uint32
	old, new           string
}

// key names a fault as equivalent.txt does. It has no line, so that it stays when something is written above it.
func (f fault) key() string { return fmt.Sprintf("%s/%s: %s -> %s", f.folder, f.file, f.old, f.new) }

// TestSeededFaults puts faults into the programs of the examples, one at a time: a changed constant, a guard that is
// removed, a condition that is flipped. The tests of the example have to catch nearly all. With -v it prints those that
// they miss. All of them, or 200:
//
//	go test ./examples -run TestSeededFaults -v -faults 200
func TestSeededFaults(t *testing.T) {
	var all []fault
	for _, folder := range folders {
		all = append(all, faultsOf(t, folder)...)
	}
	equivalent := readEquivalent(t)
	used := map[string]bool{}
	all = slices.DeleteFunc(all, func(f fault) bool {
		used[f.key()] = true
		return equivalent[f.key()] != ""
	})
	for key := range equivalent {
		if !used[key] {
			t.Errorf("equivalent.txt has a fault that there is not: %s", key)
		}
	}
	total := len(all)
	rand.New(rand.NewPCG(*chance, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if *faults > 0 {
		all = all[:min(*faults, len(all))]
	}
	work := t.TempDir()
	if err := os.CopyFS(work, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	options := testrun.Options{Kinds: &testrun.SharedKinds{}}
	for _, folder := range folders {
		if (fault{folder: folder}).isCaught(t, work, options) {
			t.Fatalf("the tests of %s fail without any fault", folder)
		}
	}
	caught, of := map[string]int{}, map[string]int{}
	for _, f := range all {
		of[f.folder]++
		if f.isCaught(t, work, options) {
			caught[f.folder]++
		} else {
			t.Logf("not caught: %s", f.key())
		}
	}
	sum := 0
	for _, folder := range folders {
		if of[folder] > 0 {
			t.Logf("%s: %d of %d caught", folder, caught[folder], of[folder])
		}
		if of[folder] >= 20 && caught[folder]*100 < of[folder]*leastCaught {
			t.Errorf("the tests of %s catch %d of %d faults; %d%% are expected", folder, caught[folder], of[folder], leastCaught)
		}
		sum += caught[folder]
	}
	t.Logf("together: %d of %d caught; there are %d", sum, len(all), total)
	if sum*100 < len(all)*leastCaught {
		t.Errorf("%d of %d faults are caught; %d%% are expected", sum, len(all), leastCaught)
	}
}

// isCaught puts a fault into a copy of its example, runs the tests of the example, and takes the fault out again.
func (f fault) isCaught(t *testing.T, work string, options testrun.Options) bool {
	t.Helper()
	path := filepath.Join(work, f.folder, "composition.yaml")
	before, after, err := render.EditPrograms(path, func(s *render.Step) string {
		if s.Name != f.step {
			return s.Program()
		}
		a := txtar.Parse([]byte(s.Program()))
		for i, file := range a.Files {
			if file.Name == f.file {
				a.Files[i].Data = slices.Concat(file.Data[:f.start], []byte(f.new), file.Data[f.end:])
			}
		}
		return string(txtar.Format(a))
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, after, 0o666); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := os.WriteFile(path, before, 0o666); err != nil {
			t.Fatal(err)
		}
	}()
	tests, err := testfile.Find([]string{filepath.Join(work, f.folder)})
	if err != nil || len(tests) == 0 {
		t.Fatal(tests, err)
	}
	for _, name := range tests {
		file, diags := testfile.Read(name)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for _, run := range file.Runs {
			r, err := testrun.Run(t.Context(), file, run, options)
			if err != nil {
				t.Fatal(err)
			}
			if !r.Passed() {
				return true
			}
		}
	}
	return false
}

// faultsOf returns all faults that are made in the programs of an example.
func faultsOf(t *testing.T, folder string) (out []fault) {
	t.Helper()
	in, err := render.Load(render.Paths{XR: filepath.Join(folder, "xr.yaml"),
		Composition: filepath.Join(folder, "composition.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range in.Composition.Steps {
		if !step.Ours {
			continue
		}
		var files []*source.File
		for _, f := range txtar.Parse([]byte(step.Program())).Files {
			files = append(files, source.NewFile(f.Name, f.Data))
		}
		for _, f := range model.New(files).Files {
			add := func(at source.Span, text string) {
				out = append(out, fault{folder, step.Name, f.Source.Name(), at.Start, at.End, f.Range(at).Text(), text})
			}
			for _, b := range f.Blocks {
				if c := b.Attr(model.AttrCondition); c != nil {
					add(c.Node.Span(), "true")
					add(c.Node.Span(), "!("+c.Range().Text()+")")
				}
			}
			for _, e := range f.Exprs {
				syntax.Walk(e.Node, func(n syntax.Node) bool {
					change(f, n, add)
					return true
				})
			}
		}
	}
	return out
}

// change adds the faults that are made at a node.
func change(f *model.File, n syntax.Node, add func(source.Span, string)) {
	text := func(n syntax.Node) string { return f.Range(n.Span()).Text() }
	switch n := n.(type) {
	case *syntax.Literal:
		switch v := n.Value; {
		case v.IsBool():
			add(n.Source, fmt.Sprint(!v.AsBool()))
		case v.IsNumber():
			add(n.Source, "("+text(n)+" + 1)")
		case v.IsString() && n.Text:
			add(n.Source, text(n)+"x")
		case v.IsString():
			add(n.Source, `"x`+strings.TrimPrefix(text(n), `"`))
		}
	case *syntax.Conditional:
		add(n.Source, "("+text(n.Cond)+" ? "+text(n.Else)+" : "+text(n.Then)+")")
	case *syntax.Binary:
		op := f.Range(source.Span{Start: n.Left.Span().End, End: n.Right.Span().Start}).Text()
		flipped := map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=",
			"<=": ">"}[strings.TrimSpace(op)]
		switch strings.TrimSpace(op) {
		case "&&", "||":
			add(n.Source, text(n.Left))
			add(n.Source, text(n.Right))
		default:
			if flipped != "" {
				add(n.Source, text(n.Left)+" "+flipped+" "+text(n.Right))
			}
		}
	case *syntax.Call:
		switch {
		case n.Name == "try" && len(n.Args) > 1:
			add(n.Source, text(n.Args[0]))
			add(n.Source, text(n.Args[len(n.Args)-1]))
		case n.Name == "can":
			add(n.Source, "true")
			add(n.Source, "false")
		case n.Name == "lookup" && len(n.Args) == 3:
			add(n.Source, text(n.Args[2]))
		}
	}
}

// readEquivalent reads which faults change nothing that anybody can observe, with the reasons.
func readEquivalent(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("equivalent.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, ok := strings.Cut(line, "  because ")
		if !ok {
			t.Fatalf("equivalent.txt: a line has the form FAULT  because REASON; found %q", line)
		}
		out[key] = reason
	}
	return out
}
