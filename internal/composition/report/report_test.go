package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var file = source.NewFileString("main.hcl", strings.Repeat("x", 1000))

func at(n int) source.Range {
	return source.Range{File: file, Span: source.Span{Start: uint32(n), End: uint32(n + 1)}}
}

func wait(item, path string) Reason {
	return Reason{Kind: Wait, Item: item, Code: "incomplete", Place: at(len(path)), Path: path, Text: path}
}

// TestConditions compares both conditions of runs with what they have to say.
func TestConditions(t *testing.T) {
	missing := func(item, field string) Reason {
		return Reason{Kind: Missing, Item: item, Code: "incomplete", Path: "req.composite." + field,
			Text: "the composite has no " + field, Hint: "set it"}
	}
	many := Run{}
	for i := range 12 {
		item := fmt.Sprintf("resource r%d", i)
		many.Open = append(many.Open, item)
		many.Reasons = append(many.Reasons, wait(item, fmt.Sprintf("req.p%d", i)))
	}
	cases := []struct {
		name string
		run  Run
		want [2]string
	}{
		{"nothing", Run{}, [2]string{"all items complete", "hcl.Diagnostics contains no warnings"}},
		{"one wait", Run{Open: []string{"resource a"}, Reasons: []Reason{wait("resource a", "req.p")}}, [2]string{
			"resource a incomplete", "hcl.Diagnostics contains 1 warning; resource a waits for req.p [DIGEST]",
		}},
		{"one input of several items",
			Run{Open: []string{"resource a", "resource b", "resource c"},
				Reasons: []Reason{wait("resource a", "req.p"), wait("resource b", "req.p"), wait("resource c", "req.p")}},
			[2]string{
				"resource a, resource b, resource c incomplete",
				"hcl.Diagnostics contains 1 warning; resource a and 2 more items wait for req.p [DIGEST]",
			}},
		{"four items", Run{Open: []string{"a", "b", "c", "d"}, Reasons: []Reason{wait("a", "req.p"), wait("b", "req.p")}},
			[2]string{
				"a, b, c and 1 more item incomplete",
				"hcl.Diagnostics contains 1 warning; a and 1 more item wait for req.p [DIGEST]",
			}},
		{"more than fit", many, [2]string{
			"resource r0, resource r1, resource r2 and 9 more items incomplete",
			"hcl.Diagnostics contains 12 warnings; resource r0 waits for req.p0; resource r1 waits for req.p1; resource r2 " +
				"waits for req.p2; resource r3 waits for req.p3; resource r4 waits for req.p4; resource r5 waits for req.p5; " +
				"resource r6 waits for req.p6; resource r7 waits for req.p7; resource r8 waits for req.p8; resource r9 waits for " +
				"req.p9; and 2 more [DIGEST]",
		}},
		{"the most important first", Run{Fatal: "broken", Open: []string{"a", "b"}, Reasons: []Reason{
			{Kind: Warning, Code: "w", Text: "some warning."}, wait("a", "req.p"), missing("a", "spec.x"),
			missing("b", "spec.y"),
			{Kind: Failure, Item: "b", Code: "f", Place: at(1), Text: "it fails"},
			{Kind: Failure, Item: "b", Code: "f", Place: at(1), Text: "it fails with other data"},
			{Kind: Error, Code: "e", Text: "an error"}, {Kind: Refusal, Code: "r", Text: "broken"},
		}}, [2]string{
			"a, b incomplete",
			"hcl.Diagnostics contains 2 errors and 5 warnings; broken; an error; it fails (and 1 more); the composite " +
				"has no spec.x, which a needs; set it; the composite has no spec.y, which b needs; a waits for req.p; some " +
				"warning [DIGEST]",
		}},
		{"fatal alone", Run{Fatal: "broken", Reasons: []Reason{{Kind: Error, Code: "e", Text: "broken."}}}, [2]string{
			"broken", "hcl.Diagnostics contains 1 error; broken [DIGEST]",
		}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c := tc.run.Conditions()
			e := tc.run.Entry()
			got := [2]string{c[0].Message, strings.Replace(c[1].Message, "["+e.token()+"]", "[DIGEST]", 1)}
			if got != tc.want {
				t.Errorf("got\n%s\n%s\nwant\n%s\n%s", got[0], got[1], tc.want[0], tc.want[1])
			}
			quiet := len(tc.run.Reasons) == 0
			if c[0].Status != quiet || c[1].Status != quiet || c[0].Type != FullyResolved || c[1].Type != Diagnostics ||
				c[1].Reason != ReasonEval {
				t.Errorf("got %+v", c)
			}
		})
	}
}

// TestDigest changes one part of a reason after the other. Texts, which may have data, change nothing.
func TestDigest(t *testing.T) {
	base := []Reason{wait("a", "req.p"), wait("b", "req.q")}
	of := func(change func(*Reason)) string {
		list := slices.Clone(base)
		change(&list[1])
		return digest(list)
	}
	same := map[string]func(*Reason){
		"nothing": func(*Reason) {}, "text": func(r *Reason) {
			r.Text = "another value"
		}, "hint": func(r *Reason) { r.Hint = "x" },
	}
	for what, change := range same {
		if of(change) != digest(base) {
			t.Errorf("%s changes the digest", what)
		}
	}
	other := map[string]func(*Reason){
		"item": func(r *Reason) {
			r.Item = "c"
		}, "code": func(r *Reason) { r.Code = "c" }, "place": func(r *Reason) { r.Place = at(99) },
		"path": func(r *Reason) {
			r.Path = "req.r"
		}, "a border": func(r *Reason) { r.Item, r.Code = r.Item+r.Code[:1], r.Code[1:] },
	}
	for what, change := range other {
		if of(change) == digest(base) {
			t.Errorf("%s does not change the digest", what)
		}
	}
	if digest(base[:1]) == digest(base) || digest([]Reason{base[1], base[0]}) != digest(base) || digest(nil) != "" {
		t.Error("the digest is not that of a set")
	}
}

// TestBounds gives long texts to everything. The conditions stay short and end in the digest.
func TestBounds(t *testing.T) {
	long := strings.Repeat("ä long text ", 1000)
	r := Run{Step: "s", Fatal: long}
	for i := range 200 {
		r.Open = append(r.Open, long)
		r.Reasons = append(r.Reasons, Reason{Kind: Kind(i) % kinds, Item: long, Code: "c", Place: at(i),
			Path: fmt.Sprint(long, i), Text: fmt.Sprint(i, long), Hint: long})
	}
	e := r.Entry()
	for _, c := range r.Conditions() {
		if len(c.Message) > maxShown+2*maxText {
			t.Errorf("%s has %d bytes", c.Type, len(c.Message))
		}
		if c.Type == Diagnostics && !strings.HasSuffix(c.Message, " more ["+e.token()+"]") {
			t.Errorf("it ends in %q", c.Message[len(c.Message)-50:])
		}
	}
	for range 3 * maxEntries {
		r.Step += "s"
		r.Before = r.After()
	}
	if len(r.Before) != maxEntries {
		t.Errorf("there are %d entries", len(r.Before))
	}
}

// TestEntriesKeep writes entries and reads them again.
func TestEntriesKeep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Entries
		for i := range rapid.IntRange(0, 4).Draw(t, "steps") {
			r := Run{Step: fmt.Sprintf("%c%d", 'z'-rune(i), i), Before: l, Open: []string{"a"}}
			for j := range rapid.IntRange(1, 3).Draw(t, "reasons") {
				r.Reasons = append(r.Reasons, wait("a", fmt.Sprint("req.", i, j)))
			}
			l = r.After()
		}
		got := ReadEntries(l.Value())
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", l) && len(l) > 0 {
			t.Fatalf("got  %+v\nwant %+v", got, l)
		}
	})
}

// TestReadEntries reads what others wrote to the context.
func TestReadEntries(t *testing.T) {
	text := value.String("x")
	obj := func(name string, v value.Value) value.Value {
		return host.ObjectOf(host.NewShape([]string{name}), []value.Value{v})
	}
	for _, v := range []value.Value{
		value.Null, text, value.Tuple(text), obj("s", text), obj("s", obj("digest", value.Int(1))),
		obj("s", obj("digest", value.String("zzzz"))),
		obj("s", obj("digest", value.String("0123"))), obj("s", obj("texts", text)), value.Unknown(value.Null.Type()),
	} {
		for _, e := range ReadEntries(v) {
			if e.Digest != "" || len(e.texts) > 0 {
				t.Errorf("%v gives %+v", v, e)
			}
		}
	}
}

// TestTold looks for the digest of a step where the last reconciliation left it.
func TestTold(t *testing.T) {
	r := Run{Step: "s", Open: []string{"a"}, Reasons: []Reason{wait("a", "req.p")}}
	e := r.Entry()
	other := Entry{Step: "o", Digest: "0000"}
	observe := func(tokens ...string) {
		r.Observed = Observed{tokens: tokens}
		r.Observed.resolved.present, r.Observed.diagnostics.present = true, true
	}
	check := func(what string, want bool) {
		t.Helper()
		if r.Told() != want {
			t.Errorf("%s: %v", what, !want)
		}
	}
	check("nothing is observed", false)
	observe()
	check("there is no digest", false)
	observe(e.token())
	check("the digest is there", true)
	r.Observed.resolved.Status = true
	check("everything was complete", false)
	observe(other.token(), e.token())
	check("it is there besides another one", true)
	r.Before = Entries{{Step: "p", Digest: e.Digest}}
	check("another step has the same one, and told it", false)
	observe(e.token(), e.token())
	check("both told it", true)
	r.Fatal = "broken"
	check("the answer is fatal", false)
	if quiet := (Run{Step: "s"}); !quiet.Told() {
		t.Error("there is nothing to tell")
	}
}

func TestTokens(t *testing.T) {
	for message, want := range map[string][]string{
		"": nil, "hcl.Diagnostics contains no warnings": nil, "x [012345]": {"012345"},
		"x [012345] [6789ab]": {"012345", "6789ab"},
		"[012345] x":          nil, "x [01234]": nil, "x [01234g]": nil, "x [0123456]": nil,
		"[012345] x [6789ab]": {"6789ab"},
	} {
		if got := tokensIn(message); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}
