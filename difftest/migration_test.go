package difftest

import (
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// column is a side of the migration table: the packages that its names are looked up in.
type column struct {
	paths map[string]string // by the name that the table uses
}

var migrationColumns = [2]column{
	{map[string]string{
		"hcl": "github.com/hashicorp/hcl/v2", "hclsimple": "github.com/hashicorp/hcl/v2/hclsimple",
		"gohcl":    "github.com/hashicorp/hcl/v2/gohcl",
		"hclparse": "github.com/hashicorp/hcl/v2/hclparse", "hclsyntax": "github.com/hashicorp/hcl/v2/hclsyntax",
		"json":     "github.com/hashicorp/hcl/v2/json",
		"hclwrite": "github.com/hashicorp/hcl/v2/hclwrite", "hcldec": "github.com/hashicorp/hcl/v2/hcldec",
		"cty":   "github.com/zclconf/go-cty/cty",
		"gocty": "github.com/zclconf/go-cty/cty/gocty", "ctyjson": "github.com/zclconf/go-cty/cty/json",
		"convert":  "github.com/zclconf/go-cty/cty/convert",
		"function": "github.com/zclconf/go-cty/cty/function", "ext/dynblock": "github.com/hashicorp/hcl/v2/ext/dynblock",
		"ext/typeexpr": "github.com/hashicorp/hcl/v2/ext/typeexpr",
		"ext/userfunc": "github.com/hashicorp/hcl/v2/ext/userfunc", "ext/tryfunc": "github.com/hashicorp/hcl/v2/ext/tryfunc",
	}},
	{map[string]string{
		"decode": "decode", "parse": "parse", "syntax": "syntax", "jsonsyntax": "jsonsyntax", "hcl": "hcl", "eval": "eval",
		"diag": "diag", "diag/render": "diag/render",
		"source": "source", "format": "syntax/format", "edit": "syntax/edit", "print": "syntax/print", "hcldec": "hcldec",
		"value": "value", "types": "types", "convert": "convert",
		"function": "function", "function/stdlib": "function/stdlib", "ext/dynblock": "ext/dynblock",
		"ext/typeexpr": "ext/typeexpr", "ext/userfunc": "ext/userfunc",
		"calc": "value/calc", "valuejson": "value/valuejson",
	}},
}

// Every name in the table for those who come from hashicorp/hcl is one that a program compiles with, on both sides.
func TestMigrationTable(t *testing.T) {
	for name, path := range migrationColumns[1].paths {
		migrationColumns[1].paths[name] = "github.com/hclx-lang/hclx/" + path
	}
	text, err := os.ReadFile("../docs/go-api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "## Coming from hashicorp/hcl\n")
	if !found {
		t.Fatal("there is no table")
	}
	load := packageLoader(t)
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if !strings.HasPrefix(line, "| `") || len(cells) != 2 {
			continue
		}
		rows++
		for i, cell := range cells {
			c := checkedCell{t: t, load: load, paths: migrationColumns[i].paths, line: line}
			for _, code := range regexp.MustCompile("`[^`]+`").FindAllString(cell, -1) {
				c.check(strings.Trim(code, "`"))
			}
		}
	}
	if rows < 30 {
		t.Errorf("only %d rows", rows)
	}
}

// packageLoader gives packages as the compiler exported them.
func packageLoader(t *testing.T) func(path string) *types.Package {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, c := range migrationColumns {
		for _, path := range c.paths {
			args = append(args, path)
		}
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	return func(path string) *types.Package {
		pkg, err := imp.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		return pkg
	}
}

// checkedCell looks up the names of one cell. A name without a package is of the package, or a member of the type, that
// was named last.
type checkedCell struct {
	t     *testing.T
	load  func(string) *types.Package
	paths map[string]string
	line  string
	pkg   *types.Package
	typ   types.Type
}

var namePattern = regexp.MustCompile(`(?:[a-z][a-z/]*\.)?[A-Z]\w*(?:\.[A-Z]\w*)*`)

func (c *checkedCell) check(code string) {
	if path := c.paths[code]; path != "" {
		c.pkg = c.load(path)
		return
	}
	code, _, _ = strings.Cut(code, "(") // arguments are explained by their names
	code, _, _ = strings.Cut(code, "{")
	names := namePattern.FindAllString(code, -1)
	for _, name := range names {
		c.name(name)
	}
	if len(names) == 0 && code != "try" && code != "can" && code != "tolist" && code != "toset" && code != "tomap" &&
		code != "convert" {
		c.t.Errorf("%q in the row %s names nothing", code, c.line)
	}
}

func (c *checkedCell) name(name string) {
	parts := strings.Split(name, ".")
	if path := c.paths[parts[0]]; path != "" {
		c.pkg, c.typ, parts = c.load(path), nil, parts[1:]
	}
	if c.pkg == nil {
		c.t.Errorf("%q in the row %s is of no package", name, c.line)
		return
	}
	if obj := c.pkg.Scope().Lookup(parts[0]); obj != nil {
		if _, ok := obj.(*types.TypeName); ok {
			c.typ = obj.Type()
		}
		parts = parts[1:]
	} else if c.typ == nil {
		c.t.Errorf("%q in the row %s does not exist in %s", name, c.line, c.pkg.Path())
		return
	}
	for _, member := range parts {
		if obj, _, _ := types.LookupFieldOrMethod(c.typ, true, c.pkg, member); obj == nil {
			c.t.Errorf("%q in the row %s: there is no %s", name, c.line, member)
		}
	}
}
