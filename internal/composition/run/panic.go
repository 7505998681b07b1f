package run

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
)

// PanicText describes a panic for the log; call it where the panic is recovered. What was thrown may hold anything,
// also a secret, so the text has the stack, but of the value only what is safe: the message of an error that the Go run
// time raised, else the type.
func PanicText(thrown any) string {
	what := fmt.Sprintf("%T", thrown)
	// Errors of the run time, such as an index out of range, are made of numbers and types. Everything else may have
	// been made of data.
	if fault, ok := thrown.(runtime.Error); ok {
		what = fault.Error()
	}
	return what + "\n\n" + string(debug.Stack())
}

// A Panic is a panic as an error. Its message is for whoever caused it, who can do nothing about it.
type Panic struct {
	// Text is what [PanicText] says, for whoever can mend it.
	Text string
}

// Error says that something is wrong here, and not with the input.
func (*Panic) Error() string {
	return "internal error: this is a bug in hclx, not in its input"
}

// Recover, deferred, makes an error of a panic.
func Recover(err *error) {
	if thrown := recover(); thrown != nil {
		*err = &Panic{PanicText(thrown)}
	}
}

// InternalError is the error of a mistake of this module.
func InternalError(detail string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: code.InternalError, Summary: "Internal error", Detail: detail}
}
