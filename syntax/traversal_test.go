package syntax

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/source"
)

// A variable with a few attributes takes a shorter way through the parser than others.
func TestTraversalsOfEveryLength(t *testing.T) {
	for n := range 9 {
		name := "a" + strings.Repeat(".b", n)
		for _, c := range []struct {
			behind string
			errors int
			kind   string // of what is around the traversal
			steps  int    // behind the attributes
		}{
			{"", 0, "", 0}, {"[0]", 0, "", 1}, {".0", 0, "", 1}, {`["x"].y[1].z`, 0, "", 4},
			{"[c.d]", 0, "index", 0}, {"[*].x", 0, "splat", 0}, {".*.x", 0, "splat", 0}, {".", 1, "bad", 0}, {".+", 1, "bad", 0},
		} {
			f := source.NewFileString("f", name+c.behind)
			e, diags := ParseExpression(f)
			if len(diags) != c.errors {
				t.Errorf("%s: %v", f.Text(), diags)
			}
			kind := ""
			switch n := e.(type) {
			case *Index:
				kind, e = "index", n.Of
			case *Splat:
				kind, e = "splat", n.Of
			case *Bad:
				kind, e = "bad", n.Partial
			}
			tr, ok := e.(*Traversal)
			if !ok || kind != c.kind {
				t.Errorf("%s: %T in %q", f.Text(), e, kind)
				continue
			}
			texts := make([]string, len(tr.Steps))
			for i, s := range tr.Steps {
				texts[i] = f.Slice(s.Source)
				if i <= n && s.Key.AsString() != strings.Trim(texts[i], ".") || (s.Kind == StepRoot) != (i == 0) ||
					i > 0 && i <= n && s.Kind != StepAttr {
					t.Errorf("%s: step %d is %v of kind %d", f.Text(), i, s.Key, s.Kind)
				}
			}
			if got := strings.Join(texts, ""); len(texts) != 1+n+c.steps || got != f.Slice(tr.Source) ||
				!strings.HasPrefix(got, name) {
				t.Errorf("%s: steps %q in %q", f.Text(), texts, f.Slice(tr.Source))
			}
		}
	}
}
