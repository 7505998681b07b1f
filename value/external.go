package value

import (
	"slices"
	"sync"
	"sync/atomic"
)

// ObjectLoader yields one level of an object that came from outside, when a program
// first touches it. LoadObject is called at most once for each value. It returns the names (normalised) and
// the values; it may return them in any order, and of two values with one name the later one counts. Both slices belong to the
// value from then on.
// Children are made with [OpenObject] and [OpenTuple] below the place that is given.
type ObjectLoader interface {
	LoadObject(at *Place) (names []string, vals []Value)
}

// TupleLoader is like [ObjectLoader] for a tuple.
type TupleLoader interface {
	LoadTuple(at *Place) []Value
}

// Place is where in the outside world an open container was found: a root variable and the steps from there.
// The zero Place is a root without a name. A Place must not be changed once values were made with it.
type Place struct {
	parent *Place
	name   string
	index  int // used if isIndex is set
	// Extra is for the host; see [Origin].
	Extra   any
	isIndex bool
}

// RootPlace returns the place of a root variable.
func RootPlace(name string) *Place { return &Place{name: name} }

// Attr returns the place of an attribute below p.
func (p *Place) Attr(name string) *Place { return &Place{parent: p, name: name, Extra: p.Extra} }

// Index returns the place of an element below p.
func (p *Place) Index(i int) *Place {
	return &Place{parent: p, index: i, isIndex: true, Extra: p.Extra}
}

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
			m.vals = openNulls(m.vals, func(i int) *Place { return e.place.Attr(m.shape.names[i]) })
			e.loaded.Store(true)
		})
	}
}

func (e *external) ensureSequence(s *sequence) {
	if !e.loaded.Load() {
		e.once.Do(func() {
			s.vals = openNulls(e.loader.(TupleLoader).LoadTuple(&e.place), e.place.Index)
			e.loaded.Store(true)
		})
	}
}

// openNull returns a null that an open container holds: reading it gives null, but reading through it is
// like reading through something absent.
func openNull(v Value, p *Place) Value {
	v, marks := v.Unmark()
	return (&holder{typ: v.Type(), place: p}).value(FlagOpen).WithMarks(marks)
}

// openNulls replaces nulls, of which there are few, by open ones in a copy. Those that are open already keep the place where they
// were found.
func openNulls(vals []Value, place func(i int) *Place) []Value {
	copied := false
	for i, v := range vals {
		if v.IsNull() && unmarkShallow(v).flags&FlagOpen == 0 {
			if !copied {
				vals, copied = slices.Clone(vals), true
			}
			vals[i] = openNull(v, place(i))
		}
	}
	return vals
}

// placeOf returns where part i of a container was found. The elements of a set have no places of their own.
func (e *external) placeOf(v Value, i int) *Place {
	switch {
	case v.rep == repSet:
		return &e.place
	case v.rep == repMap || v.rep == repObject:
		return e.place.Attr(v.rawMapping().shape.names[i])
	}
	return e.place.Index(i)
}

// openAt returns a known, unmarked container with the given parts, as many as it has, as open.
func (v Value) openAt(ext *external, vals []Value, weight uint64) Value {
	vals = openNulls(vals, func(i int) *Place { return ext.placeOf(v, i) })
	s := sum{v.flags | FlagOpen, weight}
	switch v.rep {
	case repMap, repObject:
		m := v.mapp()
		return (&mapping{shape: m.shape, vals: vals, elem: m.elem, ext: ext}).value(v.rep, s)
	}
	return (&sequence{vals: vals, elem: v.seq().elem, ext: ext}).value(v.rep, s)
}

// Open returns a known container, marked or not, as open, found at a place. The nulls in it become open as those that a loader brings;
// containers in it stay as they are. A nil place leaves v as it is; so does any other kind of value.
func (v Value) Open(p *Place) Value {
	if p == nil {
		return v
	}
	if v.rep == repMarked {
		m := v.marked()
		return m.v.Open(p).WithMarks(m.marks)
	}
	if !v.IsContainer() {
		return v
	}
	ext := &external{place: *p}
	ext.loaded.Store(true)
	return v.openAt(ext, v.Elems(), v.n)
}

// OpenLike returns v as open if src is an open container, at the same place: for conversions, merges and other
// operations whose result may be missing what src is missing.
func (v Value) OpenLike(src Value) Value { return v.Open(src.Place()) }

// OpenObject returns an open object that the loader fills on first touch, at a place below parent (or the root place
// itself, when parent is nil). The flags say what the loader will bring: FlagMarked or FlagUnknown if any part is.
func OpenObject(l ObjectLoader, parent *Place, name string, flags Flags) Value {
	o := &struct {
		m mapping
		e external
	}{}
	o.m.ext = &o.e
	o.e.place = childPlace(parent, name)
	o.e.loader = l
	return o.m.value(repObject, sum{flags: flags&deep | FlagOpen})
}

// OpenTuple is like [OpenObject] for a tuple.
func OpenTuple(l TupleLoader, parent *Place, name string, flags Flags) Value {
	o := &struct {
		s sequence
		e external
	}{}
	o.s.ext = &o.e
	o.e.place = childPlace(parent, name)
	o.e.loader = l
	return o.s.value(repTuple, sum{flags: flags&deep | FlagOpen})
}

// OpenElement makes one of the two for an element of an open tuple: name is replaced by an index.
func OpenElement(l any, parent *Place, index int, flags Flags) Value {
	var v Value
	if ol, ok := l.(ObjectLoader); ok {
		v = OpenObject(ol, parent, "", flags)
	} else {
		v = OpenTuple(l.(TupleLoader), parent, "", flags)
	}
	p := &v.external().place
	p.index, p.isIndex = index, true
	return v
}

func childPlace(parent *Place, name string) Place {
	p := Place{parent: parent, name: name}
	if parent != nil {
		p.Extra = parent.Extra
	}
	return p
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

// Raw returns the loader a container that came from outside was made with, so that an encoder which knows
// it can pass the part on without looking inside. It is nil for values that a program constructed.
func (v Value) Raw() any {
	if e := v.external(); e != nil {
		return e.loader
	}
	return nil
}

// Place returns where an open container, or a null inside one, was found; nil for everything else.
func (v Value) Place() *Place {
	if v.rep == repMarked {
		return v.marked().v.Place()
	}
	if e := v.external(); e != nil {
		return &e.place
	}
	if v.rep == repNull && v.p != nil {
		return v.holder().place
	}
	return nil
}

// sortedShape brings names and values into ascending order of names, in their own memory; of equal names the last one stays.
func sortedShape(names []string, vals []Value) (*Shape, []Value) {
	if strictlyAscending(names) {
		return &Shape{names: names}, vals
	}
	distinct := false
	sortTexts(texts{names: names}, func(items []sortItem, none bool) {
		distinct = none
		arrange(names, vals, items)
	})
	if distinct {
		return &Shape{names: names}, vals
	}
	n := 0
	for i := range names {
		if i+1 < len(names) && names[i] == names[i+1] {
			continue
		}
		names[n], vals[n] = names[i], vals[i]
		n++
	}
	clear(vals[n:])
	return &Shape{names: names[:n]}, vals[:n]
}

func strictlyAscending(names []string) bool {
	for i := 1; i < len(names); i++ {
		if names[i-1] >= names[i] {
			return false
		}
	}
	return true
}
