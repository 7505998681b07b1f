package bridge

import (
	"github.com/hclx-lang/hclx/value"
)

// Error says that a value or type cannot be said on the other side.
type Error struct {
	// Path leads to the part that cannot be said; it is empty for the whole.
	Path value.Path
	// Reason is one sentence without a full stop.
	Reason string
}

// Error returns the reason with the path before it.
func (e *Error) Error() string {
	if len(e.Path) == 0 {
		return e.Reason
	}
	return "at " + e.Path.String() + ": " + e.Reason
}

func refuse(path value.Path, reason string) error {
	return &Error{Path: append(value.Path(nil), path...), Reason: reason}
}
