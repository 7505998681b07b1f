package model_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// programs are the files of many programs, by the archive that they stand in.
func programs(t *testing.T) map[string][]*source.File {
	t.Helper()
	paths, err := filepath.Glob("../testdata/*/*.txtar")
	if err != nil || len(paths) < 50 {
		t.Fatal("where are the programs?", err)
	}
	out := map[string][]*source.File{"everything": {source.NewFileString("f0.hcl", everything)}}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(text).Files {
			if strings.HasSuffix(f.Name, ".hcl") {
				out[path] = append(out[path], source.NewFile(f.Name, f.Data))
			}
		}
	}
	return out
}

// meaning describes a model without places and files: what nothing declares is a symbol of each file.
func meaning(p *model.Program) []string {
	return slices.DeleteFunc(dump(p), func(line string) bool { return strings.HasPrefix(line, "symbol undeclared") })
}

// pieces are the blocks of a program in files of their own.
func pieces(files []*source.File) (out []*source.File) {
	for _, f := range files {
		tree, diags := syntax.ParseConfig(f)
		if diags.HasErrors() {
			return nil
		}
		for _, it := range tree.Body.Items {
			out = append(out, source.NewFileString(fmt.Sprintf("p%d.hcl", len(out)),
				source.Range{File: f, Span: it.Span()}.Text()+"\n"))
		}
	}
	return out
}

// TestFilesDoNotMatter: a program means the same in one file and in many, and after an edit the same as if it were read
// anew.
func TestFilesDoNotMatter(t *testing.T) {
	split := 0
	for name, files := range programs(t) {
		parts := pieces(files)
		if len(parts) < 2 || model.New(files).IsBroken() {
			continue
		}
		split++
		whole := meaning(model.New(files))
		p := model.New(parts)
		if d := cmp.Diff(whole, meaning(p)); d != "" {
			t.Errorf("%s, in %d files: %s", name, len(parts), d)
		}
		checkSymbols(t, name, p)
		empty := source.NewFileString(parts[0].Name(), "")
		fresh := model.New(append([]*source.File{empty}, parts[1:]...))
		if d := cmp.Diff(meaning(fresh), meaning(p.Update(empty))); d != "" {
			t.Errorf("%s, without %q: %s", name, parts[0].Text(), d)
		}
		if d := cmp.Diff(whole, meaning(p.Update(empty).Update(parts[0]))); d != "" {
			t.Errorf("%s, with %q again: %s", name, parts[0].Text(), d)
		}
		if d := cmp.Diff(whole, meaning(model.New(parts[1:]).Update(parts[0]))); d != "" {
			t.Errorf("%s, with %q as a new file: %s", name, parts[0].Text(), d)
		}
	}
	if split < 50 {
		t.Errorf("only %d programs were split", split)
	}
}

// TestSymbols: every symbol is found at the places that name it.
func TestSymbols(t *testing.T) {
	for name, files := range programs(t) {
		checkSymbols(t, name, model.New(files))
	}
}

// checkSymbols: the symbols of a program are visited once each, have keys of their own, and stand where they are named.
func checkSymbols(t *testing.T, name string, p *model.Program) {
	t.Helper()
	type symbol struct {
		file *model.File
		id   model.SymbolID
	}
	visited, keys := map[symbol]bool{}, map[model.SymbolKey]bool{}
	p.Symbols(func(f *model.File, id model.SymbolID, s *model.Symbol) {
		k, at := p.Key(f, id), symbol{f, id}
		if id > 0 {
			at.file = nil
		}
		if visited[at] || keys[k] || k <= 0 || int(k) >= p.KeyCount() || p.Symbol(f, id) != s {
			t.Errorf("%s: symbol %d, %s, with the key %d of %d", name, id, describe(s), k, p.KeyCount())
		}
		visited[at], keys[k] = true, true
		for _, r := range p.Occurrences(f, id) {
			in := p.Files[slices.IndexFunc(p.Files, func(f *model.File) bool { return f.Source == r.File })]
			if text := strings.Trim(r.Text(), `"`); text != s.Name && !strings.ContainsAny(text, `\`) {
				t.Errorf("%s: %s is named %q at %s", name, describe(s), r.Text(), r)
			}
			got, where := p.SymbolAt(in, r.Span.Start)
			if got != id || !where.Contains(r.Span.Start) {
				t.Errorf("%s: at %s stands %s, not %s", name, r, describe(p.Symbol(in, got)), describe(s))
			}
		}
		for _, d := range s.Definitions() {
			if !slices.ContainsFunc(p.Occurrences(f, id), func(r fileRange) bool {
				return r.File == d.File.Source && d.Name.Covers(r.Span)
			}) {
				t.Errorf("%s: %s is not among its own occurrences", name, describe(s))
			}
		}
	})
	for _, f := range p.Files {
		for _, e := range f.Exprs {
			for _, ref := range p.Refs(e) {
				at := symbol{f, ref.Symbol}
				if ref.Symbol > 0 {
					at.file = nil
				}
				if s := p.Symbol(f, ref.Symbol); !visited[at] && s.Kind != model.Root && s.Kind != model.Member {
					t.Errorf("%s: %s is referred to and not visited", name, describe(s))
				}
				if found := p.Ref(f, ref.Node); found == nil || found.Node != ref.Node {
					t.Errorf("%s: the reference at %s is not found by its node", name, e.At(ref.Node))
				}
			}
			checkRefsIn(t, p, e, e.Node)
		}
		for at := range uint32(f.Source.Len()) {
			if id, where := p.SymbolAt(f, at); id != 0 && !where.Contains(at) && where.End != at {
				t.Errorf("%s: the symbol at %d stands at %v", name, at, where)
			}
		}
	}
}

type fileRange = source.Range

// checkRefsIn: the references in a part of an expression are those that stand in it.
func checkRefsIn(t *testing.T, p *model.Program, e *model.Expr, n syntax.Expr) {
	var want []syntax.Expr
	for _, ref := range p.Refs(e) {
		if n.Span().Covers(ref.Node.Span()) {
			want = append(want, ref.Node)
		}
	}
	var got []syntax.Expr
	for _, ref := range p.RefsIn(e, n) {
		got = append(got, ref.Node)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: %d references, want %d", e.At(n), len(got), len(want))
	}
	model.Parts(n, func(part syntax.Expr, _ bool) { checkRefsIn(t, p, e, part) })
}

// TestReader: a reader that remembers finds the same as one that does not.
func TestReader(t *testing.T) {
	all := programs(t)
	many := "locals {\n  l0 = [req.composite.a, req.composite.b.c]\n"
	for i := range 40 {
		many += fmt.Sprintf("  l%d = [l%d, try(l%d, l%d), req.composite.x%d]\n", i+1, i, i, i/2, i)
	}
	all["many"] = []*source.File{source.NewFileString("f0.hcl",
		many+"  a = [b]\n  b = [a, req.composite.z]\n  twice = [req.composite.a, try(req.composite.a), req.composite.a]\n  "+
			"o = { p = req.composite.q }\n  w = req.composite\n}\nresource r { body = [l40, l3, l40, try(l2, l1), a, twice, "+
			"o.p, w.s, w.t.u] }\n")}
	reads := 0
	for name, files := range all {
		p := model.New(files)
		reader := p.Reader()
		for _, f := range p.Files {
			for _, e := range f.Exprs {
				plain := readsOf(func(visit func(*model.Read)) { p.Reads(e, visit) })
				for range 2 {
					known := readsOf(func(visit func(*model.Read)) { reader.Reads(e, visit) })
					if d := cmp.Diff(slices.Sorted(maps.Keys(plain)), slices.Sorted(maps.Keys(known))); d != "" {
						t.Errorf("%s: %s: %s", name, e.Range(), d)
					}
					for read, certain := range plain {
						if certain && !known[read] {
							t.Errorf("%s: %s: %s is certain", name, e.Range(), read)
						}
					}
				}
				reads += len(plain)
			}
		}
	}
	if reads < 500 {
		t.Errorf("only %d reads", reads)
	}
}

// readsOf are reads by what is read and where, with the local by which it comes in; and whether one is certain.
func readsOf(all func(visit func(*model.Read))) map[string]bool {
	out := map[string]bool{}
	all(func(r *model.Read) {
		k := r.Path.String() + " at " + r.In.At(r.Ref.Node).String()
		for i, h := range r.Hops() {
			if i == 0 && r.In.At(r.Ref.Node) == h.Range {
				k += " through itself"
			}
		}
		out[k] = out[k] || r.Certain
	})
	return out
}

// TestHops: the way of an input leads from local to local, each used in the one before it; of a long one the ends are
// shown.
func TestHops(t *testing.T) {
	chain := func(n int) string {
		text := "locals {\n  l0 = req.composite.spec.x\n"
		for i := 1; i <= n; i++ {
			text += fmt.Sprintf("  l%d = [l%d]\n", i, i-1)
		}
		return text + fmt.Sprintf("}\nresource r { body = l%d }\n", n)
	}
	for n, want := range map[int]string{
		0: "l0", 2: "l2 l1 l0", 63: "", 64: "", 100: "",
	} {
		p := resolve(chain(n))
		expr := p.Files[0].Exprs[n+1]
		for what, read := range map[string]func(*model.Expr, func(*model.Read)){"plain": p.Reads,
			"remembered": p.Reader().Reads} {
			var got []string
			read(expr, func(r *model.Read) {
				for _, h := range r.Hops() {
					if h.Range.Text() != h.Local {
						t.Errorf("%q at %q", h.Local, h.Range.Text())
					}
					got = append(got, h.Local)
				}
			})
			if want == "" {
				first, last := fmt.Sprint("l", n), "l0"
				if len(got) != min(n+1, 64) || got[0] != first || got[len(got)-1] != last || n == 100 &&
					(got[31] != "l69" || got[32] != "l31") {
					t.Errorf("%s: %d locals: %v", what, n, got)
				}
			} else if s := strings.Join(got, " "); s != want {
				t.Errorf("%s: %d locals: %s, want %s", what, n, s, want)
			}
		}
	}
}
