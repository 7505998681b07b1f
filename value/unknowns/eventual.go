package unknowns

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Eventual is a handle on a value that the host will have later: a promise, or an output, which carries
// information along. Until it is resolved it stands in programs as an unknown value whose origin names the handle;
// after that as the value itself. What was computed from it meanwhile is unknown too and waits for it, as [Pending]
// tells; computing it again gives the result. The marks of an output are on everything that is computed from it, before
// and after.
//
// An Eventual is safe for concurrent use. It is made by [NewPromise] or [NewOutput].
type Eventual interface {
	// Resolve sets the value. Only the first call counts; it returns true. The value should be of the type of the handle.
	// It may hold unknowns, also those of other handles: eventual values flatten. A value that waits for the handle itself
	// is refused, whether it stands for the handle or was computed from it, by itself or through what other handles were
	// resolved to.
	Resolve(v value.Value) bool
	// Done returns a channel that is closed once the handle is resolved.
	Done() <-chan struct{}
	// Value returns what the handle stands for now, with its marks: the value once it is resolved, where parts
	// that are handles themselves are replaced alike, and an unknown before.
	Value() value.Value
	// ElemType returns the type of the value to come.
	ElemType() types.Type
	// IsOutput reports whether the handle is an output, not a promise.
	IsOutput() bool
}

// NewPromise returns the handle on a value of the given type, or of any type if it is dynamic. What is eventual in the
// type is resolved: the value to come is plain. The origin says where it comes from.
func NewPromise(t types.Type, o value.Origin) Eventual { return engine.NewPromise(t, o) }

// NewOutput is like [NewPromise] for an output, whose information is a set of marks.
func NewOutput(t types.Type, o value.Origin, info *value.Marks) Eventual {
	return engine.NewOutput(t, o, info)
}

// Pending returns the unresolved handles that v waits for, directly or because it was computed from them, in the order
// in which they come up. Of a part that was computed from more than [MaxOrigins] of them, the first ones are known.
func Pending(v value.Value) []Eventual {
	handles := engine.Pending(v)
	out := make([]Eventual, len(handles))
	for i, h := range handles {
		out[i] = h
	}
	return out
}
