package unknowns

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Eventual is a handle for a value that the host will have later: a promise, or an output, which has additional
// information. Until it is resolved, programs see an unknown value whose origin is the handle, and afterwards the value
// itself. Values that were computed from it before are unknown and wait for it (see [Pending]); evaluate them again to
// get the result. Everything computed from an output has its marks, before and after.
//
// An Eventual is safe for concurrent use. [NewPromise] and [NewOutput] create one.
type Eventual interface {
	// Resolve sets the value, which should be of the type of the handle. It returns true if it is the first call that
	// succeeds; later calls have no effect. The value may contain unknown values, including those of other handles. A
	// value that is this handle, or was computed from it, directly or through other handles, is rejected.
	Resolve(v value.Value) bool
	// Done returns a channel that is closed once the handle is resolved.
	Done() <-chan struct{}
	// Value returns the current value, with its marks. It is unknown until the handle is resolved. Parts that are resolved
	// handles are replaced by their values.
	Value() value.Value
	// ElemType returns the type of the value to come.
	ElemType() types.Type
	// IsOutput reports whether the handle is an output, not a promise.
	IsOutput() bool
}

// NewPromise returns a handle for a value of the given type, or of any type if it is dynamic. Promises and outputs in
// the type are resolved. The origin describes where the value comes from.
func NewPromise(t types.Type, o value.Origin) Eventual { return engine.NewPromise(t, o) }

// NewOutput is like [NewPromise], for an output. Its additional information is a set of marks.
func NewOutput(t types.Type, o value.Origin, info *value.Marks) Eventual {
	return engine.NewOutput(t, o, info)
}

// Pending returns the unresolved handles that v contains or was computed from, in the order in which they occur. For a
// part that was computed from more than [MaxOrigins] handles, only the first ones are known.
func Pending(v value.Value) []Eventual {
	handles := engine.Pending(v)
	out := make([]Eventual, len(handles))
	for i, h := range handles {
		out[i] = h
	}
	return out
}
