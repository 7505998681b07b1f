package render

import (
	"maps"

	"go.yaml.in/yaml/v4"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/source"
)

// loadContext reads the initial context of the pipeline. It reads files first, so that values take precedence.
func (in *Inputs) loadContext(p Paths) error {
	in.Context = make(map[string]*structpb.Value, len(p.ContextFiles)+len(p.ContextValues))
	maps.Copy(in.Context, p.Given.Context)
	for _, key := range sortedKeys(p.ContextFiles) {
		v, err := LoadValue(p.ContextFiles[key])
		if err != nil {
			return err
		}
		in.Context[key] = v
	}
	for _, key := range sortedKeys(p.ContextValues) {
		v, err := parseValue("context value "+key, []byte(p.ContextValues[key]))
		if err != nil {
			return err
		}
		in.Context[key] = v
	}
	return nil
}

// LoadValue reads a file with one YAML or JSON value.
func LoadValue(path string) (*structpb.Value, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return parseValue(path, data)
}

// parseValue reads exactly one YAML or JSON value of any kind.
func parseValue(file string, data []byte) (*structpb.Value, error) {
	var root *yaml.Node
	f := source.NewFile(file, data)
	for n, err := range manifest.Nodes(f) {
		if err != nil {
			return nil, inputError(err)
		}
		if root != nil {
			return nil, inputError(manifest.Errorf(f, n, "found a second document; expected exactly one YAML or JSON value"))
		}
		root = n
	}
	if root == nil {
		return nil, &InputError{File: file, Message: "is empty; expected one YAML or JSON value"}
	}
	v, err := manifest.Decode(f, root, messages{})
	return v, inputError(err)
}
