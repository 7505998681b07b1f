package laws

import (
	"math/rand/v2"
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// mould is a value with holes. Filling the holes gives one value at each level of knowledge, so that sets merge what
// turns out to be equal as they do in a program.
//
// Values of two levels of knowledge have to agree in everything that both know. Making them from one mould guarantees
// that, where two independent random values would almost never agree.
type mould struct {
	known value.Value // if there is no hole in it
	hole  *hole

	// A container: its parts, and a value that has everything else.
	like  value.Value
	parts []*mould
}

// hole is an unknown part.
type hole struct {
	unknown value.Value
	was     value.Value // what it was before; always fits
	sort    sort
	inside  types.Type // the element type of the collection around it; dynamic if anything may stand here
	marks   *value.Marks
	absent  bool // the part is not there at all; what holds it is open
}

// filling says what stands in the holes: nothing for those that are missing.
type filling map[*hole]*mould

// value returns the mould with the holes filled; what is not filled is unknown.
func (m *mould) value(f filling) value.Value {
	switch {
	case m.hole != nil:
		if in := f[m.hole]; in != nil {
			return in.value(f).WithMarks(m.hole.marks)
		}
		return m.hole.unknown.WithMarks(m.hole.marks)
	case m.parts == nil:
		return m.known
	}
	vals, names := make([]value.Value, 0, len(m.parts)), m.like.Names()
	for _, p := range m.parts {
		if p.hole == nil || !p.hole.absent || f[p.hole] != nil {
			vals = append(vals, p.value(f))
			continue
		}
		if names != nil {
			names = slices.Delete(slices.Clone(names), len(vals), len(vals)+1)
		}
	}
	if len(vals) < len(m.parts) {
		if m.like.Kind() == types.KindObject {
			return host.OpenLike(host.ObjectOf(host.NewShape(names), vals), m.like)
		}
		return host.OpenLike(value.Tuple(vals...), m.like)
	}
	return rebuild(m.like, vals)
}

// rebuild returns a container like another one, with other parts.
func rebuild(like value.Value, vals []value.Value) value.Value {
	bare, marks := like.Unmark()
	var out value.Value
	switch bare.Kind() {
	case types.KindList:
		out = value.ListOf(bare.ElemType(), vals)
	case types.KindSet:
		out = value.SetOf(bare.ElemType(), vals)
	case types.KindMap:
		out = host.MapOf(bare.ElemType(), host.ShapeOf(bare), vals)
	case types.KindObject:
		out = host.ObjectOf(host.ShapeOf(bare), vals)
	default:
		out = value.Tuple(vals...)
	}
	return host.OpenLike(out, bare).WithMarks(marks)
}

// blurrer makes holes.
type blurrer struct {
	r       *rand.Rand
	profile *types.Profile
	holes   []*hole
	hints   []value.Value // from which to draw, besides the values of sorts
}

func (b *blurrer) chance(percent int) bool { return b.r.IntN(100) < percent }

// mould makes holes of what is unknown in a value.
func (b *blurrer) mould(v value.Value) *mould {
	bare, marks := v.Unmark()
	switch {
	case bare.IsWhollyKnown():
		return &mould{known: v}
	case bare.IsUnknown():
		h := &hole{unknown: bare, was: value.NullOf(bare.Type()), sort: "any", marks: marks}
		b.holes = append(b.holes, h)
		return &mould{hole: h}
	}
	m := &mould{like: v}
	for _, e := range bare.Elems() {
		m.parts = append(m.parts, b.mould(e))
	}
	return m
}

// blur makes holes into a value. Inside is the element type that the value has to keep, dynamic if none.
func (b *blurrer) blur(v value.Value, s sort, inside types.Type, depth int) *mould {
	bare, marks := v.Unmark()
	whole := 45
	if depth > 0 {
		whole = 30
	}
	switch {
	case b.chance(whole):
		h := &hole{unknown: b.unknown(bare, inside), was: bare, sort: s, inside: inside, marks: marks}
		b.holes = append(b.holes, h)
		return &mould{hole: h}
	case !bare.IsContainer() || bare.Len() == 0 || depth > 3:
		return &mould{known: v}
	}
	m := &mould{like: v, parts: make([]*mould, bare.Len())}
	before := len(b.holes)
	within := bare.ElemType()
	for i, e := range bare.Elems() {
		if b.chance(60) {
			if !inside.IsDynamic() && within.IsDynamic() {
				m.parts[i] = b.blur(e, "", e.Type(), depth+1)
				continue
			}
			m.parts[i] = b.blur(e, "", within, depth+1)
		} else {
			m.parts[i] = &mould{known: e}
		}
	}
	if len(b.holes) == before {
		return &mould{known: v}
	}
	return m
}

// observed returns an open container in which one place is missing: an attribute, or the last position.
func (b *blurrer) observed(v value.Value, s sort, tuple bool) *mould {
	h := &hole{unknown: value.DynamicUnknown, was: v, sort: s, absent: b.chance(70)}
	b.holes = append(b.holes, h)
	at := host.RootPlace("req")
	if tuple {
		return &mould{like: host.Open(value.Tuple(value.Int(1), v), at), parts: []*mould{{known: value.Int(1)}, {hole: h}}}
	}
	like := host.ObjectOf(host.NewShape([]string{"a", "b"}), []value.Value{v, value.Int(1)})
	return &mould{like: host.Open(like, at), parts: []*mould{{hole: h}, {known: value.Int(1)}}}
}

// unknown returns an unknown that can turn out to be v.
func (b *blurrer) unknown(v value.Value, inside types.Type) value.Value {
	t := inside
	if inside.IsDynamic() {
		t = b.general(v)
	}
	u := value.Unknown(t)
	if t.IsDynamic() || v.IsNull() || !b.chance(35) {
		return u
	}
	r := value.Refinement{NotNull: b.chance(70)}
	bare, _ := v.Unmark()
	switch t.Kind() {
	case types.KindString:
		if b.chance(50) {
			r.Prefix = unknowns.PrefixOf(bare.AsString())
		}
	case types.KindNumber, types.KindInt:
		b.bounds(&r, bare)
	case types.KindList, types.KindSet, types.KindMap:
		b.lengths(&r, bare)
	}
	if r.MinLen == 0 && r.MaxLen == 0 && r.Min.Number.IsZero() && r.Max.Number.IsZero() && r.Prefix == "" && !r.NotNull {
		r.NotNull = true
	}
	return u.Refine(r)
}

func (b *blurrer) bounds(r *value.Refinement, v value.Value) {
	if b.chance(40) {
		low, err := calc.Sub(v, value.Int(int64(b.r.IntN(3))))
		if err == nil {
			r.Min = value.Bound{Number: low, Inclusive: true}
		}
	}
	if b.chance(40) {
		high, err := calc.Add(v, value.Int(1+int64(b.r.IntN(3))))
		if err == nil {
			r.Max = value.Bound{Number: high, Inclusive: b.chance(50)}
		}
	}
}

func (b *blurrer) lengths(r *value.Refinement, v value.Value) {
	if b.chance(40) {
		r.MinLen = max(0, v.Len()-b.r.IntN(2))
	}
	if b.chance(40) {
		r.MaxLen = v.Len() + 1 // never as small as MinLen, which would leave a known list
	}
}

// general returns a type to which v belongs.
func (b *blurrer) general(v value.Value) types.Type {
	t := v.Type()
	switch n := b.r.IntN(100); {
	case n < 45 || v.IsNull() || holdsOpen(v):
		return types.Dynamic
	case n < 70 || !b.profile.NullIsNone:
		return b.loosen(t)
	case n < 78:
		return types.Optional(t)
	case n < 90:
		return types.Union(t, b.other())
	case n < 94 && v.IsNumber() && numbers.IsInteger(v):
		return types.Int
	case n < 96:
		return types.Promise(b.loosen(t))
	case n < 97:
		return types.Output(types.Optional(t))
	}
	return t
}

// markPart marks a part of a container.
func (b *blurrer) markPart(v value.Value) value.Value {
	if v.Len() == 0 {
		return v
	}
	parts := slices.Clone(v.Elems())
	i := b.r.IntN(len(parts))
	parts[i] = parts[i].Mark("m")
	return rebuild(v, parts)
}

func (b *blurrer) other() types.Type {
	all := []types.Type{types.String, types.Number, types.Bool, types.List(types.String), types.None,
		types.Map(types.String),
		types.Tuple(types.String), types.Object(types.Attr{Name: "a", Type: types.String}), types.Set(types.String),
		types.List(types.Dynamic), types.Tuple(types.Dynamic, types.List(types.String)),
		types.List(types.Tuple(types.String)),
		types.Object(types.Attr{Name: "a", Type: types.Dynamic}, types.Attr{Name: "b", Type: types.Number, Optional: true}),
		types.Map(types.List(types.Dynamic)), types.List(types.Union(types.String, types.EmptyTuple))}
	return all[b.r.IntN(len(all))]
}

// loosen puts dynamic in place of some parts of a type.
func (b *blurrer) loosen(t types.Type) types.Type {
	if b.chance(50) {
		return t
	}
	part := func(e types.Type) types.Type {
		switch n := b.r.IntN(100); {
		case n < 50:
			return types.Dynamic
		case n < 60 && b.profile.NullIsNone:
			return types.Union(e, b.other())
		}
		return b.loosen(e)
	}
	switch t.Kind() {
	case types.KindList:
		return types.List(part(t.Elem()))
	case types.KindSet:
		return types.Set(part(t.Elem()))
	case types.KindMap:
		return types.Map(part(t.Elem()))
	case types.KindTuple, types.KindObject:
		elems := make([]types.Type, t.Len())
		for i := range elems {
			elems[i] = part(t.At(i))
		}
		if t.Kind() == types.KindTuple {
			return types.Tuple(elems...)
		}
		return types.ObjectOf(t.AttrNames(), elems)
	}
	return t
}

// fill returns what can stand in a hole: mostly something of the same sort, and with some holes of its own.
func (b *blurrer) fill(h *hole) *mould {
	// Few attempts are enough, since the value that was there before always fits; without luck the hole is filled with
	// that.
	for range 6 {
		v := b.candidate(h)
		if !fits(v, h) {
			continue
		}
		if b.chance(70) || v.Kind() == types.KindSet {
			return &mould{known: v}
		}
		if m := b.blur(v, h.sort, b.keep(v, h), 1); m.hole == nil {
			return m
		}
		return &mould{known: v} // what is put into a hole may not be less than the hole says
	}
	return &mould{known: h.was}
}

// keep returns the element type that what is put into a hole has to keep: that of the hole, as far as unknowns go.
func (b *blurrer) keep(v value.Value, h *hole) types.Type {
	if t := h.unknown.Type(); !t.IsDynamic() {
		if h.inside.IsDynamic() {
			return v.Type()
		}
		return t
	}
	return types.Dynamic
}

// candidate returns a value that may fit a hole.
//
// Values that occur elsewhere in the expression are drawn often: whether two things are equal decides many operations,
// and independent random values never are.
func (b *blurrer) candidate(h *hole) value.Value {
	values := poolFor(b.profile)
	from := func(s sort) value.Value { return values[s][b.r.IntN(len(values[s]))] }
	if len(b.hints) > 0 && b.chance(50) {
		return b.vary(b.hints[b.r.IntN(len(b.hints))], 0)
	}
	switch n := b.r.IntN(100); {
	case n < 22:
		return h.was
	case n < 60 && h.sort != "":
		return from(h.sort)
	case n < 75:
		return b.mutate(h.was)
	case n < 80:
		return value.NullOf(h.unknown.Type())
	case n < 90:
		return from([]sort{"list", "map", "set", "strings", "list2", "numbers", "nested", "maps", "cluster"}[b.r.IntN(9)])
	case n < 96:
		return from([]sort{"string", "number", "bool", "scalar"}[b.r.IntN(4)])
	}
	return from("any")
}

// vary returns a value like another one in which some scalars are different, or of another type.
func (b *blurrer) vary(v value.Value, depth int) value.Value {
	v, _ = v.Unmark()
	switch {
	case !v.IsContainer() && b.chance(60):
		return v
	case !v.IsContainer():
		values := poolFor(b.profile)["scalar"]
		return values[b.r.IntN(len(values))]
	case depth > 3 || !v.ElemType().IsDynamic() && b.chance(50):
		return v
	}
	elems := append([]value.Value(nil), v.Elems()...)
	for i := range elems {
		elems[i] = b.vary(elems[i], depth+1)
	}
	switch names := v.Names(); {
	case names == nil:
		return value.Tuple(elems...)
	case b.chance(30):
		return host.ObjectOf(host.NewShape(append(names[:len(names):len(names)], "zz")), append(elems, value.Int(1)))
	default:
		return host.ObjectOf(host.NewShape(names), elems)
	}
}

// mutate returns a value like another one: of the same type, if that is one of a few.
func (b *blurrer) mutate(v value.Value) value.Value {
	switch {
	case v.IsNumber():
		return poolFor(b.profile)["number"][b.r.IntN(7)]
	case v.IsBool():
		return value.Bool(!v.AsBool())
	case v.IsString():
		return value.String([]string{"", "a", "b", "1", v.AsString() + "z", "true"}[b.r.IntN(6)])
	case !v.IsContainer():
		return v
	}
	elems := append([]value.Value(nil), v.Elems()...)
	if len(elems) == 0 {
		return v
	}
	other := func(e value.Value) value.Value { // of the element type of a collection
		if m := b.mutate(e); v.ElemType().IsDynamic() || m.Type() == e.Type() {
			return m
		}
		return e
	}
	switch n := b.r.IntN(4); {
	case n == 0 && v.Names() == nil:
		return resize(v, elems[1:])
	case n == 1 && v.Names() == nil:
		return resize(v, append(elems, other(elems[0])))
	case n == 2:
		elems[0] = other(elems[0])
		return rebuild(v, elems)
	}
	i := b.r.IntN(len(elems))
	elems[i] = other(elems[i])
	return rebuild(v, elems)
}

func resize(v value.Value, elems []value.Value) value.Value {
	switch v.Kind() {
	case types.KindList:
		return value.ListOf(v.ElemType(), elems)
	case types.KindSet:
		return value.SetOf(v.ElemType(), elems)
	}
	return value.Tuple(elems...)
}

// fits reports whether the unknown of a hole can turn out to be v.
//
// It is the judge of what an unknown may become, so it must not be more generous than the engine: a value that it lets
// through wrongly shows as a broken law that is none.
func fits(v value.Value, h *hole) bool {
	u := h.unknown
	t := u.Type()
	switch {
	case v.IsNull():
		return !u.Refinement().NotNull && (t.IsDynamic() || v.Type() == t || types.AdmitsNull(t))
	case t.IsDynamic():
		return true
	case holdsOpen(v):
		return false // it can still grow, so that no type says how far it goes
	}
	if v.IsContainer() && !covers(t, v.Type()) && !types.Assignable(t, v.Type(), types.Extended) {
		return false // such as an empty list of something else
	}
	return convert.Conforms(v, t) && admits(u.Refinement(), v)
}

// holdsOpen reports whether v is open, or has an open part.
func holdsOpen(v value.Value) bool {
	v, _ = v.Unmark()
	return host.IsOpen(v) || slices.ContainsFunc(v.Elems(), holdsOpen)
}

// admits reports whether a refinement leaves room for a known value that is not null.
func admits(r value.Refinement, v value.Value) bool {
	v, _ = v.Unmark()
	if v.IsNull() {
		return !r.NotNull
	}
	switch v.Kind() {
	case types.KindString:
		s := v.AsString()
		return len(s) >= len(r.Prefix) && s[:len(r.Prefix)] == r.Prefix
	case types.KindNumber:
		return within(r.Min, v, 1) && within(r.Max, v, -1)
	case types.KindList, types.KindSet, types.KindMap:
		n := v.Len()
		least := n
		if v.Kind() == types.KindSet && !v.IsWhollyKnown() {
			least = 1 // its elements may turn out to be equal
		}
		return n >= r.MinLen && (r.MaxLen == 0 || least <= r.MaxLen) && (!r.NoElements || n == 0)
	}
	return true
}

func within(b value.Bound, v value.Value, dir int) bool {
	if b.Number.IsZero() {
		return true
	}
	c := calc.Compare(v, b.Number) * dir
	return c > 0 || c == 0 && b.Inclusive
}
