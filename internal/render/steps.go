package render

import (
	"slices"
	"strings"

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

// A Place tells where the lines of a program stand in the file that it was read from, as offsets of bytes.
type Place struct {
	File  *source.File
	Lines []uint32
}

// ProgramPlace finds the program of the step. Only the lines of a literal block stand in the file as they are; for other forms there is no place.
func (s *Step) ProgramPlace() (Place, bool) {
	if s.source == nil {
		return Place{}, false
	}
	value := resolved(nodeAt(s.source.node, append(slices.Clone(s.path), "input", "hcl")))
	if value.Style&yaml.LiteralStyle == 0 {
		return Place{}, false
	}
	l := newLayout(s.source.text)
	at := l.nextLine(l.content(value))
	indent := indentOf(firstText(l.text[at:])) - indentOf(firstText(value.Value))
	p := Place{File: source.NewFileString(s.source.File, l.text)}
	for range strings.Count(value.Value, "\n") + 1 {
		p.Lines = append(p.Lines, uint32(min(at+indent, at+len(l.lineEnd(at)))))
		at = l.nextLine(at)
	}
	return p, true
}
