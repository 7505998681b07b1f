package run

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/model"
)

// guard remembers something that was not rendered although it may exist: the resource of a name, or the members of a
// collection whose names are not known (C3).
type guard struct {
	item int
	name string
	base string
}

// guard guards the resource of a name.
func (r *run) guard(item int, name string) {
	r.guards = append(r.guards, guard{item: item, name: name})
}

// guardMembers guards all members of a collection.
func (r *run) guardMembers(item int, base string) {
	r.guards = append(r.guards, guard{item: item, base: base})
}

// checkGuards finds out whether the answer would drop something that exists, by cause.
func (r *run) checkGuards() {
	if len(r.guards) == 0 {
		return
	}
	earlier := make(map[string]bool, len(r.in.Desired.Resources))
	for _, name := range r.in.Desired.Resources {
		earlier[normal(name)] = true
	}
	dropped := map[int][]string{}
	var causes []int
	for _, g := range r.guards {
		names := r.dropped(g, earlier)
		if len(names) == 0 {
			continue
		}
		r.items[g.item].Exists = true
		cause := r.causeOf(g.item)
		if dropped[cause] == nil {
			causes = append(causes, cause)
		}
		dropped[cause] = append(dropped[cause], names...)
	}
	e := exemption{r: r, known: map[int]bool{}}
	slices.Sort(causes)
	for _, cause := range causes {
		if !e.item(cause) {
			r.refused = append(r.refused, refused{item: cause, dropped: distinct(dropped[cause])})
		}
	}
}

// distinct returns names in ascending order, each once.
func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// dropped returns the names of what is observed and would not be desired any more.
func (r *run) dropped(g guard, earlier map[string]bool) []string {
	gone := func(name string) bool {
		_, kept := r.rendered[name]
		return !kept && !earlier[name] && r.observed.find(name) != nil
	}
	if g.base == "" {
		if gone(g.name) {
			return []string{g.name}
		}
		return nil
	}
	var out []string
	for _, i := range r.observed.bases[g.base] {
		if name := normal(r.in.Resources[i].Name); gone(name) {
			out = append(out, name)
		}
	}
	return out
}

// causeOf returns the item because of which an item was not looked at: itself or one around it.
func (r *run) causeOf(item int) int {
	for r.items[item].Cause.IsZero() && r.items[item].Parent >= 0 {
		item = r.items[item].Parent
	}
	return item
}

// refused is an item because of which an answer would drop something, and what that is.
type refused struct {
	item    int
	dropped []string
	note    string // what else there is to say, a sentence
}

// refusal is the error that stops an answer which would drop something. Its detail names other places as place says; notes show them.
func (r *run) refusal(about refused, place placing) *diag.Diagnostic {
	it, dropped := &r.items[about.item], about.dropped
	noun := "Existing resource "
	if len(dropped) > 1 {
		noun = "Existing resources "
	}
	attribute := "the " + it.Attribute + " of " + it.describe(plainName)
	why := it.needsAt(attribute, place)
	if it.State == Failed {
		why = attribute + " fails: " + briefErrors(it.Errors, place)
	}
	asked, unasked := r.notAsked(it, place)
	d := &diag.Diagnostic{
		Code: "existing-dropped", Subject: it.Cause,
		Summary: noun + brief(len(dropped), 5, ", ", func(i int) string { return dropped[i] }) + " would be dropped",
		Detail:  upperFirst(why) + "." + asked + " Nothing is changed until that is resolved." + about.note,
	}
	for _, e := range it.Errors[:min(len(it.Errors), maxWaits)] {
		if !e.Subject.IsZero() && e.Subject != it.Cause {
			d.Notes = append(d.Notes, diag.Note{Message: "this fails", Range: e.Subject})
		}
	}
	d.Notes = append(append(d.Notes, it.waitNotes()...), unasked...)
	return d
}

// notAsked names a requirement that an item waits for in vain, since its condition is false.
func (r *run) notAsked(it *Item, place placing) (string, []diag.Note) {
	for _, o := range it.Waits {
		name := member(o.Path, 2)
		for i := range r.items {
			q := &r.items[i]
			if q.Kind == model.KindRequirement && q.State == Excluded && q.Name == name && member(o.Path, 1) == "extra_resources" && !q.Cause.IsZero() {
				return " Requirement " + name + " is not asked for, since its condition is false" + place(q.Cause) + ".",
					[]diag.Note{{Message: "this condition is false", Range: q.Cause}}
			}
		}
	}
	return "", nil
}

// describe names an item for people, its name written as text says.
func (it *Item) describe(text func(string) string) string {
	switch {
	case it.Name == "":
		return "this " + it.Kind.String() + " block"
	case it.Kind == model.KindReady:
		return "the ready block of " + text(it.Name)
	}
	return it.Kind.String() + " " + text(it.Name)
}

func plainName(name string) string { return name }
