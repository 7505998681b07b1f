package value

import (
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"
)

// ObjectLoader yields one level of an object that came from outside, when a program
// first touches it. LoadObject is called at most once for each value. It returns the names (normalised) and
// the values; it may return them in any order, and of two values with one name the later one counts.
// Children are made with [OpenObject] and [OpenTuple] below the place that is given.
type ObjectLoader interface {
	LoadObject(at *Place) (names []string, vals []Value)
}

// TupleLoader is like [ObjectLoader] for a tuple.
type TupleLoader interface {
	LoadTuple(at *Place) []Value
}

// Place is where in the outside world an open container was found: a root variable and the steps from there.
// The zero Place is a root without a name.
type Place struct {
	parent *Place
	name   string
	index  int
	// Extra is for the host; see [Origin].
	Extra any
}

// RootPlace returns the place of a root variable.
func RootPlace(name string) *Place { return &Place{name: name} }

// Attr returns the place of an attribute below p.
func (p *Place) Attr(name string) *Place { return &Place{parent: p, name: name, Extra: p.Extra} }

// Index returns the place of an element below p.
func (p *Place) Index(i int) *Place { return &Place{parent: p, index: i, Extra: p.Extra} }

// external is what a container that came from outside has besides its parts.
type external struct {
	place  Place
	loader any // ObjectLoader or TupleLoader; kept after loading, see Raw
	loaded atomic.Bool
	once   sync.Once
}

func (e *external) ensureMapping(m *mapping) {
	if !e.loaded.Load() {
		e.once.Do(func() {
			names, vals := e.loader.(ObjectLoader).LoadObject(&e.place)
			m.shape, m.vals = sortedShape(names, vals)
			e.loaded.Store(true)
		})
	}
}

func (e *external) ensureSequence(s *sequence) {
	if !e.loaded.Load() {
		e.once.Do(func() {
			s.vals = e.loader.(TupleLoader).LoadTuple(&e.place)
			e.loaded.Store(true)
		})
	}
}

// OpenObject returns an open object that the loader fills on first touch, at a place below parent (or the root place
// itself, when parent is nil). The flags say what the loader will bring: FlagMarked or FlagUnknown if any part is.
func OpenObject(l ObjectLoader, parent *Place, name string, flags Flags) Value {
	o := &struct {
		m mapping
		e external
	}{}
	o.m.ext = &o.e
	o.e.place = childPlace(parent, name, 0)
	o.e.loader = l
	return Value{rep: repObject, p: unsafe.Pointer(&o.m), flags: flags&deep | FlagOpen}
}

// OpenTuple is like [OpenObject] for a tuple.
func OpenTuple(l TupleLoader, parent *Place, name string, flags Flags) Value {
	o := &struct {
		s sequence
		e external
	}{}
	o.s.ext = &o.e
	o.e.place = childPlace(parent, name, 0)
	o.e.loader = l
	return Value{rep: repTuple, p: unsafe.Pointer(&o.s), flags: flags&deep | FlagOpen}
}

// OpenElement makes one of the two for an element of an open tuple: name is replaced by an index.
func OpenElement(l any, parent *Place, index int, flags Flags) Value {
	var v Value
	if ol, ok := l.(ObjectLoader); ok {
		v = OpenObject(ol, parent, "", flags)
	} else {
		v = OpenTuple(l.(TupleLoader), parent, "", flags)
	}
	v.external().place.index = index
	return v
}

func childPlace(parent *Place, name string, index int) Place {
	p := Place{parent: parent, name: name, index: index}
	if parent != nil {
		p.Extra = parent.Extra
	}
	return p
}

func (v Value) external() *external {
	switch v.rep {
	case repList, repSet, repTuple:
		return (*sequence)(v.p).ext
	case repMap, repObject:
		return (*mapping)(v.p).ext
	}
	return nil
}

// Raw returns the loader a container that came from outside was made with, so that an encoder which knows
// it can pass the part on without looking inside. It is nil for values that a program constructed.
func (v Value) Raw() any {
	if e := v.external(); e != nil {
		return e.loader
	}
	return nil
}

// Place returns where an open container was found, or nil.
func (v Value) Place() *Place {
	if v.rep == repMarked {
		return v.marked().v.Place()
	}
	if e := v.external(); e != nil {
		return &e.place
	}
	return nil
}

// sortedShape brings names and values into ascending order of names; of equal names the last one stays.
func sortedShape(names []string, vals []Value) (*Shape, []Value) {
	if !strictlyAscending(names) {
		sort.Stable(&byName{names, vals})
		names, vals = dropEarlier(names, vals)
	}
	return NewShape(names), vals
}

func strictlyAscending(names []string) bool {
	for i := 1; i < len(names); i++ {
		if names[i-1] >= names[i] {
			return false
		}
	}
	return true
}

func dropEarlier(names []string, vals []Value) ([]string, []Value) {
	n := 0
	for i := range names {
		if i+1 < len(names) && names[i] == names[i+1] {
			continue
		}
		names[n], vals[n] = names[i], vals[i]
		n++
	}
	return names[:n], vals[:n]
}

type byName struct {
	names []string
	vals  []Value
}

func (b *byName) Len() int           { return len(b.names) }
func (b *byName) Less(i, j int) bool { return b.names[i] < b.names[j] }
func (b *byName) Swap(i, j int) {
	b.names[i], b.names[j] = b.names[j], b.names[i]
	b.vals[i], b.vals[j] = b.vals[j], b.vals[i]
}
