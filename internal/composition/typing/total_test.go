package typing_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// TestTotal: whatever parses is checked, and the types of all its parts can be asked for. Parts of the programs of the
// corpus are put in place of others.
func TestTotal(t *testing.T) {
	with := corpusSurroundings(t)
	var pieces []string
	for _, f := range corpus(t) {
		eachNode(t, f, func(n syntax.Expr) { pieces = append(pieces, f.Text()[n.Span().Start:n.Span().End]) })
	}
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 40
	if testing.Short() {
		rounds = 4
	}
	for _, f := range corpus(t) {
		var spans []source.Span
		eachNode(t, f, func(n syntax.Expr) { spans = append(spans, n.Span()) })
		for range rounds {
			if len(spans) == 0 {
				break
			}
			at, with2 := spans[r.IntN(len(spans))], pieces[r.IntN(len(pieces))]
			text := f.Text()[:at.Start] + "(" + with2 + ")" + f.Text()[at.End:]
			checkAll(t, text, with)
		}
	}
	for _, text := range []string{
		"resources x { body = { a = 1 } }", "resources x { for_each = [1] }",
		"resources x {\n for_each = [1]\n template {}\n}",
		"resource x {}", "resource x {\n composite status {}\n ready {}\n context {}\n composite connection {}\n}",
		"requirement x {}", "requirement x {\n select {}\n}", "function f {}\nresource x { body = invoke(\"f\", { a = 1 }) }",
		"resource x { body = invoke(\"f\") }", "resource x { body = invoke(\"g\", {}) }",
		"resource x { body = merge([]...) }",
		"resource x { body = { a = upper([1, 2]...), b = nosuch([1]...), c = concat([[]]...), d = merge(1...) } }",
		"resource x { body = { a = upper(), b = replace(\"a\"), c = format(), d = upper(1, 2), e = lookup({}) } }",
		"resource x { body = { apiVersion = \"v1\" } }", "resource x { body = { kind = \"X\" } }",
		"resource x { body = null }",
		"resource x { body = [] }", "resources x { for_each = null\n body = each.value }", "composite status { body = 1 }",
		"composite status { body = null }", "composite connection { body = [] }", "group { condition = null }",
		"", "locals {\n a = b\n b = a\n}\nresource x { body = a }", "resource x { body = self }",
		"resource x { body = each.value }",
		"function f {\n arg a {}\n body = invoke(\"f\", { a = a })\n}\nresource x { body = invoke(\"f\", { a = 1 }) }",
		"locals { " + doubling(40) + " }\nresource x { body = { apiVersion = \"v1\", kind = \"ConfigMap\", data = l39 } }",
		"locals { " + strings.NewReplacer("{ a = ", "[", ", b = ", ", ", " }", "]").Replace(doubling(40)) +
			" }\nresource x { body = { v = flatten(l39) } }",
		"locals { " + crossing(60, "null") + " }\nresource x { body = l59.a }", "locals { " + crossing(60, "[1]") +
			" }\nresource x { body = merge(l59, l58.b) }",
		"locals { " + crossing(60, "{ a = [1] }") +
			" }\nresource x { body = { v = l59 * 2, w = flatten([l59, m59]), x = l59.a.b } }",
		"resource x { body = " + strings.Repeat("[", 400) + strings.Repeat("]", 400) + " }",
	} {
		checkAll(t, text, with)
	}
}

// doubling are locals of which each has the one before twice.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString("l0 = { a = 1 }\n")
	for i := 1; i < n; i++ {
		name := func(i int) string {
			return "l" + strings.TrimLeft(string(rune('0'+i/10)), "0") + string(rune('0'+i%10))
		}
		b.WriteString(name(i) + " = { a = " + name(i-1) + ", b = " + name(i-1) + " }\n")
	}
	return b.String()
}

// crossing are locals of which each chooses between two before it.
func crossing(n int, first string) string {
	var b strings.Builder
	b.WriteString("c = req.composite.spec.parameters.monitoring\nl0 = " + first + "\nm0 = " + first + "\n")
	for i := 1; i < n; i++ {
		b.WriteString(fmt.Sprintf("l%d = c ? l%d : m%d\nm%d = c ? m%d : l%d\n", i, i-1, i-1, i, i-1, i-1))
	}
	return b.String()
}

func eachNode(t *testing.T, f *source.File, visit func(syntax.Expr)) {
	t.Helper()
	if !strings.HasSuffix(f.Name(), ".hcl") {
		return
	}
	tree, _ := syntax.ParseConfig(f)
	syntax.Walk(tree.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Template, *syntax.Literal, *syntax.SplatItem: // parts of templates are no expressions by themselves
		case syntax.Expr:
			visit(n)
		}
		_, isTemplate := n.(*syntax.Template)
		return !isTemplate
	})
}

func checkAll(t *testing.T, text string, with typing.Surroundings) {
	t.Helper()
	m := model.New([]*source.File{source.NewFile("main.hcl", []byte(text))})
	r := typing.Program(m, with)
	if r2 := typing.Program(m, with); shown(r) != shown(r2) {
		t.Errorf("two checks of one program differ:\n%s\n%s\n%s", text, shown(r), shown(r2))
	}
	for _, f := range m.Files {
		for _, e := range f.Exprs {
			syntax.Walk(e.Node, func(n syntax.Node) bool {
				if x, ok := n.(syntax.Expr); ok {
					_ = r.Type(f, x).Size()
				}
				return true
			})
		}
	}
}

// TestManyWriters: a block that waits for itself through the status is found, as long as few blocks write beside it.
func TestManyWriters(t *testing.T) {
	for n, found := range map[int]bool{1: true, 20: true, 21: false} {
		var b strings.Builder
		b.WriteString("resource r {\n  body = { apiVersion = \"v1\", kind = \"ConfigMap\", data = { a = " +
			"tostring(req.composite.status.s.k0) } }\n  composite status { body = { s = { k0 = 1 } } }\n}\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "composite status { body = { s = { k%d = 1 } } }\n", i)
		}
		r := typing.Program(model.New([]*source.File{source.NewFileString("main.hcl", b.String())}), surroundings(nil))
		if got := len(r.Diagnostics) > 0; got != found {
			t.Errorf("%d writers: %v", n, r.Diagnostics)
		}
	}
}
