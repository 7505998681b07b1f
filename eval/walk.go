package eval

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// walk is the data of the general code for the steps of a traversal.
type walk struct {
	steps   []syntax.Step
	whole   source.Span // the traversal, which is what an unknown that begins here names as its origin
	file    *source.File
	profile *types.Profile
}

func (w *walk) at(s source.Span) source.Range { return source.Range{File: w.file, Span: s} }

// from follows the steps from v.
func (w *walk) from(f *Frame, v value.Value) value.Value {
	whole := w.at(w.whole)
	for i := range w.steps {
		s := &w.steps[i]
		next, err := w.step(v, s, whole)
		if err != nil {
			return w.fails(f.Thread, s, err)
		}
		// An open container lacks this part, and unknown values lead nowhere further. The traversal ends here, with all
		// steps that were still to come in the origin, so that a message names status.network.id and not only
		// status.network.
		if next.IsUnknown() && !v.IsUnknown() && next.Type().IsDynamic() {
			v = w.missing(next, whole, w.steps[i+1:])
			break
		}
		v = next
	}
	if v.IsUnknown() {
		f.Thread.weigh(v)
	}
	return v
}

func (w *walk) step(v value.Value, s *syntax.Step, whole source.Range) (value.Value, error) {
	if s.Kind == syntax.StepAttr {
		return calc.GetAttr(v, s.Key.AsString(), w.profile, whole)
	}
	return calc.Index(v, s.Key, w.profile, whole)
}

// missing returns the result of the remaining steps after a part that an open container lacks. The missing input is the
// complete path.
func (w *walk) missing(v value.Value, whole source.Range, rest []syntax.Step) value.Value {
	origins := v.Origins().List()
	if len(rest) == 0 || len(origins) != 1 || origins[0].Range != whole {
		return v
	}
	o := origins[0]
	// The path may share its memory with that of another origin.
	o.Path = slices.Clip(o.Path)
	for i := range rest {
		if rest[i].Kind == syntax.StepAttr {
			o.Path = append(o.Path, value.AttrStep(rest[i].Key.AsString()))
		} else {
			o.Path = append(o.Path, value.IndexStep(rest[i].Key))
		}
	}
	return unknowns.From(types.Dynamic, unknowns.NewOrigin(o))
}

func (w *walk) fails(t *Thread, s *syntax.Step, err error) value.Value {
	if !t.full() {
		t.Report(stepError(err, w.at(s.Source), w.at(w.whole)))
	}
	return value.DynamicUnknown
}

// stepError returns the diagnostic of a step that failed.
func stepError(err error, subject, context source.Range) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code.BadStep, Summary: "Invalid step", Detail: err.Error(), Subject: subject,
		Context: context}
	if e, ok := err.(*value.Error); ok {
		d.Summary, d.Detail = e.Summary, e.Detail
		switch calc.KindOf(e) {
		case calc.KindNull:
			d.Code = code.NullStep
		case calc.KindAttribute:
			d.Code = code.UnknownAttribute
		case calc.KindIndex:
			d.Code = code.InvalidIndex
		}
	}
	return d
}
