package crossplane

import (
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// maxEncodeDepth limits the nesting of a value. protobuf decoders stop at 10,000 messages, which a Struct reaches at
// 3,333 levels.
const maxEncodeDepth = 1000

// encodeError is the error of a part of a value that cannot be written to a Struct. Its path is built while the
// recursion unwinds, innermost step first.
//
// Nothing of the path exists as long as everything can be written, so a call without a mistake pays nothing for the
// message of one with a mistake.
type encodeError struct {
	path   value.Path
	reason string
}

func refuse(reason string) *encodeError { return &encodeError{reason: reason} }

// at adds the step that led to the part.
func (e *encodeError) at(step value.Step) *encodeError {
	e.path = append(e.path, step)
	return e
}

func (e *encodeError) atIndex(i int) *encodeError {
	return e.at(value.IndexStep(value.Int(int64(i))))
}

// Error returns a message with the path and the reason. It only shows values that are numbers.
func (e *encodeError) Error() string {
	if len(e.path) == 0 {
		return e.reason
	}
	path := make(value.Path, len(e.path))
	for i, step := range e.path {
		path[len(path)-1-i] = step
	}
	return path.String() + ": " + e.reason
}

// double returns the number of a Struct for v. It returns an error for an integer that a double cannot represent.
func double(v value.Value, secret bool) (float64, *encodeError) {
	f, refused := contract.Number(v, secret)
	if refused != "" {
		return 0, refuse(refused)
	}
	return f, nil
}

// unwritable returns the error for a value that a Struct cannot represent.
func unwritable(v value.Value) *encodeError {
	switch {
	case !v.IsKnown():
		return refuse("this value is not known yet")
	case v.Kind() == types.KindCapsule:
		return refuse("a value of an application's own type cannot be written to a Kubernetes object")
	}
	return refuse("this value cannot be written to a Kubernetes object")
}

// The size of parts that an encoder passes on unchanged; see [run.Sizer].
var (
	_ run.Sizer = (*wireStruct)(nil)
	_ run.Sizer = (*wireList)(nil)
)

// Size is the length of the bytes that are copied.
func (w *wireStruct) Size() int { return len(w.content()) }

// Size is the length of the bytes that are copied.
func (w *wireList) Size() int { return len(w.content()) }
