package convert

import (
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// Gaps form a tree of places, not of values: elements of all lists share one place, because they are converted to one
// type. Elements of tuples are told apart by the length of the tuple and their number, since only tuples of one length
// are unified part by part. A place without gaps has no node, so for known values, which are almost all, nothing is
// built.

// gaps describe the undecided parts of values that are unified: an unknown value of dynamic type can still turn out to
// be of any type, and change the types to which the others are converted. For nil gaps, all parts are decided.
type gaps struct {
	wild    wild           // the kinds of others that an unknown here can change
	typed   bool           // its type is not that of the value that it will be
	origins *value.Origins // what that waits for

	elems  *gaps           // of all elements of lists and sets
	tuples map[int][]*gaps // of the elements of tuples, by their number
	values *gaps           // of all elements of maps
	attrs  map[string]*gaps
}

// wild is a set of families. An unknown value that may be of a type of a family can change the types to which other
// values of that family are converted.
type wild uint8

// anything contains all families, which an unknown value of dynamic type can change.
const anything = wild(1<<families - 1)

func (w wild) has(f family) bool { return w&(1<<f) != 0 }

// wildOf returns the families that a value of a type can change. Numbers and bools change no other values.
func wildOf(t types.Type) wild {
	t = t.Definition()
	switch t.Kind() {
	case types.KindNone, types.KindNumber, types.KindInt, types.KindBool:
		return 0
	case types.KindDynamic:
		return anything
	case types.KindPromise, types.KindOutput:
		return wildOf(t.Elem())
	case types.KindUnion:
		var all wild
		for _, m := range elems(t) {
			all |= wildOf(m)
		}
		return all
	}
	return 1 << familyOf(t)
}

// maxGaps limits the parts that are visited, because values and types can share their parts so often that visiting them
// would not end. Parts that are not visited count as undecided.
const maxGaps = 1 << 16

// surveyor finds the gaps of values.
type surveyor struct {
	visited int
	// nulls: the type of a null is none, so the type of a value that may be null is undecided. Inside a collection, null
	// belongs to every type.
	nulls bool
}

// gapsOf returns the gaps of values, or nil if everything is decided.
func gapsOf(vals []value.Value, nulls bool) *gaps {
	s := surveyor{nulls: nulls}
	var g *gaps
	for i := range vals {
		if host.FlagsOf(vals[i])&host.FlagUnknown != 0 {
			g = s.value(g, vals[i])
		}
	}
	return g
}

// value adds the gaps of a value to the gaps of other values at the same place.
func (s *surveyor) value(g *gaps, v value.Value) *gaps {
	v, _ = v.Unmark()
	switch {
	case host.FlagsOf(v)&host.FlagUnknown == 0:
		return g
	case v.IsUnknown():
		if s.nulls && unknowns.CouldBeNull(v) {
			g = g.widen(0, v.Origins())
		}
		return s.typ(g, v.Type(), v.Origins())
	}
	if s.visited += v.Len(); s.visited > maxGaps {
		return g.widen(anything, v.Origins())
	}
	vals, nulls := v.Elems(), s.nulls
	if isCollection(v) {
		s.nulls = false
		defer func() { s.nulls = nulls }()
	}
	if t := v.ElemType(); t.HasDynamic() {
		g = s.typ(g, v.Type(), v.Origins()) // of which type its elements come to be follows from what is unknown in it
	}
	switch v.Kind() {
	case types.KindList, types.KindSet:
		for i := range vals {
			g = g.withElems(s.value(g.ofElems(), vals[i]))
		}
	case types.KindMap:
		for i := range vals {
			g = g.withValues(s.value(g.ofValues(), vals[i]))
		}
	case types.KindTuple:
		for i := range vals {
			g = g.withPart(len(vals), i, s.value(g.ofPart(len(vals), i), vals[i]))
		}
	case types.KindObject:
		for i, name := range v.Names() {
			g = g.withAttr(name, s.value(g.ofAttr(name), vals[i]))
		}
	}
	return g
}

// typ adds the gaps of an unknown value of a type.
func (s *surveyor) typ(g *gaps, t types.Type, o *value.Origins) *gaps {
	if t.IsBase() && !t.HasDynamic() && !s.nulls {
		return g
	}
	if s.visited += max(1, t.Len()); s.visited > maxGaps {
		return g.widen(anything, o)
	}
	switch t.Kind() {
	case types.KindDynamic, types.KindNamed:
		return g.widen(anything, o)
	case types.KindUnion:
		return g.widen(wildOf(t), o)
	case types.KindInt, types.KindNone:
		return g.widen(0, o)
	case types.KindPromise, types.KindOutput:
		return s.typ(g, t.Elem(), o)
	case types.KindList, types.KindSet:
		return g.withElems(s.elem(g.ofElems(), t.Elem(), o))
	case types.KindMap:
		return g.withValues(s.elem(g.ofValues(), t.Elem(), o))
	case types.KindTuple:
		for i := range t.Len() {
			g = g.withPart(t.Len(), i, s.part(g.ofPart(t.Len(), i), t.At(i), o))
		}
	case types.KindObject:
		for i := range t.Len() {
			a := t.AttrAt(i)
			g = g.withAttr(a.Name, s.part(g.ofAttr(a.Name), a.Type, o))
		}
	}
	return g
}

// part is typ for a part of an unknown tuple or object, which may be null.
func (s *surveyor) part(g *gaps, t types.Type, o *value.Origins) *gaps {
	if s.nulls {
		g = g.widen(0, o)
	}
	return s.typ(g, t, o)
}

// elem is typ for the elements of an unknown collection.
func (s *surveyor) elem(g *gaps, t types.Type, o *value.Origins) *gaps {
	nulls := s.nulls
	s.nulls = false
	g = s.typ(g, t, o)
	s.nulls = nulls
	return g
}

// made returns g, or new gaps if g is nil.
func (g *gaps) made() *gaps {
	if g == nil {
		return &gaps{}
	}
	return g
}

func (g *gaps) widen(w wild, o *value.Origins) *gaps {
	g = g.made()
	g.wild, g.typed, g.origins = g.wild|w, true, g.origins.Union(o)
	return g
}

func (g *gaps) ofElems() *gaps {
	if g == nil {
		return nil
	}
	return g.elems
}

func (g *gaps) withElems(below *gaps) *gaps {
	if below != nil {
		g = g.made()
		g.elems = below
	}
	return g
}

func (g *gaps) ofValues() *gaps {
	if g == nil {
		return nil
	}
	return g.values
}

func (g *gaps) withValues(below *gaps) *gaps {
	if below != nil {
		g = g.made()
		g.values = below
	}
	return g
}

func (g *gaps) ofPart(n, i int) *gaps {
	if g == nil || g.tuples[n] == nil {
		return nil
	}
	return g.tuples[n][i]
}

func (g *gaps) withPart(n, i int, below *gaps) *gaps {
	if below == nil {
		return g
	}
	g = g.made()
	if g.tuples == nil {
		g.tuples = map[int][]*gaps{}
	}
	if g.tuples[n] == nil {
		g.tuples[n] = make([]*gaps, n)
	}
	g.tuples[n][i] = below
	return g
}

func (g *gaps) ofAttr(name string) *gaps {
	if g == nil {
		return nil
	}
	return g.attrs[name]
}

func (g *gaps) withAttr(name string, below *gaps) *gaps {
	if below == nil {
		return g
	}
	g = g.made()
	if g.attrs == nil {
		g.attrs = map[string]*gaps{}
	}
	g.attrs[name] = below
	return g
}

// waits returns the origins of all gaps.
func (g *gaps) waits() *value.Origins {
	if g == nil {
		return nil
	}
	o := g.origins.Union(g.elems.waits()).Union(g.values.waits())
	for _, t := range g.tuples {
		for _, e := range t {
			o = o.Union(e.waits())
		}
	}
	// A value keeps only its first 64 origins, so their order must not depend on that of a map.
	for _, name := range slices.Sorted(maps.Keys(g.attrs)) {
		o = o.Union(g.attrs[name].waits())
	}
	return o
}

// view contains all gaps that affect one part of a value. There can be several, because the elements of a list affect
// those of a tuple. Below an unknown value of dynamic type everything is undecided.
type view struct {
	wild    wild
	typed   bool
	origins *value.Origins
	below   []*gaps
}

func (w view) isEmpty() bool { return w.wild == 0 && !w.typed && len(w.below) == 0 }

// hasParts reports whether something below is undecided.
func (w view) hasParts() bool {
	return slices.ContainsFunc(w.below, func(g *gaps) bool {
		return g.elems != nil || g.tuples != nil || g.values != nil || g.attrs != nil
	})
}

// add adds gaps to the view.
func (w *view) add(g *gaps) {
	switch {
	case g == nil:
		return
	case g.typed:
		w.wild, w.typed, w.origins = w.wild|g.wild, true, w.origins.Union(g.origins)
	}
	w.below = append(w.below, g)
}

func viewOf(g *gaps) view {
	var w view
	w.add(g)
	return w
}

// inherited returns the view of a part of a value of a family, without the gaps of the part.
func (w view) inherited(f family) view {
	// If the value around a part may still become anything of its family, so may the part.
	if !w.wild.has(f) {
		return view{}
	}
	return view{wild: anything, typed: true, origins: w.origins}
}

func (w view) elems() view {
	next := w.inherited(sequences)
	for _, g := range w.below {
		next.add(g.elems)
	}
	return next
}

// Gaps of lists concern the elements of tuples as well: beside a list, a tuple is unified with its elements.
func (w view) part(n, i int) view {
	next := w.elems()
	for _, g := range w.below {
		next.add(g.ofPart(n, i))
	}
	return next
}

func (w view) values() view {
	next := w.inherited(mappings)
	for _, g := range w.below {
		next.add(g.values)
	}
	return next
}

func (w view) attr(name string) view {
	next := w.values()
	for _, g := range w.below {
		next.add(g.attrs[name])
	}
	return next
}
