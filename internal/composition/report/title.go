package report

import (
	"strconv"

	"github.com/hclx-lang/hclx/internal/composition/model"
)

// name gives the open items unique names. Blocks without a label, and blocks with the same name, have their place in
// it.
func (t *Account) name() {
	if len(t.Unresolved) == 0 {
		return
	}
	t.names = make(map[int]string, len(t.Unresolved))
	count := map[string]int{}
	for _, i := range t.Unresolved {
		t.names[i] = t.title(i)
		count[t.names[i]]++
	}
	for i, name := range t.names {
		if count[name] > 1 && !t.placed(i) {
			t.names[i] = name + t.line(i)
		}
	}
}

// title returns the name of an item: its label, or its place and the member of a collection that contains it.
func (t *Account) title(i int) string {
	if t.placed(i) {
		return t.label(i) + t.line(i)
	}
	return t.label(i)
}

// label is the title of an item without its place.
func (t *Account) label(i int) string {
	it := &t.Items[i]
	switch {
	case it.Kind == model.KindReady || t.inMember(it):
		return it.Kind.String() + " of " + t.Items[it.Parent].Name
	case it.Name != "":
		return it.Kind.String() + " " + it.Name
	}
	return it.Kind.String()
}

// placed reports whether the place of an item is part of its name.
func (t *Account) placed(i int) bool {
	switch t.Items[i].Kind {
	case model.KindResource, model.KindCollection, model.KindRequirement:
		return false
	}
	return true
}

// inMember reports whether an item is a block inside the template of a collection.
func (t *Account) inMember(it *Item) bool {
	if it.Parent < 0 || t.Items[it.Parent].Kind != model.KindResource {
		return false
	}
	p := t.Items[it.Parent].Parent
	return p >= 0 && t.Items[p].Kind == model.KindCollection
}

// line returns the position of an item, " (main.hcl:12)".
func (t *Account) line(i int) string {
	at := t.Items[i].Range
	if at.IsZero() {
		return ""
	}
	return " (" + at.File.Name() + ":" + strconv.Itoa(at.File.Position(at.Span.Start).Line) + ")"
}
