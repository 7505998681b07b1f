package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mutant is a change of a file.
type mutant struct {
	file      string
	line      int
	function  string
	text      []byte // of the whole file
	from, to  int    // what is replaced
	by        string
	operation string
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s: %s => %s", filepath.ToSlash(m.file), m.line, m.function, m.operation, m.cut(),
		oneLine(m.by))
}

// key names a change also when lines move.
func (m mutant) key() string {
	return fmt.Sprintf("%s: %s: %s => %s", filepath.ToSlash(m.file), m.function, m.cut(), oneLine(m.by))
}

func (m mutant) cut() string { return oneLine(string(m.text[m.from:m.to])) }

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		s = string(r[:80]) + "..."
	}
	return s
}

// overlay writes the changed file, and the file that leads the compiler to it.
func (m mutant) overlay(dir string) (path string, err error) {
	file, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, "changed.go")
	text := bytes.Join([][]byte{m.text[:m.from], []byte(m.by), m.text[m.to:]}, nil)
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, list, 0o600)
}

//go:embed equivalent.txt
var equivalentText string

// readEquivalent returns the reasons by the changes that change nothing.
func readEquivalent() (map[string]string, error) {
	all := map[string]string{}
	for line := range strings.Lines(equivalentText) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, found := strings.Cut(line, " # ")
		if !found {
			return nil, fmt.Errorf("equivalent.txt: %q has no reason", line)
		}
		all[key] = reason
	}
	return all, nil
}

// packageMutants returns all changes of the files of a package that are not tests and not generated.
func packageMutants(dir string) (all []mutant, err error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			continue
		}
		if built, err := build.Default.MatchFile(filepath.Split(name)); err != nil || !built {
			continue // it belongs to another system, or is a program of its own
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		mutants, err := fileMutants(name, text)
		if err != nil {
			return nil, err
		}
		all = append(all, mutants...)
	}
	return all, nil
}

func fileMutants(name string, text []byte) ([]mutant, error) {
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, name, text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(file) {
		return nil, nil
	}
	f := &finder{file: name, text: text, positions: positions}
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
			f.function = d.Name.Name
			ast.Inspect(d.Body, f.visit)
		}
	}
	return f.found, nil
}

// finder finds changes in one file.
type finder struct {
	file, function string
	text           []byte
	positions      *token.FileSet
	found          []mutant
}

// swapped holds what an operator is mistaken for.
var swapped = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ,
	token.GEQ:  token.GTR,
	token.LAND: token.LOR, token.LOR: token.LAND, token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD,
	token.QUO: token.MUL,
	token.REM: token.QUO, token.AND: token.OR, token.OR: token.AND, token.SHL: token.SHR, token.SHR: token.SHL,
	token.AND_NOT:    token.AND,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN,
	token.AND_ASSIGN: token.OR_ASSIGN,
	token.INC:        token.DEC, token.DEC: token.INC,
}

func (f *finder) add(from, to token.Pos, by, operation string) {
	at := f.positions.Position(from)
	f.found = append(f.found, mutant{f.file, at.Line, f.function, f.text, at.Offset, f.positions.Position(to).Offset, by,
		operation})
}

func (f *finder) source(n ast.Node) string {
	return string(f.text[f.positions.Position(n.Pos()).Offset:f.positions.Position(n.End()).Offset])
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if by, ok := swapped[n.Op]; ok {
			f.add(n.Pos(), n.End(), f.source(n.X)+" "+by.String()+" "+f.source(n.Y), "operator")
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.add(n.Pos(), n.End(), f.source(n.X), "not")
		}
	case *ast.BasicLit:
		if i, err := strconv.ParseInt(n.Value, 0, 32); err == nil && n.Kind == token.INT {
			f.add(n.Pos(), n.End(), strconv.FormatInt(i+1, 10), "number")
		}
	case *ast.IfStmt:
		f.add(n.Cond.Pos(), n.Cond.End(), "!("+f.source(n.Cond)+")", "condition")
	case *ast.CaseClause:
		for _, s := range n.Body {
			f.statement(s)
		}
	case *ast.BlockStmt:
		for _, s := range n.List {
			f.statement(s)
		}
	case *ast.AssignStmt:
		if by, ok := swapped[n.Tok]; ok {
			f.add(n.Pos(), n.End(), f.source(n.Lhs[0])+" "+by.String()+" "+f.source(n.Rhs[0]), "assignment")
		}
	case *ast.IncDecStmt:
		f.add(n.Pos(), n.End(), f.source(n.X)+swapped[n.Tok].String(), "count")
	}
	return true
}

// statement leaves out a statement. What is then declared or imported and not used does not compile, and does not
// count.
func (f *finder) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && f.source(call.Fun) == "panic" {
			return
		}
		f.add(s.Pos(), s.End(), "", "left out")
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			f.add(s.Pos(), s.End(), "", "left out")
		}
	case *ast.IfStmt:
		if s.Else == nil && s.Init == nil {
			f.add(s.Cond.Pos(), s.Cond.End(), "false && ("+f.source(s.Cond)+")", "never")
		}
	case *ast.ReturnStmt:
		if len(s.Results) == 0 {
			f.add(s.Pos(), s.End(), "", "left out")
		}
	case *ast.BranchStmt:
		if s.Tok == token.CONTINUE || s.Tok == token.BREAK {
			f.add(s.Pos(), s.End(), "", "left out")
		}
	}
}
