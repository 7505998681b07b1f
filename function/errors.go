package function

import (
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/types"
)

// ArityError says that a call has too few or too many arguments.
type ArityError struct {
	Decl *Decl
	Got  int // the number of arguments
}

// Error says how many arguments the function takes and how many there are, and names the first missing one.
func (e *ArityError) Error() string {
	n := len(e.Decl.Params)
	text := "function " + strconv.Quote(e.Decl.Name) + " takes "
	if e.Decl.Variadic != nil {
		text += "at least "
	}
	text += plural(n, "argument") + ", but there "
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

func plural(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// RefusedError says that a function exists only to be refused.
type RefusedError struct {
	Name   string
	Reason string
}

// Error names the function and says why it is refused.
func (e *RefusedError) Error() string {
	return "function " + strconv.Quote(e.Name) + " is not available: " + e.Reason
}

// TextError is an error about a place in a text that an argument holds, such as a document that cannot be decoded. Bind
// it to the argument with [Arg]: where the text is written in a source, the evaluator reports the place there.
type TextError struct {
	Text         string // the whole text, which must not be that of a marked argument
	Offset       int    // in bytes
	Line, Column int    // from 1; columns are code points
	Err          error
}

// At makes a [*TextError] about an offset of a text.
func At(text string, offset int, err error) error {
	offset = min(max(0, offset), len(text))
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	return &TextError{
		Text: text, Offset: offset, Line: 1 + strings.Count(text[:offset], "\n"),
		Column: 1 + utf8.RuneCountInString(text[start:offset]), Err: err,
	}
}

// Error says what is wrong, and in which line and column of the text.
func (e *TextError) Error() string {
	return e.Err.Error() + " (line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ")"
}

// Unwrap returns the error without the place.
func (e *TextError) Unwrap() error { return e.Err }

// ResultError says that an implementation gave a result that is not of the type it announced: a mistake in the
// function, not in the call.
type ResultError struct {
	Name       string
	Want, Have types.Type
}

// Error names the function and both types.
func (e *ResultError) Error() string {
	have := types.FriendlyName(e.Have)
	if e.Have.IsDynamic() { // which a result may always be, so there was none
		have = "none"
	}
	return "function " + strconv.Quote(e.Name) + " has a bug: it declared a result of type " +
		types.FriendlyName(e.Want) + " and returned " + have
}

// PanicError says that an implementation panicked: a mistake in the function, not in the call. What it panicked with
// went to the hook of [OnPanic] and is not part of the error.
type PanicError struct{ Name string }

// Error names the function.
func (e *PanicError) Error() string {
	return "function " + strconv.Quote(e.Name) + " failed unexpectedly, which is a bug in the function"
}

// Panic describes an implementation's panic to a host, for its log. It can contain argument values.
type Panic struct {
	Function string
	Value    string
	Stack    []byte
}

var panicHook atomic.Pointer[func(Panic)]

// OnPanic sets what is called, once, for each panic of an implementation; nil sets it to nothing. It is called
// on the goroutine of the call.
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
