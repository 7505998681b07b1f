package run_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// A small core of the language as Go data: it is printed as a program for the engine and evaluated naively by the
// oracle.

type (
	lit  string
	path []string // a traversal
	ref  string   // a local
	tmpl []any    // a template of texts (lit) and expressions
	obj  map[string]any
	cond struct{ left, yes, no any } // left == "x1" ? yes : no
	call struct {                    // a call of a function of one argument, whose body is a template around it
		fn  string
		arg any
	}
)

// prog is a random program.
type prog struct {
	locals   []string
	local    map[string]any
	blocks   []randomBlock
	requires []string // requirements, each asked for by name
	needs    map[string]any
}

// randomBlock is a resource, a collection or a group of such.
type randomBlock struct {
	kind   string // "resource", "resources" or "group"
	name   string
	cond   any // compared with "x1"; nil for none
	each   path
	tcond  any // the condition of the template, as cond
	body   any
	status map[string]any // nil for none
	conn   bool           // whether it publishes its connection details
	inside []randomBlock
}

func quote(s string) string { return "\"" + s + "\"" }

func printExpr(e any) string {
	switch e := e.(type) {
	case lit:
		return quote(string(e))
	case path:
		return printPath(e)
	case ref:
		return string(e)
	case tmpl:
		var b strings.Builder
		for _, p := range e {
			if s, ok := p.(lit); ok {
				b.WriteString(string(s))
			} else {
				b.WriteString("${" + printExpr(p) + "}")
			}
		}
		return quote(b.String())
	case obj:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(e)) {
			parts = append(parts, k+" = "+printExpr(e[k]))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case cond:
		return "(" + printExpr(e.left) + " == \"x1\" ? " + printExpr(e.yes) + " : " + printExpr(e.no) + ")"
	case call:
		return "invoke(" + quote(e.fn) + ", { a = " + printExpr(e.arg) + " })"
	}
	panic("no expression")
}

func printPath(p path) string {
	var b strings.Builder
	for i, s := range p {
		switch {
		case s == "0":
			b.WriteString("[0]")
		case i > 0:
			b.WriteString("." + s)
		default:
			b.WriteString(s)
		}
	}
	return b.String()
}

func (p *prog) String() string {
	var b strings.Builder
	b.WriteString("function wrap {\n  arg a {}\n  body = \"${a}>\"\n}\nlocals {\n  st = req.composite.status\n}\n")
	for _, name := range p.locals {
		fmt.Fprintf(&b, "locals {\n  %s = %s\n}\n", name, printExpr(p.local[name]))
	}
	for _, name := range p.requires {
		fmt.Fprintf(&b, "requirement %s {\n  select {\n    apiVersion = \"v1\"\n    kind = \"A\"\n    matchName = %s\n  "+
			"}\n}\n", name, printExpr(p.needs[name]))
	}
	printBlocks(&b, p.blocks)
	return b.String()
}

func printBlocks(b *strings.Builder, list []randomBlock) {
	for _, r := range list {
		label := " " + r.name
		if r.kind == "group" {
			label = ""
		}
		fmt.Fprintf(b, "%s%s {\n", r.kind, label)
		if r.cond != nil {
			fmt.Fprintf(b, "condition = %s == \"x1\"\n", printExpr(r.cond))
		}
		switch r.kind {
		case "group":
			printBlocks(b, r.inside)
		case "resources":
			fmt.Fprintf(b, "for_each = %s\ntemplate {\n", printExpr(r.each))
			if r.tcond != nil {
				fmt.Fprintf(b, "condition = %s == \"x1\"\n", printExpr(r.tcond))
			}
			printBody(b, r)
			b.WriteString("}\n")
		default:
			printBody(b, r)
		}
		b.WriteString("}\n")
	}
}

func printBody(b *strings.Builder, r randomBlock) {
	fmt.Fprintf(b, "body = %s\n", printExpr(r.body))
	if r.conn {
		b.WriteString("composite connection {\nbody = self.connection\n}\n")
	}
	for _, k := range slices.Sorted(maps.Keys(r.status)) {
		key := k
		if r.kind == "resources" {
			key = "(\"" + k + "-${each.key}\")"
		}
		fmt.Fprintf(b, "composite status {\nbody = { %s = %s }\n}\n", key, printExpr(r.status[k]))
	}
}

// gen draws programs.
type gen struct {
	t *rapid.T
	p *prog
	n int
}

func (g *gen) pick(n int, what string) int { return rapid.IntRange(0, n-1).Draw(g.t, what) }

func drawProg(t *rapid.T) *prog {
	g := &gen{t: t, p: &prog{local: map[string]any{}, needs: map[string]any{}}}
	for range g.pick(3, "requirements") {
		name := fmt.Sprintf("q%d", len(g.p.requires))
		g.p.needs[name] = tmpl{g.expr(1, ""), lit("-n")}
		g.p.requires = append(g.p.requires, name)
	}
	for range g.pick(4, "locals") {
		name := fmt.Sprintf("v%d", len(g.p.locals))
		e := g.expr(2, "")
		g.p.local[name] = e
		g.p.locals = append(g.p.locals, name)
	}
	g.p.blocks = g.blocks(2)
	return g.p
}

func (g *gen) blocks(depth int) []randomBlock {
	var out []randomBlock
	for range 1 + g.pick(4, "blocks") {
		r := randomBlock{kind: "resource", name: fmt.Sprintf("r%d", g.n)}
		g.n++
		switch k := g.pick(6, "kind"); {
		case k == 0 && depth > 0:
			r.kind = "group"
			r.inside = g.blocks(depth - 1)
		case k == 1:
			r.kind, r.each = "resources", path{"req", "composite", "spec", []string{"l0", "l1"}[g.pick(2, "list")]}
			if g.pick(2, "template condition") == 0 {
				r.tcond = g.atom("self")
			}
		}
		if g.pick(3, "conditional") == 0 {
			r.cond = g.atom("")
		}
		if r.kind != "group" {
			g.body(&r)
		}
		out = append(out, r)
	}
	return out
}

func (g *gen) body(r *randomBlock) {
	self := "self"
	r.body = obj{"a": g.expr(2, ""), "b": g.expr(1, self)}
	if len(g.p.requires) > 0 && g.pick(6, "many") == 0 {
		r.body = obj{"a": g.many(), "b": lit("b")}
	}
	r.conn = g.pick(3, "connection") == 0
	for range g.pick(3, "status") {
		if r.status == nil {
			r.status = map[string]any{}
		}
		r.status[fmt.Sprintf("s%d", g.n)] = g.expr(1, self)
		g.n++
	}
}

// expr draws an expression. With self, it may read the observed resource of its block.
func (g *gen) expr(depth int, self string) any {
	if depth == 0 {
		return g.atom(self)
	}
	switch g.pick(7, "expr") {
	case 0:
		// A text that begins with something known could be told from others although the rest is not known.
		return tmpl{g.atom(self), lit("-t")}
	case 1:
		return cond{g.atom(self), g.expr(depth-1, self), g.expr(depth-1, self)}
	case 2:
		return call{"wrap", tmpl{g.atom(self), lit("!")}}
	}
	return g.atom(self)
}

// many reads an answer more often than a value can carry origins, and another input.
func (g *gen) many() any {
	in, out := path{"req", "extra_resources", g.p.requires[0], "0", "data", "x"}, tmpl{}
	for range unknowns.MaxOrigins + 1 {
		out = append(out, in)
	}
	other := []path{{"req", "composite", "spec", "p0"}, {"req", "composite", "status", "s1"}, {"st", "s2"}}
	return append(out, other[g.pick(len(other), "other")])
}

// atom draws a string: a literal, a local or an input.
func (g *gen) atom(self string) any {
	switch k := g.pick(11, "atom"); {
	case k == 0:
		return lit(fmt.Sprintf("x%d", g.pick(3, "text")))
	case k == 1 && len(g.p.locals) > 0:
		return ref(g.p.locals[g.pick(len(g.p.locals), "local")])
	case k == 2 && self != "":
		return path{"self", "resource", "status", "id"}
	case k == 9:
		return path{"st", fmt.Sprintf("s%d", g.pick(10, "member"))}
	case k == 10 && self != "":
		return path{"req", "connection", fmt.Sprintf("r%d", g.pick(6, "other")), "p"}
	case k == 3:
		return path{"req", "resource", fmt.Sprintf("r%d", g.pick(6, "other")), "status", "id"}
	case k <= 5:
		return path{"req", "composite", "status", fmt.Sprintf("s%d", g.pick(10, "member"))}
	case k == 6 && len(g.p.requires) > 0:
		return path{"req", "extra_resources", g.p.requires[g.pick(len(g.p.requires), "extra")], "0", "data", "x"}
	}
	return path{"req", "composite", "spec", fmt.Sprintf("p%d", g.pick(4, "param"))}
}

// world is the state around a program, as plain data.
type world struct {
	spec     map[string]any
	status   map[string]any
	observed map[string]map[string]any // name: the object
	bases    map[string]string         // name: "base index"
	extra    map[string][]any
	details  map[string]map[string][]byte // connection details by resource
	modern   bool                         // the XR has no connection details of its own
	public   map[string][]byte            // its connection details, if it has
}

func drawWorld(t *rapid.T) *world {
	w := &world{spec: map[string]any{}, status: map[string]any{}, observed: map[string]map[string]any{},
		bases: map[string]string{}, extra: map[string][]any{}, details: map[string]map[string][]byte{},
		modern: rapid.Bool().Draw(t, "modern")}
	for i := range 4 {
		w.spec[fmt.Sprintf("p%d", i)] = fmt.Sprintf("x%d", rapid.IntRange(0, 2).Draw(t, "p"))
	}
	for i := range 2 {
		list := make([]any, rapid.IntRange(0, 3).Draw(t, "items"))
		for j := range list {
			list[j] = fmt.Sprintf("x%d", j)
		}
		w.spec[fmt.Sprintf("l%d", i)] = list
	}
	return w
}

// input makes the input of a run.
func (w *world) input() *run.Input {
	spec := maps.Clone(w.spec)
	if w.modern {
		spec["crossplane"] = map[string]any{}
	}
	xr := map[string]any{"metadata": map[string]any{"name": "demo"}, "spec": spec}
	if w.status != nil {
		xr["status"] = w.status
	}
	in := &run.Input{Composite: compositiontest.Object(xr), Connection: w.public,
		ConnectionSecret: &run.ConnectionSecret{Name: "conn", Namespace: "team"}}
	for _, name := range slices.Sorted(maps.Keys(w.observed)) {
		o := run.Observed{Name: name, Body: compositiontest.Object(w.observed[name]), Connection: w.details[name]}
		if b := w.bases[name]; b != "" {
			o.Base, o.Index, _ = strings.Cut(b, " ")
		}
		in.Resources = append(in.Resources, o)
	}
	for _, name := range slices.Sorted(maps.Keys(w.extra)) {
		a := run.Answer{Name: name}
		for _, o := range w.extra[name] {
			a.Objects = append(a.Objects, compositiontest.Object(o))
		}
		in.Extra = append(in.Extra, a)
	}
	return in
}

// plainStatus is a status as plain data.
func plainStatus(v value.Value) map[string]any {
	if v.IsZero() {
		return map[string]any{}
	}
	return compositiontest.Plain(v).(map[string]any)
}
