package run

import (
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/applied"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/value"
)

// keepExisting puts the resources that this run would drop into the answer as last applied, if the input requests that
// and missing data is the only cause. Resources that cannot be restored make the answer fatal.
func (r *run) keepExisting() {
	all := r.drops
	r.drops = nil
	told := ""
	for _, about := range all {
		switch waits := r.items[about.Item].State == report.Waiting; {
		case waits && r.in.KeepIncomplete:
			about = r.keep(about)
		case waits:
			about.Note = stuckNote(r.stuckOn(about.Item))
		}
		switch about.Note {
		case "":
		case told:
			about.Note = "" // once is enough
		default:
			told = about.Note
		}
		if len(about.Names) > 0 {
			r.drops = append(r.drops, about)
		}
	}
}

// stuckNote returns a hint about a wait that does not end, because its input is not created as long as the answer is
// fatal.
//
// Without this note an author would wait for a resource that is only created when the wait ends.
func stuckNote(uncreated string) string {
	if uncreated == "" {
		return ""
	}
	return " Resource " + uncreated +
		" is only created after that, so this does not resolve by itself. Make the input optional," +
		" or set onIncomplete: Keep in the input of the step, which keeps existing resources as they are."
}

// keep renders the resources that an item would drop as last applied, and returns those whose last applied state is not
// known.
func (r *run) keep(about report.Drop) report.Drop {
	lost := report.Drop{Item: about.Item}
	it := &r.items[about.Item]
	for _, name := range about.Names {
		if _, kept := r.rendered[name]; kept { // because of another item
			it.Kept = append(it.Kept, name)
			continue
		}
		o := r.observed.find(name)
		body, err := applied.Body(r.given(), r.object(o.Body, nil, name), managedFields(o))
		why := ""
		switch {
		case err != nil:
			why = err.Error()
		case !r.room.take(body, 0):
			why = "the response has no room for it"
		case !r.roomForResource(about.Item):
			why = "there are too many resources"
		}
		if why != "" {
			lost.Names = append(lost.Names, name)
			if lost.Note == "" {
				lost.Note = " " + wording.UpperFirst("resource "+name) + " cannot be kept as it was last applied: " + why + "."
			}
			continue
		}
		index, _ := strconv.Atoi(strings.TrimPrefix(o.Index, "s"))
		r.rendered[name] = len(r.resources)
		r.resources = append(r.resources, Resource{Name: name, Body: body, Base: o.Base, Index: index, Range: it.Range})
		it.Kept = append(it.Kept, name)
	}
	return lost
}

func managedFields(o *Observed) value.Value {
	if l, ok := o.Body.Loader.(ManagedFieldser); ok {
		return l.ManagedFields()
	}
	return value.Value{}
}

// stuckOn names a resource that an item waits for, directly or through others, and that is not created as long as the
// answer is fatal. It returns "" if there is none.
func (r *run) stuckOn(item int) string {
	s := r.sources()
	seen := map[int]bool{}
	var visit func(item int) string
	visit = func(item int) string {
		seen[item] = true
		for _, o := range r.items[item].Waits {
			if name := r.uncreated(o.Path, s.earlier); name != "" {
				return name
			}
			for _, from := range s.of(o.Path) {
				if !seen[from] {
					if name := visit(from); name != "" {
						return name
					}
				}
			}
		}
		return ""
	}
	return visit(item)
}

// uncreated returns the resource of a path if it is desired, by this answer or by earlier steps, but does not exist.
func (r *run) uncreated(p value.Path, earlier map[string]bool) string {
	if len(p) < 3 || model.PathName(p, 0) != model.RootReq {
		return ""
	}
	name := model.PathName(p, 2)
	switch model.PathName(p, 1) {
	case "resource", "connection":
		if _, rendered := r.rendered[name]; (rendered || earlier[name]) && r.observed.find(name) == nil {
			return name
		}
	case "resources", "connections":
		for i := range r.resources {
			if res := &r.resources[i]; res.Base == name && r.observed.find(res.Name) == nil {
				return res.Name
			}
		}
	}
	return ""
}
