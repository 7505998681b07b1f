package value

// Error is why an operation on values is not possible. It is made to be shown: the summary is a headline,
// the detail one or more sentences for the person who wrote the program. It never shows a value that is marked.
type Error struct {
	Kind    ErrorKind
	Summary string
	Detail  string
	// Path is the way from the value that was given to the part that does not fit; empty if it is the value itself.
	Path Path
	// Offset is where a JSON text is wrong, in bytes.
	Offset int
	// bare is the detail without anything that was read from a value; "" if the detail is like that itself.
	bare string
}

// WithoutParts returns the error without anything that was read from a value, for operations on marked values.
func (e *Error) WithoutParts() *Error {
	if e.bare == "" && len(e.Path) == 0 {
		return e
	}
	hidden := &Error{Kind: e.Kind, Summary: e.Summary, Detail: e.Detail, Offset: e.Offset}
	if e.bare != "" {
		hidden.Detail = e.bare
	}
	return hidden
}

// hideParts is [Error.WithoutParts] for any error.
func hideParts(err error) error {
	if e, ok := err.(*Error); ok {
		return e.WithoutParts()
	}
	return err
}

// ErrorKind tells the reasons of errors apart.
type ErrorKind uint8

// The kinds of errors.
const (
	ErrorNumber         ErrorKind = iota + 1 // a text that is no number, or a number out of range
	ErrorArithmetic                          // an operation without a result
	ErrorDivisionByZero                      // a division or remainder by zero
	ErrorNull                                // a step into null
	ErrorAttribute                           // an attribute that is missing, or of a value that has none
	ErrorIndex                               // an index that is missing, or of a value that has none
	ErrorJSON                                // a text that is no JSON, or beyond the bounds
	ErrorGo                                  // a Go value without an equal among the values, or the reverse
	ErrorPath                                // a path that does not lead anywhere
)

// Error returns the detail, with the path to the part that does not fit in front.
func (e *Error) Error() string {
	if len(e.Path) > 0 {
		return e.Path.String() + ": " + e.Detail
	}
	return e.Detail
}
