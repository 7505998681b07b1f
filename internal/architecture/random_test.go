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

// makesSource holds what package rand has besides functions that draw from a source that differs in every run.
var makesSource = map[string]bool{"New": true, "NewPCG": true, "NewChaCha8": true, "NewZipf": true, "Rand": true,
	"Source": true, "PCG": true}

// chance lists the places in a file that draw from a source that differs in every run.
func chance(t *testing.T, name string, text []byte) (found []token.Position, imports map[string]bool) {
	t.Helper()
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imports = map[string]bool{}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		imports[path] = true
	}
	if !imports["math/rand/v2"] {
		return nil, imports
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && !makesSource[s.Sel.Name] {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "rand" {
				found = append(found, positions.Position(s.Pos()))
			}
		}
		return true
	})
	return found, imports
}

// TestOneSeed makes sure that no test passes or fails by chance: what is random in tests comes from package random or
// has a seed of its own.
func TestOneSeed(t *testing.T) {
	const random = Module + "/internal/random"
	rapid, fixed := map[string]bool{}, map[string]bool{}
	goFiles(t, func(name string, text []byte) {
		if !strings.HasSuffix(name, "_test.go") {
			return
		}
		found, imports := chance(t, name, text)
		for _, p := range found {
			t.Errorf("%s draws from a source that differs in every run: use random.New", p)
		}
		if imports["math/rand"] {
			t.Errorf("%s imports math/rand: use math/rand/v2", name)
		}
		dir := filepath.ToSlash(filepath.Dir(name))
		rapid[dir] = rapid[dir] || imports["pgregory.net/rapid"]
		fixed[dir] = fixed[dir] || imports[random]
	})
	for dir := range rapid {
		if rapid[dir] && !fixed[dir] && dir != "internal/random" {
			t.Errorf("the tests of %s use rapid with a seed that differs in every run: import _ %q", dir, random)
		}
	}
}

func TestChance(t *testing.T) {
	const text = "package p\nimport \"math/rand/v2\"\nfunc f() { r := rand.New(rand.NewPCG(1, 2)); r.Int(); _ = " +
		"rand.Uint64() }\n"
	if found, _ := chance(t, "a_test.go", []byte(text)); len(found) != 1 || found[0].Line != 3 {
		t.Errorf("found %v", found)
	}
}
