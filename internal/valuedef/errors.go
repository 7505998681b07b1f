package valuedef

// ErrorKind is the reason of an error.
type ErrorKind uint8

// The kinds of errors.
const (
	ErrorNumber         ErrorKind = iota + 1 // a text that is not a number, or a number out of range
	ErrorArithmetic                          // an operation without a result
	ErrorDivisionByZero                      // a division or remainder by zero
	ErrorNull                                // a step into null
	ErrorAttribute                           // an attribute that is missing, or of a value that has none
	ErrorIndex                               // an index that is missing, or of a value that has none
	ErrorJSON                                // a text that is not JSON, or beyond the bounds
	ErrorGo                                  // a Go value without an equal among the values, or the reverse
	ErrorPath                                // a path that does not lead anywhere
)
