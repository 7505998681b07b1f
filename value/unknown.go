package value

import (
	"sync"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
)

// unknown is the body of an unknown value.
type unknown struct {
	typ     types.Type
	refined *Refinement // nil if nothing is known about it
	origins *Origins    // nil if nobody said where it comes from

	// eventual is the handle that the value stands for; nil for what was computed from one.
	eventual *Eventual
}

var (
	unknownDynamic = &unknown{typ: types.Dynamic}
	unknownBool    = &unknown{typ: types.Bool}
	unknownNumber  = &unknown{typ: types.Number}
	unknownString  = &unknown{typ: types.String}
)

// DynamicUnknown is the unknown value of the dynamic type, "the dynamic value".
var DynamicUnknown = unknownValue(unknownDynamic)

// Unknown returns the unknown value of a type, without refinement or origin. What is eventual in the type is resolved:
// until the host has it, a promise or output of a number is to programs an unknown number.
func Unknown(t types.Type) Value {
	var u *unknown
	switch t = types.ResolveEventuals(t); t {
	case types.Dynamic:
		u = unknownDynamic
	case types.Bool:
		u = unknownBool
	case types.Number:
		u = unknownNumber
	case types.String:
		u = unknownString
	default:
		u = &unknown{typ: t}
	}
	return unknownValue(u)
}

// UnknownFrom returns the unknown value of a type, as [Unknown] does, that waits for the given origins.
func UnknownFrom(t types.Type, o *Origins) Value {
	if o == nil {
		return Unknown(t)
	}
	return unknownValue(&unknown{typ: types.ResolveEventuals(t), origins: o})
}

// IsUnknown reports whether v is an unmarked unknown value.
func (v Value) IsUnknown() bool { return v.rep == repUnknown }

// Origin says why something is unknown: the input that is missing, and where in the program it was read.
type Origin struct {
	// Path names the input, such as req.composite.status.vpcId.
	Path Path
	// Range is the expression that reads it; the zero range if it is not known.
	Range source.Range
	// Extra is for the host, which puts it into the [Place] that the origin was made from.
	Extra any
}

// Origins is a set of origins in a fixed order. Two are one if path, range and, of eventual values, the handle are the same. It is
// immutable; nil is the empty set.
type Origins struct {
	list []Origin
}

// MaxOrigins bounds how many origins one value carries. What lies beyond is left out:
// the first ones are enough to act upon.
const MaxOrigins = 64

// NewOrigin returns the set of one origin.
func NewOrigin(o Origin) *Origins { return &Origins{list: []Origin{o}} }

// List returns the origins. The slice belongs to the set.
func (o *Origins) List() []Origin {
	if o == nil {
		return nil
	}
	return o.list
}

// Union returns the set of all origins of both sets, those of o first.
func (o *Origins) Union(other *Origins) *Origins {
	if o == nil || o == other {
		return other
	}
	if other == nil {
		return o
	}
	merged := o.list
	for i := range other.list {
		if len(merged) >= MaxOrigins {
			break
		}
		if !o.has(&other.list[i]) {
			merged = append(merged[:len(merged):len(merged)], other.list[i])
		}
	}
	if len(merged) == len(o.list) {
		return o
	}
	return &Origins{list: merged}
}

func (o *Origins) has(x *Origin) bool {
	for i := range o.list {
		if y := &o.list[i]; y.Range == x.Range && y.handle() == x.handle() && y.Path.Equal(x.Path) {
			return true
		}
	}
	return false
}

// Origins returns the origins of everything unknown in v: which inputs v waits for.
func (v Value) Origins() *Origins {
	if v.flags&FlagUnknown == 0 {
		return nil
	}
	switch v.rep {
	case repUnknown:
		return v.unknown().origins
	case repMarked:
		return v.marked().v.Origins()
	}
	var all *Origins
	for _, e := range v.Elems() {
		all = all.Union(e.Origins())
	}
	return all
}

// WithOrigins returns an unknown value, marked or not, with further origins; other values are returned as they are.
func (v Value) WithOrigins(o *Origins) Value {
	switch {
	case o == nil:
		return v
	case v.rep == repMarked:
		m := v.marked()
		return m.v.WithOrigins(o).WithMarks(m.marks)
	case v.rep != repUnknown:
		return v
	}
	u := *v.unknown()
	u.eventual = nil
	u.origins = u.origins.Union(o)
	return unknownValue(&u)
}

var (
	nullBool   = &holder{typ: types.Bool}
	nullNumber = &holder{typ: types.Number}
	nullString = &holder{typ: types.String}
)

func nullHolder(t types.Type) *holder {
	switch t {
	case types.Bool:
		return nullBool
	case types.Number:
		return nullNumber
	case types.String:
		return nullString
	}
	return &holder{typ: t}
}

// NullAs returns a null, marked or not, as null of another type. A null that an open container holds stays one: reading
// through it is like reading through something absent. Other values are returned as they are.
func (v Value) NullAs(t types.Type) Value {
	switch {
	case v.rep == repMarked:
		m := v.marked()
		return m.v.NullAs(t).WithMarks(m.marks)
	case v.rep > repNull:
		return v
	case v.flags&FlagOpen == 0 || v.p == nil:
		return NullOf(t)
	}
	return (&holder{typ: types.ResolveEventuals(t), place: v.holder().place}).value(FlagOpen)
}

// Eventual is a handle on a value that the host will have later: a promise, or an output, which carries
// information along. Until it is resolved it stands in programs as an unknown value whose origin names the handle; after that
// as the value itself. What was computed from it meanwhile is unknown too and waits for it, as [Pending] tells;
// computing it again gives the result. The marks of an output are on everything that is computed from it, before and after.
//
// An Eventual is safe for concurrent use. It is made by [NewPromise] or [NewOutput].
type Eventual struct {
	typ    types.Type
	origin Origin
	marks  *Marks
	output bool

	mu    sync.Mutex
	value Value // zero until resolved
	done  chan struct{}
}

// NewPromise returns the handle on a value of the given type, or of any type if it is dynamic. What is eventual in the type is resolved:
// the value to come is plain. The origin says where it comes from; its Extra is replaced by the handle.
func NewPromise(t types.Type, o Origin) *Eventual {
	e := &Eventual{typ: types.ResolveEventuals(t), origin: o, done: make(chan struct{})}
	e.origin.Extra = e
	return e
}

// NewOutput is like [NewPromise] for an output, whose information is a set of marks.
func NewOutput(t types.Type, o Origin, info *Marks) *Eventual {
	e := NewPromise(t, o)
	e.marks, e.output = info, true
	return e
}

// IsOutput reports whether e is an output, not a promise.
func (e *Eventual) IsOutput() bool { return e.output }

// ElemType returns the type of the value to come.
func (e *Eventual) ElemType() types.Type { return e.typ }

// resolving orders all resolutions, so that none can close a circle of handles while another one does.
var resolving sync.Mutex

// Resolve sets the value. Only the first call counts; it returns true. The value should be of the type of the handle.
// It may hold unknowns, also those of other handles: eventual values flatten. A value that waits for the handle itself is refused,
// whether it stands for the handle or was computed from it, by itself or through what other handles were resolved to.
func (e *Eventual) Resolve(v Value) bool {
	resolving.Lock()
	defer resolving.Unlock()
	if e.resolved() || waitsFor(v, e) {
		return false
	}
	if v.IsZero() {
		v = Null
	}
	e.mu.Lock()
	e.value = v
	e.mu.Unlock()
	close(e.done)
	return true
}

// Done returns a channel that is closed once the handle is resolved.
func (e *Eventual) Done() <-chan struct{} { return e.done }

// Value returns what the handle stands for now, with its marks: the value once it is resolved, where parts
// that are handles themselves are replaced alike, and an unknown before.
func (e *Eventual) Value() Value {
	e.mu.Lock()
	v := e.value
	e.mu.Unlock()
	if v.IsZero() {
		u := &unknown{typ: e.typ, origins: NewOrigin(e.origin), eventual: e}
		return unknownValue(u).WithMarks(e.marks)
	}
	return Current(v).WithMarks(e.marks)
}

// Pending returns the unresolved handles that v waits for, directly or because it was computed from them, in the order in which they
// come up. Of a part that was computed from more than [MaxOrigins] of them, the first ones are known.
func Pending(v Value) []*Eventual {
	var out []*Eventual
	for _, e := range handles(v) {
		if !e.resolved() {
			out = append(out, e)
		}
	}
	return out
}

// handles returns the handles that the unknown parts of v come from, resolved or not.
func handles(v Value) []*Eventual {
	var out []*Eventual
	seen := map[*Eventual]struct{}{}
	_ = Walk(v, func(_ Path, part Value) (bool, error) {
		if part = unmarkShallow(part); part.rep == repUnknown {
			for _, o := range part.unknown().origins.List() {
				e := o.handle()
				if _, ok := seen[e]; e != nil && !ok {
					seen[e] = struct{}{}
					out = append(out, e)
				}
			}
		}
		return part.flags&FlagUnknown != 0, nil
	})
	return out
}

// waitsFor reports whether v waits for e, perhaps through the values of other handles.
func waitsFor(v Value, e *Eventual) bool {
	seen := map[*Eventual]struct{}{}
	for work := []Value{v}; len(work) > 0; {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		for _, h := range handles(last) {
			if h == e {
				return true
			}
			if _, ok := seen[h]; !ok && h.resolved() {
				seen[h] = struct{}{}
				work = append(work, h.value)
			}
		}
	}
	return false
}

// handle returns the handle that an origin names; nil if it names none.
func (o *Origin) handle() *Eventual {
	e, _ := o.Extra.(*Eventual)
	return e
}

func (e *Eventual) resolved() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// Current returns v with every part that is a resolved handle replaced by what the handle stands for. Parts that were
// computed from a handle stay unknown: only computing them again helps.
func Current(v Value) Value {
	if v.flags&FlagUnknown == 0 {
		return v
	}
	out, err := Transform(v, func(_ Path, part Value) (Value, error) {
		inner, marks := part.Unmark()
		if inner.rep != repUnknown {
			return part, nil
		}
		if e := inner.unknown().eventual; e != nil && e.resolved() {
			return e.Value().WithMarks(marks), nil
		}
		return part, nil
	})
	if err != nil {
		return v
	}
	return out
}
