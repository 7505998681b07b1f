package run

import (
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/value"
)

// withStatus returns an object that came from outside, at a place, with another status.
func withStatus(of value.Value, at *value.Place, status value.Value) value.Value {
	of, marks := of.Unmark()
	names, vals := slices.Clone(of.Names()), slices.Clone(of.Elems())
	i, found := slices.BinarySearch(names, "status")
	if !found {
		names, vals = slices.Insert(names, i, "status"), slices.Insert(vals, i, value.Value{})
	}
	vals[i] = opened(status, at.Attr("status"))
	return value.ObjectOf(value.NewShape(names), vals).Open(at).WithMarks(marks)
}

// opened returns a value that a program has made as if it had come from outside, open on every level. What did come from outside
// stays as it is.
func opened(v value.Value, at *value.Place) value.Value {
	u, marks := v.Unmark()
	if !u.IsContainer() || u.IsOpen() {
		return v
	}
	names, vals := u.Names(), slices.Clone(u.Elems())
	if !contract.IsObject(u) {
		for i, e := range vals {
			vals[i] = opened(e, at.Index(i))
		}
		return value.Tuple(vals...).Open(at).WithMarks(marks)
	}
	for i, e := range vals {
		vals[i] = opened(e, at.Attr(names[i]))
	}
	return value.ObjectOf(value.NewShape(names), vals).Open(at).WithMarks(marks)
}
