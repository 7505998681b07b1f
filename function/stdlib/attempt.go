package stdlib

import (
	"errors"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// The functions whose arguments may fail.
var attemptFuncs = []*function.Decl{canFunc, tryFunc}

func expression(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.Dynamic, Lazy: true}
}

var tryFunc = &function.Decl{
	Name: "try", Group: groupConvert, Since: since, Inspects: true,
	Summary: "Returns the value of the first argument that can be evaluated without an error.",
	Description: "Use it for data whose structure varies. It also hides mistakes, so keep the expressions short. Syntax " +
		"errors are not caught. An argument that is not wholly known yet is skipped if a later one is known, so a " +
		"default is used until the value is known. If no argument succeeds, but one may do so later, the result " +
		"is not known yet.",
	Variadic: new(expression("expressions",
		"The expressions, in order of preference; the last one is usually a constant.")),
	Infer: inferTry,
	Impl:  try,
	Examples: []function.Example{
		ex(`try({ a = 1 }.a, "fallback")`, `1`), ex(`try({ a = 1 }.b, "fallback")`, `"fallback"`),
		ex(`try(tonumber("x"), 0)`, `0`),
	},
}

// inferTry returns the type of any of the alternatives.
func inferTry(in *function.Inference) types.Type {
	if len(in.Args) == 0 {
		in.Fail(errNoArguments)
		return types.Dynamic
	}
	ts := make([]types.Type, len(in.Args))
	for i, a := range in.Args {
		ts[i] = a.Type
	}
	return either(ts...)
}

func try(c *function.Call) (value.Value, error) {
	if len(c.Thunks) == 0 {
		return value.Value{}, errNoArguments
	}
	var failures []string
	var late []value.Value // what is not wholly known yet
	for _, t := range c.Thunks {
		v, err := t.Eval()
		switch {
		case err != nil:
			failures = noteFailure(failures, err)
		case v.IsWhollyKnown():
			return v, nil
		case c.Profile.TryWaits:
			return unknowns.WithOrigins(value.DynamicUnknown, v.Origins()).WithMarks(host.MarksDeep(v)), nil
		default:
			late = append(late, v)
		}
	}
	if len(late) == 0 {
		return value.Value{}, errors.New("no expression succeeded:\n- " + strings.Join(failures, "\n- ") +
			"\n\nAt least one expression must give a result.")
	}
	out := waiting(types.Dynamic, late...)
	for _, v := range late {
		out = out.WithMarks(host.MarksDeep(v))
	}
	return out, nil
}

// An error of try quotes the errors of its alternatives, which may quote others. The limits are for one of them and for
// all together.
const (
	maxFailures = 10
	maxFailure  = 500 // bytes
)

// noteFailure adds a failure to the failures that the error of try shows.
func noteFailure(failures []string, err error) []string {
	if len(failures) == maxFailures {
		return append(failures[:maxFailures:maxFailures], "... and others")
	}
	if len(failures) > maxFailures {
		return failures
	}
	text := err.Error()
	if len(text) > maxFailure {
		text = strings.ToValidUTF8(text[:maxFailure], "") + " ..."
	}
	return append(failures, text)
}

var canFunc = &function.Decl{
	Name: "can", Group: groupConvert, Since: since, Inspects: true,
	Summary: "Reports whether an expression can be evaluated without an error.",
	Description: "Use it for conditions that check values. Syntax errors are not caught. In compositions an argument " +
		"that is not wholly known yet counts as a failure.",
	Params: []function.Param{expression("expression", "The expression.")},
	Result: types.Bool, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		v, err := c.Thunks[0].Eval()
		switch {
		case err != nil:
			return value.False, nil
		case v.IsWhollyKnown():
			return value.True, nil
		case c.Profile.NullIsNone:
			return value.False, nil
		}
		return waiting(types.Bool, v).WithMarks(host.MarksDeep(v)), nil
	},
	Examples: []function.Example{ex(`can(tonumber("1"))`, `true`), ex(`can({ a = 1 }.b)`, `false`)},
}
