package value

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hclx-lang/hclx/internal/valuedef"
)

// Data from outside is read one level at a time, when a program first looks at it: most of a request is never read (see
// "Lazy objects" in docs/decisions.md). A container from outside begins without parts. Its flags and weight are those
// that its host gives it, because they cannot be known without reading.
//
// This package cannot name the interface of a loader, since that speaks of places as package host does. The two
// functions are set once, by the initialisation of package host, before any container with a loader can exist.

// loadObject and loadTuple load the parts of a container that was found at a place. Package host, which defines
// loaders, sets them; without that package no container has a loader.
var (
	loadObject func(loader any, at *valuedef.Place) (names []string, vals []Value)
	loadTuple  func(loader any, at *valuedef.Place) []Value
)

// external is the additional state of a container from outside.
// loaded is asked before once, because sync.Once.Do is a call with a closure, which would make each access to an
// attribute more expensive. It is stored after the parts, so that whoever sees it true also sees them.
type external struct {
	place  valuedef.Place
	loader any // of package host; kept after loading for encoders that know it
	loaded atomic.Bool
	once   sync.Once
}

func (e *external) ensureMapping(m *mapping) {
	if !e.loaded.Load() {
		e.once.Do(func() {
			names, vals := loadObject(e.loader, &e.place)
			m.shape, m.vals = sortedShape(names, vals)
			m.vals = openNulls(m.vals, func(i int) *valuedef.Place { return e.attr(m.shape.Names()[i]) })
			e.loaded.Store(true)
		})
	}
}

func (e *external) ensureSequence(s *sequence) {
	if !e.loaded.Load() {
		e.once.Do(func() {
			s.vals = openNulls(loadTuple(e.loader, &e.place), e.element)
			e.loaded.Store(true)
		})
	}
}

// openNull returns a null in an open container: it is null, but reading a part of it is like reading something absent.
func openNull(v Value, p *valuedef.Place) Value {
	v, marks := v.Unmark()
	return (&holder{typ: v.Type(), place: p}).value(flagOpen).WithMarks(marks)
}

// openNulls returns vals with open nulls instead of nulls, as a copy if there are any. A null that is open already
// keeps its place.
func openNulls(vals []Value, place func(i int) *valuedef.Place) []Value {
	copied := false
	for i, v := range vals {
		if v.IsNull() && unmarkShallow(v).flags&flagOpen == 0 {
			if !copied {
				vals, copied = slices.Clone(vals), true
			}
			// The slice may belong to somebody else, such as a value that was made from the same parts.
			vals[i] = openNull(v, place(i))
		}
	}
	return vals
}

// placeOf returns where part i of a container was found. The elements of a set have no places.
func (e *external) placeOf(v Value, i int) *valuedef.Place {
	switch {
	case v.rep == repSet:
		return &e.place
	case v.rep == repMap || v.rep == repObject:
		return e.attr(v.rawMapping().shape.Names()[i])
	}
	return e.element(i)
}

// openAt returns a known, unmarked container as an open one with as many other parts.
func (v Value) openAt(ext *external, vals []Value, weight uint64) Value {
	vals = openNulls(vals, func(i int) *valuedef.Place { return ext.placeOf(v, i) })
	s := sum{v.flags | flagOpen, weight}
	switch v.rep {
	case repMap, repObject:
		m := v.mapp()
		return (&mapping{shape: m.shape, vals: vals, elem: m.elem, ext: ext}).value(v.rep, s)
	}
	return (&sequence{vals: vals, elem: v.seq().elem, ext: ext}).value(v.rep, s)
}

// open is host.Open.
func (v Value) open(p *valuedef.Place) Value {
	if p == nil {
		return v
	}
	if v.rep == repMarked {
		m := v.marked()
		return m.v.open(p).WithMarks(m.marks)
	}
	if !v.IsContainer() {
		return v
	}
	ext := &external{place: *p}
	// There is nothing to load: the parts are those of v.
	ext.loaded.Store(true)
	return v.openAt(ext, v.Elems(), v.n)
}

// openLike is host.OpenLike.
func (v Value) openLike(src Value) Value { return v.open(src.placeFound()) }

func (e *external) attr(name string) *valuedef.Place {
	p := valuedef.Child(&e.place, name)
	return &p
}

func (e *external) element(i int) *valuedef.Place {
	p := valuedef.Element(&e.place, i)
	return &p
}

// openObject is host.OpenObject.
func openObject(loader any, at valuedef.Place, flags flags) Value {
	// The body and what makes it open are one piece of memory, since every object that a host opens has both.
	o := &struct {
		m mapping
		e external
	}{}
	o.m.ext = &o.e
	o.e.place = at
	o.e.loader = loader
	return o.m.value(repObject, sum{flags: flags&deep | flagOpen})
}

// openTuple is host.OpenTuple.
func openTuple(loader any, at valuedef.Place, flags flags) Value {
	o := &struct {
		s sequence
		e external
	}{}
	o.s.ext = &o.e
	o.e.place = at
	o.e.loader = loader
	return o.s.value(repTuple, sum{flags: flags&deep | flagOpen})
}

func (v Value) external() *external {
	switch v.rep {
	case repList, repSet, repTuple:
		return v.rawSequence().ext
	case repMap, repObject:
		return v.rawMapping().ext
	}
	return nil
}

// raw is host.Raw.
func (v Value) raw() any {
	if e := v.external(); e != nil {
		return e.loader
	}
	return nil
}

// placeFound is host.PlaceOf.
func (v Value) placeFound() *valuedef.Place {
	if v.rep == repMarked {
		return v.marked().v.placeFound()
	}
	if e := v.external(); e != nil {
		return &e.place
	}
	if v.rep == repNull && v.p != nil {
		return v.holder().place
	}
	return nil
}

// sortedShape sorts names and values by name, in place. If a name occurs more than once, the last value counts.
func sortedShape(names []string, vals []Value) (*valuedef.Shape, []Value) {
	if strictlyAscending(names) {
		return valuedef.NewShape(names), vals
	}
	distinct := false
	sortTexts(texts{names: names}, func(items []sortItem, none bool) {
		distinct = none
		arrange(names, vals, items)
	})
	if distinct {
		return valuedef.NewShape(names), vals
	}
	n := 0
	for i := range names {
		if i+1 < len(names) && names[i] == names[i+1] {
			continue
		}
		names[n], vals[n] = names[i], vals[i]
		n++
	}
	// Values behind the end would keep their memory alive as long as the slice.
	clear(vals[n:])
	return valuedef.NewShape(names[:n]), vals[:n]
}

func strictlyAscending(names []string) bool {
	for i := 1; i < len(names); i++ {
		if names[i-1] >= names[i] {
			return false
		}
	}
	return true
}
