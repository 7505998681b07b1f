package value

import (
	"sync"

	"github.com/hclx-lang/hclx/types"
)

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

// NewPromise returns the handle on a value of the given type, or of any type if it is dynamic. The origin says where
// it comes from; its Extra is replaced by the handle.
func NewPromise(t types.Type, o Origin) *Eventual {
	e := &Eventual{typ: t, origin: o, done: make(chan struct{})}
	e.origin.Extra = e
	return e
}

// NewOutput is like [NewPromise] for an output, whose information is a set of marks.
func NewOutput(t types.Type, o Origin, info *Marks) *Eventual {
	e := NewPromise(t, o)
	e.marks, e.output = info, true
	return e
}

// IsOutput tells whether e is an output, not a promise.
func (e *Eventual) IsOutput() bool { return e.output }

// ElemType returns the type of the value to come.
func (e *Eventual) ElemType() types.Type { return e.typ }

// resolving orders all resolutions, so that none can close a circle of handles while another one does.
var resolving sync.Mutex

// Resolve sets the value. Only the first call counts; it returns true. The value should be of the type of the handle.
// It may hold unknowns, also those of other handles: eventual values flatten. A value that waits for the handle itself is refused.
func (e *Eventual) Resolve(v Value) bool {
	resolving.Lock()
	defer resolving.Unlock()
	if e.resolved() || e.within(v) {
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

// within tells whether v stands for e, in any of its parts or through other handles.
func (e *Eventual) within(v Value) bool {
	if v.flags&FlagUnknown == 0 {
		return false
	}
	for _, part := range DeepValues(v) {
		part, _ = part.Unmark()
		if part.rep != repUnknown {
			continue
		}
		if o := part.unknown().eventual; o == e || o != nil && o.resolved() && e.within(o.value) {
			return true
		}
	}
	return false
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

// Pending returns the unresolved handles that v waits for, directly or because it was computed from them, in the order of its origins.
func Pending(v Value) []*Eventual {
	var out []*Eventual
	for _, o := range v.Origins().List() {
		if e, ok := o.Extra.(*Eventual); ok && !e.resolved() {
			out = append(out, e)
		}
	}
	return out
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
