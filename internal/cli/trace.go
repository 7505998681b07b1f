package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/cli/jsonform"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// traces contains the answers of programs to the last calls of the pipeline steps of hclx, in order.
type traces struct {
	all    []jsonform.Step
	step   string                          // which runs now
	models map[*run.Program]*model.Program // of the programs of which a place was asked for
}

// begin records the step of the following calls; see render.Options.Begin.
func (t *traces) begin(step string) { t.step = step }

// note records a call; see crossplane.Options.Trace.
func (t *traces) note(p *run.Program, out *run.Output) {
	t.all = append(slices.DeleteFunc(t.all, func(s jsonform.Step) bool { return s.Name == t.step }),
		jsonform.Step{Name: t.step, Program: p, Output: out})
}

// failures returns the errors and warnings of the runs with their source lines, for which the results of a function
// have no room. It omits blocks that only wait.
func (t *traces) failures() diag.List {
	var out diag.List
	for _, s := range t.all {
		for _, d := range s.Output.Diagnostics {
			if d.Code != report.CodeIncomplete {
				out.Add(d)
			}
		}
	}
	return out
}

// printWaits prints a line for every block that only waits.
func (t *traces) printWaits(w io.Writer) {
	for _, s := range t.all {
		for _, d := range s.Output.Diagnostics {
			if d.Code == report.CodeIncomplete {
				printLine(w, fmt.Sprintf("hclx: warning: pipeline step %q: %s: %s: %s", s.Name, d.Subject.Outermost(), d.Summary,
					d.Detail))
			}
		}
	}
}

// steps returns the runs, with the existing resources that are excluded and that no step renders.
func (t *traces) steps(in *render.Inputs) []jsonform.Step {
	rendered := map[string]bool{}
	for _, s := range t.all {
		for _, r := range s.Output.Resources {
			rendered[r.Name] = true
		}
	}
	for i := range t.all {
		for _, it := range t.all[i].Output.Items {
			if it.Kind == model.KindResource && it.State == report.Excluded && in.Observes(it.Name) && !rendered[it.Name] {
				t.all[i].Doomed = append(t.all[i].Doomed, it.Name)
			}
		}
	}
	return t.all
}

// diagnostics returns the diagnostics of the programs without data, and those of the runs.
func (t *traces) diagnostics(in *render.Inputs) diag.List {
	var all diag.List
	for _, s := range in.Composition.Steps {
		all = append(all, programDiagnostics(s)...)
	}
	for _, s := range t.all {
		all = append(all, s.Output.Diagnostics...)
	}
	return all.Dedupe()
}

// ran reports whether hclx ran the program of a step.
func (t *traces) ran(step string) bool {
	return slices.ContainsFunc(t.all, func(s jsonform.Step) bool { return s.Name == step })
}

// failed reports whether the failures contain an error of a step.
func (t *traces) failed(step string) bool {
	return slices.ContainsFunc(t.all, func(s jsonform.Step) bool {
		return s.Name == step && s.Output.Fatal && s.Output.Diagnostics.HasErrors()
	})
}

// locate adds the positions of blocks to errors about the resources that they rendered.
func (t *traces) locate(err error) error {
	var list render.ErrorList
	if !errors.As(err, &list) {
		return err
	}
	for i, e := range list {
		var wrong *render.ComposedError
		if errors.As(e, &wrong) {
			if t.isSensitive(wrong) {
				wrong.Problem = "is wrong, but it is sensitive and therefore not shown"
			}
			if place := t.place(wrong); place != "" {
				list[i] = fmt.Errorf("%s: %w", place, e)
			}
		}
	}
	return list
}

// isSensitive reports whether the part of a resource that an error is about is sensitive.
func (t *traces) isSensitive(e *render.ComposedError) bool {
	for _, s := range t.all {
		for _, r := range s.Output.Resources {
			if r.Name == e.Resource && marked(r.Body, e.Path) {
				return true
			}
		}
	}
	return false
}

// marked reports whether a part of a body is marked, or, if the error is about the identity of the resource, whether
// that is.
func marked(body value.Value, path value.Path) bool {
	if len(path) > 0 {
		return markedAt(body, path)
	}
	for _, name := range []string{"apiVersion", "kind", "metadata"} {
		if part, ok := body.Attr(name); ok && part.HasMarkDeep(value.Sensitive) {
			return true
		}
	}
	return body.IsMarked()
}

// markedAt reports whether a part of a value, or something around it, is marked, or anything in it.
func markedAt(v value.Value, path value.Path) bool {
	for _, s := range path {
		if v.IsMarked() {
			return true
		}
		found := false
		if s.IsAttr() {
			v, found = v.Attr(s.Name)
		} else if i, ok := s.Key.AsInt64(); ok && i >= 0 && i < int64(v.Len()) {
			v, found = v.At(int(i)), true
		}
		if !found {
			return false
		}
	}
	return v.HasMarkDeep(value.Sensitive)
}

// place returns the position of the invalid part of a resource, or else of the block that rendered it, if hclx did.
func (t *traces) place(e *render.ComposedError) string {
	for _, s := range t.all {
		for _, r := range s.Output.Resources {
			if s.Name == e.Step && r.Name == e.Resource && !r.Range.IsZero() {
				return placeText(t.model(s.Program).PlaceInBlock(r.Range, e.Path))
			}
		}
	}
	return ""
}

func placeText(r source.Range) string {
	r = r.Outermost()
	p := r.Start()
	return fmt.Sprintf("%s:%d:%d", r.Filename(), p.Line, p.Column)
}

func (t *traces) model(p *run.Program) *model.Program {
	if t.models[p] == nil {
		if t.models == nil {
			t.models = map[*run.Program]*model.Program{}
		}
		t.models[p] = p.Model()
	}
	return t.models[p]
}

// printStatus prints the problems of the status of the XR, with the positions in the program that wrote it.
func (t *traces) printStatus(w io.Writer, problems []render.StatusProblem) {
	for _, p := range problems {
		lead := ""
		if at := t.statusPlace(p.Path); !at.IsZero() {
			lead = placeText(at) + ": "
		}
		printLine(w, "hclx: warning: "+lead+p.Message)
	}
}

// statusPlace returns the range of the part of the status at a path, in the last block whose body contains its field.
func (t *traces) statusPlace(path value.Path) source.Range {
	for i := len(t.all) - 1; i >= 0 && len(path) > 0; i-- {
		m := t.model(t.all[i].Program)
		for _, f := range m.Files {
			for _, body := range statusBodies(f.Top()) {
				if m.Place(body, path[:1]) != m.Place(body, nil) {
					return m.Place(body, path)
				}
			}
		}
	}
	return source.Range{}
}

// statusBodies returns the bodies of the status blocks, the last one first.
func statusBodies(blocks []*model.Block) (out []*model.Expr) {
	for _, b := range slices.Backward(blocks) {
		if body := b.Attr(model.AttrBody); b.Kind == model.KindStatus && body != nil {
			out = append(out, body)
		}
		out = append(out, statusBodies(b.Blocks)...)
	}
	return out
}
