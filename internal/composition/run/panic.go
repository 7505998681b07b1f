package run

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
)

// PanicText describes a panic for the log; call it where the panic is recovered. The panic value may contain a secret,
// so the text has the stack, but of the value only safe parts: the message of an error from the Go run time, or the
// type.
func PanicText(thrown any) string {
	what := fmt.Sprintf("%T", thrown)
	// Errors of the run time, such as an index out of range, consist of numbers and types. Others may contain data.
	if fault, ok := thrown.(runtime.Error); ok {
		what = fault.Error()
	}
	return what + "\n\n" + string(debug.Stack())
}

// A Panic is a panic as an error. Its message is for users, who cannot fix it.
type Panic struct {
	// Text is the result of [PanicText], for developers.
	Text string
}

// Error returns a message about an internal error, as the input is not at fault.
func (*Panic) Error() string {
	return "internal error: this is a bug in hclx, not in its input"
}

// Recover, deferred, converts a panic to an error.
func Recover(err *error) {
	if thrown := recover(); thrown != nil {
		*err = &Panic{PanicText(thrown)}
	}
}

// InternalError returns the error for a bug in this module.
func InternalError(detail string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: code.InternalError, Summary: "Internal error", Detail: detail}
}
