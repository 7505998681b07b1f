package diag

import "errors"

// ListError is a list of diagnostics as an error, as [List.Err] makes it. At least one of them is an error.
type ListError struct{ List List }

// Error formats all diagnostics, one on a line.
func (e *ListError) Error() string { return e.List.String() }

// Unwrap returns the diagnostics, so that errors.As finds the first one.
func (e *ListError) Unwrap() []error {
	out := make([]error, len(e.List))
	for i, d := range e.List {
		out[i] = d
	}
	return out
}

// Of returns the diagnostics that an error holds, wrapped or not, or nil if it holds none.
func Of(err error) List {
	var list *ListError
	if errors.As(err, &list) {
		return list.List
	}
	var one *Diagnostic
	if errors.As(err, &one) {
		return List{one}
	}
	return nil
}
