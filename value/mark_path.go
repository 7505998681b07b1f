package value

// PathMarks says which marks the value at a path carries.
type PathMarks struct {
	Path  Path
	Marks *Marks
}

// UnmarkDeepWithPaths returns v without any marks, and which marks were where, in the order of [Walk].
func (v Value) UnmarkDeepWithPaths() (Value, []PathMarks) {
	if v.flags&FlagMarked == 0 {
		return v, nil
	}
	var found []PathMarks
	_ = Walk(v, func(p Path, v Value) (bool, error) {
		if v.IsMarked() {
			found = append(found, PathMarks{Path: p.Clone(), Marks: v.Marks()})
		}
		return v.flags&FlagMarked != 0, nil
	})
	v, _ = v.UnmarkDeep()
	return v, found
}

// MarkPaths returns v with marks put on its parts. Paths that lead nowhere are left out, and marks of an element of a set
// move to the set.
func (v Value) MarkPaths(list []PathMarks) Value {
	return v.markPaths(list, 0)
}

// markPaths works on the paths from step depth on.
func (v Value) markPaths(list []PathMarks, depth int) Value {
	if len(list) == 0 {
		return v
	}
	var own *Marks
	below := map[int][]PathMarks{}
	inner, marks := v.Unmark()
	for _, pm := range list {
		if len(pm.Path) == depth {
			own = own.Union(pm.Marks)
		} else if i := inner.partAt(pm.Path[depth]); i >= 0 {
			below[i] = append(below[i], pm)
		}
	}
	if len(below) > 0 {
		elems := append([]Value(nil), inner.Elems()...)
		for i, pms := range below {
			elems[i] = elems[i].markPaths(pms, depth+1)
		}
		v = inner.withElems(elems).WithMarks(marks)
	}
	return v.WithMarks(own)
}

// partAt returns which part of a known, unmarked container a step leads to, or -1.
func (v Value) partAt(s Step) int {
	switch v.rep {
	case repObject, repMap:
		if s.IsAttr() {
			return v.mapp().shape.Index(s.Name)
		}
		return v.mapp().shape.Index(s.Key.AsString())
	case repList, repTuple:
		if i, ok := s.Key.AsInt64(); ok && i >= 0 && i < int64(v.Len()) {
			return int(i)
		}
	case repSet:
		for i, e := range v.Elems() {
			if Identical(e, s.Key) {
				return i
			}
		}
	}
	return -1
}
