package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/value"
)

// show lists the paths that keys have, * for everything.
func show(k *model.Keys, prefix string) (out []string) {
	switch {
	case k.All:
		return []string{prefix + "*"}
	case len(k.Kids) == 0:
		return []string{prefix}
	}
	for _, kid := range k.Kids {
		out = append(out, show(kid.Keys, strings.TrimPrefix(prefix+"."+kid.Name, "."))...)
	}
	return out
}

// body returns the body of the first block of a kind.
func body(p *model.Program, kind model.Kind) *model.Expr {
	for _, f := range p.Files {
		for _, b := range f.Blocks {
			if b.Kind == kind {
				return b.Attr(model.AttrBody)
			}
		}
	}
	return nil
}

const keyLocals = `
locals {
  l = { a = { b = 1, c = [2] }, d = req.composite }
  m = { a = 1, a = { x = l } }
}
`

// What an expression would write is seen through locals, arms, merge, try and coalesce, and is everything where data
// decides.
func TestKeys(t *testing.T) {
	for expr, want := range map[string]string{
		`{ a = 1, b = { c = 2, "d" = 3 } }`:    "a* b.c* b.d*",
		`{ b = 1, a = {} }`:                    "a b*",
		`{}`:                                   "",
		`({ (("a")) = 1 })`:                    "a*",
		`{ (req.composite.x) = 1, b = 1 }`:     "*",
		`req.composite`:                        "*",
		`true ? { a = 1 } : { b = 1 }`:         "a* b*",
		`merge({ a = 1 }, { b = 1 })`:          "a* b*",
		`try({ a = 1 }, { b = 1 })`:            "a* b*",
		`coalesce({ a = 1 }, { b = 1 })`:       "a* b*",
		`merge()`:                              "*",
		`merge([{ a = 1 }]...)`:                "*",
		`upper({ a = 1 })`:                     "*",
		`l`:                                    "a.b* a.c* d*",
		`l.a`:                                  "b* c*",
		`l["a"]`:                               "b* c*",
		`l.a.b`:                                "*",
		`l.z`:                                  "*",
		`l[req.composite.x]`:                   "*",
		`({ a = { b = 1 } }).a`:                "b*",
		`({ a = { b = 1 } })[req.composite.x]`: "*",
		`(true ? { a = { x = 1 } } : { a = l }).a`: "a.b* a.c* d* x*",
		`m`:                          "a*",
		`m.a`:                        "x.a.b* x.a.c* x.d*",
		`{ a = { b = 1 }, a = {} }`:  "a.b*",
		`{ a = { b = 1 }, a = m.a }`: "a.b* a.x.a.b* a.x.a.c* a.x.d*",
	} {
		p := resolve(keyLocals + "composite status {\n body = " + expr + "\n}\n")
		e := body(p, model.KindStatus)
		if got := strings.Join(show(p.Keys(e), ""), " "); got != want {
			t.Errorf("%s: %q, want %q", expr, got, want)
		}
		written := p.Written()
		if len(written) != 1 {
			t.Errorf("%s: %d blocks write", expr, len(written))
		}
		for node, k := range written {
			if got := strings.Join(show(k, ""), " "); got != want || node != 0 {
				t.Errorf("%s: node %d writes %q, want %q", expr, node, got, want)
			}
		}
	}
}

// Keys overlap with paths at, above and below them, and have for certain what stands there.
func TestKeysAndPaths(t *testing.T) {
	p := resolve(keyLocals + "composite status {\n body = { a = { b = 1, e = {} }, d = req.composite }\n}\n")
	k := p.Keys(body(p, model.KindStatus))
	for path, want := range map[string]struct{ overlaps, writes bool }{
		"": {true, false}, "a": {true, true}, "a.b": {true, true}, "a.b.c": {true, true}, "a.c": {false, false},
		"a.e": {true, true}, "a.e.x": {true, true}, "d": {true, true}, "d.x.y": {true, true}, "z": {false, false},
		"z.a": {false, false},
	} {
		var steps value.Path
		for name := range strings.SplitSeq(path, ".") {
			if name != "" {
				steps = append(steps, value.AttrStep(name))
			}
		}
		if got := k.Overlaps(steps); got != want.overlaps {
			t.Errorf("%q overlaps: %t", path, got)
		}
		if got := k.Writes(steps); got != want.writes {
			t.Errorf("%q is written: %t", path, got)
		}
	}
}

const named = `
resource a { body = {} }
resource ab { body = {} }
resource x-gw-y { body = {} }
resources plain {
  for_each = [1]
  template { body = {} }
}
resources mid {
  for_each = [1]
  name     = "x-${each.key}-y"
  template { body = {} }
}
resources end {
  for_each = [1]
  name     = "${each.key}-y"
  template { body = {} }
}
resources fixed {
  for_each = [1]
  name     = "x-${"fixed"}"
  template { body = {} }
}
resources based {
  for_each = [1]
  name     = "${self.basename}/${each.key}/${self.basename}"
  template { body = {} }
}
`

// A name leads to the resource that has it, and else to every collection whose members can.
func TestMembersCan(t *testing.T) {
	m := resolve(named).Members()
	for name, want := range map[string]string{
		"a": "a", "ab": "ab", "abc": "", "": "", "plain-0": "plain", "plain-": "plain", "plain": "", "pla": "",
		"x-gw-y": "x-gw-y", "x-a-y": "mid end", "x--y": "mid end", "x-y": "end", "-y": "end", "y": "", "x-a-z": "",
		"x-fixed": "fixed", "x-fixed-y": "mid end", "based/k/based": "based", "based//based": "based", "based/based": "",
	} {
		var got []string
		for _, b := range m.Blocks(model.Pattern{Prefix: name, Exact: true}) {
			got = append(got, b.Label)
		}
		if s := strings.Join(got, " "); s != want || m.Can(name) != (want != "") {
			t.Errorf("%q can be that of %q, %t; want %q", name, s, m.Can(name), want)
		}
	}
	for p, want := range map[model.Pattern]string{
		{Prefix: "a"}:                "a ab end", // its members may begin with anything
		{Prefix: "x-"}:               "x-gw-y mid end fixed",
		{Prefix: "x-", Suffix: "-z"}: "",
		{Suffix: "-y"}:               "x-gw-y plain mid end",
		{Prefix: "plain-1"}:          "plain end",
		{Prefix: "zzz", Suffix: "q"}: "",
	} {
		var got []string
		for _, b := range m.Blocks(p) {
			got = append(got, b.Label)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%+v can be that of %q, want %q", p, s, want)
		}
	}
}

// Where a name could be that of too many, it is that of none.
func TestMembersAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "resources c%d {\n for_each = [1]\n name = \"x${each.key}\"\n template {\n body = {}\n }\n}\n", i)
	}
	m := resolve(b.String()).Members()
	if got := m.Blocks(model.Pattern{Prefix: "x1", Exact: true}); got != nil {
		t.Errorf("%d blocks", len(got))
	}
	if !m.Can("x1") || m.Can("y1") {
		t.Error("x1 can be a member, y1 cannot")
	}
}

const placed = `
locals { l = { p = { q = 7 } } }
resource r { body = { a = { b = 1, b = 2 }, c = [10, l.p], d = l, (req.composite.x) = 1, e = 5 } }
resources c {
  for_each = [1]
  template { body = { a = 3 } }
}
`

// The place of a part of what a block renders is where the program writes it, as near as that is plain.
func TestPlaceInBlock(t *testing.T) {
	p := resolve(placed)
	path := func(steps ...any) (out value.Path) {
		for _, s := range steps {
			if i, ok := s.(int); ok {
				out = append(out, value.IndexStep(value.Int(int64(i))))
			} else {
				out = append(out, value.AttrStep(s.(string)))
			}
		}
		return out
	}
	blocks := p.Files[0].Blocks
	block := func(label string) *model.Block {
		return blocks[slices.IndexFunc(blocks, func(b *model.Block) bool { return b.Label == label })]
	}
	for _, tt := range []struct {
		label string
		path  value.Path
		want  string
	}{
		{"r", path("e"), "5"}, {"r", path("c"),
			"{ a = { b = 1, b = 2 }, c = [10, l.p], d = l, (req.composite.x) = 1, e = 5 }"},
		{"c", path("a"), "3"}, {"c", path("z"), "{ a = 3 }"}, {"c", nil, ""}, {"r", nil, ""},
	} {
		b := block(tt.label)
		want := tt.want
		if want == "" {
			want = b.Range().Text()
		}
		if got := p.PlaceInBlock(b.Range(), tt.path).Text(); got != want {
			t.Errorf("%s, %s: %q, want %q", tt.label, tt.path, got, want)
		}
	}
	if got, want := p.PlaceInBlock(block("c").Attr(model.AttrForEach).Range(), path("a")).Text(), "[1]"; got != want {
		t.Errorf("what is no block: %q, want %q", got, want)
	}
}

// A program has as many nodes as its blocks that do something, and none without files.
func TestNodes(t *testing.T) {
	if got := len(resolve().Graph().Nodes); got != 0 {
		t.Errorf("no file: %d", got)
	}
	p := resolve(named, graphProgram)
	nodes := 0
	for _, f := range p.Files {
		for _, b := range f.Blocks {
			if n := p.Node(b); n >= 0 {
				if n != nodes {
					t.Errorf("node %d of %s, want %d", n, b.Label, nodes)
				}
				nodes++
			}
		}
	}
	if nodes == 0 || nodes != len(p.Graph().Nodes) {
		t.Errorf("%d nodes, %d in the graph", nodes, len(p.Graph().Nodes))
	}
}
