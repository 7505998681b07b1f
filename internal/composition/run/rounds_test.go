package run_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
)

// The programs of these tests read data only by steps to one place, and compute with all that the language has. What
// looks at which data is present (try, can, lookup with a default, a for over observed data) is left out: there the
// author decides what absence means.

// roundGen draws the text of a program.
type roundGen struct {
	t        *rapid.T
	b        strings.Builder
	prefix   string // of the names of this program
	n        int
	locals   []string
	requires []string
	names    []string // of resources, in all programs
	bases    []string // of collections
	depth    int
}

func (g *roundGen) pick(n int, what string) int { return rapid.IntRange(0, n-1).Draw(g.t, what) }

func (g *roundGen) one(what string, choices ...string) string {
	return choices[g.pick(len(choices), what)]
}

// owner draws a program. What a program writes has its prefix, and what the context begins with has another one, since
// of two writers the later one wins: what is read of the first one is not there to stay.
func (g *roundGen) owner() string { return g.one("owner", "a", "b") }

// read draws a way to an input that holds a string.
func (g *roundGen) read(self bool) string {
	choices := []string{
		"req.composite.spec.p" + strconv.Itoa(g.pick(4, "param")),
		"req.composite.spec.p" + strconv.Itoa(g.pick(4, "param")),
		"req.composite.status." + g.owner() + "s" + strconv.Itoa(g.pick(6, "member")),
		"req.composite.status.o." + g.owner() + "s" + strconv.Itoa(g.pick(3, "member")),
		"req.context[\"example.org/c" + strconv.Itoa(g.pick(2, "key")) + "\"]." + g.one("owner", "a", "b", "i") + "x" +
			strconv.Itoa(g.pick(3, "member")),
		"req.composite_connection." + g.owner() + "d" + strconv.Itoa(g.pick(4, "detail")),
	}
	if len(g.names) > 0 {
		name := g.names[g.pick(len(g.names), "name")]
		choices = append(choices, "req.resource."+name+".status.id", "req.resource."+name+".status.id",
			"req.connection."+name+".p")
	}
	if len(g.bases) > 0 {
		base := g.bases[g.pick(len(g.bases), "base")]
		choices = append(choices, "req.resource."+base+"-"+g.one("member", "x0", "x1", "0", "1")+".status.id")
	}
	if len(g.requires) > 0 {
		q := g.requires[g.pick(len(g.requires), "requirement")]
		choices = append(choices, "req.extra_resources."+q+"[0].data.x",
			"req.extra_resources."+q+"["+strconv.Itoa(g.pick(2, "index"))+"].data.x")
	}
	if len(g.locals) > 0 {
		l := g.locals[g.pick(len(g.locals), "local")]
		choices = append(choices, l, l)
	}
	if self {
		choices = append(choices, "self.resource.status.id", "self.connection.p", "self.name")
	}
	return choices[g.pick(len(choices), "read")]
}

// text draws an expression that gives a string.
func (g *roundGen) text(depth int, self bool) string {
	if depth == 0 {
		if g.pick(4, "literal") == 0 {
			return g.literal()
		}
		return g.read(self)
	}
	a := func() string { return g.text(depth-1, self) }
	switch g.pick(22, "text") {
	case 0:
		return "\"" + g.one("before", "", "a-") + "${" + a() + "}" + g.one("after", "", "-z") + "\""
	case 1:
		return "(" + g.truth(depth-1, self) + " ? " + a() + " : " + a() + ")"
	case 2:
		return "coalesce(" + a() + ", " + a() + ")"
	case 3:
		return "join(\"+\", " + g.list(depth-1, self) + ")"
	case 4:
		return g.list(depth-1, self) + "[0]"
	case 5:
		return "element(" + g.list(depth-1, self) + ", 1)"
	case 6:
		return "merge({ k = " + a() + " }, { " + g.one("key", "k", "l") + " = " + a() + " }).k"
	case 7:
		return "lookup({ k = " + a() + " }, \"k\", \"d\")"
	case 8:
		return "tostring(length(" + g.collection(depth-1, self) + "))"
	case 9:
		return "jsonencode(" + g.collection(depth-1, self) + ")"
	case 10:
		return "\"%{ for e in " + g.collection(depth-1, self) + " }${e},%{ endfor }\""
	case 11:
		return "upper(" + a() + ")"
	case 12:
		return "format(\"%s/%s\", " + a() + ", " + a() + ")"
	case 13:
		return "jsonencode(keys({ (\"${" + a() + "}\") = 1, (\"${" + a() + "}\") = 2 }))"
	case 14:
		return "invoke(\"" + g.prefix + "wrap\", { a = " + a() + " })"
	case 15:
		return "jsonencode(" + g.truth(depth-1, self) + ")"
	case 16:
		return "jsonencode([for e in " + g.collection(depth-1, self) + " : \"${e}!\" if e != " + a() + "])"
	case 17:
		return "jsonencode({ for e in " + g.list(depth-1, self) + " : e => 1... })"
	case 18:
		return "replace(" + a() + ", \"x\", " + a() + ")"
	}
	return a()
}

func (g *roundGen) literal() string { return "\"x" + strconv.Itoa(g.pick(3, "literal text")) + "\"" }

// list draws an expression that gives a list with at least one element.
func (g *roundGen) list(depth int, self bool) string {
	a := func() string { return g.text(depth, self) }
	switch g.pick(6, "list") {
	case 0:
		return "tolist([" + a() + ", " + a() + "])"
	case 1:
		return "concat([" + a() + "], [" + a() + "])"
	case 2:
		return "distinct([" + a() + ", " + a() + "])"
	case 3:
		return "reverse([" + a() + ", " + a() + "])"
	case 4:
		return "sort([" + a() + ", " + a() + "])"
	}
	return "[" + a() + ", " + a() + "]"
}

// collection draws a list or a set.
func (g *roundGen) collection(depth int, self bool) string {
	switch g.pick(7, "collection") {
	case 0:
		return "toset(" + g.list(depth, self) + ")"
	case 1:
		return "setunion(toset(" + g.list(depth, self) + "), [" + g.text(depth, self) + "])"
	case 2:
		return "coalescelist([" + g.text(depth, self) + "], [\"x0\"])"
	case 3:
		return "compact(" + g.list(depth, self) + ")"
	case 4:
		return "slice(" + g.list(depth, self) + ", 0, 1)"
	case 5:
		return "setintersection(toset(" + g.list(depth, self) + "), [" + g.text(depth, self) + "])"
	}
	return g.list(depth, self)
}

// truth draws an expression that gives a bool.
func (g *roundGen) truth(depth int, self bool) string {
	a := func() string { return g.text(max(depth-1, 0), self) }
	switch g.pick(9, "truth") {
	case 0:
		return "(" + a() + " != " + a() + ")"
	case 1:
		return "contains(" + g.collection(max(depth-1, 0), self) + ", " + a() + ")"
	case 2:
		return "(length(" + g.collection(max(depth-1, 0), self) + ") > 1)"
	case 3:
		return "!(" + a() + " == " + g.literal() + ")"
	case 4:
		return "(" + a() + " == " + a() + " && " + a() + " == " + g.literal() + ")"
	case 5:
		return "(" + a() + " == " + g.literal() + " || " + a() + " != " + a() + ")"
	case 6:
		return "(coalesce(" + a() + ", \"x1\") == \"x1\")"
	}
	return "(" + a() + " == " + g.literal() + ")"
}

func (g *roundGen) line(format string, args ...any) {
	fmt.Fprintf(&g.b, strings.Repeat("  ", g.depth)+format+"\n", args...)
	switch {
	case strings.HasSuffix(format, "{"):
		g.depth++
	}
}

func (g *roundGen) end() {
	g.depth--
	g.line("}")
}

func (g *roundGen) name(kind string) string {
	g.n++
	return g.prefix + kind + strconv.Itoa(g.n)
}

func (g *roundGen) program() string {
	g.line("function %swrap {", g.prefix)
	g.line("arg a {}")
	g.line("body = \"${a}>\"")
	g.end()
	for range g.pick(3, "requirements") {
		g.requirement()
	}
	for range g.pick(3, "locals") {
		name := g.name("v")
		g.line("locals {")
		g.line("%s = %s", name, g.text(2, false))
		g.end()
		g.locals = append(g.locals, name)
	}
	g.blocks(2)
	return g.b.String()
}

func (g *roundGen) requirement() {
	name := g.name("q")
	g.line("requirement %s {", name)
	if g.pick(3, "conditional requirement") == 0 {
		g.line("condition = %s", g.truth(1, false))
	}
	g.line("select {")
	g.line("apiVersion = \"v1\"")
	g.line("kind = \"A\"")
	if g.pick(2, "labels") == 0 {
		g.line("matchLabels = { a = %s }", g.text(1, false))
	} else {
		g.line("matchName = %s", g.text(1, false))
	}
	g.end()
	g.end()
	g.requires = append(g.requires, name)
}

func (g *roundGen) blocks(depth int) {
	for range 1 + g.pick(3, "blocks") {
		switch k := g.pick(9, "kind"); {
		case k == 0 && depth > 0:
			g.line("group {")
			g.condition(2)
			g.blocks(depth - 1)
			g.end()
		case k <= 2:
			g.collectionBlock()
		case k == 3:
			g.context()
		case k == 4:
			g.status("", false)
		case k == 5:
			g.connection("", false)
		default:
			name := g.name("r")
			g.line("resource %s {", name)
			g.condition(3)
			g.inside(g.n, "", "")
			g.end()
			g.names = append(g.names, name)
		}
	}
}

func (g *roundGen) condition(often int) {
	if g.pick(often, "conditional") == 0 {
		g.line("condition = %s", g.truth(2, false))
	}
}

// inside draws the body of a resource and the blocks in it. each is a text that tells the members of a collection
// apart.
func (g *roundGen) inside(n int, each, value string) {
	extra := ""
	if value != "" {
		extra = ", v = " + value
	}
	g.line("body = { a = %s, b = %s%s }", g.text(2, false), g.text(1, g.pick(4, "self") == 0), extra)
	if g.pick(3, "ready") == 0 {
		g.line("ready {")
		g.line("value = %s ? \"READY_TRUE\" : \"READY_FALSE\"", g.truth(1, true))
		g.end()
	}
	if g.pick(3, "status") == 0 {
		g.status(each, true)
	}
	if g.pick(3, "connection") == 0 {
		g.connection(each, true)
	}
}

func (g *roundGen) collectionBlock() {
	base := g.name("c")
	g.line("resources %s {", base)
	g.condition(4)
	g.line("for_each = %s", g.one("for_each",
		"req.composite.spec.l0", "req.composite.spec.l1", g.list(1, false), "toset("+g.list(1, false)+")",
		"{ k = "+g.text(1, false)+" }",
		"{ (\"k-${"+g.text(1, false)+"}\") = 1 }", "["+g.text(1, false)+"]", g.collection(1, false)))
	switch g.pick(3, "name") {
	case 0:
		g.line("name = \"%s-${each.key}\"", base)
	case 1:
		g.line("name = \"%s-${each.key}-${%s}\"", base, g.text(0, false))
	}
	g.line("template {")
	if g.pick(4, "template condition") == 0 {
		g.line("condition = %s", g.truth(1, false))
	}
	g.inside(g.n, "-${each.key}", "each.value")
	g.end()
	g.end()
	g.bases = append(g.bases, base)
}

func (g *roundGen) status(each string, self bool) {
	g.line("composite status {")
	key := g.prefix + "s" + strconv.Itoa(g.pick(6, "status"))
	if g.pick(2, "own key") == 0 {
		key = g.name("s")
	}
	value := g.text(2, self)
	switch g.pick(4, "shape") {
	case 0:
		g.line("body = { o = { (\"%s%s\") = %s } }", key, each, value)
	case 1:
		g.line("body = merge({ (\"%s%s\") = %s }, {})", key, each, value)
	default:
		g.line("body = { (\"%s%s\") = %s }", key, each, value)
	}
	g.end()
}

func (g *roundGen) connection(each string, self bool) {
	g.line("composite connection {")
	g.line("body = { (\"%s%s\") = base64encode(%s) }", g.one("own detail", g.prefix+"d"+strconv.Itoa(g.pick(4, "detail")),
		g.name("d")), each, g.text(2, self))
	g.end()
}

func (g *roundGen) context() {
	g.line("context {")
	g.line("key = \"example.org/c%d\"", g.pick(2, "key"))
	g.line("value = { %s = %s }", g.one("own member", g.prefix+"x"+strconv.Itoa(g.pick(3, "member")), g.name("x")),
		g.text(2, false))
	g.end()
}

// rounds is a pipeline of programs with the state around it.
type rounds struct {
	*world
	programs []*run.Program
	texts    []string
	answers  map[string][]any // what the cluster has, by requirement
	context  map[string]any
	keep     bool // what exists and is incomplete
}

// outcomeOfRound is what a pipeline comes to.
type outcomeOfRound struct {
	fatal, failed bool
	waits         bool
	resources     map[string]any
	status        map[string]any
	context       map[string]any
	connection    map[string][]byte
	text          string
}

var pipelineRounds atomic.Int64

// run runs the pipeline as Crossplane does, and returns what is applied.
func (r *rounds) run() outcomeOfRound {
	pipelineRounds.Add(1)
	o := outcomeOfRound{resources: map[string]any{}, context: maps.Clone(r.context)}
	var desired run.Desired
	for i, p := range r.programs {
		out := r.step(p, strconv.Itoa(i), desired, o.context)
		o.text += compositiontest.Describe(out)
		if out == nil || out.Fatal {
			o.fatal = true
			return o
		}
		for _, res := range out.Resources {
			o.resources[res.Name] = compositiontest.Plain(res.Body)
		}
		for j := range out.Items {
			o.failed = o.failed || out.Items[j].State == report.Failed
			o.waits = o.waits || out.Items[j].State == report.Waiting
		}
		if !out.Status.IsZero() {
			o.status = plainStatus(out.Status)
			desired.Status = compositiontest.Object(o.status)
		}
		if out.Connection != nil {
			o.connection, desired.Connection = out.Connection, out.Connection
		}
		if !out.Context.IsZero() {
			o.context = compositiontest.Plain(out.Context).(map[string]any)
		}
		desired.Resources = slices.Sorted(maps.Keys(o.resources))
	}
	return o
}

// step calls a program until its requirements are answered.
func (r *rounds) step(p *run.Program, step string, desired run.Desired, before map[string]any) *run.Output {
	in := r.input()
	in.Desired, in.Step, in.ConnectionSecret = desired, step, nil
	if r.modern {
		in.ConnectionSecret = &run.ConnectionSecret{Name: "conn-" + step, Namespace: "team"}
	}
	in.Extra, in.KeepIncomplete = nil, r.keep
	asked := map[string]bool{}
	for range 6 {
		in.Context = compositiontest.Object(before)
		out := p.Run(context.Background(), in)
		more := false
		for _, q := range out.Requirements {
			if !asked[q.Name] && !out.Fatal {
				asked[q.Name], more = true, true
				a := run.Answer{Name: q.Name}
				for _, o := range r.answers[q.Name] {
					a.Objects = append(a.Objects, compositiontest.Object(o))
				}
				in.Extra = append(in.Extra, a)
			}
		}
		if !more {
			return out
		}
		if !out.Context.IsZero() {
			before = compositiontest.Plain(out.Context).(map[string]any)
		}
	}
	return &run.Output{Fatal: true}
}

// apply makes the state that the cluster has after a round.
func (r *rounds) apply(o *outcomeOfRound) {
	for name, body := range o.resources {
		if r.observed[name] != nil {
			continue
		}
		r.observed[name] = map[string]any{"kind": "A", "status": map[string]any{"id": "id-" + name}}
		r.details[name] = map[string][]byte{"p": []byte("x1")}
		if name == run.ConnectionSecretName {
			r.observed[name] = map[string]any{"kind": "Secret", "data": body.(map[string]any)["data"]}
		}
		meta, _ := body.(map[string]any)["metadata"].(map[string]any)
		if notes, ok := meta["annotations"].(map[string]any); ok && notes[run.AnnotationBase] != nil {
			r.bases[name] = fmt.Sprint(notes[run.AnnotationBase], " ", notes[run.AnnotationIndex])
		}
	}
	if s := r.observed[run.ConnectionSecretName]; s != nil && o.resources[run.ConnectionSecretName] != nil {
		s["data"] = o.resources[run.ConnectionSecretName].(map[string]any)["data"]
	}
	r.status = o.status
	if !r.modern {
		r.public = o.connection
	}
}

func (r *rounds) clone() *rounds {
	c := *r
	w := *r.world
	c.world = &w
	w.spec, w.status, w.details, w.public = cloned(w.spec).(map[string]any), cloned(w.status).(map[string]any),
		maps.Clone(w.details), maps.Clone(w.public)
	w.bases = maps.Clone(w.bases)
	w.observed = map[string]map[string]any{}
	for name, o := range r.observed {
		w.observed[name] = cloned(o).(map[string]any)
	}
	c.answers = map[string][]any{}
	for name, list := range r.answers {
		c.answers[name] = cloned(list).([]any)
	}
	c.context = cloned(r.context).(map[string]any)
	return &c
}

func cloned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = cloned(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = cloned(e)
		}
		return out
	}
	return v
}

// forget takes a part of the known input away. Lists of the spec stay whole: how long they are is what a for_each looks
// at.
func (r *rounds) forget(t *rapid.T) {
	var choices []func()
	var parts func(m map[string]any)
	parts = func(m map[string]any) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			choices = append(choices, func() { delete(m, k) })
			if inner, ok := m[k].(map[string]any); ok {
				parts(inner)
			}
		}
	}
	parts(r.spec)
	parts(r.status)
	parts(r.context)
	for _, name := range slices.Sorted(maps.Keys(r.observed)) {
		parts(map[string]any{"status": r.observed[name]["status"]})
		choices = append(choices, func() { delete(r.observed[name], "status") }, func() { delete(r.details, name) })
	}
	for _, k := range slices.Sorted(maps.Keys(r.public)) {
		choices = append(choices, func() { delete(r.public, k) })
	}
	for _, name := range slices.Sorted(maps.Keys(r.answers)) {
		choices = append(choices, func() { delete(r.answers, name) })
		if list := r.answers[name]; len(list) > 0 {
			choices = append(choices, func() { r.answers[name] = list[:len(list)-1] })
			parts(list[0].(map[string]any))
		}
	}
	if len(choices) > 0 {
		choices[rapid.IntRange(0, len(choices)-1).Draw(t, "forget")]()
	}
}

func drawRounds(t *rapid.T) *rounds {
	r := &rounds{world: drawWorld(t), answers: map[string][]any{}, context: map[string]any{}}
	for i := range 2 {
		if rapid.IntRange(0, 2).Draw(t, "context") == 0 {
			r.context[fmt.Sprintf("example.org/c%d", i)] = map[string]any{"ix0": "x0", "ix1": "x1"}
		}
	}
	var names, bases []string
	for i := range rapid.IntRange(1, 2).Draw(t, "programs") {
		g := &roundGen{t: t, prefix: string(rune('a' + i)), names: names, bases: bases}
		text := g.program()
		names, bases = g.names, g.bases
		program, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", text)},
			composition.Options{Functions: compositiontest.Functions()})
		if program == nil {
			if !slices.ContainsFunc(diags.Errors(), func(d *diag.Diagnostic) bool { return d.Code != contract.Code }) {
				t.Skip("a constant in it breaks a contract, such as an empty name")
			}
			t.Fatalf("%v\n%s", diags, text)
		}
		r.programs, r.texts = append(r.programs, program), append(r.texts, text)
		for _, q := range g.requires {
			var list []any
			for range rapid.IntRange(0, 2).Draw(t, "answer") {
				list = append(list, map[string]any{"data": map[string]any{"x": fmt.Sprintf("x%d",
					rapid.IntRange(0, 2).Draw(t, "data"))}})
			}
			r.answers[q] = list
		}
	}
	return r
}

// TestNothingGoesByAccident runs random pipelines over several rounds, in each also with less known input. What is
// computed with less is the same with more, unless that call is fatal or reports an evaluation error; and what exists
// stays, unless the call is fatal.
//
// A long form: go test ./internal/composition/run -run TestNothingGoesByAccident -rapid.checks=25000
func TestNothingGoesByAccident(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRounds(t)
		var before *outcomeOfRound
		var state *rounds
		for round := range 4 {
			o := r.run()
			if before != nil {
				compareRounds(t, fmt.Sprint("round ", round), state, before, r, &o)
			}
			for range 1 + round/2 {
				less := r.clone()
				for range rapid.IntRange(1, 3).Draw(t, "forgotten") {
					less.forget(t)
				}
				l := less.run()
				compareRounds(t, fmt.Sprintf("round %d, with less", round), less, &l, r, &o)
			}
			if o.fatal || o.failed {
				break
			}
			state, before = r.clone(), &o
			r.apply(&o)
		}
	})
	t.Logf("%d rounds of pipelines", pipelineRounds.Load())
}

// compareRounds checks a round with less known input against one with more.
func compareRounds(t *rapid.T, when string, with *rounds, less *outcomeOfRound, full *rounds, more *outcomeOfRound) {
	if less.fatal {
		return
	}
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%s: %s\nless: spec %v\nstatus %v\ncontext %v\nanswers %v\nobserved %v\ndetails %v\nmore: spec %v\nstatus "+
			"%v\nanswers %v\n%s\nless:\n%s\nmore:\n%s", when, fmt.Sprintf(format, args...),
			with.spec, with.status, with.context, with.answers, with.observed, with.details, full.spec, full.status,
			full.answers, strings.Join(with.texts, "---\n"), less.text, more.text)
	}
	if more.fatal || more.failed {
		return
	}
	for name := range with.observed {
		if less.resources[name] == nil && more.resources[name] != nil {
			fail("the existing resource %s goes", name)
		}
	}
	for name, body := range less.resources {
		switch {
		case more.resources[name] == nil:
			fail("resource %s is there only with less", name)
		case name == run.ConnectionSecretName:
			kept, _ := with.observed[name]["data"].(map[string]any)
			compareLeaves(fail, "secret", body.(map[string]any)["data"], more.resources[name].(map[string]any)["data"], kept,
				less.waits)
		case fmt.Sprint(body) != fmt.Sprint(more.resources[name]):
			fail("resource %s is %v with less, and %v with more", name, body, more.resources[name])
		}
	}
	compareLeaves(fail, "status", less.status, more.status, with.status, less.waits)
	compareLeaves(fail, "context", less.context, more.context, with.context, true)
	compareLeaves(fail, "connection", text64(less.connection), text64(more.connection), text64(with.public), less.waits)
	for k, v := range with.public {
		if _, there := less.connection[k]; !there && more.connection[k] != nil && less.connection != nil {
			fail("the connection detail %s (%s) goes", k, v)
		}
	}
	gone(fail, "status", with.status, less.status, more.status)
}

// gone fails where something that is observed is desired with more, and not with less.
func gone(fail func(string, ...any), path string, observed, less, more any) {
	if observed == nil || more == nil {
		return
	}
	if less == nil {
		fail("%s goes", path)
	}
	m, ok := observed.(map[string]any)
	if !ok {
		return
	}
	l, _ := less.(map[string]any)
	n, _ := more.(map[string]any)
	for k, v := range m {
		gone(fail, path+"."+k, v, l[k], n[k])
	}
}

func text64(m map[string][]byte) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = base64.StdEncoding.EncodeToString(v)
	}
	return out
}

// compareLeaves fails where a leaf with less is another one, or none, with more. One that may be kept from what is
// observed may differ.
func compareLeaves(fail func(string, ...any), path string, less, more, kept any, keeps bool) {
	m, ok := less.(map[string]any)
	if !ok {
		if same := fmt.Sprint(less) == fmt.Sprint(more); !same && less != nil &&
			!(keeps && fmt.Sprint(less) == fmt.Sprint(kept)) {
			fail("%s is %v with less, and %v with more", path, less, more)
		}
		return
	}
	n, _ := more.(map[string]any)
	k, _ := kept.(map[string]any)
	for name, v := range m {
		if name == reportKey {
			continue // it says what waits
		}
		compareLeaves(fail, path+"."+name, v, n[name], k[name], keeps)
	}
}

const reportKey = "hcl.fn.crossplane.io/report"
