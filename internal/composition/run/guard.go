package run

import (
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/value/host"
)

// Guards are checked at the end and not when an item is left out, because another block may render the same name.

// guard records something that was not rendered although it may exist: the resource with a name, or the members of a
// collection whose names are not known.
type guard struct {
	item int
	name string
	base string
}

// earlier returns the names of the resources that earlier steps desire.
func (r *run) earlier() map[string]bool {
	out := make(map[string]bool, len(r.in.Desired.Resources))
	for _, name := range r.in.Desired.Resources {
		out[host.NFC(name)] = true
	}
	return out
}

// checkGuards finds the existing resources that the answer would drop, by cause.
//
// Guards are grouped by their cause: a group that is not evaluated may have a hundred resources, and one error about
// its condition is enough.
func (r *run) checkGuards() {
	if len(r.guards) == 0 {
		return
	}
	earlier := r.earlier()
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
			slices.Sort(dropped[cause])
			r.drops = append(r.drops, report.Drop{Item: cause, Names: slices.Compact(dropped[cause])})
		}
	}
}

// dropped returns the names of observed resources that would not be desired any more.
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
		if name := host.NFC(r.in.Resources[i].Name); gone(name) {
			out = append(out, name)
		}
	}
	return out
}

// causeOf returns the item that is the reason why an item was not evaluated: itself or one that contains it.
func (r *run) causeOf(item int) int {
	for r.items[item].Cause.IsZero() && r.items[item].Parent >= 0 {
		item = r.items[item].Parent
	}
	return item
}
