package xpkg

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"go.yaml.in/yaml/v4"
)

// A document is one YAML document of the package folder.
type document struct {
	file string
	node *yaml.Node // a mapping
}

// readDocuments reads a YAML file. Empty documents are left out.
func readDocuments(file string) ([]document, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, plainError(err)
	}
	loader, err := yaml.NewLoader(bytes.NewReader(text))
	if err != nil {
		return nil, yamlError(file, err)
	}
	var documents []document
	for {
		var n yaml.Node
		if err := loader.Load(&n); errors.Is(err, io.EOF) {
			return documents, nil
		} else if err != nil {
			return nil, yamlError(file, err)
		}
		d, err := newDocument(file, &n)
		if err != nil {
			return nil, err
		}
		if d.node != nil {
			documents = append(documents, d)
		}
	}
}

// newDocument checks that a document is an object without keys that stand twice.
func newDocument(file string, n *yaml.Node) (document, error) {
	if len(n.Content) == 0 || n.Content[0].ShortTag() == "!!null" {
		return document{}, nil
	}
	d := document{file, n.Content[0]}
	if d.node.Kind != yaml.MappingNode {
		return d, d.errorf(d.node, "this document is no object; one with apiVersion and kind is expected")
	}
	var content any
	if err := d.node.Decode(&content); err != nil {
		return d, yamlError(file, err)
	}
	return d, nil
}

// text is the string at a path of keys, and where it stands, or the nearest place around it.
func (d document) text(path ...string) (string, *yaml.Node) {
	n := d.node
	for _, key := range path {
		next := field(n, key)
		if next == nil {
			return "", n
		}
		n = next
	}
	if n.Kind != yaml.ScalarNode {
		return "", n
	}
	return n.Value, n
}

func field(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// errorf reports a problem with a part of the document.
func (d document) errorf(at *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %s", d.position(at), fmt.Sprintf(format, args...))
}

func (d document) position(at *yaml.Node) string {
	return fmt.Sprintf("%s:%d:%d", d.file, at.Line, at.Column)
}

// yamlError turns an error of the YAML parser into ours, position first.
func yamlError(file string, err error) error {
	var several *yaml.LoadErrors
	var one *yaml.LoadError
	switch {
	case errors.As(err, &several) && len(several.Errors) > 0:
		one = several.Errors[0]
	case !errors.As(err, &one):
		return fmt.Errorf("%s: not YAML: %w", file, err)
	}
	return fmt.Errorf("%s:%d:%d: not YAML: %s", file, one.Mark.Line, one.Mark.Column, one.Message)
}
