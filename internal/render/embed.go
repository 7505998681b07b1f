package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// inputVersion is the apiVersion of an input that is created here.
const inputVersion = "hcl.fn.crossplane.io/v1beta1"

// StepChoice selects one of several steps for hclx.
type StepChoice struct {
	// Name is the name of the step. If it is empty, there must be only one.
	Name string
	// Like is the name of the preferred step if Name is empty and there are several.
	Like string
}

// EmbedProgram reads a Composition and writes a program to the input of its step for hclx. It adds the input if there
// is none. If there are several such steps, the choice must select one. It returns the file before and after the
// change; everything except the program is the same, byte for byte. If the file causes the error, it is an
// [*InputError].
func EmbedProgram(path string, choice StepChoice, program string) (before, after []byte, err error) {
	if IsSource(path) {
		return nil, nil, &InputError{File: path, Message: "is an HCL file; expected the Composition as YAML"}
	}
	if before, err = readFile(path); err != nil {
		return nil, nil, err
	}
	objects, ours, err := parseSteps(path, before)
	if err != nil {
		return nil, nil, err
	}
	step, err := choice.Among(path, ours)
	if err != nil {
		return nil, nil, err
	}
	after, err = embedIn(before, objects, step, program, false)
	return before, after, err
}

// EditPrograms reads a file with Compositions and changes the programs of their steps for hclx. It returns the file
// before and after the change; everything except the programs is the same, byte for byte.
func EditPrograms(path string, edit func(*Step) string) (before, after []byte, err error) {
	if before, err = readFile(path); err != nil {
		return nil, nil, err
	}
	after = before
	var programs []string
	for i := 0; ; i++ {
		objects, ours, err := parseSteps(path, after)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 { // later the places in the file are no longer those that people see
			for _, s := range ours {
				programs = append(programs, edit(s))
			}
		}
		if i == len(ours) {
			return before, after, nil
		}
		if after, err = embedIn(after, objects, ours[i], programs[i], true); err != nil {
			return nil, nil, err
		}
	}
}

func parseSteps(path string, text []byte) (objects []*Object, ours []*Step, err error) {
	if objects, err = parseObjects(path, text); err != nil {
		return nil, nil, err
	}
	ours, err = stepsIn(path, objects)
	return objects, ours, err
}

// embedIn returns the text of the objects with a program in a step.
func embedIn(text []byte, objects []*Object, step *Step, program string, keepIndent bool) ([]byte, error) {
	if step.Program() == program {
		return text, nil
	}
	e := &embedding{layout: newLayout(string(text)), program: program, keepIndent: keepIndent}
	edited, err := e.step(step)
	if err != nil {
		return nil, err
	}
	return []byte(edited), checkEmbedded(objects, step, program, edited)
}

// Among returns the only step of a file, or the selected one.
func (c StepChoice) Among(path string, ours []*Step) (*Step, error) {
	if len(ours) > 1 && c.Name == "" && slices.ContainsFunc(ours, func(s *Step) bool { return s.Name == c.Like }) {
		c.Name = c.Like
	}
	var names []string
	var chosen []*Step
	for _, s := range ours {
		names = append(names, s.Name)
		if c.Name == "" || s.Name == c.Name {
			chosen = append(chosen, s)
		}
	}
	message := ""
	switch {
	case len(chosen) == 1:
		return chosen[0], nil
	case len(chosen) == 0:
		message = fmt.Sprintf("no step for hclx has the name %q; found %s.%s", c.Name, places(ours),
			didYouMean(c.Name, names))
	case c.Name == "":
		message = fmt.Sprintf("several steps are for hclx: %s; select one with --step NAME", places(chosen))
	default:
		message = fmt.Sprintf("several steps have the same name: %s; put each Composition in a separate file", places(chosen))
	}
	return nil, &InputError{File: path, Message: message}
}

// places lists steps with their lines.
func places(steps []*Step) string {
	var all []string
	for _, s := range steps {
		all = append(all, fmt.Sprintf("%q in line %d", s.Name, nodeAt(s.source.node, s.path).Line))
	}
	return strings.Join(all, ", ")
}

// checkEmbedded checks that an edited file contains the program, and everything else is unchanged.
func checkEmbedded(before []*Object, s *Step, program, edited string) error {
	after, err := parseObjects(s.source.File, []byte(edited))
	same := err == nil && len(after) == len(before)
	for i := 0; same && i < len(before); i++ {
		want := before[i].Fields
		if before[i] == s.source {
			want = withProgram(s, program)
		}
		same = proto.Equal(want, after[i].Fields)
	}
	if same {
		return nil
	}
	return s.InputError([]string{"hcl"},
		`the program cannot be written here without changing something else, for example because an anchor or alias shares `+
			`this text with other places; write out the input of this step in block style, with a field hcl: ""`)
}

// withProgram returns the Composition of a step, with a program in the input of the step.
func withProgram(s *Step, program string) *structpb.Struct {
	fields := proto.CloneOf(s.source.Fields)
	i, _ := strconv.Atoi(s.path[len(s.path)-1])
	step := list(fields, "spec", "pipeline")[i].GetStructValue()
	if s.Input == nil {
		setText(step, inputVersion, "input", "apiVersion")
		setText(step, inputKind, "input", "kind")
	}
	setText(step, program, "input", "hcl")
	return fields
}
