package function

import (
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
)

// ArityError is the error of a call with too few or too many arguments.
type ArityError struct {
	Decl *Decl
	Got  int // the number of arguments
}

// Error returns a message with the expected and the actual number of arguments, and the first missing one.
func (e *ArityError) Error() string {
	count := "no arguments"
	if n := len(e.Decl.Params); n > 0 {
		count = wording.Count(n, "argument")
	}
	text := "function " + strconv.Quote(e.Decl.Name) + " takes "
	if e.Decl.Variadic != nil {
		text += "at least "
	}
	text += count + ", but there "
	if e.Got == 1 {
		text += "is 1"
	} else {
		text += "are " + strconv.Itoa(e.Got)
	}
	if e.Missing() != "" {
		text += "; missing value for " + strconv.Quote(e.Missing())
	}
	return text
}

// Missing returns the name of the first parameter without an argument, or "" if there are too many arguments.
func (e *ArityError) Missing() string {
	if e.Got < len(e.Decl.Params) {
		return e.Decl.Params[e.Got].Name
	}
	return ""
}

// RefusedError is the error of a call of a function that is not available; see [Decl.Refused].
type RefusedError struct {
	Name   string
	Reason string
}

// Error returns a message with the name of the function and the reason.
func (e *RefusedError) Error() string {
	return "function " + strconv.Quote(e.Name) + " is not available: " + e.Reason
}

// TextError is an error at a position in the text of an argument, such as a document that cannot be decoded. Wrap it
// with [Arg]: if the text is written in a source file, the evaluator reports the position there.
type TextError struct {
	Text         string // the whole text, which must not be that of a marked argument
	Offset       int    // in bytes
	Line, Column int    // from 1; columns are code points
	Err          error
}

// At returns a [*TextError] for an offset in a text.
func At(text string, offset int, err error) error {
	offset = min(max(0, offset), len(text))
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	return &TextError{
		Text: text, Offset: offset, Line: 1 + strings.Count(text[:offset], "\n"),
		Column: 1 + utf8.RuneCountInString(text[start:offset]), Err: err,
	}
}

// Error returns the message with line and column in the text.
func (e *TextError) Error() string {
	return e.Err.Error() + " (line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ")"
}

// Unwrap returns the error without the position.
func (e *TextError) Unwrap() error { return e.Err }

// ResultError is the error of an implementation whose result does not have the declared type. It is a mistake in the
// function, not in the call.
type ResultError struct {
	Name       string
	Want, Have types.Type
}

// Error returns a message with the name of the function and both types.
func (e *ResultError) Error() string {
	have := types.FriendlyName(e.Have)
	if e.Have.IsDynamic() { // which a result may always be, so there was none
		have = "none"
	}
	return "function " + strconv.Quote(e.Name) + " has a bug: it declared a result of type " +
		types.FriendlyName(e.Want) + " and returned " + have
}

// PanicError is the error of an implementation that panicked. It is a mistake in the function, not in the call. The
// error does not contain the panic value, which is passed to the hook of [OnPanic].
type PanicError struct{ Name string }

// Error returns a message with the name of the function.
func (e *PanicError) Error() string {
	return "function " + strconv.Quote(e.Name) + " failed unexpectedly, which is a bug in the function"
}

// Panic describes a panic of an implementation, for the log of a host. It can contain argument values.
type Panic struct {
	Function string
	Value    string
	Stack    []byte
}

var panicHook atomic.Pointer[func(Panic)]

// OnPanic sets the hook that is called once for each panic of an implementation, on the goroutine of the call. Nil
// removes the hook.
func OnPanic(hook func(Panic)) {
	if hook == nil {
		panicHook.Store(nil)
		return
	}
	panicHook.Store(&hook)
}

func (s *Site) panicked(r any) error {
	if hook := panicHook.Load(); hook != nil {
		(*hook)(Panic{Function: s.decl.Name, Value: fmt.Sprint(r), Stack: debug.Stack()})
	}
	return &PanicError{Name: s.decl.Name}
}
