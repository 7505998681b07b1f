package render

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/source"
)

// LoadSources reads the program at path: one .hcl or .hcl.json file, or those that stand directly in a directory, by
// name. A composition.yaml beside them may add more; see [project]. Names in the archive are relative to the directory,
// so that positions in messages are the same wherever the directory lies.
func LoadSources(path string) (*txtar.Archive, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	if !info.IsDir() {
		if IsYAML(path) {
			return nil, &InputError{File: path,
				Message: "is not an .hcl file; expected the sources of a program: an .hcl file, or a directory of .hcl files"}
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

// IsYAML reports whether, judging by its name, a file contains YAML or JSON, such as a Composition.
func IsYAML(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path)) && !IsSource(path)
}

// IsSource reports by the name of a file that it holds a part of a program, in the native or the JSON syntax. Tests are
// no part of the program that they are beside.
func IsSource(path string) bool {
	return (strings.HasSuffix(path, ".hcl") || strings.HasSuffix(path, ".hcl.json")) && !strings.HasSuffix(path,
		".hcltest.hcl")
}

func sourceNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fileError(dir, err)
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && IsSource(e.Name()) {
			names = append(names, e.Name())
		}
	}
	p, err := loadProject(dir)
	if err != nil {
		return nil, err
	}
	for _, l := range p.libraries {
		if !slices.Contains(names, l) {
			names = append(names, l)
		}
	}
	if len(names) == 0 {
		return nil, &InputError{File: dir, Message: "no .hcl files found in this directory"}
	}
	return names, nil
}

func sourceFile(dir, name string) (txtar.File, error) {
	path := filepath.Join(dir, filepath.FromSlash(name))
	data, err := readFile(path)
	if err != nil {
		return txtar.File{}, err
	}
	if err := checkEncoding(path, data); err != nil {
		return txtar.File{}, err
	}
	if a := txtar.Parse(data); len(a.Files) > 0 {
		line := 1 + bytes.Count(a.Comment, []byte("\n"))
		return txtar.File{}, &InputError{File: path, Line: line, Column: 1,
			Message: `a line of the form "-- name --" separates files when programs are packed; indent it or change it`}
	}
	return txtar.File{Name: name, Data: data}, nil
}

// sourceComposition makes a Composition with a single step out of sources.
func sourceComposition(path string, xr *Object) (*Composition, error) {
	a, err := LoadSources(path)
	if err != nil {
		return nil, err
	}
	if p, err := loadProject(path); err != nil {
		return nil, err
	} else if err := p.checkXR(xr); err != nil {
		return nil, err
	}
	input := StructOf(fields{"apiVersion": inputVersion, "kind": inputKind, "source": "Inline",
		"hcl": string(txtar.Format(a))})
	step := &Step{Name: "hclx", Function: "function-hclx", Input: input, Ours: true, pieces: sourcePieces(path, a)}
	return &Composition{Name: sourceName(path), Steps: []*Step{step}}, nil
}

// sourcePieces says where the files of a formatted archive were read from.
func sourcePieces(path string, a *txtar.Archive) []source.Piece {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		path = filepath.Dir(path)
	}
	var pieces []source.Piece
	at := len(a.Comment)
	for _, f := range a.Files {
		at += len("-- " + f.Name + " --\n")
		n := len(f.Data)
		outer := source.NewFile(filepath.Join(path, filepath.FromSlash(f.Name)), f.Data)
		pieces = append(pieces, source.Piece{
			Inner: source.Span{Start: uint32(at), End: uint32(at + n)},
			Outer: source.Range{File: outer, Span: source.Span{End: uint32(n)}},
		})
		at += n
		if n > 0 && f.Data[n-1] != '\n' {
			at++ // the archive adds a line end
		}
	}
	return pieces
}

// sourceName returns the name of the directory or file, which replaces the name of the Composition.
func sourceName(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".json"), ".hcl")
}
