package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// clocks says why a test file, or all of a directory, may look at a clock. A test that fails on a busy machine says
// nothing: how work grows is shown by counts of steps, allocations or bytes (internal/growth), and what time itself
// does in a bubble of testing/synctest.
var clocks = map[string]string{
	"e2e/":                           "a real control plane is polled",
	"cmd/hclx-function/main_test.go": "another process is polled",
	"internal/crossplane/attack_linux_test.go":  "the kernel is polled until it has let a process go",
	"internal/crossplane/server_test.go":        "goroutines of gRPC are polled; what never comes is given up",
	"internal/crossplane/server_drain_test.go":  "what never comes is given up",
	"internal/schemas/index_test.go":            "the age of files is what is tested",
	"value/layout_internal_test.go":             "a benchmark of three layouts in turns",
	"internal/composition/typing/bench_test.go": "a benchmark of two parts of one run",
}

// readsClock holds the functions of package time that read a clock or wait for it.
var readsClock = map[string]bool{
	"Now": true, "Since": true, "Until": true, "After": true, "AfterFunc": true, "NewTimer": true, "NewTicker": true,
	"Tick": true, "Sleep": true,
}

// clockReaders lists the places in a file that look at a clock. A file that uses synctest has one of its own.
func clockReaders(t *testing.T, name string, text []byte) (found []token.Position) {
	t.Helper()
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); path == "testing/synctest" {
			return nil
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && readsClock[s.Sel.Name] {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "time" {
				found = append(found, positions.Position(s.Pos()))
			}
		}
		return true
	})
	return found
}

func TestNoTestLooksAtAClock(t *testing.T) {
	used := map[string]bool{}
	goFiles(t, func(name string, text []byte) {
		if !strings.HasSuffix(name, "_test.go") {
			return
		}
		found := clockReaders(t, name, text)
		name = filepath.ToSlash(name)
		top, _, _ := strings.Cut(name, "/")
		for _, key := range []string{name, top + "/"} {
			if clocks[key] != "" && len(found) > 0 {
				used[key], found = true, nil
			}
		}
		for _, p := range found {
			t.Errorf("%s looks at a clock: count steps, allocations or bytes, or say in this test why not", p)
		}
	})
	for name, why := range clocks {
		if !used[name] {
			t.Errorf("%s does not look at a clock (%s): take it out of the list", name, why)
		}
	}
}

func TestClockReaders(t *testing.T) {
	const text = "package p\nimport \"time\"\nfunc f() { _ = time.Second; _ = time.Now; time.Sleep(1) }\n"
	if found := clockReaders(t, "a_test.go", []byte(text)); len(found) != 2 || found[1].Line != 3 {
		t.Errorf("found %v", found)
	}
	if found := clockReaders(t, "a_test.go",
		[]byte(strings.Replace(text, "import ", "import _ \"testing/synctest\"\nimport ", 1))); len(found) > 0 {
		t.Errorf("found %v in a bubble", found)
	}
}
