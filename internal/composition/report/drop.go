package report

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
)

// Drop is an item that makes the answer fatal, because the answer would drop something that exists.
type Drop struct {
	Item  int
	Names []string // of the resources that it would drop, in ascending order
	Note  string   // an additional sentence
}

// refusal returns the error for an answer that would drop something. Its detail names other places with the given
// function; notes show them.
func (t *Account) refusal(about Drop, place placing) *diag.Diagnostic {
	it, dropped := &t.Items[about.Item], about.Names
	noun := "Existing resource "
	if len(dropped) > 1 {
		noun = "Existing resources "
	}
	attribute := "the " + it.Attribute + " of " + it.Describe(plainName)
	why := it.needs(attribute, place)
	if it.State == Failed {
		why = attribute + " fails: " + briefErrors(it.Errors, place)
	}
	asked, unasked := t.notAsked(it, place)
	d := &diag.Diagnostic{
		Code: code.ExistingDropped, Subject: it.Cause,
		Summary: noun + brief(dropped, 5, ", ", itself) + " would be dropped",
		Detail:  wording.UpperFirst(why) + "." + asked + " Nothing is changed until this is resolved." + about.Note,
	}
	for _, e := range it.Errors[:min(len(it.Errors), maxWaits)] {
		if !e.Subject.IsZero() && e.Subject != it.Cause {
			d.Notes = append(d.Notes, diag.Note{Message: "this fails", Range: e.Subject})
		}
	}
	d.Notes = append(append(d.Notes, it.waitNotes()...), unasked...)
	return d
}

// notAsked names a requirement that an item waits for in vain, because its condition is false.
func (t *Account) notAsked(it *Item, place placing) (string, []diag.Note) {
	for _, o := range it.Waits {
		name := model.PathName(o.Path, 2)
		for i := range t.Items {
			q := &t.Items[i]
			if q.Kind == model.KindRequirement && q.State == Excluded && q.Name == name &&
				model.PathName(o.Path, 1) == "extra_resources" && !q.Cause.IsZero() {
				return " Requirement " + name + " is not requested, because its condition is false" + place(q.Cause) + ".",
					[]diag.Note{{Message: "this condition is false", Range: q.Cause}}
			}
		}
	}
	return "", nil
}
