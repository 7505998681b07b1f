package xpkg

import (
	"fmt"
	"os"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/source"
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
		return nil, limited.Plain(err)
	}
	var documents []document
	f := source.NewFile(file, text)
	for root, err := range manifest.Nodes(f) {
		if err != nil {
			return nil, err
		}
		if manifest.IsNull(root) {
			continue
		}
		d := document{file, root}
		if root.Kind != yaml.MappingNode {
			return nil, d.errorf(root, "this document is %s; an object with apiVersion and kind is expected",
				manifest.Describe(root))
		}
		if err := manifest.Check(f, root); err != nil {
			return nil, err
		}
		documents = append(documents, d)
	}
	return documents, nil
}

// text is the string at a path of keys, and where it stands, or the nearest place around it.
func (d document) text(path ...string) (string, *yaml.Node) {
	n := d.node
	for _, key := range path {
		_, next := manifest.Entry(n, key)
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

// errorf reports a problem with a part of the document.
func (d document) errorf(at *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %s", d.position(at), fmt.Sprintf(format, args...))
}

func (d document) position(at *yaml.Node) string {
	return fmt.Sprintf("%s:%d:%d", d.file, at.Line, at.Column)
}
