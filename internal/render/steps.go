package render

import (
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/source"
)

// LoadSteps reads the pipeline steps for hclx of the Compositions in a YAML file. There is at least one.
func LoadSteps(path string) ([]*Step, error) {
	objects, err := loadFile(path)
	if err != nil {
		return nil, err
	}
	return stepsIn(path, objects)
}

// stepsIn finds the steps for hclx in the Compositions of a file. There is at least one.
func stepsIn(path string, objects []*Object) ([]*Step, error) {
	var compositions []*Object
	for _, o := range objects {
		if kind(o.Fields) == "Composition" {
			compositions = append(compositions, o)
		}
	}
	if len(compositions) == 0 {
		return nil, noComposition(path, objects)
	}
	var ours []*Step
	for _, o := range compositions {
		c := &Composition{Name: name(o.Fields)}
		if err := c.readSteps(o); err != nil {
			return nil, err
		}
		found := c.ourSteps()
		if len(found) == 0 && len(compositions) == 1 {
			return nil, c.checkOurs(o)
		}
		ours = append(ours, found...)
	}
	if len(ours) == 0 {
		return nil, &InputError{File: path, Message: "no Composition in this file has a step for hclx"}
	}
	return ours, nil
}

func noComposition(path string, objects []*Object) error {
	if len(objects) == 0 {
		return &InputError{File: path, Message: "is empty; a Composition is expected"}
	}
	return objects[0].errorf(nil, "found %s; a Composition of apiextensions.crossplane.io/v1 is expected", describe(objects[0].Fields))
}

// ourSteps are the steps that hclx runs itself.
func (c *Composition) ourSteps() []*Step {
	var ours []*Step
	for _, s := range c.Steps {
		if s.Ours {
			ours = append(ours, s)
		}
	}
	return ours
}

// Program is the program in the input of the step, if there is one.
func (s *Step) Program() string { return text(s.Input, "hcl") }

// ProgramPieces says where the bytes of the program stand in the files that it was read from. There are none for a step that was
// not read from files.
func (s *Step) ProgramPieces() []source.Piece {
	if s.source == nil {
		return s.pieces
	}
	value := resolved(nodeAt(s.source.node, append(slices.Clone(s.path), "input", "hcl")))
	l := newLayout(s.source.text)
	f := source.NewFileString(s.source.File, l.text)
	if value.Kind == yaml.ScalarNode && value.Value == s.Program() {
		return l.pieces(f, value)
	}
	whole := source.Range{File: f, Span: source.Span{Start: uint32(l.start(value)), End: uint32(l.end(value))}} // as where it is !!binary
	return []source.Piece{{Inner: source.Span{End: uint32(len(s.Program()))}, Outer: whole}}
}
