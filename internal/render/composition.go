package render

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/source"
)

// Composition is a pipeline of function calls for one kind of XR.
type Composition struct {
	Name  string
	Steps []*Step
}

// Step is a function call in the pipeline.
type Step struct {
	// Name is the name of the step, which is unique in the pipeline and appears in results.
	Name string
	// Function is the name of the Function object that the step calls.
	Function string
	// Input is passed to the function unchanged. It may be nil.
	Input *structpb.Struct
	// Ours reports whether hclx itself is the function.
	Ours bool

	bootstrap   []requirement
	credentials []credential
	source      *Object
	path        []string
	// pieces map the program to source files, if the step was created from them.
	pieces []source.Piece
}

// errorf reports a problem at a field of the step, without a position if the step was not read from YAML.
func (s *Step) errorf(path []string, format string, args ...any) error {
	if s.source == nil {
		return &InputError{Message: "pipeline step " + strconv.Quote(s.Name) + ": " + fmt.Sprintf(format, args...)}
	}
	return s.source.errorf(append(s.path[:len(s.path):len(s.path)], path...), "pipeline step %q: %s", s.Name,
		fmt.Sprintf(format, args...))
}

// InputError reports a problem with a field of the step's input, by its path; the empty path is the whole input.
func (s *Step) InputError(field []string, message string) error {
	return s.errorf(append([]string{"input"}, field...), "%s", message)
}

// loadComposition reads a Composition for xr. From sources of the language it creates a Composition with one step.
func loadComposition(path string, xr *Object) (*Composition, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	if info.IsDir() || IsSource(path) {
		return sourceComposition(path, xr)
	}
	o, err := loadOne(path, "Composition")
	if err != nil {
		return nil, err
	}
	if err := checkComposition(o, xr); err != nil {
		return nil, err
	}
	c := &Composition{Name: name(o.Fields)}
	return c, c.readSteps(o)
}

func checkComposition(o, xr *Object) error {
	if err := o.checkForm(); err != nil {
		return err
	}
	if err := checkTypeRef(o, xr); err != nil {
		return err
	}
	return checkSelector(o, xr)
}

func checkTypeRef(o, xr *Object) error {
	for _, f := range []string{"kind", "apiVersion"} {
		path := []string{"spec", "compositeTypeRef", f}
		want, got := Text(o.Fields, path...), Text(xr.Fields, f)
		if want != got {
			return o.errorf(path, "Composition's compositeTypeRef.%s (%s) does not match the XR's %s (%s, in %s)", f, want, f,
				got, xr.File)
		}
	}
	return nil
}

// checkSelector requires the labels by which the XR selects its Composition.
func checkSelector(o, xr *Object) error {
	labels := stringMap(o.Fields, "metadata", "labels")
	for _, at := range [][]string{{"spec", "crossplane", "compositionSelector", "matchLabels"},
		{"spec", "compositionSelector", "matchLabels"}} {
		want := stringMap(xr.Fields, at...)
		for _, k := range sortedKeys(want) {
			got, ok := labels[k]
			switch {
			case !ok:
				return o.errorf([]string{"metadata", "labels"},
					"Composition %q does not have the label %q, which the XR uses to select its Composition.%s", name(o.Fields), k,
					didYouMean(k, sortedKeys(labels)))
			case got != want[k]:
				return o.errorf([]string{"metadata", "labels", k}, "Composition %q has the label %s=%q; the XR selects %q",
					name(o.Fields), k, got, want[k])
			}
		}
	}
	return nil
}

func (c *Composition) readSteps(o *Object) error {
	steps := list(o.Fields, "spec", "pipeline")
	if len(steps) == 0 {
		return o.errorf([]string{"spec", "pipeline"},
			"Composition %q has no pipeline steps; spec.pipeline must contain at least one", c.Name)
	}
	seen := map[string]bool{}
	for i, v := range steps {
		s, err := readStep(o, i, v.GetStructValue())
		if err != nil {
			return err
		}
		if seen[s.Name] {
			return s.errorf([]string{"step"}, "an earlier step already has this name; step names must be unique")
		}
		seen[s.Name] = true
		c.Steps = append(c.Steps, s)
	}
	return nil
}

func readStep(o *Object, i int, fields *structpb.Struct) (*Step, error) {
	path := []string{"spec", "pipeline", strconv.Itoa(i)}
	if fields == nil {
		return nil, o.errorf(path, "pipeline step %d is not an object", i+1)
	}
	s := &Step{Name: Text(fields, "step"), Function: Text(fields, "functionRef", "name"), source: o, path: path}
	if s.Name == "" {
		return nil, o.errorf(path, "pipeline step %d has no name; set step.%s", i+1,
			didYouMean("step", sortedKeys(fields.GetFields())))
	}
	if s.Function == "" {
		return nil, s.errorf([]string{"functionRef"}, "functionRef.name is missing.%s",
			didYouMean("functionRef", sortedKeys(fields.GetFields())))
	}
	if v := Field(fields, "input"); v != nil {
		if s.Input = v.GetStructValue(); s.Input == nil {
			return nil, s.errorf([]string{"input"}, "input must be an object, found %s",
				manifest.Describe(nodeAt(o.node, append(path, "input"))))
		}
	}
	s.Ours = isOurs(s.Function, s.Input)
	if err := s.checkFunction(); err != nil {
		return nil, err
	}
	if err := s.readRequirements(fields); err != nil {
		return nil, err
	}
	return s, s.readCredentials(fields)
}

// inputKind is the kind of the step input that the function reads. Installations use several apiVersions for it.
const inputKind = "HclInput"

var ourFunction = onDemand(`^(?:.*-)?function-hclx?$`)

func isOurs(function string, input *structpb.Struct) bool {
	return kind(input) == inputKind || ourFunction().MatchString(function)
}

// needOurs returns an error for a pipeline without a step for hclx, where such a step is required.
func (c *Composition) needOurs(o *Object) error {
	var found []string
	for _, s := range c.Steps {
		if s.Ours {
			return nil
		}
		found = append(found, strconv.Quote(s.Name)+" ("+s.Function+")")
	}
	return o.errorf([]string{"spec", "pipeline"},
		"Composition %q has no step for hclx, which is a step whose input has kind HclInput or whose function is named "+
			"function-hclx or function-hcl; found %s.",
		c.Name, strings.Join(found, ", "))
}

// LoadSteps reads the pipeline steps for hclx of the Compositions in a YAML file. There is at least one.
func LoadSteps(path string) ([]*Step, error) {
	objects, err := loadFile(path)
	if err != nil {
		return nil, err
	}
	for _, o := range compositionsIn(objects) {
		if err := o.checkForm(); err != nil {
			return nil, err
		}
	}
	return stepsIn(path, objects)
}

func compositionsIn(objects []*Object) []*Object {
	return slices.DeleteFunc(slices.Clone(objects), func(o *Object) bool { return kind(o.Fields) != "Composition" })
}

// stepsIn finds the steps for hclx in the Compositions of a file. There is at least one.
func stepsIn(path string, objects []*Object) ([]*Step, error) {
	compositions := compositionsIn(objects)
	if len(compositions) == 0 {
		return nil, noComposition(path, objects)
	}
	var ours []*Step
	for _, o := range compositions {
		c := &Composition{Name: name(o.Fields)}
		if err := c.readSteps(o); err != nil {
			return nil, err
		}
		found := slices.DeleteFunc(slices.Clone(c.Steps), func(s *Step) bool { return !s.Ours })
		if len(found) == 0 && len(compositions) == 1 {
			return nil, c.needOurs(o)
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
		return &InputError{File: path, Message: "is empty; expected a Composition"}
	}
	return objects[0].errorf(nil, "found %s; expected a Composition of apiextensions.crossplane.io/v1%s",
		describe(objects[0].Fields), perhaps(kind(objects[0].Fields), "Composition"))
}

// Program returns the program in the input of the step, or "".
func (s *Step) Program() string { return Text(s.Input, "hcl") }

// ProgramPieces maps the program to the files from which it was read. It returns nil for a step that was not read from
// files.
func (s *Step) ProgramPieces() []source.Piece {
	if s.source == nil {
		return s.pieces
	}
	value := manifest.Resolved(nodeAt(s.source.node, append(slices.Clone(s.path), "input", "hcl")))
	l := newLayout(s.source.text)
	f := source.NewFileString(s.source.File, l.text)
	if value.Kind == yaml.ScalarNode && value.Value == s.Program() {
		return l.pieces(f, value)
	}
	// as where it is !!binary
	whole := source.Range{File: f, Span: source.Span{Start: uint32(l.start(value)), End: uint32(l.end(value))}}
	return []source.Piece{{Inner: source.Span{End: uint32(len(s.Program()))}, Outer: whole}}
}
