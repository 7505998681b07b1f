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

// Decl declares a function. It is safe for concurrent use, and must not be changed once it is in use.
type Decl struct {
	// Name is the full name, such as upper or k8s::name.
	Name string
	// Group is the heading under which the reference lists the function.
	Group string
	// Summary is one sentence. Description, in Markdown, contains details.
	Summary, Description string
	// Since is the first version that has the function.
	Since string
	// Params are the positional parameters.
	Params []Param
	// Variadic, if not nil, is the parameter for all additional arguments.
	Variadic *Param
	// Result is the result type if it does not depend on the arguments.
	Result types.Type
	// ResultType, if not nil, returns the result type for arguments, which may be unknown or null. An error rejects the
	// call.
	ResultType func(c *Call) (types.Type, error)
	// Infer, if not nil, returns the static type of the results from static types of the arguments, if Result is not
	// enough; see [Decl.ResultOf].
	Infer func(in *Inference) types.Type
	// Impl returns the result. It is called after all arguments have been checked and, unless the parameters allow unknown
	// values, are known.
	Impl func(c *Call) (value.Value, error)
	// Direct replaces Impl for functions that have one parameter without flags, cannot fail, and depend only on the
	// argument: a known, unmarked value of the parameter's type that is not null. Calls of such functions are fast, in
	// particular if argument and result are scalars.
	Direct func(v value.Value) value.Value
	// Refine, if not nil, refines an unknown result.
	Refine func(v value.Value) value.Value
	// Prepare, if not nil, specializes the declaration for constant arguments, once per program; see [Preparer].
	Prepare Preparer
	// Pure declares that equal arguments always give equal results. A call with constant arguments may then be evaluated
	// once, when the program is compiled. Otherwise it is called in every evaluation. A function that reads a clock, a
	// file or the variables of a host is not pure. Functions with Direct are always pure.
	Pure bool
	// Inspects declares that the function inspects what is known, as try does: its result may change when an argument
	// becomes known.
	Inspects bool
	// Examples are shown in the reference and run as tests.
	Examples []Example
	// Refused, if not empty, makes every call an error with this text, which explains why the function is not available
	// and what to use instead.
	Refused string
}

// Param declares a parameter. By default the implementation receives neither null nor unknown arguments, and no marks.
type Param struct {
	Name        string
	Description string
	// Type is the type to which arguments are converted. Dynamic accepts anything.
	Type types.Type
	// Lazy parameters receive a thunk, not a value: see [Call.Thunks].
	Lazy bool
	// Static, together with Lazy, declares that the argument is read as an expression and never evaluated, so it may
	// contain names that only the function defines. Its thunk is an [ExpressionThunk].
	Static bool
	// AllowNull allows null arguments.
	AllowNull bool
	// AllowUnknown allows unknown arguments, and arguments that contain something unknown.
	AllowUnknown bool
	// AllowUnknownParts allows known containers that contain something unknown, but no unknown arguments.
	AllowUnknownParts bool
	// AllowDynamic allows the dynamic value. Otherwise it makes the result dynamic.
	AllowDynamic bool
	// AllowMarked allows marks, which the implementation must then add to its result.
	AllowMarked bool
}

// Example is a call and its result, both as source text. Exactly one of Result and Error is set.
type Example struct {
	Call   string
	Result string
	Error  string
}

// Thunk is an argument that has not been evaluated.
type Thunk interface {
	// Eval evaluates the argument. The error contains the diagnostics, which are not reported anywhere else.
	Eval() (value.Value, error)
}

// Call is a call of a function, as passed to the implementation. It is valid only during the call.
type Call struct {
	// Args are the converted arguments. Those of lazy parameters are the zero Value.
	Args []value.Value
	// Thunks are the arguments of lazy parameters, at their positions; nil if the function has none.
	Thunks []Thunk
	// Profile is the profile of the call.
	Profile *types.Profile
	// Result is the result type, as soon as it has been computed.
	Result types.Type
	// Hidden has bit i set if argument i has marks, even if they were removed: errors must not show such an argument. Bit
	// 63 is for all arguments from 63 on. The call protocol sets it; see [Call.Quote].
	Hidden uint64
	// Host is the data of the host for its own functions.
	Host any
	// Evaluation is the calling evaluation, for functions that evaluate expressions themselves (see eval.Nested). It is
	// nil if the call does not come from an evaluation.
	Evaluation any
}

// ArgError is an error that one argument causes.
type ArgError struct {
	Index int
	Err   error
}

// Error returns the text of the wrapped error.
func (e *ArgError) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e *ArgError) Unwrap() error { return e.Err }

// Arg returns an [*ArgError] for argument i.
func Arg(i int, err error) error { return &ArgError{Index: i, Err: err} }

// Table is a set of functions by name. It must not be changed while it is in use.
type Table map[string]*Decl
