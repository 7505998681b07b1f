package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestCodesAreConstants makes sure that a code of a diagnostic is written once, in package code.
func TestCodesAreConstants(t *testing.T) {
	set := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "../../bridge/") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			field, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			name, isName := field.Key.(*ast.Ident)
			text, isText := field.Value.(*ast.BasicLit)
			if isName && isText && name.Name == "Code" && text.Kind == token.STRING {
				code, _ := strconv.Unquote(text.Value)
				t.Errorf("%s: the code %q is a constant of diag/code", set.Position(text.Pos()), code)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
