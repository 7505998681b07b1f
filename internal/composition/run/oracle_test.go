package run_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
)

// oracle evaluates a program of the small core in the plainest way: no slots, no laziness but that of the language.
type oracle struct {
	p      *prog
	w      *world
	status map[string]any // what req.composite.status reads

	desired   map[string]string
	produced  map[string]any
	kept      map[string]any
	heldBack  bool
	wouldDrop bool
	missing   []string // what is not rendered although it may exist: names, or "label-*"
}

// TestOracle compares the engine with the oracle on random programs and states.
func TestOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, w := drawProg(t), drawWorld(t)
		program, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", p.String())},
			composition.Options{Functions: compositiontest.Functions()})
		if program == nil {
			t.Fatalf("%v\n%s", diags, p)
		}
		settle(t, program, w)
		for range rapid.IntRange(0, 3).Draw(t, "removals") {
			w.remove(t)
		}
		for _, q := range p.requires {
			w.extra[q] = []any{map[string]any{"data": map[string]any{"x": "x1"}}}
		}
		out := program.Run(context.Background(), w.input())
		if got, want := summary(out), expect(p, w); got != want {
			t.Fatalf("got  %s\nwant %s\nspec %v\nstatus %v\nobserved %v\n%s\n%s", got, want, w.spec, w.status, w.observed, p,
				compositiontest.Describe(out))
		}
	})
}

// summary is an answer in the words of the oracle.
func summary(out *run.Output) string {
	if out.Fatal {
		return "fatal"
	}
	desired := map[string]string{}
	for _, r := range out.Resources {
		if r.Name == run.ConnectionSecretName {
			continue
		}
		body := compositiontest.Plain(r.Body).(map[string]any)
		desired[r.Name] = fmt.Sprint(body["a"], " ", body["b"])
	}
	return fmt.Sprint(desired, plainStatus(out.Status), out.Ready)
}

// expect is what the oracle makes of a program.
func expect(p *prog, w *world) string {
	o := &oracle{p: p, w: w, status: w.status}
	o.run()
	overlaid := maps.Clone(w.status)
	if overlaid == nil {
		overlaid = map[string]any{}
	}
	for first := true; o.wouldDrop && len(o.produced) > 0; first = false {
		before := len(overlaid)
		maps.Copy(overlaid, o.produced)
		if !first && len(overlaid) == before {
			break
		}
		o = &oracle{p: p, w: w, status: maps.Clone(overlaid)}
		o.run()
	}
	if o.wouldDrop {
		return "fatal"
	}
	status := maps.Clone(o.kept)
	maps.Copy(status, o.produced)
	ready := run.ReadyUnspecified
	if o.heldBack {
		ready = run.ReadyFalse
	}
	return fmt.Sprint(o.desired, status, ready)
}

func (o *oracle) run() {
	o.desired, o.produced, o.kept = map[string]string{}, map[string]any{}, map[string]any{}
	o.blocks(o.p.blocks)
	for _, name := range o.missing {
		for seen := range o.w.observed {
			base, _, _ := strings.Cut(o.w.bases[seen], " ")
			if seen == name || base+"-*" == name && base != "" {
				if _, ok := o.desired[seen]; !ok {
					o.wouldDrop = true
				}
			}
		}
	}
}

func (o *oracle) blocks(list []randomBlock) {
	for _, b := range list {
		switch on, known := o.holds(b.cond, ""); {
		case known && !on:
		case !known:
			o.skip(b)
		case b.kind == "group":
			o.blocks(b.inside)
		case b.kind == "resource":
			o.resource(b, b.name, "")
		default:
			o.collection(b)
		}
	}
}

func (o *oracle) collection(b randomBlock) {
	list, ok := o.w.spec[b.each[3]].([]any)
	if !ok {
		o.heldBack = true
		o.skip(b)
		return
	}
	for i := range list {
		name := fmt.Sprintf("%s-%d", b.name, i)
		switch on, known := o.holds(b.tcond, name); {
		case !known:
			o.missing = append(o.missing, name)
			o.keepAll(b)
		case on:
			o.resource(b, name, fmt.Sprint(i))
		}
	}
}

// holds evaluates a condition.
func (o *oracle) holds(cond any, self string) (on, known bool) {
	if cond == nil {
		return true, true
	}
	s, known := o.eval(cond, self)
	return s == "x1", known
}

// skip notes that a block was not looked at.
func (o *oracle) skip(b randomBlock) {
	switch b.kind {
	case "resource":
		o.missing = append(o.missing, b.name)
	case "resources":
		o.missing = append(o.missing, b.name+"-*")
	}
	for _, inner := range b.inside {
		o.skip(inner)
	}
	o.keepAll(b)
}

func (o *oracle) keepAll(b randomBlock) {
	for k := range b.status {
		o.keep(b, k)
	}
}

// keep keeps what is observed where a status block would write.
func (o *oracle) keep(b randomBlock, key string) {
	for k, v := range o.status {
		if k == key || b.kind == "resources" {
			o.kept[k] = v
		}
	}
}

func (o *oracle) resource(b randomBlock, name, key string) {
	body := b.body.(obj)
	x, ok1 := o.eval(body["a"], name)
	y, ok2 := o.eval(body["b"], name)
	if !ok1 || !ok2 {
		o.heldBack = true
		o.missing = append(o.missing, name)
		o.keepAll(b)
		return
	}
	o.desired[name] = x + " " + y
	for k, e := range b.status {
		v, ok := o.eval(e, name)
		switch {
		case !ok:
			o.keep(b, k)
		case key != "":
			o.produced[k+"-"+key] = v
		default:
			o.produced[k] = v
		}
	}
}

// eval evaluates an expression; the second result reports whether it is complete.
func (o *oracle) eval(e any, self string) (string, bool) {
	switch e := e.(type) {
	case lit:
		return string(e), true
	case ref:
		return o.eval(o.p.local[string(e)], "")
	case tmpl:
		text := ""
		for _, p := range e {
			s, ok := o.eval(p, self)
			if !ok {
				return "", false
			}
			text += s
		}
		return text, true
	case cond:
		s, ok := o.eval(e.left, self)
		if !ok {
			return "", false
		}
		if s == "x1" {
			return o.eval(e.yes, self)
		}
		return o.eval(e.no, self)
	case call:
		s, ok := o.eval(e.arg, self)
		return s + ">", ok
	}
	return o.read(e.(path), self)
}

// read follows a traversal.
func (o *oracle) read(p path, self string) (string, bool) {
	var v any
	switch {
	case p[0] == "self":
		v = map[string]any{"status": o.w.observed[self]["status"]}
		p = p[2:]
	case p[0] == "st":
		v, p = o.status, p[1:]
	case p[1] == "connection":
		secret, ok := o.w.details[p[2]][p[3]]
		return base64.StdEncoding.EncodeToString(secret), ok
	case p[1] == "resource":
		v = map[string]any{"status": o.w.observed[p[2]]["status"]}
		p = p[3:]
	case p[1] == "extra_resources":
		return "x1", true
	case p[2] == "status":
		v, p = o.status, p[3:]
	default:
		v, p = o.w.spec, p[3:]
	}
	for _, s := range p {
		m, _ := v.(map[string]any)
		v = m[s]
	}
	s, ok := v.(string)
	return s, ok
}
