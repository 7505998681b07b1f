package stdlib

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// notNull is the refinement of nearly all functions: their results are never null.
func notNull(v value.Value) value.Value { return v.NotNull() }

// knownPrefix returns how an unknown string is known to begin.
func knownPrefix(v value.Value) string { return v.Refinement().Prefix }

// waiting returns an unknown value of a type that waits for what is unknown in the arguments.
func waiting(t types.Type, args ...value.Value) value.Value {
	var o *value.Origins
	for i := range args {
		o = o.Union(args[i].Origins())
	}
	return value.UnknownFrom(t, o).NotNull()
}

// hasUnknown reports whether a value is or contains something unknown.
func hasUnknown(args []value.Value) bool {
	for i := range args {
		if args[i].Flags()&value.FlagUnknown != 0 {
			return true
		}
	}
	return false
}

// anyUnknown tells whether a value itself is unknown.
func anyUnknown(args []value.Value) bool {
	for i := range args {
		if !args[i].IsKnown() {
			return true
		}
	}
	return false
}
