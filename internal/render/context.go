package render

import (
	"bytes"
	"errors"
	"io"
	"maps"

	"go.yaml.in/yaml/v4"
	"google.golang.org/protobuf/types/known/structpb"
)

// loadContext reads the values that the pipeline's context starts with. Files come first, so that values win.
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
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		return nil, yamlError(file, err)
	}
	var doc, more yaml.Node
	if err := loader.Load(&doc); errors.Is(err, io.EOF) || err == nil && len(doc.Content) == 0 {
		return nil, &InputError{File: file, Message: "is empty; one YAML or JSON value is expected"}
	} else if err != nil {
		return nil, yamlError(file, err)
	}
	if err := loader.Load(&more); !errors.Is(err, io.EOF) {
		return nil, &InputError{File: file, Line: more.Line, Column: more.Column,
			Message: "found a second document; exactly one YAML or JSON value is expected"}
	}
	d := decoder{file: file}
	return d.value(doc.Content[0], 0)
}
