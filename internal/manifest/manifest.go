// Package manifest reads Kubernetes objects out of YAML and JSON files as values of the engine, and knows where their
// parts stand.
//
// A *stream* is the text of a file, with any number of documents in it. Values are read as the API server reads YAML:
// yes, no, on and off without quotes are booleans too, and timestamps are texts. Places are looked for only when
// somebody asks, by reading the text once more: most documents are never asked.
package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// A Document is one document of a stream.
type Document struct {
	// Value is what the document holds. Its numbers keep all their digits.
	Value value.Value
	// File is the text that the document stands in, perhaps with others.
	File *source.File

	index  int // in the stream, documents without content not counted
	places *places
}

// places are the nodes of a stream, which are read again when a place is first asked for.
type places struct {
	once  sync.Once
	file  *source.File
	roots []*yaml.Node
}

// An Error says what is wrong with a text that should be YAML or JSON, and where.
type Error struct {
	Place   source.Range
	Message string
}

// Error returns place and message.
func (e *Error) Error() string {
	at := e.Place.Start()
	return e.Place.Filename() + ":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column) + ": " + e.Message
}

// Parse returns the documents of a stream. Those without content are left out. Files whose name ends in .json are JSON,
// all others YAML. The error is an [*Error].
func Parse(file *source.File) ([]*Document, error) {
	shared := &places{file: file}
	if filepath.Ext(file.Name()) == ".json" {
		v, err := valuejson.Parse(file.Text(), valuejson.Limits{Bytes: maxBytes, Depth: maxDepth})
		if err == nil {
			return []*Document{{v, file, 0, shared}}, nil
		}
		// The reader of YAML knows where the mistake is.
	}
	var documents []*Document
	err := each(file, func(root *yaml.Node) error {
		v, err := newDecoder(file).value(root, 0)
		documents = append(documents, &Document{v, file, len(documents), shared})
		return err
	})
	return documents, err
}

const (
	// maxDepth bounds the nesting of a document.
	maxDepth = 1000
	// maxBytes bounds a file.
	maxBytes = 256 << 20
)

// each visits the roots of a stream.
func each(file *source.File, visit func(*yaml.Node) error) error {
	loader, err := yaml.NewLoader(bytes.NewReader([]byte(file.Text())))
	if err != nil {
		return parseError(file, err)
	}
	for {
		var doc yaml.Node
		switch err := loader.Load(&doc); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return parseError(file, err)
		case len(doc.Content) == 0 || doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].ShortTag() == "!!null":
			continue
		}
		if err := visit(doc.Content[0]); err != nil {
			return err
		}
	}
}

func parseError(file *source.File, err error) error {
	var load *yaml.LoadError
	if errors.As(err, &load) {
		return &Error{rangeAt(file, load.Mark.Line, load.Mark.Column, 0), "not YAML: " + load.Message}
	}
	return &Error{rangeAt(file, 1, 1, 0), "not YAML: " + err.Error()}
}

// rangeAt is the range of n bytes that begin at a line and a column, as the YAML parser counts them: from 1, in
// characters.
func rangeAt(file *source.File, line, column, n int) source.Range {
	span := file.LineSpan(max(line, 1))
	text, at := file.Slice(span), 0
	for i := 1; i < column && at < len(text); i++ {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	start := span.Start + uint32(at)
	return source.Range{File: file, Span: source.Span{Start: start, End: start + uint32(min(n, len(text)-at))}}
}

// Locate returns where the value at a path stands, or the nearest part around it that there is.
func (d *Document) Locate(path value.Path) source.Range { return d.locate(path, false) }

// LocateKey is [Document.Locate] for the key of the last step, where that leads to a field.
func (d *Document) LocateKey(path value.Path) source.Range { return d.locate(path, true) }

func (d *Document) locate(path value.Path, key bool) source.Range {
	d.places.once.Do(func() {
		_ = each(d.File, func(n *yaml.Node) error { // what cannot be read has no places
			d.places.roots = append(d.places.roots, n)
			return nil
		})
	})
	if d.index >= len(d.places.roots) {
		return rangeAt(d.File, 1, 1, 0)
	}
	n := d.places.roots[d.index]
	for i, step := range path {
		k, v := child(n, step)
		if v == nil {
			break
		}
		n = v
		if key && i == len(path)-1 && k != nil {
			n = k
		}
	}
	size := 0
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		size = len(n.Value)
		if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
			size += len(`""`)
		}
	}
	return rangeAt(d.File, n.Line, n.Column, size)
}

// child returns key and value of a part, or nil.
func child(n *yaml.Node, step value.Step) (key, v *yaml.Node) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	name := step.Name
	if !step.IsAttr() {
		if i, ok := step.Key.AsInt64(); ok && step.Key.IsNumber() {
			if n.Kind == yaml.SequenceNode && i >= 0 && i < int64(len(n.Content)) {
				return nil, n.Content[i]
			}
			return nil, nil
		}
		name = step.Key.AsString()
	}
	if n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}

func (d *decoder) errorf(n *yaml.Node, format string, args ...any) error {
	return &Error{rangeAt(d.file, n.Line, n.Column, 0), fmt.Sprintf(format, args...)}
}
