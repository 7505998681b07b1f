package paths

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Marks contains the marks of the value at a path.
type Marks struct {
	Path  value.Path
	Marks *value.Marks
}

// Unmark returns v without any marks, and the marks with their paths, in the order of [value.Walk].
func Unmark(v value.Value) (value.Value, []Marks) {
	if host.FlagsOf(v)&host.FlagMarked == 0 {
		return v, nil
	}
	var found []Marks
	_ = value.Walk(v, func(p value.Path, v value.Value) (bool, error) {
		if v.IsMarked() {
			found = append(found, Marks{Path: slices.Clone(p), Marks: v.Marks()})
		}
		return host.FlagsOf(v)&host.FlagMarked != 0, nil
	})
	v, _ = v.UnmarkDeep()
	return v, found
}

// Mark returns v with marks on its parts. It ignores paths that do not exist, and adds the marks of an element of a set
// to the set.
func Mark(v value.Value, list []Marks) value.Value { return mark(v, list, 0) }

// mark is Mark for the steps of the paths from depth on.
func mark(v value.Value, list []Marks, depth int) value.Value {
	if len(list) == 0 {
		return v
	}
	var own *value.Marks
	below := map[int][]Marks{}
	inner, marks := v.Unmark()
	for _, m := range list {
		if len(m.Path) == depth {
			own = own.Union(m.Marks)
		} else if i := partAt(inner, m.Path[depth]); i >= 0 {
			below[i] = append(below[i], m)
		}
	}
	if len(below) > 0 {
		elems := slices.Clone(inner.Elems())
		for i, list := range below {
			elems[i] = mark(elems[i], list, depth+1)
		}
		v = engine.WithElems(inner, elems).WithMarks(marks)
	}
	return v.WithMarks(own)
}

// partAt returns the index of the part of a known, unmarked container to which a step leads, or -1.
func partAt(v value.Value, s value.Step) int {
	if !v.IsContainer() {
		return -1
	}
	switch v.Kind() {
	case types.KindObject, types.KindMap:
		if s.IsAttr() {
			return host.ShapeOf(v).Index(s.Name)
		}
		return host.ShapeOf(v).Index(s.Key.AsString())
	case types.KindList, types.KindTuple:
		if i, ok := s.Key.AsInt64(); ok && i >= 0 && i < int64(v.Len()) {
			return int(i)
		}
	case types.KindSet:
		return slices.IndexFunc(v.Elems(), s.Key.Equal)
	}
	return -1
}
