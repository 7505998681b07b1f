// Package function declares functions and defines how they are called.
//
// A [Decl] contains everything about a function in one place: name, documentation, parameters,
// result type, examples and implementation. The evaluator, the type checker, the generated
// reference, completion and the tests of examples all read this declaration.
//
// A call follows the information model. Arguments are converted to the types of the parameters. All
// of them are checked for null before anything else. An unknown argument makes the result unknown,
// unless its parameter accepts unknown values. Marks are removed before the implementation runs,
// and added to its result.
//
// What is known of a result while an argument is unknown is final: whatever the argument turns out
// to be, the result is the same, or the call is an error. The flags AllowUnknown, AllowUnknownParts
// and AllowDynamic of a parameter declare which unknown values an implementation receives. The
// implementation must follow this rule for them. For all other unknown values, the call protocol
// returns an unknown value of the result type. A function that inspects what is known, so that its
// result may change, must declare this: see [Decl.Inspects].
package function

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Decl declares a function. It must not be changed once it is in use; then it is safe for concurrent use.
type Decl struct {
	// Name is the full name, such as upper or k8s::name.
	Name string
	// Group is the heading under which the reference lists the function.
	Group string
	// Summary is one sentence; Description, in Markdown, may follow with more.
	Summary, Description string
	// Since is the first version that has the function.
	Since string
	// Params are the positional parameters.
	Params []Param
	// Variadic, if not nil, takes all further arguments.
	Variadic *Param
	// Result is the result type where it does not depend on the arguments.
	Result types.Type
	// ResultType, if not nil, gives the result type for arguments; unknown and null ones are among them.
	// An error refuses the call.
	ResultType func(c *Call) (types.Type, error)
	// Infer, if not nil, gives the static type of the results from what is known of the arguments before there are values,
	// where Result does not say it; see [Decl.ResultOf].
	Infer func(in *Inference) types.Type
	// Impl gives the result. It is called when all arguments have been checked and, where the parameters ask for it, are
	// known.
	Impl func(c *Call) (value.Value, error)
	// Direct, in place of Impl, gives the result of a function of one parameter that has none of the flags, cannot fail
	// and looks at nothing but its argument: a known, unmarked value of the parameter's type that is not null. Calls of
	// such functions cost least where a scalar becomes a scalar.
	Direct func(v value.Value) value.Value
	// Refine, if not nil, refines an unknown result.
	Refine func(v value.Value) value.Value
	// Prepare, if not nil, works the constants among the arguments into the declaration once per program; see [Preparer].
	Prepare Preparer
	// Pure says that equal arguments always give equal results. A call with constant arguments may then be evaluated once,
	// when the program is compiled, and its result remembered; without it every evaluation calls. What reads a clock, a
	// file or the variables of a host is not pure. Functions with Direct are pure by their nature.
	Pure bool
	// Inspects says that the function looks at knowledge itself, as try does: what it gives while an argument is not known
	// may be another value when it is.
	Inspects bool
	// Examples are shown in the reference and run as tests.
	Examples []Example
	// Refused, if not empty, says why the function exists only to be refused, and what to do instead.
	Refused string
}

// Param declares a parameter. By default null and unknown arguments never reach the implementation, and it sees no
// marks.
type Param struct {
	Name        string
	Description string
	// Type is what arguments are converted to. Dynamic takes anything.
	Type types.Type
	// Lazy parameters receive a thunk, not a value: see [Call.Thunks].
	Lazy bool
	// Static, together with Lazy, says that the argument is read by its shape and never evaluated: it may contain names
	// that mean something to the function only. Its thunk is an [ExpressionThunk].
	Static bool
	// AllowNull lets null arguments through.
	AllowNull bool
	// AllowUnknown lets unknown arguments through, and arguments that contain something unknown.
	AllowUnknown bool
	// AllowUnknownParts lets known containers through that contain something unknown, but no unknown arguments.
	AllowUnknownParts bool
	// AllowDynamic lets the dynamic value through; otherwise it makes the result dynamic.
	AllowDynamic bool
	// AllowMarked lets marks through; the implementation then has to put them on its result.
	AllowMarked bool
}

// Example is a call and what it gives, both as source text. Exactly one of Result and Error is set.
type Example struct {
	Call   string
	Result string
	Error  string
}

// Thunk is an argument that has not been evaluated.
type Thunk interface {
	// Eval evaluates the argument. The error, if any, holds the diagnostics; it is not reported anywhere else.
	Eval() (value.Value, error)
}

// Call is one call of a function, as an implementation sees it. It is valid only during the call.
type Call struct {
	// Args are the arguments, converted. Those of lazy parameters are the zero Value.
	Args []value.Value
	// Thunks are the arguments of lazy parameters, at their positions; nil if the function has none.
	Thunks []Thunk
	// Profile is the set of rules in force.
	Profile *types.Profile
	// Result is the result type, once it has been worked out.
	Result types.Type
	// Hidden has bit i set if argument i carried marks, also if an implementation does not see them: errors must not show
	// such an argument. Bit 63 speaks for all arguments from 63 on. The call protocol sets it; see [Call.Quote].
	Hidden uint64
	// Host is what the host handed to the evaluator, for functions that belong to it.
	Host any
	// Evaluation is the evaluation that calls, for functions that evaluate expressions themselves: see eval.Nested. It is
	// nil where the call does not come from an evaluation.
	Evaluation any
}

// ArgError is an error that is the fault of one argument.
type ArgError struct {
	Index int
	Err   error
}

// Error returns the text of the wrapped error.
func (e *ArgError) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e *ArgError) Unwrap() error { return e.Err }

// Arg binds an error to argument i.
func Arg(i int, err error) error { return &ArgError{Index: i, Err: err} }

// Table is a set of functions by name. It must not be changed while it is in use.
type Table map[string]*Decl
