package run

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// overlayLoader gives the composite with another status.
type overlayLoader struct {
	base   value.ObjectLoader
	status value.Value
}

// LoadObject implements value.ObjectLoader.
func (l overlayLoader) LoadObject(at *value.Place) ([]string, []value.Value) {
	var names []string
	var vals []value.Value
	if l.base != nil {
		names, vals = l.base.LoadObject(at)
	}
	status := opened(l.status, at, "status")
	if i := slices.Index(names, "status"); i >= 0 {
		vals = slices.Clone(vals)
		vals[i] = status
		return names, vals
	}
	return append(slices.Clone(names), "status"), append(slices.Clone(vals), status)
}

// opened returns a value that a program has made as if it had come from outside, open on every level. What did come from outside
// stays as it is.
func opened(v value.Value, at *value.Place, name string) value.Value {
	u, marks := v.Unmark()
	l := loaderOf(u)
	if l == nil {
		return v
	}
	if ol, ok := l.(value.ObjectLoader); ok {
		return value.OpenObject(ol, at, name, u.Flags()).WithMarks(marks)
	}
	return value.OpenTuple(l.(value.TupleLoader), at, name, u.Flags()).WithMarks(marks)
}

func openedElement(v value.Value, at *value.Place, index int) value.Value {
	u, marks := v.Unmark()
	l := loaderOf(u)
	if l == nil {
		return v
	}
	return value.OpenElement(l, at, index, u.Flags()).WithMarks(marks)
}

func loaderOf(v value.Value) any {
	if !v.IsContainer() || v.IsOpen() {
		return nil
	}
	switch v.Kind() {
	case types.KindObject, types.KindMap:
		return objectLoader{v}
	}
	return tupleLoader{v}
}

type objectLoader struct{ v value.Value }

// LoadObject implements value.ObjectLoader.
func (l objectLoader) LoadObject(at *value.Place) ([]string, []value.Value) {
	names := slices.Clone(l.v.Names())
	vals := make([]value.Value, len(names))
	for i, e := range l.v.Elems() {
		vals[i] = opened(e, at, names[i])
	}
	return names, vals
}

type tupleLoader struct{ v value.Value }

// LoadTuple implements value.TupleLoader.
func (l tupleLoader) LoadTuple(at *value.Place) []value.Value {
	vals := make([]value.Value, l.v.Len())
	for i, e := range l.v.Elems() {
		vals[i] = openedElement(e, at, i)
	}
	return vals
}
