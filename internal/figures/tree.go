package main

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// widest is how many characters a line may have. A tab is one character.
const widest = 120

// size counts lines, and those that are longer than widest.
type size struct{ lines, long int }

func (s *size) add(o size) { s.lines, s.long = s.lines+o.lines, s.long+o.long }

// tree counts what was written by hand in the module, without the modules nested in it.
type tree struct {
	code, tests, pages size
	packages           map[string]*directory // by their paths below the root
}

// directory counts the files of one package.
type directory struct{ code, tests size }

// generated matches the marks of generated files, in Go and in Markdown.
var generated = regexp.MustCompile(`(?m)^(// Code generated .* DO NOT EDIT\.|<!-- Generated .*Do not edit\. -->)$`)

// countTree counts the lines below a folder.
func countTree(root string) (tree, error) {
	t := tree{packages: map[string]*directory{}}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			hidden := strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"
			if name != root && (hidden || isFile(filepath.Join(name, "go.mod"))) {
				return filepath.SkipDir
			}
			return nil
		}
		extension := filepath.Ext(name)
		if extension != ".go" && extension != ".md" {
			return nil
		}
		text, err := os.ReadFile(name) //nolint:gosec // a file of the tree
		if err != nil || generated.Match(text) {
			return err
		}
		relative, err := filepath.Rel(root, name)
		t.add(filepath.ToSlash(relative), text)
		return err
	})
	return t, err
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func (t *tree) add(name string, text []byte) {
	if strings.HasSuffix(name, ".md") {
		t.pages.add(pageSize(text))
		return
	}
	d := t.packages[path.Dir(name)]
	if d == nil {
		d = &directory{}
		t.packages[path.Dir(name)] = d
	}
	s := textSize(text)
	if strings.HasSuffix(name, "_test.go") {
		d.tests.add(s)
		t.tests.add(s)
	} else {
		d.code.add(s)
		t.code.add(s)
	}
}

func textSize(text []byte) (s size) {
	for line := range bytes.Lines(text) {
		s.lines++
		if utf8.RuneCount(bytes.TrimRight(line, "\r\n")) > widest {
			s.long++
		}
	}
	return s
}

// pageSize is textSize for Markdown, where what cannot be wrapped is not long: rows of tables, and code blocks, which
// show what programs print.
func pageSize(text []byte) (s size) {
	code := false
	for line := range bytes.Lines(text) {
		fence := bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("```"))
		code = code != fence
		one := textSize(line)
		if code || bytes.HasPrefix(line, []byte("|")) {
			one.long = 0
		}
		s.add(one)
	}
	return s
}
