// Package manifest reads Kubernetes objects from YAML and JSON files as values of the engine, with the positions of
// their parts.
//
// A stream is the text of a file with any number of documents. Values are read in the same way as by the API server:
// yes, no, on and off without quotes are booleans, and timestamps are texts. Positions are computed on demand by
// reading the text again, because most of them are never needed. [Decode] creates other values from the same documents,
// such as protobuf messages.
package manifest

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// Document is a document of a stream.
type Document struct {
	// Value is the content of the document. Numbers keep all their digits.
	Value value.Value
	// File is the text that the document stands in, perhaps with others.
	File *source.File

	index  int // in the stream, documents without content not counted
	places *places
}

// places are the nodes of a stream, which are read again when a place is first asked for.
type places struct {
	once  sync.Once
	roots []*yaml.Node
}

// Error is an error in a YAML or JSON text.
type Error struct {
	Place   source.Range
	Message string
}

// Error returns the position and the message.
func (e *Error) Error() string {
	at := e.Place.Start()
	return e.Place.Filename() + ":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column) + ": " + e.Message
}

// Parse returns the documents of a stream, except those without content. Files whose names end in .json are JSON, and
// all others YAML. The error is an [*Error].
func Parse(file *source.File) ([]*Document, error) {
	shared := &places{}
	if filepath.Ext(file.Name()) == ".json" {
		v, err := valuejson.Parse(file.Text(), valuejson.Limits{Bytes: maxBytes, Depth: maxDepth})
		if err == nil {
			return []*Document{{v, file, 0, shared}}, nil
		}
		// The reader of YAML knows where the mistake is.
	}
	var documents []*Document
	for root, err := range Nodes(file) {
		if err != nil {
			return documents, err
		}
		if IsNull(root) {
			continue
		}
		v, err := Decode(file, root, values{})
		if err != nil {
			return documents, err
		}
		documents = append(documents, &Document{v, file, len(documents), shared})
	}
	return documents, nil
}

const (
	// maxDepth bounds the nesting of a document.
	maxDepth = 1000
	// maxBytes bounds a file.
	maxBytes = 256 << 20
)

// Nodes returns the roots of the documents of a stream, except documents without any content. The last pair may contain
// an error, which is an [*Error].
func Nodes(file *source.File) iter.Seq2[*yaml.Node, error] {
	return func(yield func(*yaml.Node, error) bool) {
		loader, err := yaml.NewLoader(strings.NewReader(file.Text()))
		for err == nil {
			var doc yaml.Node
			if err = loader.Load(&doc); err == nil && len(doc.Content) > 0 && !yield(doc.Content[0], nil) {
				return
			}
		}
		if !errors.Is(err, io.EOF) {
			yield(nil, parseError(file, err))
		}
	}
}

// IsNull reports whether a node is null, like the root of a document that only contains comments.
func IsNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func parseError(file *source.File, err error) error {
	var load *yaml.LoadError
	if errors.As(err, &load) {
		return &Error{rangeAt(file, load.Mark.Line, load.Mark.Column, 0), "not YAML: " + load.Message}
	}
	return &Error{rangeAt(file, 1, 1, 0), "not YAML: " + err.Error()}
}

// rangeAt is the range of n bytes that begin at a line and a column, as the YAML parser counts them: from 1, in
// characters. The parser counts a line more where the text ends without a line end; that is the end of the text.
func rangeAt(file *source.File, line, column, n int) source.Range {
	if line > file.LineCount() {
		end := uint32(len(file.Text()))
		return source.Range{File: file, Span: source.Span{Start: end, End: end}}
	}
	span := file.LineSpan(max(line, 1))
	text, at := file.Slice(span), 0
	for i := 1; i < column && at < len(text); i++ {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	start := span.Start + uint32(at)
	return source.Range{File: file, Span: source.Span{Start: start, End: start + uint32(min(n, len(text)-at))}}
}

// Locate returns the range of the value at a path, or of the nearest existing part around it.
//
// The text is parsed again for this, once for all documents of the file; "YAML of schemas" in docs/decisions.md says
// why the nodes are not kept. Quoted texts with escapes are as long as their value here, which is off by a few columns
// at worst.
func (d *Document) Locate(path value.Path) source.Range {
	d.places.once.Do(func() {
		for n, err := range Nodes(d.File) {
			if err == nil && !IsNull(n) { // what cannot be read has no places
				d.places.roots = append(d.places.roots, n)
			}
		}
	})
	if d.index >= len(d.places.roots) {
		return rangeAt(d.File, 1, 1, 0)
	}
	n := d.places.roots[d.index]
	for _, step := range path {
		v := child(n, step)
		// What is missing has no place; the part around it is where somebody would add it.
		if v == nil {
			break
		}
		n = v
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

// child returns a part, or nil.
func child(n *yaml.Node, step value.Step) *yaml.Node {
	n = Resolved(n)
	name := step.Name
	if !step.IsAttr() {
		if i, ok := step.Key.AsInt64(); ok && step.Key.IsNumber() {
			if n.Kind == yaml.SequenceNode && i >= 0 && i < int64(len(n.Content)) {
				return n.Content[i]
			}
			return nil
		}
		name = step.Key.AsString()
	}
	_, v := Entry(n, name)
	return v
}

// Entry returns key and value of an entry in a mapping, or nil if there is none.
//
// Merged entries are left out, because this is about places: they are written somewhere else.
func Entry(n *yaml.Node, name string) (key, v *yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}

// Errorf returns an error about a node of a file.
func Errorf(file *source.File, n *yaml.Node, format string, args ...any) error {
	return &Error{rangeAt(file, n.Line, n.Column, 0), fmt.Sprintf(format, args...)}
}
