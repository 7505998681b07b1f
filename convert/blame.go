package convert

import (
	"strings"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// blame finds the deepest part of a type that keeps it from converting to another: the first one in order of elements
// and of attribute names.
func blame(have, want types.Type, p *types.Profile) *Error {
	return &Error{Want: want, Have: have}
}

// listTypes names several types for a message.
func listTypes(ts []types.Type) string {
	var names []string
	for _, t := range ts {
		if n := types.FriendlyName(t); len(names) == 0 || names[len(names)-1] != n {
			names = append(names, n)
		}
	}
	if len(names) > 4 {
		names = append(names[:3], "others")
	}
	return strings.Join(names, " and ")
}

var _ value.Path
