package render

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
	"google.golang.org/protobuf/types/known/structpb"
)

// LoadSources reads the program at path: one .hcl file, or the .hcl files that stand directly in a directory, by name.
// A composition.yaml beside them that is no Composition may add files with libraryFiles (relative paths). Names in the
// archive are relative to the directory, so that positions in messages are the same wherever the directory lies.
func LoadSources(path string) (*txtar.Archive, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	if !info.IsDir() {
		if IsYAML(path) {
			return nil, &InputError{File: path, Message: "is no .hcl file; the sources of a program are expected: an .hcl file, or a directory of .hcl files"}
		}
		f, err := sourceFile(filepath.Dir(path), filepath.Base(path))
		if err != nil {
			return nil, err
		}
		return &txtar.Archive{Files: []txtar.File{f}}, nil
	}
	names, err := sourceNames(path)
	if err != nil {
		return nil, err
	}
	a := &txtar.Archive{}
	for _, n := range names {
		f, err := sourceFile(path, n)
		if err != nil {
			return nil, err
		}
		a.Files = append(a.Files, f)
	}
	return a, nil
}

// IsYAML tells by the name of a file that it holds YAML or JSON, such as a Composition.
func IsYAML(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path))
}

func sourceNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fileError(dir, err)
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == ".hcl" {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	libraries, err := libraryFiles(dir)
	if err != nil {
		return nil, err
	}
	for _, l := range libraries {
		if !slices.Contains(names, l) {
			names = append(names, l)
		}
	}
	if len(names) == 0 {
		return nil, &InputError{File: dir, Message: "no .hcl files found in this directory"}
	}
	return names, nil
}

// libraryFiles reads the optional composition.yaml that names files to share between programs.
func libraryFiles(dir string) ([]string, error) {
	path := filepath.Join(dir, "composition.yaml")
	docs, err := loadFile(path)
	if err != nil {
		if _, statErr := os.Stat(path); errors.Is(statErr, os.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	if len(docs) != 1 || kind(docs[0].Fields) != "" {
		return nil, nil
	}
	var names []string
	for i, v := range list(docs[0].Fields, "libraryFiles") {
		n := v.GetStringValue()
		at := []string{"libraryFiles", fmt.Sprint(i)}
		switch {
		case n == "":
			return nil, docs[0].errorf(at, "a library file has to be a path, relative to this file")
		case filepath.IsAbs(n):
			return nil, docs[0].errorf(at, "%s is an absolute path; library files are named relative to this file", n)
		}
		names = append(names, filepath.ToSlash(filepath.Clean(n)))
	}
	return names, nil
}

func sourceFile(dir, name string) (txtar.File, error) {
	path := filepath.Join(dir, filepath.FromSlash(name))
	data, err := readFile(path)
	if err != nil {
		return txtar.File{}, err
	}
	if !utf8.Valid(data) {
		return txtar.File{}, &InputError{File: path, Line: invalidLine(data), Column: 1, Message: "this line is not valid UTF-8"}
	}
	if a := txtar.Parse(data); len(a.Files) > 0 {
		line := 1 + bytes.Count(a.Comment, []byte("\n"))
		return txtar.File{}, &InputError{File: path, Line: line, Column: 1, Message: `a line of the form "-- name --" separates files when programs are packed; indent it or change it`}
	}
	return txtar.File{Name: name, Data: data}, nil
}

func invalidLine(data []byte) int {
	line := 1
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r == utf8.RuneError && n == 1 {
			return line
		}
		if r == '\n' {
			line++
		}
		data = data[n:]
	}
	return line
}

// sourceComposition makes a Composition with a single step out of sources.
func sourceComposition(path string) (*Composition, error) {
	a, err := LoadSources(path)
	if err != nil {
		return nil, err
	}
	input, err := structpb.NewStruct(map[string]any{
		"apiVersion": inputVersion,
		"kind":       inputKind,
		"source":     "Inline",
		"hcl":        string(txtar.Format(a)),
	})
	if err != nil {
		return nil, &InputError{File: path, Message: err.Error()}
	}
	step := &Step{Name: "hclx", Function: "function-hclx", Input: input, Ours: true}
	return &Composition{Name: sourceName(path), Steps: []*Step{step}}, nil
}

// sourceName is the name of the directory or file, which stands in for the name of the Composition.
func sourceName(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return strings.TrimSuffix(filepath.Base(path), ".hcl")
}
