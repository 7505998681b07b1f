package architecture

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxLines is how long a file may be: what one reads in one sitting.
const maxLines = 900

// open matches marks of unfinished work; it is put together so that it does not match itself.
var open = regexp.MustCompile(`\b(` + "TO" + `DO|FIX` + `ME|XX` + `X)\b|(?i:not (yet )?imple` + `mented)`)

// generated matches the line that Go's tools take for the mark of a generated file.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// goFiles calls visit with every Go file of the module and of the modules nested in it, generated ones left out.
func goFiles(t *testing.T, visit func(name string, text []byte)) {
	t.Helper()
	top := root(t)
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != top && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_gen.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || generated.Match(text) {
			return err
		}
		relative, err := filepath.Rel(top, path)
		visit(relative, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// maxColumns is how long a line of code may be: two files fit side by side, and a review shows it whole.
const maxColumns = 120

// TestLinesAreShort leaves out texts in backquotes, which struct tags are as well, and what tools read by lines.
func TestLinesAreShort(t *testing.T) {
	goFiles(t, func(name string, text []byte) {
		files := token.NewFileSet()
		file := files.AddFile(name, -1, len(text))
		exempt := map[int]bool{}
		var s scanner.Scanner
		for s.Init(file, text, nil, scanner.ScanComments); ; {
			pos, kind, literal := s.Scan()
			if kind == token.EOF {
				break
			}
			raw := kind == token.STRING && literal[0] == '`'
			if raw || kind == token.COMMENT && (strings.HasPrefix(literal, "//lint:") || strings.HasPrefix(literal, "//go:")) {
				first := file.Line(pos)
				for i := range strings.Count(literal, "\n") + 1 {
					exempt[first+i] = true
				}
			}
		}
		example := bytes.Contains(text, []byte("// Output:")) // which compares its comments
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line); n > maxColumns && !exempt[i+1] &&
				!(example && strings.HasPrefix(strings.TrimSpace(line), "//")) {
				t.Errorf("%s:%d has %d characters, more than %d", name, i+1, n, maxColumns)
			}
		}
	})
}

func TestFilesAreShort(t *testing.T) {
	goFiles(t, func(name string, text []byte) {
		if lines := bytes.Count(text, []byte("\n")); lines > maxLines {
			t.Errorf("%s has %d lines, more than %d: split it by topic", name, lines, maxLines)
		}
	})
}

func TestNothingIsLeftOpen(t *testing.T) {
	goFiles(t, func(name string, text []byte) {
		if strings.HasSuffix(name, "_test.go") {
			return
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if mark := open.Find(line); mark != nil {
				t.Errorf("%s:%d: %q marks unfinished work: finish it or take it out", name, i+1, mark)
			}
		}
	})
}

// parsePackage parses the files of p, tests included or not.
func parsePackage(t *testing.T, p pkg, tests bool) (files []*ast.File, positions *token.FileSet) {
	t.Helper()
	positions = token.NewFileSet()
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") != tests {
			continue
		}
		file, err := parser.ParseFile(positions, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files, positions
}

func TestPublicPackagesAreDocumented(t *testing.T) {
	for _, p := range packages(t) {
		if !p.public() {
			continue
		}
		files, positions := parsePackage(t, p, false)
		comment := false
		for _, file := range files {
			comment = comment || strings.HasPrefix(file.Doc.Text(), "Package "+p.Name+" ")
			for _, found := range undocumented(positions, file) {
				position := positions.Position(found.pos)
				t.Errorf("%s/%s:%d: %s has no doc comment", p.path(), filepath.Base(position.Filename), position.Line, found.name)
			}
		}
		if !comment {
			t.Errorf("%s has no package comment that begins with \"Package %s \"", p.path(), p.Name)
		}
		if tests, _ := parsePackage(t, p, true); !hasExample(tests) {
			t.Errorf("%s has no runnable example: func Example... with an Output comment in a test file", p.path())
		}
	}
}

func hasExample(files []*ast.File) bool {
	for _, example := range doc.Examples(files...) {
		if example.Output != "" || example.EmptyOutput {
			return true
		}
	}
	return false
}

// identifier is an exported name and where it is declared.
type identifier struct {
	name string
	pos  token.Pos
}

// undocumented lists the exported functions, methods, types, constants and variables of a file that have no comment.
// The comment of a group, or one at the end of a line in it, is enough for constants and variables, and that of the
// first for one-line methods that stand in consecutive lines.
func undocumented(positions *token.FileSet, file *ast.File) (found []identifier) {
	last, documented := 0, false // the line of the last one-line method, and whether its group has a comment
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			begin, end := positions.Position(d.Pos()).Line, positions.Position(d.End()).Line
			documented = d.Doc != nil || documented && d.Recv != nil && begin == end && begin == last+1
			last = end
			if name, exported := functionName(d); exported && !documented {
				found = append(found, identifier{name, d.Pos()})
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				found = append(found, undocumentedSpec(d, spec)...)
			}
		}
	}
	return found
}

func functionName(d *ast.FuncDecl) (name string, exported bool) {
	if d.Recv == nil {
		return d.Name.Name, d.Name.IsExported()
	}
	receiver := receiverType(d.Recv.List[0].Type)
	return fmt.Sprintf("%s.%s", receiver, d.Name.Name), d.Name.IsExported() && ast.IsExported(receiver)
}

func receiverType(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return receiverType(e.X)
	case *ast.IndexExpr:
		return receiverType(e.X)
	case *ast.IndexListExpr:
		return receiverType(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func undocumentedSpec(group *ast.GenDecl, spec ast.Spec) (found []identifier) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc == nil && (group.Doc == nil || group.Lparen.IsValid()) {
			found = append(found, identifier{s.Name.Name, s.Pos()})
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() && s.Doc == nil && s.Comment == nil && group.Doc == nil {
				found = append(found, identifier{name.Name, name.Pos()})
			}
		}
	}
	return found
}

func TestUndocumented(t *testing.T) {
	const source = `package p

func A() {}

// B is.
func B() {}

type c struct{}

func (c) D() {}

type (
	E[T any] struct{}
	// F is.
	F int
)

func (e *E[T]) G() {}

// N and what follows.
func (F) N() {}
func (F) O() {}

func (F) P() {}
func (F) Q() {}

const H = 1

// Group.
const (
	I = 1
	J = 2
)

var (
	K = 1
	L = 2 // L is.
	m = 3
)
`
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, found := range undocumented(positions, file) {
		names = append(names, found.name)
	}
	if got, want := strings.Join(names, " "), "A E E.G F.P F.Q H K"; got != want {
		t.Errorf("undocumented are %q, want %q", got, want)
	}
}
