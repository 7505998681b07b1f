package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// expr is the expression of the local x in a program.
func expr(t *testing.T, text string) (*model.Program, *model.Expr) {
	t.Helper()
	p := resolve("locals {\n  x = " + text + "\n}\n")
	if p.IsBroken() {
		t.Fatalf("%s: %v", text, p.Files[0].Problems)
	}
	return p, p.Find(model.Local, "x").Expr
}

// The read by which an input comes into a block is the one at its place, else the one with the longest path that the
// input is in.
func TestChainOfInput(t *testing.T) {
	p := resolve(`
locals { l = req.composite.spec }
resource r {
  condition = req.composite.spec.a.b != 1
  body      = { a = req.composite.spec.a, b = l.c, c = req.context["k"], (req.composite.spec.z[l.k]) = 1 }
}
`)
	g := p.Graph()
	block := p.Files[0].Blocks[0]
	path := func(names ...string) value.Path {
		out := value.Path{value.AttrStep("req")}
		for _, n := range names {
			out = append(out, value.AttrStep(n))
		}
		return out
	}
	within := func(text string) source.Range {
		at := strings.Index(p.Files[0].Source.Text(), text)
		return p.Files[0].Range(source.Span{Start: uint32(at), End: uint32(at + len(text))})
	}
	other := source.NewFileString("other.hcl", p.Files[0].Source.Text())
	for _, tt := range []struct {
		attribute string
		path      value.Path
		at        source.Range
		want      string
	}{
		{"", path("composite", "spec", "a", "b", "c"), source.Range{}, "condition req.composite.spec.a.b"},
		{"body", path("composite", "spec", "a", "b", "c"), source.Range{}, "body req.composite.spec.a"},
		{"", path("composite", "spec", "a"), source.Range{}, "body req.composite.spec.a"},
		{"", path("composite", "spec", "c", "d"), source.Range{}, "body req.composite.spec.c < l"},
		{"condition", path("composite", "spec", "c"), source.Range{}, ""},
		{"", path("composite", "spec", "e"), source.Range{}, ""},
		{"", path("composite"), source.Range{}, ""},
		{"name", path("composite", "spec", "a"), source.Range{}, ""},
		{"", path("composite", "spec", "zz"), within("req.composite.spec.a.b"), "condition req.composite.spec.a.b"},
		{"", nil, within("spec.a.b"), "condition req.composite.spec.a.b"},
		{"body", nil, within("req.composite.spec.a.b"), ""},
		{"", nil, source.Range{File: other, Span: within("spec.a.b").Span}, ""},
	} {
		got := ""
		if r := g.Chain(p.Node(block), tt.attribute, value.Origin{Path: tt.path, Range: tt.at}); r != nil {
			got = r.Attribute + " " + r.Path.String()
			for _, h := range r.Through {
				got += " < " + h.Local
			}
		}
		if got != tt.want {
			t.Errorf("%s of %q: %q, want %q", tt.path, tt.attribute, got, tt.want)
		}
	}
}

// Blocks belong to the nearest resource or collection around them; a group only holds others.
func TestOwnerAndTop(t *testing.T) {
	p := resolve(`
group {
  resource r {
    body = {}
    composite status { body = {} }
    ready { value = "True" }
  }
  composite connection { body = {} }
}
resources c {
  for_each = [1]
  template {
    body = {}
    composite status { body = {} }
  }
}
context {
  key   = "k"
  value = 1
}
`)
	g := p.Graph()
	var got []string
	name := func(n int) string {
		if n < 0 {
			return "-"
		}
		return strings.TrimSpace(g.Nodes[n].Kind.String() + " " + g.Nodes[n].Name)
	}
	for i := range g.Nodes {
		got = append(got, fmt.Sprintf("%s in %s: owner %s, top %s", name(i), name(g.Nodes[i].Parent), name(g.Owner(i)),
			name(g.Top(i))))
	}
	want := []string{
		"group in -: owner -, top -",
		"resource r in group: owner resource r, top resource r",
		"composite status in resource r: owner resource r, top resource r",
		"ready in resource r: owner resource r, top resource r",
		"composite connection in group: owner -, top composite connection",
		"resources c in -: owner resources c, top resources c",
		"resource in resources c: owner resources c, top resources c",
		"composite status in resource: owner resources c, top resources c",
		"context in -: owner -, top context",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if g.Owner(-1) != -1 {
		t.Error("no node has an owner")
	}
}

// What is written out in an expression: of two items with one key the last counts, and what is not wanted is left out.
func TestLiterals(t *testing.T) {
	all := func(value.Value) bool { return true }
	strs := func(v value.Value) bool { return v.IsString() }
	for _, tt := range []struct {
		text   string
		wanted func(value.Value) bool
		want   string
	}{
		{`1`, all, `1`}, {`-1`, all, `1`}, {`("a")`, all, `"a"`}, {`null`, all, `null`}, {`req.x`, all, ``},
		{`1`, strs, ``}, {`"a"`, strs, `"a"`}, {`"a${req.x}"`, all, ``}, {`!true`, all, `true`},
		{`[1, "a", [true]]`, all, `[1, "a", [true]]`}, {`[1, "a", req.x]`, strs, `[<unknown value>, "a", <unknown value>]`},
		{`[1]`, strs, ``}, {`[]`, all, ``}, {`{}`, all, ``}, {`[[], "a"]`, all, `[<unknown value>, "a"]`},
		{`{ a = 1, b = "x" }`, strs, `{b = "x"}`}, {`{ a = req.x, b = 1 }`, all, `{b = 1}`},
		{`{ a = 1, b = 2, a = req.x }`, all, `{b = 2}`}, {`{ a = 1, a = 2 }`, all, `{a = 2}`},
		{`{ a = 1, a = req.x }`, all, ``},
		{`{ (req.x) = 1, b = 2 }`, all, `{b = 2}`}, {`{ (req.x) = 1 }`, all, ``},
		{`{ a = { b = [1] } }`, all, `{a = {b = [1]}}`},
		{`1 + 2`, all, ``}, {`upper("a")`, all, ``},
	} {
		_, e := expr(t, tt.text)
		got := ""
		if v := model.Literals(e.Node, tt.wanted); !v.IsZero() {
			got = host.DebugString(v)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
	}
}

// The key of an item is static if it is a name or a constant.
func TestStaticKeys(t *testing.T) {
	for key, want := range map[string]string{
		`a`: "a", `"b"`: "b", `("c")`: "c", `(("c"))`: "c", `1`: "1", `1.50`: "1.5", `(2)`: "2", `true`: "true",
		`(false)`: "false",
		`null`:    "?", `(null)`: "?", `(a)`: "?", `((a))`: "?", `"x${a}"`: "?", `"x${"y"}"`: "xy", `a.b`: "?",
		`(1 + 1)`: "?", `"${a}"`: "?", `""`: "",
	} {
		_, e := expr(t, "{ "+key+" = 1 }")
		obj := e.Node.(*syntax.Object)
		got, ok := model.StaticKey(obj.Items[0].Key)
		if !ok {
			got = "?"
		}
		if got != want || model.HasStaticKeys(obj) != ok {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

// What an expression gives on is its arms and, where a step is taken into it, the items of constructors.
func TestPassedOn(t *testing.T) {
	for text, want := range map[string]struct{ whole, inside string }{
		`a`:                                {"", ""},
		`(a)`:                              {"a", "a+"},
		`"${a}"`:                           {"a", "a+"},
		`(a).b`:                            {"(a)+", "(a)+"},
		`a[b]`:                             {"a+", "a+"},
		`a ? b : c`:                        {"b c", "b+ c+"},
		`[a, b]`:                           {"", "a+ b+"},
		`{ k = a, (l) = b }`:               {"", "a+ b+"},
		`[for v in a : b]`:                 {"", "b+"},
		`{ for v in a : k => b }`:          {"", "b+"},
		`f(a)`:                             {"", ""},
		`a + b`:                            {"", ""},
		`"x${a}"`:                          {"", ""},
		`"%{ for v in a }${v}%{ endfor }"`: {"", ""},
	} {
		_, e := expr(t, text)
		for _, inside := range []bool{false, true} {
			var got []string
			model.PassedOn(e.Node, inside, func(part syntax.Expr, inside bool) {
				shown := e.At(part).Text()
				if inside {
					shown += "+"
				}
				got = append(got, shown)
			})
			w := want.whole
			if inside {
				w = want.inside
			}
			if s := strings.Join(got, " "); s != w {
				t.Errorf("%s, inside %t: %q, want %q", text, inside, s, w)
			}
		}
	}
	for text, want := range map[string]bool{`[1]`: true, `({})`: true, `"${[1]}"`: true, `a`: false, `[1][0]`: false,
		`f([])`: false} {
		if _, e := expr(t, text); model.IsConstructor(e.Node) != want {
			t.Errorf("%s is a constructor: %t", text, !want)
		}
	}
}

// A chain into the observed members of a collection names it, with the index that it takes.
func TestObservedMembers(t *testing.T) {
	const head = "locals {\n  r = req.resources.c\n  all = req.resources\n  i = req.composite.i\n  zero = 0\n}\n"
	for text, want := range map[string]string{
		`req.resources.c`: "c", `req.connections.c`: "c", `req.resources.c[0]`: "c [0]", `req.resources.c[0].status`: "c [0]",
		`req.resources["c"][1]`: "c [1]", `req.resources.c[i]`: "c [...]", `req.resources.c.x`: "", `req.resources`: "",
		`req.resource.c`: "", `r`: "c", `r[2].a.b`: "c [2]", `all.c[i].x`: "c [...]", `req.resources.c["x"]`: "",
		`req.resources[i]`: "", `req.composite.c[0]`: "", `self.resources`: "", `(r)[0]`: "c [0]", `r[*].a`: "",
	} {
		p := resolve(head + "resource x { body = " + text + " }")
		e := body(p, model.KindResource)
		collection, index := p.ObservedMembers(e, e.Node)
		if got := strings.TrimSpace(collection + " " + index); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A text is found through locals that stand for it alone.
func TestTextOf(t *testing.T) {
	const head = "locals {\n  a = \"x\"\n  b = (a)\n  c = b.d\n  t = \"x${a}\"\n  n = [a]\n}\n"
	for text, want := range map[string]string{
		`"y"`: `"y"`, `a`: `"x"`, `b`: `"x"`, `c`: "", `t`: `"x${a}"`, `n`: "", `upper(a)`: "", `(("y"))`: `"y"`, `a.b`: "",
	} {
		p := resolve(head + "resource x { body = " + text + " }")
		e := body(p, model.KindResource)
		got := ""
		if f, n := p.Text(e, e.Node); n != nil {
			got = f.Range(n.Span()).Text()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// The names that can be read at a place are those of its scope and of the loops around it.
func TestNamesAtPlaces(t *testing.T) {
	const head = "locals { top = 1 }\n"
	for text, want := range map[string]string{
		"resource r { body = [for k, v in [^1] : v] }":                               "req self top",
		"resource r { body = [for k, v in [1] : [^]] }":                              "k req self top v",
		"resource r { body = [for top in [1] : [for top in [2] : [^top]]] }":         "req self top",
		"resource r { body = [for v in [1] : v^] }":                                  "req self top v",
		"resource r { body = \"%{ for k, v in [^1] }${v}%{ endfor }\" }":             "req self top",
		"resource r { body = \"%{ for k, v in [1] }${[^v]}%{ endfor }\" }":           "k req self top v",
		"resource r { body = [for a in [1] : [for b in [[^a]] : b]] }":               "a req self top",
		"resource r {\n  locals { in = 1 }\n  ^body = 1\n}":                          "in req self top",
		"resources c {\n  for_each = [^1]\n  template { body = {} }\n}":              "req self top",
		"resources c {\n  for_each = [1]\n  name = [^1]\n  template { body = 1 }\n}": "each req self top",
		"resources c {\n  for_each = [1]\n  template { body = [^1] }\n}":             "each req self top",
		"function f {\n  arg x {}\n  locals { y = 1 }\n  body = [^1]\n}":             "x y",
		"function f {\n  arg x { default = [^1] }\n  body = 1\n}":                    "",
		"requirement q {\n  select { matchName = [^1] }\n}":                          "req top",
		"\n^\nresource r { body = {} }":                                              "req top",
	} {
		text, at := cursor(head + text)
		p := resolve(text)
		if got := strings.Join(p.NamesAt(p.Files[0], at), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A local hides an argument of its function, and a local of a scope around it.
func TestHidden(t *testing.T) {
	p := resolve(`
locals { a = 1 }
function f {
  arg a {}
  arg c {}
  locals {
    a = 1
    b = 2
  }
  body = 1
}
group {
  locals {
    a = 2
    c = 3
  }
  resource r {
    locals {
      a = 3
      c = 4
      d = 5
    }
    body = {}
  }
}
`)
	var got []string
	for _, b := range p.Files[0].Blocks {
		if b.Kind == model.KindArg {
			continue
		}
		for _, l := range p.Locals(b.Scope) {
			text := b.Kind.String() + " " + l.Symbol.Name
			if h := p.Hidden(b.Scope, l.Symbol); h != nil {
				text += " hides " + describe(h) + " " + fmt.Sprint(h.Range().Start().Line)
			}
			got = append(got, text)
		}
	}
	want := []string{"function a hides argument f.a 4", "function b", "group a hides local a 2", "group c",
		"resource a hides local a 14", "resource c hides local c 15", "resource d"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if p.Hidden(nil, p.Find(model.Local, "a")) != nil {
		t.Error("a local of the program hides nothing")
	}
}

// An expression is closed if it reads nothing but the variables of its own loops.
func TestIsClosed(t *testing.T) {
	for text, want := range map[string]struct{ closed, part bool }{
		`1`: {true, true}, `[for v in [1] : v]`: {true, true}, `upper("a")`: {true, true}, `y`: {false, false},
		`req.x`: {false, false}, `[for v in [1] : v + y]`: {false, false}, `[1][*].a`: {true, false},
		`invoke("f", {})`: {false, false}, `invoke(upper("f"), {})`: {true, false}, `nosuch`: {false, false},
		`[for v in v : v]`: {false, false},
	} {
		p, e := expr(t, text)
		if got := p.IsClosed(e); got != want.closed {
			t.Errorf("%s is closed: %t", text, got)
		}
		if got := p.IsClosedPart(e, e.Node); got != want.part {
			t.Errorf("%s is closed as a part: %t", text, got)
		}
	}
	p, e := expr(t, `[for v in [1] : [v, [for w in [v] : w]]]`)
	inner := e.Node.(*syntax.For).Value
	if p.IsClosedPart(e, inner) || p.IsClosedPart(e, inner.(*syntax.Tuple).Items[1]) {
		t.Error("what reads the variable of a loop around it is not closed")
	}
}

// The places of names that a block does not have are those of the block.
func TestNameRanges(t *testing.T) {
	p := resolve("resource r { body = {} }\ncomposite status { body = {} }\ngroup {\n  condition = true\n}\n")
	var got []string
	for _, b := range p.Files[0].Blocks {
		got = append(got, b.LabelRange().Text()+"/"+b.NameRange("body").Text()+"/"+b.NameRange("condition").Text())
	}
	want := []string{"r/body/resource r", "status/body/composite status", "group/group/condition"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is wrong with a template in a string of the JSON syntax is a problem of the file.
func TestBrokenTemplates(t *testing.T) {
	p := model.New([]*source.File{source.NewFileString("f.hcl.json",
		`{"resource": {"r": {"body": {"a": "${1 +}", "b": "${"}}}, "locals": {"x": "$${1 +}"}}`)})
	f := p.Files[0]
	if !p.IsBroken() || !f.IsBroken() || len(f.Problems.Errors()) != 2 {
		t.Fatal(f.Problems)
	}
	for _, d := range f.Problems {
		if d.Subject.Filename() != "f.hcl.json" || d.Subject.Start().Line != 1 {
			t.Errorf("%s: %s", d.Subject, d.Detail)
		}
	}
	if fine := resolve("locals { x = \"$${1 +}\" }"); fine.IsBroken() {
		t.Error(fine.Files[0].Problems)
	}
}

// A block that is written as an argument is told once, and what stands in it counts for nothing.
func TestBlocksAsArguments(t *testing.T) {
	for text, want := range map[string]int{
		"locals = { a = 1 }\n":                               1,
		"resource = { a = { body = {} } }\n":                 1,
		"resource r {\n  locals = { a = 1 }\n  body = {}\n}": 1,
		"resource r {\n  body = {}\n}":                       0,
		"resource r { body = { locals = 1 } }":               0,
	} {
		p := resolve(text)
		f := p.Files[0]
		if got := len(f.Problems.Errors()); got != want || f.IsBroken() != (want > 0) {
			t.Errorf("%s: %d problems, broken %t: %v", text, got, f.IsBroken(), f.Problems)
		}
	}
}

// A block has one body: of two, the second is told with the place of the first.
func TestTwoBodies(t *testing.T) {
	for text, want := range map[string]string{
		"resource r {\n  body { a = 1 }\n  body { b = 1 }\n  body { c = 1 }\n}": "3 from 2, 4 from 2",
		"resource r {\n  body = {}\n  body { b = 1 }\n}":                        "3",
		"resource r {\n  body {}\n}":                                            "",
	} {
		var got []string
		for _, d := range resolve(text).Files[0].Problems {
			if d.Code != code.DuplicateBlock {
				t.Errorf("%s: %s", text, d.Detail)
			}
			at := fmt.Sprint(d.Subject.Start().Line)
			for _, n := range d.Notes {
				at += fmt.Sprint(" from ", n.Range.Start().Line)
			}
			got = append(got, at)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %q, want %q", text, s, want)
		}
	}
}

// The arguments of a function come in the order of the source, each name once.
func TestArguments(t *testing.T) {
	p := resolve("function f {\n  arg b {}\n  arg a {}\n  arg b {}\n  arg 1x {}\n  body = 1\n}\nfunction g {\n  arg a " +
		"{}\n  body = 2\n}\nfunction f {\n  arg c {}\n  body = 3\n}\n")
	for _, f := range p.Functions() {
		var got []string
		for _, a := range p.Arguments(f.Symbol.Block) {
			got = append(got, a.Symbol.Owner+"."+a.Symbol.Name)
		}
		want := map[string]string{"f": "f.b f.a", "g": "g.a"}[f.Symbol.Name]
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q, want %q", f.Symbol.Name, s, want)
		}
	}
}

const inputLocals = `
locals {
  spec  = req.composite.spec
  key   = spec.name
  state = req.resource.r.status.id
  deep  = { a = spec }
  loop1 = loop2
  loop2 = loop1
  lit   = "x"
}
function f {
  arg x {}
  body = x
}
resource r { body = {} }
`

// What an expression reads: the ways in req, locals that are none, what is always there, and whether the value goes on
// as it is. A computed key hides a secret unless users wrote all that it is computed from.
func TestInputs(t *testing.T) {
	for text, want := range map[string]string{
		`req.composite.spec.a`:                  "req.composite.spec.a plain",
		`[req.composite.spec.a]`:                "req.composite.spec.a plain",
		`{ k = req.context["x"].y }`:            `req.context["x"].y plain`,
		`req.composite.spec.a + 1`:              "req.composite.spec.a",
		`upper(spec.b)`:                         "req.composite.spec.b",
		`spec`:                                  "req.composite.spec plain",
		`true ? spec.a : key`:                   "req.composite.spec.a, req.composite.spec.name",
		`deep.a.b`:                              "local deep",
		`deep`:                                  "local deep plain",
		`(deep).a`:                              "local deep",
		`lit`:                                   "local lit plain",
		`[for v in spec.list : v]`:              "req.composite.spec.list, given",
		`[for k, v in {} : k]`:                  "given",
		`self.name`:                             "self.name plain",
		`nosuch`:                                "nothing plain",
		`nosuch.a`:                              "nothing plain",
		`req.resource.gone.x`:                   "req.resource.gone.x plain",
		`req.context[key]`:                      "req.context[?] plain, req.composite.spec.name",
		`req.context[lit]`:                      `req.context["x"] plain, local lit`,
		`req.context["${key}-${lit}"]`:          "req.context[?] plain, req.composite.spec.name, local lit",
		`req.context[state]`:                    "req.context[secret] plain, req.resource.r.status.id",
		`req.context[loop1]`:                    "req.context[secret] plain, local loop1",
		`req.context[req.composite.metadata.x]`: "req.context[?] plain, req.composite.metadata.x",
		`req.context[req.composite.status.x]`:   "req.context[secret] plain, req.composite.status.x",
		`req.context[req.composite.spec]`:       "req.context[?] plain, req.composite.spec",
		`req.context[req.composite]`:            "req.context[secret] plain, req.composite",
		`req.context[upper(key)]`:               "req.context[secret] plain, req.composite.spec.name",
		`req.context[true ? key : "y"]`:         "req.context[?] plain, req.composite.spec.name",
		`req.context[key == "x" ? state : "y"]`: "req.context[secret] plain, req.composite.spec.name, " +
			"req.resource.r.status.id",
		`req.context[(lit)]`:                      `req.context["x"] plain, local lit`,
		`invoke("f", { x = spec.a, y = spec.b })`: "req.composite.spec.a, req.composite.spec.b",
		`invoke("g", { x = spec.a })`:             "req.composite.spec.a",
		`invoke("f", { (lit) = spec.a })`:         "local lit, req.composite.spec.a",
		`spec.list[*].a`:                          "req.composite.spec.list",
		`req.composite.spec.l[0]["k"][key].z`:     `req.composite.spec.l[0]["k"][?].z plain, req.composite.spec.name`,
		`"${spec.a}"`:                             "req.composite.spec.a plain",
		`"x${spec.a}"`:                            "req.composite.spec.a",
	} {
		p := resolve(inputLocals + "resource x { body = " + text + " }\n")
		inputs := p.Inputs()
		f := p.Files[0]
		e := f.Blocks[len(f.Blocks)-1].Attr(model.AttrBody)
		var got []string
		for _, in := range inputs.Of(e.ID()) {
			shown := "nothing"
			switch w := inputs.Way(&in); {
			case w != nil:
				var b strings.Builder
				for i, s := range w {
					switch {
					case s.Secret:
						b.WriteString("[secret]")
					case s.Computed:
						b.WriteString("[?]")
					case i == 0:
						b.WriteString(s.Name)
					default:
						b.WriteString(strings.TrimPrefix(value.Path{value.AttrStep("q"), s.Step}.String(), "q"))
					}
				}
				shown = b.String()
			case in.IsLocal:
				for _, l := range p.Locals(nil) {
					if l.Symbol.Expr == p.Expr(in.Through) {
						shown = "local " + l.Symbol.Name
					}
				}
			case in.Given:
				shown = "given"
			}
			if in.Plain {
				shown += " plain"
			}
			got = append(got, shown)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %s, want %s", text, s, want)
		}
	}
}

// The way of a chain is found at its place, and at that of its beginning; not at other places.
func TestInputsAtPlaces(t *testing.T) {
	const text = "locals { l = { a = 1 } }\nresource r { body = [req.composite.spec.a, l.a, req.context[\"k\"][0].z + " +
		"1] }\n"
	other := "resource s { body = req.composite.spec.other }\n"
	p := resolve(text, other)
	inputs := p.Inputs()
	for part, want := range map[string]string{
		`req.composite.spec.a`: "req.composite.spec.a", `req.composite`: "", `req`: "", `l.a`: "", `a, l.a`: "", `1`: "",
		`req.context["k"][0].z`: `req.context["k"][0].z`, `[req.composite.spec.a,`: "", `req.context["k"][0].z +`: "",
		`nowhere`: "",
	} {
		at := strings.Index(text, part)
		if at < 0 {
			at = len(text) - 1
		}
		r := p.Files[0].Range(source.Span{Start: uint32(at), End: uint32(at + min(len(part), len(text)-at))})
		if got := inputs.At(r).Path().String(); got != want {
			t.Errorf("%s: %s, want %s", part, got, want)
		}
	}
	at := strings.Index(other, "req")
	if got := inputs.At(p.Files[1].Range(source.Span{Start: uint32(at), End: uint32(at + 24)})).Path().String(); got !=
		"req.composite.spec.other" {
		t.Errorf("in the other file: %s", got)
	}
	if got := inputs.At(source.Range{File: source.NewFileString("x", text)}); got != nil {
		t.Errorf("in a file of another program: %v", got)
	}
}

// What no schema knows is told once and not read: neither the part, nor the argument that was meant, counts as missing.
func TestUnread(t *testing.T) {
	for _, tt := range []struct{ text, unread, blocks, problems string }{
		{"resource r {\n  body = {}\n}", "", "", ""},
		{"resource r {\n  body { a = 1 }\n}", "", "", ""},
		{"resource r {\n  body      = {}\n  conditoin = true\n}", "conditoin = true", "resource r",
			"unsupported-argument conditoin"},
		{"resorce r {\n  body = x\n}", "resorce r {\n  body = x\n}", "", "unsupported-block resorce"},
		{"resource r {\n  body = {}\n  readyy { value = 1 }\n}", "readyy { value = 1 }", "resource r",
			"unsupported-block readyy"},
		{"resource r {\n  bdy = {}\n}", "bdy = {}", "resource r", "unsupported-argument bdy"},
		{"resource r {\n  zzz = {}\n}", "zzz = {}", "resource r", "missing-argument , unsupported-argument zzz"},
		{"requirement q {\n  select {\n    apiVersion = \"v1\"\n    kind = \"X\"\n    matchNam = \"x\"\n  }\n}",
			"matchNam = \"x\"", "select", "unsupported-argument matchNam"},
		{"locals = { a = 1 }", "", "", "unsupported-argument locals"},
		{"a = 1\nresource r {\n  body = {}\n}", "a = 1", "", "unsupported-argument a"},
	} {
		f := resolve(tt.text).Files[0]
		var unread, blocks, problems []string
		for _, at := range f.Unread {
			unread = append(unread, f.Range(at).Text())
		}
		for _, b := range f.Blocks {
			if b.Unread {
				blocks = append(blocks, strings.TrimSpace(b.Kind.String()+" "+b.Label))
			}
		}
		for _, d := range f.Problems {
			problems = append(problems, d.Code+" "+d.Subject.Text())
		}
		slices.Sort(problems)
		for _, c := range [][2]string{{strings.Join(unread, "|"), tt.unread}, {strings.Join(blocks, "|"), tt.blocks},
			{strings.Join(problems, ", "), tt.problems}} {
			if c[0] != c[1] {
				t.Errorf("%s: got %q, want %q", tt.text, c[0], c[1])
			}
		}
	}
}

// The names of functions and arguments are made of letters, digits, "_" and "-", and begin with a letter or "_".
func TestFunctionNames(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "z": true, "A": true, "Z": true, "_": true, "a0": true, "a9": true, "aZ": true, "a_b": true, "a-b": true,
		"-a": false, "": false,
		"0": false, "9a": false, "a.b": false, "a b": false, "ä": false, "aä": false, "a@": false, "a[": false, "a`": false,
		"a{": false, "a/": false, "a:": false, "@": false, "[": false, "`": false, "{": false,
	} {
		if got := model.IsFunctionName(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}

// Of a file with a syntax error, what stands before the error is told, but for what seems to be missing.
func TestProblemsBesideSyntaxErrors(t *testing.T) {
	for text, want := range map[string]string{
		"resource q {\n  zzz = 1\n  body = {}\n}\nresource r {\n  body = (1\n}\n": "unsupported-argument zzz",
		"resource q {\n}\nresource r {\n  body = (1\n}\n":                         "",
		"resource r {\n  body = (1\n}\nresource q {\n  zzz = 1\n  body = {}\n}\n": "",
		"resource r {\n  body = (1\n}\nresource q {\n}\n":                         "",
	} {
		var got []string
		for _, d := range resolve(text).Files[0].Problems {
			if d.Code != code.UnclosedParenthesis {
				got = append(got, d.Code+" "+d.Subject.Text())
			}
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %q, want %q", text, s, want)
		}
	}
}
