package render

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/source"
)

// A Composition is a pipeline of function calls for one kind of XR.
type Composition struct {
	Name  string
	Steps []*Step
}

// A Step is one function call of the pipeline.
type Step struct {
	// Name is unique within the pipeline; results carry it.
	Name string
	// Function is the name of the Function object that the step calls.
	Function string
	// Input is handed to the function as it is; it may be nil.
	Input *structpb.Struct
	// Ours says that hclx itself is the function.
	Ours bool

	bootstrap   []requirement
	credentials []credential
	source      *Object
	path        []string
	// pieces say where the program stands in source files, if the step was made of them.
	pieces []source.Piece
}

// errorf reports a problem at a field of the step, or without position when the step was not read from YAML.
func (s *Step) errorf(path []string, format string, args ...any) error {
	if s.source == nil {
		return &InputError{Message: "pipeline step " + strconv.Quote(s.Name) + ": " + fmt.Sprintf(format, args...)}
	}
	return s.source.errorf(append(s.path[:len(s.path):len(s.path)], path...), "pipeline step %q: %s", s.Name, fmt.Sprintf(format, args...))
}

// InputError reports a problem with a field of the step's input, by its path; the empty path is the whole input.
func (s *Step) InputError(field []string, message string) error {
	return s.errorf(append([]string{"input"}, field...), "%s", message)
}

// loadComposition reads a Composition for xr; sources of the language stand for a Composition with one step.
func loadComposition(path string, xr *Object) (*Composition, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	if info.IsDir() || strings.HasSuffix(path, ".hcl") {
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
	if err := c.readSteps(o); err != nil {
		return nil, err
	}
	return c, c.checkOurs(o)
}

func checkComposition(o, xr *Object) error {
	if err := o.checkMeta(); err != nil {
		return err
	}
	if g := group(apiVersion(o.Fields)); g != "apiextensions.crossplane.io" || kind(o.Fields) != "Composition" {
		return o.errorf([]string{"kind"}, "not a Composition: found %s of apiVersion %s; a Composition of apiextensions.crossplane.io/v1, an .hcl file or a directory of .hcl files is expected",
			describe(o.Fields), apiVersion(o.Fields))
	}
	if v := apiVersion(o.Fields); v != "apiextensions.crossplane.io/v1" {
		return o.errorf([]string{"apiVersion"}, "unknown version %s of Composition; expected apiextensions.crossplane.io/v1", v)
	}
	if err := o.needText("metadata", "name"); err != nil {
		return err
	}
	if err := checkTypeRef(o, xr); err != nil {
		return err
	}
	if err := checkSelector(o, xr); err != nil {
		return err
	}
	// Compositions without a mode are pipelines since Crossplane v2 (crossplane.md 4: native patch and transform is gone).
	if mode := text(o.Fields, "spec", "mode"); mode != "" && mode != "Pipeline" {
		return o.errorf([]string{"spec", "mode"}, "spec.mode is %s; only function pipelines can be rendered: spec.mode: Pipeline", mode)
	}
	return nil
}

func checkTypeRef(o, xr *Object) error {
	for _, f := range []string{"kind", "apiVersion"} {
		path := []string{"spec", "compositeTypeRef", f}
		if err := o.needText(path...); err != nil {
			return err
		}
		want, got := text(o.Fields, path...), text(xr.Fields, f)
		if want != got {
			return o.errorf(path, "Composition's compositeTypeRef.%s (%s) does not match the XR's %s (%s, in %s)", f, want, f, got, xr.File)
		}
	}
	return nil
}

// checkSelector requires the labels by which the XR selects its Composition.
func checkSelector(o, xr *Object) error {
	labels := stringMap(o.Fields, "metadata", "labels")
	for _, at := range [][]string{{"spec", "crossplane", "compositionSelector", "matchLabels"}, {"spec", "compositionSelector", "matchLabels"}} {
		want := stringMap(xr.Fields, at...)
		for _, k := range sortedKeys(want) {
			got, ok := labels[k]
			switch {
			case !ok:
				return o.errorf([]string{"metadata", "labels"}, "Composition %q lacks the label %q, by which the XR selects its Composition.%s", name(o.Fields), k, didYouMean(k, sortedKeys(labels)))
			case got != want[k]:
				return o.errorf([]string{"metadata", "labels", k}, "Composition %q has the label %s=%q; the XR selects %q", name(o.Fields), k, got, want[k])
			}
		}
	}
	return nil
}

func (c *Composition) readSteps(o *Object) error {
	steps := list(o.Fields, "spec", "pipeline")
	if len(steps) == 0 {
		return o.errorf([]string{"spec", "pipeline"}, "Composition %q has no pipeline steps; spec.pipeline has to list at least one", c.Name)
	}
	seen := map[string]bool{}
	for i, v := range steps {
		s, err := readStep(o, i, v.GetStructValue())
		if err != nil {
			return err
		}
		if seen[s.Name] {
			return s.errorf([]string{"step"}, "this name is taken by an earlier step; step names are unique")
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
	s := &Step{Name: text(fields, "step"), Function: text(fields, "functionRef", "name"), source: o, path: path}
	if s.Name == "" {
		return nil, o.errorf(path, "pipeline step %d has no name; set step.%s", i+1, didYouMean("step", sortedKeys(fields.GetFields())))
	}
	if s.Function == "" {
		return nil, s.errorf([]string{"functionRef"}, "functionRef.name is missing.%s", didYouMean("functionRef", sortedKeys(fields.GetFields())))
	}
	if v := field(fields, "input"); v != nil {
		if s.Input = v.GetStructValue(); s.Input == nil {
			return nil, s.errorf([]string{"input"}, "input has to be an object, found %s", kindName(nodeAt(o.node, append(path, "input"))))
		}
	}
	s.Ours = isOurs(s.Function, s.Input)
	if err := s.readRequirements(fields); err != nil {
		return nil, err
	}
	return s, s.readCredentials(fields)
}

// inputKind is the kind of the step input that the function reads; installations use it under several apiVersions.
const inputKind = "HclInput"

var ourFunction = onDemand(`^(?:.*-)?function-hclx?$`)

func isOurs(function string, input *structpb.Struct) bool {
	return kind(input) == inputKind || ourFunction().MatchString(function)
}

// checkOurs refuses a pipeline that does not call hclx at all: it would be rendered by others alone.
func (c *Composition) checkOurs(o *Object) error {
	var found []string
	hint := ""
	for _, s := range c.Steps {
		if s.Ours {
			return nil
		}
		found = append(found, strconv.Quote(s.Name)+" ("+s.Function+")")
		if near := didYouMean(kind(s.Input), []string{inputKind}); near != "" {
			hint = " The input of step " + strconv.Quote(s.Name) + " has kind " + kind(s.Input) + "." + near
		} else if near := didYouMean(s.Function, []string{"function-hclx", "function-hcl"}); near != "" {
			hint = " Step " + strconv.Quote(s.Name) + " calls " + s.Function + "." + near
		}
	}
	return o.errorf([]string{"spec", "pipeline"}, "Composition %q has no step for hclx, which is a step whose input has kind HclInput or whose function is named function-hclx or function-hcl; found %s.%s",
		c.Name, strings.Join(found, ", "), hint)
}
