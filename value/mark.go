package value

import (
	"slices"
)

// A marked value is a box around a value that is not marked. Everything else can therefore ask for a representation
// with one comparison and leave marks to the slow way. That parts are marked is a flag of the container, combined when
// it is made, so that values without marks, which almost all are, never pay for them: taking marks off such a value is
// one load.

// Mark is a label that an application puts on a value, and that is passed on to everything computed from the value.
// Marks are compared with ==, so their types must be comparable.
type Mark any

// sensitive is the type of the only mark that this package defines.
type sensitive struct{}

// Sensitive marks values that must not be shown in diagnostics, logs or events.
var Sensitive Mark = sensitive{}

// Marks is a set of marks. It is immutable; nil is the empty set.
type Marks struct {
	list []Mark
}

// NewMarks returns the set of the given marks.
func NewMarks(marks ...Mark) *Marks {
	var all gathering
	for _, m := range marks {
		all.addOne(m)
	}
	return all.set
}

// Has reports whether a mark is in the set.
func (s *Marks) Has(m Mark) bool { return s != nil && slices.Contains(s.list, m) }

// equal is calc.Equal.
func (s *Marks) equal(o *Marks) bool {
	if s == o {
		return true
	}
	if len(s.List()) != len(o.List()) {
		return false
	}
	var all gathering
	all.add(s)
	all.add(o)
	// The union was not copied, so o has no mark that s lacks; both have the same number of distinct marks.
	return all.set == s
}

// List returns the marks in the order in which they were added. The slice belongs to the set.
func (s *Marks) List() []Mark {
	if s == nil {
		return nil
	}
	return s.list
}

// Union returns the set of all marks of both sets.
func (s *Marks) Union(o *Marks) *Marks {
	if s == nil || s == o {
		return o
	}
	if o == nil {
		return s
	}
	var all gathering
	all.add(s)
	all.add(o)
	return all.set
}

// marked is the body of a marked value. Its v is never marked itself, though parts of it may be.
type marked struct {
	v     Value
	marks *Marks
}

// WithMarks returns v with additional marks.
func (v Value) WithMarks(m *Marks) Value {
	if m == nil {
		return v
	}
	if v.rep == repMarked {
		old := v.marked()
		u := old.marks.Union(m)
		// Union returns the set itself if it grows by nothing, so no new box is made.
		if u == old.marks {
			return v
		}
		v, m = old.v, u
	}
	return (&marked{v: v, marks: m}).value(v.flags | flagMarked)
}

// Mark returns v with an additional mark.
func (v Value) Mark(m Mark) Value { return v.WithMarks(NewMarks(m)) }

// IsMarked reports whether v itself is marked; see [host.FlagMarked] for its parts.
func (v Value) IsMarked() bool { return v.rep == repMarked }

// Unmark returns v without its own marks, and those marks. Parts keep theirs.
func (v Value) Unmark() (Value, *Marks) {
	if v.rep != repMarked {
		return v, nil
	}
	m := v.marked()
	return m.v, m.marks
}

// UnmarkDeep returns v without its marks and those of its parts, and the set of all these marks. If nothing in v is
// marked, it returns v, at the cost of one load.
func (v Value) UnmarkDeep() (Value, *Marks) {
	if v.flags&flagMarked == 0 {
		return v, nil
	}
	var all gathering
	v = v.unmarkInto(&all)
	return v, all.set
}

// unmarkInto returns a value that contains marks without them, and adds them to all.
func (v Value) unmarkInto(all *gathering) Value {
	v, marks := v.Unmark()
	all.add(marks)
	if v.flags&flagMarked == 0 {
		return v
	}
	elems := slices.Clone(v.Elems())
	for i := range elems {
		// Parts without marks are shared with v, not copied.
		if elems[i].flags&flagMarked != 0 {
			elems[i] = elems[i].unmarkInto(all)
		}
	}
	return v.withElems(elems)
}

// marksDeep is host.MarksDeep.
func (v Value) marksDeep() *Marks {
	if v.flags&flagMarked == 0 {
		return nil
	}
	var all gathering
	v.marksInto(&all)
	return all.set
}

func (v Value) marksInto(all *gathering) {
	v, marks := v.Unmark()
	all.add(marks)
	if v.flags&flagMarked == 0 {
		return
	}
	for _, e := range v.Elems() {
		if e.flags&flagMarked != 0 {
			e.marksInto(all)
		}
	}
}

// hasMark reports whether v itself has a mark.
func (v Value) hasMark(m Mark) bool { return v.rep == repMarked && v.marked().marks.Has(m) }

// HasMarkDeep reports whether v or any part of it has a mark.
func (v Value) HasMarkDeep(m Mark) bool {
	if v.flags&flagMarked == 0 {
		return false
	}
	if v.hasMark(m) {
		return true
	}
	v, _ = v.Unmark()
	if v.flags&flagMarked == 0 {
		return false
	}
	for _, e := range v.Elems() {
		if e.HasMarkDeep(m) {
			return true
		}
	}
	return false
}

// Marks returns the marks of v itself.
func (v Value) Marks() *Marks {
	if v.rep == repMarked {
		return v.marked().marks
	}
	return nil
}

// gathering computes the union of sets of marks, in time proportional to their sizes. The zero gathering is empty. It
// must not be used after its set has been returned.
type gathering struct {
	set   *Marks            // nil for none
	own   bool              // the set was made here, so that it may grow
	index map[Mark]struct{} // the marks of the set, once they are many
}

// The first set is taken as it is, and copied only when another one adds to it. Most values have one mark, or the same
// set everywhere, and then nothing is allocated.
func (g *gathering) add(s *Marks) {
	switch {
	case s == nil || s == g.set:
		return
	case g.set == nil:
		g.set = s
		return
	}
	for _, m := range s.list {
		g.addOne(m)
	}
}

func (g *gathering) addOne(m Mark) {
	if g.has(m) {
		return
	}
	if !g.own {
		g.set, g.own = &Marks{list: append([]Mark(nil), g.set.List()...)}, true
	}
	g.set.list = append(g.set.list, m)
	if g.index != nil {
		g.index[m] = struct{}{}
	}
}

// fewMarks is the number of marks up to which a linear search is used.
const fewMarks = 8

func (g *gathering) has(m Mark) bool {
	if len(g.set.List()) <= fewMarks {
		return g.set.Has(m)
	}
	if g.index == nil {
		g.index = make(map[Mark]struct{}, len(g.set.list))
		for _, m := range g.set.list {
			g.index[m] = struct{}{}
		}
	}
	_, ok := g.index[m]
	return ok
}
