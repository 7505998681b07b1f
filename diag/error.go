package diag

import "errors"

// ListError is a list of diagnostics as an error, returned by [List.Err]. At least one of them is an error.
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

// Of returns the diagnostics in an error, which may be wrapped, or nil if there are none.
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
