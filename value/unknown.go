package value

import (
	"sync"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
)

// An unknown value carries where it comes from, so that whoever waits for it can be told which input is missing
// ("Origin of unknown values" in docs/decisions.md). Unknowns without origin and refinement are the most frequent ones,
// and have shared bodies for the primitive types and dynamic.
//
// Promises and outputs are handles outside of the value: what a program computes with is an ordinary unknown whose
// origin leads to the handle. Once it is resolved, [current] replaces the unknown by the value.

// unknown is the body of an unknown value.
type unknown struct {
	typ     types.Type
	refined *Refinement // nil if nothing is known about it
	origins *Origins    // nil if nobody said where it comes from

	// eventual is the handle that the value represents. It is nil for values computed from one.
	eventual *eventual
}

var (
	unknownDynamic = &unknown{typ: types.Dynamic}
	unknownBool    = &unknown{typ: types.Bool}
	unknownNumber  = &unknown{typ: types.Number}
	unknownString  = &unknown{typ: types.String}
)

// DynamicUnknown is the unknown value of the dynamic type, "the dynamic value".
var DynamicUnknown = unknownValue(unknownDynamic)

// Unknown returns the unknown value of a type, without refinement or origin. Promises and outputs in the type are
// resolved: for programs, a promise of a number is an unknown number.
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

// unknownFrom is unknowns.From.
func unknownFrom(t types.Type, o *Origins) Value {
	if o == nil {
		return Unknown(t)
	}
	return unknownValue(&unknown{typ: types.ResolveEventuals(t), origins: o})
}

// IsUnknown reports whether v is an unmarked unknown value.
func (v Value) IsUnknown() bool { return v.rep == repUnknown }

// Origin is the reason why a value is unknown: the input that is missing, and where the program reads it.
type Origin struct {
	// Path names the input, such as req.composite.status.vpcId.
	Path Path
	// Range is the expression that reads it; the zero range if it is not known.
	Range source.Range

	handle *eventual // what the unknown waits for, of the origin of an eventual value
}

// Origins is a set of origins in a fixed order. Two origins are equal if they have the same path, range and, for
// eventual values, handle. Origins are immutable; nil is the empty set.
type Origins struct {
	list []Origin
}

// maxOrigins limits the origins of a value. The rest is dropped, because the first ones are enough to act upon.
const maxOrigins = valuedef.MaxOrigins

// newOrigin is unknowns.NewOrigin.
func newOrigin(o Origin) *Origins { return &Origins{list: []Origin{o}} }

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
		if len(merged) >= maxOrigins {
			break
		}
		if !o.has(&other.list[i]) {
			// The capacity is cut so that the first addition copies: the list belongs to o. Sets have at most 64
			// origins, so searching them one by one is fast enough.
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
		if y := &o.list[i]; y.Range == x.Range && y.handle == x.handle && y.Path.Equal(x.Path) {
			return true
		}
	}
	return false
}

// Origins returns the origins of everything unknown in v, that is, the inputs that v waits for.
func (v Value) Origins() *Origins {
	if v.flags&flagUnknown == 0 {
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

// withOrigins is unknowns.WithOrigins.
func (v Value) withOrigins(o *Origins) Value {
	switch {
	case o == nil:
		return v
	case v.rep == repMarked:
		m := v.marked()
		return m.v.withOrigins(o).WithMarks(m.marks)
	case v.rep != repUnknown:
		return v
	}
	u := *v.unknown()
	// A value that also waits for something else is not the one that the handle stands for, so resolving the handle
	// must not replace it.
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

// nullAs is host.NullAs.
func (v Value) nullAs(t types.Type) Value {
	switch {
	case v.rep == repMarked:
		m := v.marked()
		return m.v.nullAs(t).WithMarks(m.marks)
	case v.rep > repNull:
		return v
	case v.flags&flagOpen == 0 || v.p == nil:
		return NullOf(t)
	}
	return (&holder{typ: types.ResolveEventuals(t), place: v.holder().place}).value(flagOpen)
}

// eventual is unknowns.Eventual.
type eventual struct {
	typ    types.Type
	origin Origin
	marks  *Marks
	output bool

	mu    sync.Mutex
	value Value // zero until resolved
	done  chan struct{}
}

// newPromise is unknowns.NewPromise.
func newPromise(t types.Type, o Origin) *eventual {
	e := &eventual{typ: types.ResolveEventuals(t), origin: o, done: make(chan struct{})}
	e.origin.handle = e
	return e
}

// newOutput is unknowns.NewOutput.
func newOutput(t types.Type, o Origin, info *Marks) *eventual {
	e := newPromise(t, o)
	e.marks, e.output = info, true
	return e
}

// IsOutput reports whether e is an output, not a promise.
func (e *eventual) IsOutput() bool { return e.output }

// ElemType returns the type of the value to come.
func (e *eventual) ElemType() types.Type { return e.typ }

// resolving serializes all resolutions, so that two of them cannot create a cycle of handles together.
var resolving sync.Mutex

// Resolve is Eventual.Resolve.
func (e *eventual) Resolve(v Value) bool {
	resolving.Lock()
	defer resolving.Unlock()
	// A circle of handles would leave values unknown forever, and [current] without an end.
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
func (e *eventual) Done() <-chan struct{} { return e.done }

// Value is Eventual.Value.
func (e *eventual) Value() Value {
	e.mu.Lock()
	v := e.value
	e.mu.Unlock()
	if v.IsZero() {
		u := &unknown{typ: e.typ, origins: newOrigin(e.origin), eventual: e}
		return unknownValue(u).WithMarks(e.marks)
	}
	return current(v).WithMarks(e.marks)
}

// pending is unknowns.Pending.
func pending(v Value) []*eventual {
	var out []*eventual
	for _, e := range handles(v) {
		if !e.resolved() {
			out = append(out, e)
		}
	}
	return out
}

// handles returns the handles that the unknown parts of v come from, resolved or not.
func handles(v Value) []*eventual {
	var out []*eventual
	seen := map[*eventual]struct{}{}
	_ = Walk(v, func(_ Path, part Value) (bool, error) {
		if part = unmarkShallow(part); part.rep == repUnknown {
			for _, o := range part.unknown().origins.List() {
				e := o.handle
				if _, ok := seen[e]; e != nil && !ok {
					seen[e] = struct{}{}
					out = append(out, e)
				}
			}
		}
		return part.flags&flagUnknown != 0, nil
	})
	return out
}

// waitsFor reports whether v waits for e, perhaps through the values of other handles.
func waitsFor(v Value, e *eventual) bool {
	seen := map[*eventual]struct{}{}
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

func (e *eventual) resolved() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// current is unknowns.Current.
func current(v Value) Value {
	if v.flags&flagUnknown == 0 {
		return v
	}
	out, _ := Transform(v, func(_ Path, part Value) (Value, error) { // it returns no error
		inner, marks := part.Unmark()
		if inner.rep != repUnknown {
			return part, nil
		}
		if e := inner.unknown().eventual; e != nil && e.resolved() {
			return e.Value().WithMarks(marks), nil
		}
		return part, nil
	})
	return out
}
