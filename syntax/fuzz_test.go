package syntax

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

var seeds = []string{
	"", "a = 1\n", "a.*.b[c.*.0][*].d", "\"${a.*.b.c}\"", "b \"l\" c {\n  d = [1, e.f[0].*.g]\n}\n",
	"a = <<-E\n  x ${y ~} z\n  %{ for i in j }${i}%{ endfor }\n  E\n",
	"a = \"$${x} ${\"n${1}\"} \\u00e9 %{ if k }a%{ else }b%{ endif }\"\n", "{a = 1, \"b\" : 2\n (c) = d}",
	"[for k, v in m : k... if v]",
	"a.b[0][\"c\"][*].d", "a ? b : c + d * -e && !f(g...)", "ns::f(", "a = ${", "\ufeffa = 1", "a = '\xff'; b /* c",
	"a\rb", "a { b = 1", "<<E\n$", "1.2.3e5e6 .5",
}

func addSeeds(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
}

// checkSpans checks that every node lies in the source, and in its parent unless that is broken. The item of a splat
// stands at the marker, in front of what is applied to it.
func checkSpans(t *testing.T, f *source.File, n Node, around source.Span) {
	t.Helper()
	s := n.Span()
	if _, item := n.(*SplatItem); item {
		around = source.Span{End: uint32(f.Len())}
	}
	if s.Start > s.End || int(s.End) > f.Len() || !around.Covers(s) {
		t.Errorf("%T %v is not inside %v", n, s, around)
	}
	if _, bad := n.(*Bad); bad {
		s = source.Span{End: uint32(f.Len())}
	}
	Children(n, func(c Node) bool {
		checkSpans(t, f, c, s)
		return true
	})
}

func checkDiags(t *testing.T, f *source.File, diags diag.List) {
	t.Helper()
	for _, d := range diags {
		s := d.Subject.Span
		if d.Subject.File != f || s.Start > s.End || int(s.End) > f.Len() || d.Summary == "" || d.Detail == "" ||
			d.Code == "" {
			t.Errorf("diagnostic %+v", d)
		}
		if strings.Contains(d.Detail, "syntax.") || strings.Contains(d.Detail, "<nil>") {
			t.Errorf("diagnostic speaks of the program: %s", d.Detail)
		}
	}
}

// checkTokens checks that tokens cover a source byte for byte.
func checkTokens(t *testing.T, f *source.File, scan func(*source.File) func(func(Token) bool)) {
	t.Helper()
	at := uint32(0)
	for tok := range scan(f) {
		if tok.Span.Start != at || tok.Span.End <= at || tok.Kind == TokenEOF {
			t.Fatalf("token %v %v after offset %d", tok.Kind, tok.Span, at)
		}
		at = tok.Span.End
	}
	if int(at) != f.Len() {
		t.Fatalf("tokens end at %d of %d", at, f.Len())
	}
}

func FuzzScan(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFileString("f", text)
		checkTokens(t, file, func(f *source.File) func(func(Token) bool) { return Scan(f) })
		checkTokens(t, file, func(f *source.File) func(func(Token) bool) { return ScanTemplate(f) })
		for tok := range Scan(file) {
			DecodeText(file, tok)
		}
	})
}

func FuzzConfig(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFileString("f", text)
		tree, diags := ParseConfig(file)
		checkDiags(t, file, diags)
		whole := source.Span{End: uint32(len(text))}
		Walk(tree.Body, func(n Node) bool {
			if s := n.Span(); s.Start > s.End || !whole.Covers(s) {
				t.Errorf("%T %v", n, s)
			}
			return true
		})
		for off := range uint32(len(text)) {
			PathAt(tree.Body, off)
		}
	})
}

func FuzzExpression(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFileString("f", text)
		e, diags := ParseExpression(file)
		checkDiags(t, file, diags)
		around := source.Span{End: uint32(len(text))}
		if len(diags) == 0 {
			checkSpans(t, file, e, around)
		}
		Variables(e)
		StartSpan(e)
	})
}

func FuzzTemplate(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFileString("f", text)
		e, diags := ParseTemplate(file)
		checkDiags(t, file, diags)
		if len(diags) == 0 {
			checkSpans(t, file, e, source.Span{End: uint32(len(text))})
		}
		Variables(e)
		StartSpan(e)
	})
}

func FuzzTraversal(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFileString("f", text)
		abs, diags := ParseTraversalAbs(file)
		checkDiags(t, file, diags)
		partial, more := ParseTraversalPartial(file)
		checkDiags(t, file, more)
		if len(diags) == 0 && len(abs.Steps) != len(partial.Steps) {
			t.Errorf("%d and %d steps", len(abs.Steps), len(partial.Steps))
		}
		ParseString(file)
	})
}
