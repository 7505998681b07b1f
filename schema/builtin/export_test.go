package builtin

import "github.com/hclx-lang/hclx/value"

// Unpack reads the table once more.
func Unpack() (value.Value, error) { return unpack(packed) }
