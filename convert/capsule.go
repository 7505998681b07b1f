package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// CapsuleConversions can be implemented by the Extension of a [types.Capsule] to take part in conversions. They are
// always unsafe.
type CapsuleConversions interface {
	// FromCapsule returns the conversion of the capsule's values to a type, or nil if there is none.
	FromCapsule(dst types.Type) func(value.Value) (value.Value, error)
	// ToCapsule returns the conversion of a type's values to the capsule, or nil if there is none.
	ToCapsule(src types.Type) func(value.Value) (value.Value, error)
}

// capsuleConversion returns a conversion of the target, or else of the source.
func capsuleConversion(src, dst types.Type) (func(value.Value) (value.Value, error), bool) {
	if c := dst.Capsule(); c != nil {
		if x, ok := c.Extension.(CapsuleConversions); ok {
			if f := x.ToCapsule(src); f != nil {
				return f, true
			}
		}
	}
	if c := src.Capsule(); c != nil {
		if x, ok := c.Extension.(CapsuleConversions); ok {
			if f := x.FromCapsule(dst); f != nil {
				return f, true
			}
		}
	}
	return nil, false
}
