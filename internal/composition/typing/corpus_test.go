package typing_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/internal/schemas"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

var realSchemas = flag.String("schemas", "",
	"folder of CRDs to check the corpus against, in place of those that are cut down")

// corpusSurroundings are the schemas of the corpus: cut down by hand to what it uses, or those of a folder.
func corpusSurroundings(t testing.TB) typing.Surroundings {
	t.Helper()
	paths := []string{"testdata/corpus/xrd.yaml", "testdata/corpus/schemas"}
	if *realSchemas != "" {
		paths[1] = *realSchemas
	}
	x, err := schemas.Open(paths, schemas.Options{})
	if err != nil {
		t.Fatal(err)
	}
	with := typing.Surroundings{Kinds: schema.Catalog{x, builtin.Kinds()}, Functions: stdlib.Table()}
	with.Groups = groups
	n, _ := schema.ParseName("corpus.example.org/v1/Platform")
	if with.Composite, err = with.Kinds.Lookup(n); err != nil || with.Composite == nil {
		t.Fatal(err)
	}
	return with
}

func corpus(t testing.TB) []*source.File {
	t.Helper()
	paths, err := filepath.Glob("testdata/corpus/*.hcl*")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	var files []*source.File
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, source.NewFile(filepath.Base(p), text))
	}
	return files
}

// found are the errors and warnings of one program, those of the compiler included.
func found(t testing.TB, f *source.File, with typing.Surroundings) diag.List {
	t.Helper()
	_, diags := composition.Compile([]*source.File{f}, composition.Options{Functions: stdlib.Table()})
	r := typing.Program(model.New([]*source.File{f}), with)
	return append(slices.Clone(diags), r.Diagnostics...)
}

// expected are warnings that are given for right programs, too: what can and try attempt may well be missing.
var expected = map[string]bool{"unguarded": true, "waits-for-itself": true, "unknown-path": true}

// TestCorpus: nothing is wrong with any of these programs.
func TestCorpus(t *testing.T) {
	with := corpusSurroundings(t)
	for _, f := range corpus(t) {
		t.Run(f.Name(), func(t *testing.T) {
			for _, d := range typing.Program(model.New([]*source.File{f}), with).Diagnostics {
				if d.Severity == diag.Error || !expected[d.Code] {
					t.Errorf("%s: %s (%s)", d.Severity, d.Error(), d.Code)
				}
			}
		})
	}
}

// mutant is a program with one mistake.
type mutant struct {
	what string
	text string
	line int
}

// free are the fields below which any key is allowed, or any value.
var free = map[string]bool{
	"tags": true, "labels": true, "annotations": true, "data": true, "stringData": true, "matchLabels": true, "hard": true,
	"requests": true,
	"limits":   true, "value": true, "ports": true, "engines": true, "scaling": true, "nodeSelector": true, "Name": true,
	"owner": true, "settings": true, "policies": true,
}

// needed are fields that some schema requires, by the field of the object around them.
var needed = map[string][]string{
	"forProvider": {"region"},
	"spec": {"template", "forProvider", "secretName", "issuerRef", "gatewayClassName", "listeners", "maxReplicas",
		"scaleTargetRef", "schedule", "jobTemplate",
		"endpoints", "containers"},
	"acme": {"server", "privateKeySecretRef"}, "roleRef": {"name", "kind"}, "issuerRef": {"name"}, "service": {"name"},
	"containers": {"name"}, "groups": {"name"},
	"scaleTargetRef": {"kind"},
}

// mixed are fields of integers or strings.
var mixed = map[string]bool{"port": true, "targetPort": true, "maxSurge": true, "maxUnavailable": true, "expr": true,
	"minAvailable": true}

// opaque are fields that take whatever is given, in some kinds.
var opaque = map[string]bool{"cpu": true, "memory": true, "content": true, "database": true, "spec": true}

// references are fields that name objects of any kind.
var references = []string{"providerConfigRef", "scaleTargetRef", "issuerRef", "roleRef", "subjects"}

// mutator makes mutants of a program.
type mutator struct {
	f    *source.File
	text string
	out  []mutant
}

func (m *mutator) edit(what string, at source.Span, with string) {
	line := source.Range{File: m.f, Span: at}.Start().Line
	m.out = append(m.out, mutant{what, m.text[:at.Start] + with + m.text[at.End:], line})
}

// misspelt changes a name into one that no schema has.
func misspelt(name string) string {
	if len(name) < 3 {
		return name + "zq"
	}
	return name[:len(name)-2] + "q" + name[len(name)-1:]
}

func (m *mutator) body(b *syntax.Body, inside string) {
	for _, it := range b.Items {
		switch it := it.(type) {
		case *syntax.Block:
			name := it.Type
			if name == "composite" {
				name += " " + it.Labels[0].Text
			}
			if name == "body" {
				name = inside + " body"
			}
			m.body(it.Body, name)
		case *syntax.Attribute:
			what := it.Name
			if it.Name == "body" || inside == "locals" {
				what = inside + " body"
			}
			if strings.HasSuffix(inside, " body") {
				what = inside
				m.value(it.Name, "", it.Expr)
			}
			m.walk(it.Expr, what, it.Name)
		}
	}
}

// walk visits an expression: what is the block that it stands in, and field the field that it is the value of.
func (m *mutator) walk(e syntax.Expr, what, field string) {
	switch n := e.(type) {
	case *syntax.Object:
		for i := range n.Items {
			m.item(n, i, what, field)
		}
		return
	case *syntax.Call:
		if n.Name == "jsonencode" || n.Name == "invoke" {
			return
		}
	case *syntax.Traversal:
		m.path(n)
	case *syntax.Tuple:
		for _, it := range n.Items {
			m.walk(it, what, field)
		}
		return
	}
	syntax.Children(e, func(part syntax.Node) bool {
		if x, ok := part.(syntax.Expr); ok {
			m.walk(x, what, field)
		}
		return true
	})
}

func (m *mutator) item(n *syntax.Object, i int, what, field string) {
	it := &n.Items[i]
	name := m.text[it.Key.Span().Start:it.Key.Span().End]
	isName := syntax.IsBareKey(it.Key)
	inBody := strings.HasSuffix(what, " body") && what != "locals body" && what != "context body" &&
		what != "composite connection body"
	if isName && inBody && !free[field] && !free[name] && field != "extra" {
		if name != "apiVersion" && name != "kind" {
			m.edit("misspelt field", it.Key.Span(), misspelt(name))
		}
		m.value(name, field, it.Value)
		if slices.Contains(needed[field], name) && len(n.Items) > 1 {
			m.drop(n, i)
		}
	}
	if !free[name] || !inBody {
		m.walk(it.Value, what, name)
	}
}

// drop leaves out a required field; what is wrong then is the object.
func (m *mutator) drop(n *syntax.Object, i int) {
	at := n.Items[i].Key.Span().To(n.Items[i].Value.Span())
	end := int(at.End)
	if end < len(m.text) && m.text[end] == ',' {
		end++
	}
	m.out = append(m.out, mutant{"dropped field " + m.text[n.Items[i].Key.Span().Start:n.Items[i].Key.Span().End],
		m.text[:at.Start] + m.text[end:], source.Range{File: m.f, Span: n.Source}.Start().Line})
}

// value changes the value of a field into one of another type.
func (m *mutator) value(name, field string, e syntax.Expr) {
	if free[name] {
		return
	}
	text := m.text[e.Span().Start:e.Span().End]
	switch n := e.(type) {
	case *syntax.Literal:
		switch {
		case name == "apiVersion" && slices.Contains(references, field):
		case name == "apiVersion":
			m.edit("unknown version", n.Source, strings.TrimSuffix(text, "\"")+"9\"")
		case name == "kind" && !slices.Contains(references, field) && strings.HasPrefix(text, "\""):
			m.edit("misspelt kind", n.Source, "\""+misspelt(strings.Trim(text, "\""))+"\"")
		case n.Value.IsNumber() && !mixed[name]:
			m.edit("number as text", n.Source, "\""+text+"x\"")
		case n.Value.IsBool():
			m.edit("text for a boolean", n.Source, "\"yes\"")
		case n.Value.IsString() && !mixed[name]:
			m.edit("list for text", n.Source, "["+text+"]")
			m.edit("number for text", n.Source, "12")
		}
	case *syntax.Traversal:
		if len(n.Steps) > 1 && !strings.Contains(text, "req.context") && !opaque[name] {
			m.edit("object for a scalar or list", n.Source, "req.composite.spec.parameters.database")
			m.edit("operand that never fits", n.Source, "(\"a\" * "+text+")")
			m.edit("text of an object", n.Source, "\"${req.composite.spec.parameters.database}\"")
			m.edit("call that never fits", n.Source, "upper(req.composite.spec.parameters.database)")
		}
	case *syntax.Object:
		m.edit("list for an object", n.Source, "[]")
	case *syntax.Tuple:
		m.edit("text for a list", n.Source, "\"none\"")
	case *syntax.Template:
		if !strings.Contains(text, "\n") && !mixed[name] {
			m.edit("list for text", n.Source, "["+text+"]")
		}
	}
}

// path misspells a step of what is read.
func (m *mutator) path(n *syntax.Traversal) {
	text := m.text[n.Source.Start:n.Source.End]
	for i := 1; i < len(n.Steps); i++ {
		s := n.Steps[i]
		if s.Kind != syntax.StepAttr || strings.Contains(text, "extra") || strings.Contains(text, "connection") ||
			strings.HasPrefix(text, "req.context") {
			continue
		}
		before := m.text[n.Source.Start:s.Source.Start]
		switch {
		case strings.HasPrefix(before, "req.") && strings.Count(before, ".") < 2 || before == "self" || before == "each" ||
			before == "req":
			continue
		case strings.HasSuffix(before, ".tags"), strings.HasSuffix(before, ".config"), strings.HasSuffix(before, "data"):
			continue
		}
		name := s.Key.AsString()
		at := source.Span{Start: s.Source.End - uint32(len(name)), End: s.Source.End}
		m.edit("misspelt path", at, misspelt(name))
	}
}

// mutants are some mutants of a program, always the same ones.
func mutants(t testing.TB, f *source.File, n int) []mutant {
	t.Helper()
	tree, diags := syntax.ParseConfig(f)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	m := mutator{f: f, text: f.Text()}
	m.body(tree.Body, "")
	r := rand.New(rand.NewPCG(1, uint64(len(m.text))))
	r.Shuffle(len(m.out), func(i, j int) { m.out[i], m.out[j] = m.out[j], m.out[i] })
	return m.out[:min(n, len(m.out))]
}

// TestMutants: a mistake is found at its line, and nothing else is wrong. What is said of some of them is in
// mutants.golden.
func TestMutants(t *testing.T) {
	with := corpusSurroundings(t)
	total, caught, extra := 0, 0, 0
	missed := map[string]int{}
	var said strings.Builder
	for _, f := range corpus(t) {
		if !strings.HasSuffix(f.Name(), ".hcl") {
			continue
		}
		const per, written = 1000, 30
		for i, m := range mutants(t, f, per) {
			total++
			right, wrong := false, []string(nil)
			for _, d := range found(t, source.NewFile(f.Name(), []byte(m.text)), with) {
				if i < written && d.Subject.Start().Line == m.line {
					fmt.Fprintf(&said, "%s: %s: %s (%s)\n", m.what, d.Severity, d.Error(), d.Code)
				}
				if d.Subject.Start().Line == m.line {
					right = true
				} else if d.Severity == diag.Error {
					wrong = append(wrong, d.Error())
				}
			}
			if right {
				caught++
			} else {
				missed[m.what]++
			}
			if len(wrong) > 0 {
				extra++
			}
			if !right || len(wrong) > 0 {
				line := strings.TrimSpace(strings.Split(m.text, "\n")[m.line-1])
				t.Logf("%s:%d: %s: %s: found %v, elsewhere %v", f.Name(), m.line, m.what, line, right, wrong)
			}
		}
	}
	if caught < total || extra > 0 {
		t.Errorf("%d of %d mistakes are found at their line, missed are %v, and %d have other errors", caught, total,
			missed, extra)
	}
	compareSaid(t, "testdata/corpus/mutants.golden", said.String())
}

// compareSaid compares what is said of mistakes with a golden file.
func compareSaid(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s:%d: got\n%s\nwant\n%s", path, i+1, strings.Join(g[min(i, len(g)):min(i+1, len(g))], ""),
				strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""))
		}
	}
}
