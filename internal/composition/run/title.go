package run

import (
	"strconv"

	"github.com/hclx-lang/hclx/internal/composition/model"
)

// name gives the open items their names. Each has one of its own: what has no label is told by its place, and so are two blocks of one name.
func (t *telling) name() {
	if len(t.open) == 0 {
		return
	}
	t.names = make(map[int]string, len(t.open))
	count := map[string]int{}
	for _, i := range t.open {
		t.names[i] = t.r.title(i)
		count[t.names[i]]++
	}
	for i, name := range t.names {
		if count[name] > 1 && !t.r.placed(i) {
			t.names[i] = name + t.r.line(i)
		}
	}
}

// title names an item: by its label, or by its place and the member of a collection that it is in.
func (r *run) title(i int) string {
	if r.placed(i) {
		return r.label(i) + r.line(i)
	}
	return r.label(i)
}

// label is the title of an item without its place.
func (r *run) label(i int) string {
	it := &r.items[i]
	switch {
	case it.Kind == model.KindReady || r.inMember(it):
		return it.Kind.String() + " of " + r.items[it.Parent].Name
	case it.Name != "":
		return it.Kind.String() + " " + it.Name
	}
	return it.Kind.String()
}

// placed reports whether the place of an item is part of its name.
func (r *run) placed(i int) bool {
	switch r.items[i].Kind {
	case model.KindResource, model.KindCollection, model.KindRequirement:
		return false
	}
	return true
}

// inMember reports whether an item is a block inside the template of a collection.
func (r *run) inMember(it *Item) bool {
	if it.Parent < 0 || r.items[it.Parent].Kind != model.KindResource {
		return false
	}
	p := r.items[it.Parent].Parent
	return p >= 0 && r.items[p].Kind == model.KindCollection
}

// line is where an item begins, " (main.hcl:12)".
func (r *run) line(i int) string {
	at := r.items[i].Range
	if at.IsZero() {
		return ""
	}
	return " (" + at.File.Name() + ":" + strconv.Itoa(at.File.Position(at.Span.Start).Line) + ")"
}
