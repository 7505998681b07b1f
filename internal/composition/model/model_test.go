package model_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/transcode"
	"github.com/hclx-lang/hclx/source"
)

func resolve(texts ...string) *model.Program {
	var files []*source.File
	for i, text := range texts {
		files = append(files, source.NewFileString(fmt.Sprintf("f%d.hcl", i), text))
	}
	return model.New(files)
}

// describe names a symbol.
func describe(s *model.Symbol) string {
	kind := [...]string{
		"none", "local", "argument", "function", "resource", "collection", "requirement", "variable", "root", "member",
		"undeclared",
	}
	text := kind[s.Kind]
	if s.Kind == model.Undeclared {
		text += " " + kind[s.Wanted]
	}
	if s.Owner != "" {
		return text + " " + s.Owner + "." + s.Name
	}
	return text + " " + s.Name
}

// references lists what the expressions of a program refer to.
func references(p *model.Program) []string {
	var out []string
	for _, f := range p.Files {
		for _, e := range f.Exprs {
			for _, ref := range p.Refs(e) {
				text := describe(p.Symbol(f, ref.Symbol))
				if rest := ref.Steps()[min(int(ref.Rest), len(ref.Steps())):]; ref.Rest > 0 && len(rest) > 0 {
					text += fmt.Sprintf(" +%d", len(rest))
				}
				if ref.Computed {
					text += " computed"
				}
				if !ref.Certain {
					text += " perhaps"
				}
				out = append(out, text)
			}
		}
	}
	return out
}

const everything = `
locals {
  a = req.composite.spec.x
  a = 2
  req = 3
  all = req.resource
}
function f {
  arg x {}
  arg y { default = 1 }
  locals { z = x + nosuch }
  body = y + z + req.composite
}
resource vpc {
  condition = a.b == 1
  locals { inner = { for a, v in self.resource : a => v.id } }
  body = { a = inner, (a) = try(req.resource.subnets-0.status, req.resource[a].id) }
  composite status { body = { vpc = self.name } }
}
resources subnets {
  for_each = req.composite.spec.zones
  name     = "${self.basename}-${each.key}"
  template {
    body = { zone = each.value.x, vpc = all.vpc.id, cfg = req.extra_resources.cfg[0], r = invoke("f", { x = a, w = 1 }) }
  }
}
requirement cfg {
  select {
    apiVersion = "v1"
    kind       = each.key
    matchName  = self.foo
  }
}
`

func TestReferences(t *testing.T) {
	want := []string{
		"member req.composite +2", "member req.resource", "argument f.x", "undeclared local nosuch", "argument f.y",
		"local z",
		"undeclared root req +1", // a function does not see it
		"member self.resource", "variable v +1", "variable a", "local a +1", "local inner", "local a",
		"undeclared resource subnets-0 +1 perhaps",
		"member req.resource computed perhaps", "local a perhaps", "member self.name", "member req.composite +2",
		"member self.basename",
		"member each.key", "member each.value +1", "local all +2", "requirement cfg +1", "function f", "argument f.x",
		"local a",
		"undeclared argument f.w", "undeclared root each +1", "undeclared root self +1",
	}
	got := references(resolve(everything))
	slices.Sort(got)
	slices.Sort(want)
	for i := range want { // what loops and arms do is said by the tests of certainty
		want[i] = strings.TrimSuffix(want[i], " perhaps")
	}
	for i := range got {
		got[i] = strings.TrimSuffix(got[i], " perhaps")
	}
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestCertainty(t *testing.T) {
	for text, want := range map[string]string{
		"a": "c", "try(a, b)": "pp", "can(a)": "p", "a ? b : c": "cpp", "a && b": "cp", "a || b": "cp", "a + b": "cc",
		"[for v in a : v + b]": "cpp",
		"a[*].b":               "c", "a[b]": "cc", "\"%{if a}${b}%{endif}\"": "cp", "f(a)": "c", "{ (a) = b }": "cc",
		"(a).b": "c", "{ for k, v in a : k => b if c }": "cppp",
	} {
		got := ""
		p := resolve("resource x { body = " + text + " }")
		for _, ref := range p.Refs(p.Files[0].Exprs[0]) {
			got += map[bool]string{true: "c", false: "p"}[ref.Certain]
		}
		if got != want {
			t.Errorf("%s: %s instead of %s", text, got, want)
		}
	}
}

// TestTwoDefinitions keeps both, and lets uses refer to the first.
func TestTwoDefinitions(t *testing.T) {
	p := resolve("locals { a = 1 }\nresource r { body = {} }",
		"locals {\n  a = 2\n  b = a\n}\nresource r { body = { x = req.resource.r.id } }")
	for kind, name := range map[model.SymbolKind]string{model.Local: "a", model.Resource: "r"} {
		s := p.Find(kind, name)
		if s == nil || len(s.Others) != 1 || s.File != p.Files[0] || s.Others[0].File != p.Files[1] {
			t.Fatalf("%s: %+v", name, s)
		}
	}
	if got := p.Symbol(nil, p.Refs(p.Files[1].Exprs[1])[0].Symbol); got != p.Find(model.Local, "a") {
		t.Errorf("refers to %+v", got)
	}
}

// cursor takes the mark ^ out of a text and returns its offset.
func cursor(text string) (string, uint32) {
	at := strings.Index(text, "^")
	return text[:at] + text[at+1:], uint32(at)
}

func TestQueries(t *testing.T) {
	for _, c := range []struct{ text, symbol, places, names string }{
		{"locals { ab = 1 }\nresource r { body = { x = ^ab } }", "local ab", "1,10-12 2,27-29", "ab req self"},
		{"locals { a^b = 1 }\nresource r { body = { x = ab } }", "local ab", "1,10-12 2,27-29", ""},
		{"resource vpc { body = {} }\nresource r { body = [req.resource.v^pc.id, req.connection[\"vpc\"]] }", "resource vpc",
			"1,10-13 2,35-38 2,59-62", "req self"},
		{"function f {\n  arg x {}\n  body = x\n}\nlocals { l = invoke(\"f\", { ^x = 1 }) }", "argument f.x",
			"2,7-8 3,10-11 5,28-29", "l req"},
		{"function f {\n  arg x {}\n  body = [x^]\n}\nlocals { l = invoke(\"f\", {}) }", "argument f.x", "2,7-8 3,11-12",
			"x"},
		{"resource r { body = [for k, v in [1] : v^] }", "variable v", "1,29-30 1,40-41", "k req self v"},
		{"resource r { body = req.^composite.spec }", "member req.composite", "1,25-34", "req self"},
		{"resource r { body = r^eq.composite.spec }", "root req", "", "req self"},
		{"resource r { body = no^such }", "undeclared local nosuch", "1,21-27", "req self"},
		{"resource r { ^body = 1 }", "none ", "", "req self"},
	} {
		text, at := cursor(c.text)
		p := resolve(text)
		f := p.Files[0]
		id, _ := p.SymbolAt(f, at)
		if got := describe(p.Symbol(f, id)); got != c.symbol {
			t.Errorf("%s: %s instead of %s", c.text, got, c.symbol)
		}
		var places []string
		for _, r := range p.Occurrences(f, id) {
			places = append(places, strings.TrimPrefix(r.String(), "f0.hcl:"))
		}
		if got := strings.Join(places, " "); got != c.places {
			t.Errorf("%s: %s instead of %s", c.text, got, c.places)
		}
		if got := strings.Join(p.NamesAt(f, at), " "); c.names != "" && got != c.names {
			t.Errorf("%s: names %s instead of %s", c.text, got, c.names)
		}
	}
}

// TestUpdate counts what an edit resolves again.
func TestUpdate(t *testing.T) {
	a := "locals { a = 1 }\nresource r { body = { x = a } }\n"
	b := "locals { b = a }\nresource s { body = { x = b, y = req.resource.r.id } }\n"
	p := resolve(a, b)
	if p.Work != (model.Work{Files: 2, Exprs: 4}) {
		t.Fatalf("%+v", p.Work)
	}
	edit := func(name, text string, want model.Work) *model.Program {
		t.Helper()
		q := p.Update(source.NewFileString(name, text))
		if q.Work != want {
			t.Errorf("%q took %+v instead of %+v", text, q.Work, want)
		}
		fresh := resolve(a, text)
		if name == "f0.hcl" {
			fresh = resolve(text, b)
		}
		if d := cmp.Diff(dump(fresh), dump(q)); d != "" {
			t.Errorf("%q: %s", text, d)
		}
		return q
	}
	edit("f0.hcl", "// more\n"+a, model.Work{Files: 1, Exprs: 2})
	edit("f0.hcl", "locals { a = [for a in [1, 2] : a] }\nresource r {\n  locals { inner = a }\n  body = { x = inner "+
		"}\n}\n", model.Work{Files: 1, Exprs: 3})
	edit("f0.hcl", "locals { c = 1 }\nresource r { body = { x = c } }\n", model.Work{Files: 2, Exprs: 4})
	edit("f1.hcl", strings.Replace(b, "resource s", "resource t", 1), model.Work{Files: 2, Exprs: 4})
	edit("f1.hcl", strings.Replace(b, "y =", "y = nosuch +", 1), model.Work{Files: 1, Exprs: 2})
	if d := cmp.Diff(dump(resolve(a, b)), dump(p)); d != "" {
		t.Error("an update changed the model that it began with: ", d)
	}
}

// dump describes a model without places.
func dump(p *model.Program) []string {
	out := references(p)
	for _, f := range p.Files {
		for _, b := range f.Blocks {
			text := fmt.Sprintf("block %s %s", b.Kind, b.Label)
			for _, a := range b.Attributes {
				text += " " + a.Name
			}
			for o := b.Parent; o != nil; o = o.Parent {
				text += " in " + o.Kind.String() + " " + o.Label
			}
			out = append(out, text)
		}
	}
	p.Symbols(func(f *model.File, id model.SymbolID, s *model.Symbol) {
		out = append(out, fmt.Sprintf("symbol %s: %d definitions, %d uses", describe(s), len(s.Definitions()),
			len(p.Uses(f, id))))
	})
	g := p.Graph()
	for _, e := range g.Edges {
		from, to := g.Nodes[e.From], g.Nodes[e.To]
		out = append(out, fmt.Sprintf("edge %s %s -> %s %s by %s, certain %t", from.Kind, from.Name, to.Kind, to.Name,
			from.Reads[e.Read].Path, e.Certain))
	}
	slices.Sort(out)
	return out
}

// TestBothSyntaxes writes programs in the JSON syntax, which must give the same model.
func TestBothSyntaxes(t *testing.T) {
	paths, err := filepath.Glob("../testdata/*/*.txtar")
	if err != nil || len(paths) < 50 {
		t.Fatal("where are the programs?", err)
	}
	compared := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var native, json []*source.File
		for _, f := range txtar.Parse(text).Files {
			if !strings.HasSuffix(f.Name, ".hcl") {
				continue
			}
			src := source.NewFile(f.Name, f.Data)
			out, diags := transcode.ToJSON(src)
			if diags.HasErrors() {
				native = nil
				break
			}
			native, json = append(native, src), append(json, source.NewFile(f.Name+".json", out))
		}
		want := model.New(native)
		if len(native) == 0 || slices.ContainsFunc(want.Files, func(f *model.File) bool { return f.Problems.HasErrors() }) {
			continue
		}
		compared++
		got := model.New(json)
		for _, f := range got.Files {
			if f.Problems.HasErrors() {
				t.Errorf("%s: %v\n%s", path, f.Problems, f.Source.Text())
			}
		}
		if d := cmp.Diff(dump(want), dump(got)); d != "" {
			t.Errorf("%s: %s", path, d)
		}
	}
	if compared < 100 {
		t.Errorf("only %d programs were compared", compared)
	}
}

// ask asks everything of a model.
func ask(p *model.Program) {
	_ = dump(p)
	inputs := p.Inputs()
	p.Written()
	p.Members()
	p.Functions()
	for _, f := range p.Files {
		for _, b := range f.Blocks {
			p.Locals(b.Scope)
			p.Names(b.Scope)
		}
		for _, e := range f.Exprs {
			inputs.Of(e.ID())
			inputs.At(e.Range())
			p.Keys(e)
			p.IsClosed(e)
			p.Reads(e, func(r *model.Read) { r.Hops() })
			p.Place(e, nil)
		}
		for at := range uint32(12) {
			at = at * uint32(f.Source.Len()) / 11
			id, _ := p.SymbolAt(f, at)
			p.Occurrences(f, id)
			p.NamesAt(f, at)
		}
	}
}

// FuzzModel deletes parts of a program: there is a model of every text.
func FuzzModel(f *testing.F) {
	paths, _ := filepath.Glob("../testdata/*/*.txtar")
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(text).Files {
			if strings.HasSuffix(part.Name, ".hcl") {
				f.Add(string(part.Data), uint64(i), i%3 == 0)
			}
		}
	}
	f.Add(everything, uint64(1), false)
	f.Fuzz(func(t *testing.T, text string, seed uint64, json bool) {
		name := "f.hcl"
		if json {
			if out, diags := transcode.ToJSON(source.NewFileString(name, text)); !diags.HasErrors() {
				name, text = "f.hcl.json", string(out)
			}
		}
		r := rand.New(rand.NewPCG(seed, 0))
		p := model.New([]*source.File{source.NewFileString(name, text)})
		for range 2 {
			if len(text) > 0 {
				at := r.IntN(len(text))
				text = text[:at] + text[min(at+1+r.IntN(3), len(text)):]
			}
			p = p.Update(source.NewFileString(name, text))
			ask(p)
		}
	})
}
