package parse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Both syntaxes are read by name, and give bodies with the same content.
func TestBothSyntaxes(t *testing.T) {
	for name, text := range map[string]string{
		"a.hcl": "n = 1\n", "a.tf": "n = 1\n", "a": "n = 1\n", "a.tf.json": `{"n": 1}`, "a.JSON": `{"n": "${1}"}`,
	} {
		file, diags := parse.Text(name, []byte(text))
		if len(diags) > 0 || (file.JSON != nil) != parse.IsJSON(name) || (file.Native != nil) == parse.IsJSON(name) ||
			file.Source.Name() != name {
			t.Fatalf("%s: %+v %v", name, file, diags)
		}
		var c struct {
			N int `hcl:"n"`
		}
		if diags := decode.Body(file.Body(), &hcl.EvalContext{}, &c); len(diags) > 0 || c.N != 1 {
			t.Errorf("%s: %d %v", name, c.N, diags)
		}
	}
	var none *parse.File
	if attrs, diags := none.Body().JustAttributes(); len(attrs)+len(diags) > 0 {
		t.Errorf("%v %v", attrs, diags)
	}
}

// A parser keeps what it parsed, so that one file is parsed and reported once.
func TestParserKeepsFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "b.hcl")
	if err := os.WriteFile(path, []byte("b = \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var p parse.Parser
	first, diags := p.ReadFile(path)
	if len(diags) != 1 || diags[0].Subject.File != first.Source {
		t.Fatalf("%v", diags)
	}
	if again, diags := p.ReadFile(path); again != first || diags != nil || p.File(path) != first {
		t.Errorf("%v %v", again, diags)
	}
	missing := filepath.Join(dir, "missing.hcl")
	file, diags := p.ReadFile(missing)
	if len(diags) != 1 || diags[0].Code != "unreadable-file" || strings.Count(diags.String(), missing) != 1 ||
		file.Body() == nil || p.File(missing) != nil {
		t.Errorf("%v", diags)
	}
	if _, diags := p.ReadFile(dir); len(diags) != 1 || diags[0].Code != "unreadable-file" {
		t.Errorf("%v", diags)
	}
	p.Text("a.json", []byte(`{"a": 1}`))
	var names []string
	for _, f := range p.Files() {
		names = append(names, filepath.Base(f.Source.Name()))
	}
	if fmt.Sprint(names) != "[b.hcl a.json]" {
		t.Errorf("%v", names)
	}
	if attrs, _ := p.Body().JustAttributes(); attrs.Get("a") == nil {
		t.Errorf("%v", attrs)
	}
}

func TestParserIsSafeForConcurrentUse(t *testing.T) {
	var p parse.Parser
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			p.Text(fmt.Sprint(i%2, ".hcl"), nil)
			p.Files()
		})
	}
	all.Wait()
	if len(p.Files()) != 2 {
		t.Errorf("%d files", len(p.Files()))
	}
}

func TestPieces(t *testing.T) {
	e, diags := parse.Expression("e", `1 + x`)
	v, more := eval.Value(e, &hcl.EvalContext{Variables: map[string]value.Value{"x": value.Int(2)}})
	if len(diags)+len(more) > 0 || !v.Equal(value.Int(3)) {
		t.Errorf("%s %v %v", host.DebugString(v), diags, more)
	}
	e, diags = parse.Template("t", `a-${x}`)
	v, more = eval.Value(e, &hcl.EvalContext{Variables: map[string]value.Value{"x": value.Int(2)}})
	if len(diags)+len(more) > 0 || !v.Equal(value.String("a-2")) {
		t.Errorf("%s %v %v", host.DebugString(v), diags, more)
	}
	steps, diags := parse.Traversal("t", `a.b["c"][0]`)
	if len(diags) > 0 || steps.String() != `a.b["c"][0]` {
		t.Errorf("%s %v", steps, diags)
	}
	for _, wrong := range []string{"", "1", "a.", "a[b]", "a[*]"} {
		if steps, diags := parse.Traversal("t", wrong); !diags.HasErrors() {
			t.Errorf("%q gave %s", wrong, steps)
		}
	}
}

func Example() {
	file, diags := parse.Text("main.hcl", []byte("listen = \":8080\"\nworkers = many\n"))
	var config struct {
		Listen  string `hcl:"listen"`
		Workers int    `hcl:"workers"`
	}
	diags = append(diags, decode.Body(file.Body(), nil, &config)...)
	fmt.Print(config.Listen, "\n", render.String(diags))
	// Output:
	// :8080
	// Error: Variables not allowed [variables-not-allowed]
	//   on main.hcl:2:11
	//     |
	//   2 | workers = many
	//     |           ^^^^
	// A constant is required here, but this reads a variable named "many". For a string, put it in quotes.
}
