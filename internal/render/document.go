package render

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/source"
)

// InputError is an error in an input file.
type InputError struct {
	File string
	// Line and Column count from 1. They are 0 for the whole file.
	Line, Column int
	Message      string
}

// Error returns the known parts of the position, followed by the message.
func (e *InputError) Error() string {
	switch {
	case e.File == "":
		return e.Message
	case e.Line == 0:
		return e.File + ": " + e.Message
	default:
		return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
	}
}

// Object is a YAML document of an input file: its fields and their positions.
type Object struct {
	File   string
	Fields *structpb.Struct
	node   *yaml.Node
	text   string // of the whole file
}

// NewObject returns an object that was not read from a file. It shares its fields.
func NewObject(fields *structpb.Struct) *Object { return &Object{Fields: fields} }

// errorf reports a problem with the field at path, or with the nearest enclosing field that exists.
func (o *Object) errorf(path []string, format string, args ...any) error {
	e := &InputError{File: o.File, Message: fmt.Sprintf(format, args...)}
	return e.at(nodeAt(o.node, path))
}

// at adds the position of a node, if there is one.
func (e *InputError) at(n *yaml.Node) *InputError {
	if n != nil {
		e.Line, e.Column = n.Line, n.Column
	}
	return e
}

// keyAt is the key of the field at a path, or the nearest node that there is.
func (o *Object) keyAt(path []string) *yaml.Node {
	if last := len(path) - 1; last >= 0 && o.node != nil {
		if key, _ := manifest.Entry(manifest.Resolved(nodeAt(o.node, path[:last])), path[last]); key != nil {
			return key
		}
	}
	return nodeAt(o.node, path)
}

// nodeAt follows path through mappings, and returns the deepest node that exists.
func nodeAt(n *yaml.Node, path []string) *yaml.Node {
	for len(path) > 0 && n != nil {
		next := mappingValue(n, path[0])
		if next == nil {
			return n
		}
		n, path = next, path[1:]
	}
	return n
}

func mappingValue(n *yaml.Node, key string) *yaml.Node {
	if n = manifest.Resolved(n); n.Kind == yaml.SequenceNode {
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(n.Content) {
			return n.Content[i]
		}
		return nil
	}
	if _, value := manifest.Entry(n, key); value != nil {
		return value
	}
	return mergedValue(n, key)
}

// mergedValue finds an entry that a "<<" key brings in.
func mergedValue(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].ShortTag() != "!!merge" {
			continue
		}
		from := manifest.Resolved(n.Content[i+1])
		sources := []*yaml.Node{from}
		if from.Kind == yaml.SequenceNode {
			sources = from.Content
		}
		for _, src := range sources {
			if value := mappingValue(src, key); value != nil {
				return value
			}
		}
	}
	return nil
}

// readFile reads one regular file within the size limit.
func readFile(path string) ([]byte, error) {
	data, err := limited.File(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	return data, nil
}

// checkEncoding returns an error with the first invalid byte for text that is not UTF-8.
func checkEncoding(path string, data []byte) error {
	if utf8.Valid(data) {
		return nil
	}
	at, line, column := 0, 1, 1
	for {
		r, n := utf8.DecodeRune(data[at:])
		switch {
		case r == utf8.RuneError && n == 1:
			return &InputError{File: path, Line: line, Column: column,
				Message: fmt.Sprintf("not UTF-8: byte 0x%02x, number %d of the file, does not begin a character; save the file as "+
					"UTF-8", data[at], at+1)}
		case r == '\n':
			line, column = line+1, 0
		}
		at += n
		column++
	}
}

// fileError returns the error of a file operation without the name of the system call.
func fileError(path string, err error) error {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return &InputError{File: path, Message: "no such file or directory" + nearestFile(path)}
	case errors.Is(err, syscall.EISDIR):
		return &InputError{File: path, Message: "is a directory; expected a file"}
	}
	return &InputError{File: path, Message: limited.Reason(err).Error()}
}

// loadFile reads every document of one YAML file. Empty documents are left out.
func loadFile(path string) ([]*Object, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return parseObjects(path, data)
}

// parseObjects splits a YAML stream into objects. Each document must be a mapping.
func parseObjects(file string, data []byte) ([]*Object, error) {
	if err := checkEncoding(file, data); err != nil {
		return nil, err
	}
	var objects []*Object
	f := source.NewFile(file, data)
	for root, err := range manifest.Nodes(f) {
		if err != nil {
			return nil, inputError(err)
		}
		if manifest.IsNull(root) {
			continue
		}
		if root.Kind != yaml.MappingNode {
			return nil, inputError(manifest.Errorf(f, root,
				"found %s, but expected an object (a mapping with apiVersion and kind)", manifest.Describe(root)))
		}
		v, err := manifest.Decode(f, root, messages{})
		if err != nil {
			return nil, inputError(err)
		}
		objects = append(objects, &Object{File: file, Fields: v.GetStructValue(), node: root, text: f.Text()})
	}
	return objects, nil
}

// inputError converts an error of the reader of documents to an InputError.
func inputError(err error) error {
	var e *manifest.Error
	if !errors.As(err, &e) {
		return err
	}
	at := e.Place.Start()
	return &InputError{File: e.Place.Filename(), Line: at.Line, Column: at.Column, Message: e.Message}
}

// loadStream reads the documents of a file, or of the YAML files directly in a directory, in the order of file names.
func loadStream(path string) ([]*Object, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	if !info.IsDir() {
		return loadFile(path)
	}
	files, err := yamlFiles(path)
	if err != nil {
		return nil, err
	}
	var objects []*Object
	for _, f := range files {
		os, err := loadFile(f)
		if err != nil {
			return nil, err
		}
		objects = append(objects, os...)
	}
	return objects, nil
}

func yamlFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fileError(dir, err)
	}
	var files []string
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); !e.IsDir() && (ext == ".yaml" || ext == ".yml") {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, &InputError{File: dir, Message: "no YAML files found in this directory (.yaml or .yml)"}
	}
	return files, nil
}

// loadOne reads a file with exactly one document. The argument what is its name in messages, such as "composite
// resource".
func loadOne(path, what string) (*Object, error) {
	if IsSource(path) {
		return nil, &InputError{File: path, Message: "is an HCL file; the " + what + " is expected as YAML"}
	}
	objects, err := loadFile(path)
	if err != nil {
		return nil, err
	}
	switch len(objects) {
	case 1:
		return objects[0], nil
	case 0:
		return nil, &InputError{File: path, Message: "is empty; one " + what + " is expected"}
	}
	return nil, objects[1].errorf(nil, "found %d documents in this file; exactly one %s is expected", len(objects), what)
}
