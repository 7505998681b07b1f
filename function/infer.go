package function

import (
	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Operand describes an argument before there are values.
type Operand struct {
	// Type is the static type of the argument; see package convert.
	Type types.Type
	// Value is the argument if it is a constant: wholly known and without marks. Otherwise it is the zero Value.
	Value value.Value
	// Expression is the argument as an hcl.Expression. Only static parameters need it.
	Expression any
	// Rest means that the operand represents any number of arguments of the type, including none: those of an expansion at
	// the end of a call.
	Rest bool
}

// IsConst reports whether the operand is a constant.
func (o Operand) IsConst() bool { return !o.Value.IsZero() }

// Inference is a call for [Decl.Infer], of which the types of the arguments and possibly some constants are known.
type Inference struct {
	// Args are the arguments as the implementation would receive them, converted to the types of the parameters: neither
	// null, unless the parameter allows it, nor promises or outputs. There is one for every parameter. The last of
	// additional arguments may be a Rest.
	Args    []Operand
	Profile *types.Profile
	rest    int // the position of the first argument that stands for an expansion, or -1
	faults  []error
}

// Fail reports that the call fails for all values. If one argument causes the error, the error should be an
// [*ArgError].
func (in *Inference) Fail(err error) {
	if a, ok := err.(*ArgError); ok && in.rest >= 0 && a.Index > in.rest {
		err = Arg(in.rest, a.Err)
	}
	in.faults = append(in.faults, err)
}

// IsOpen reports whether the number of arguments may differ from the length of Args.
func (in *Inference) IsOpen() bool {
	n := len(in.Args)
	return n > 0 && in.Args[n-1].Rest
}

// ResultOf returns the static type of the results of a call, without evaluating anything, or dynamic if nothing is
// known about it. If an argument is a promise or an output, so is the result. A nil profile means [types.Standard].
//
// It returns the errors that occur for all values: an [*ArityError], a [*RefusedError], or an [*ArgError] for each
// argument that never fits. The type is then the most likely one, so that a checker can continue. A failure that only
// some values cause is not an error.
func (d *Decl) ResultOf(args []Operand, p *types.Profile) (types.Type, []error) {
	if p == nil {
		p = types.Standard
	}
	in := &Inference{Profile: p, rest: -1}
	given := make([]types.Type, len(args))
	for i, a := range args {
		given[i] = a.Type
		if in.rest < 0 && a.Rest {
			in.rest = i
		}
	}
	args = in.spread(d, args)
	if _, err := d.Site(len(args), p); err != nil {
		return d.Result, []error{err}
	}
	in.Args = make([]Operand, len(args))
	for i, a := range args {
		in.Args[i] = in.admit(i, a, d.Param(i))
	}
	result := d.Result
	if d.Infer != nil && len(in.faults) == 0 {
		result = d.Infer(in)
	}
	return types.Lift(result, given...), in.faults
}

// spread uses an expansion for every parameter that has no other argument and, if there can be more arguments, for the
// rest.
func (in *Inference) spread(d *Decl, args []Operand) []Operand {
	if in.rest < 0 {
		return args
	}
	out := append([]Operand(nil), args[:in.rest]...)
	more := Operand{Type: args[in.rest].Type}
	for len(out) < len(d.Params) {
		out = append(out, more)
	}
	if d.Variadic != nil {
		more.Rest = true
		out = append(out, more)
	}
	return out
}

// admit treats an argument as a call treats its value.
func (in *Inference) admit(i int, a Operand, p *Param) Operand {
	a.Type = types.ResolveEventuals(a.Type)
	if p.Lazy {
		return a
	}
	t, err := convert.Cast(a.Type, p.Type, in.Profile)
	switch isNull := a.Type == types.None || a.IsConst() && a.Value.IsNull(); {
	case isNull && !p.AllowNull:
		err = errNull
	case err == nil && a.IsConst():
		a.Value, err = convert.Convert(a.Value, p.Type, baseNulls(in.Profile))
	}
	switch {
	case err != nil && a.Rest:
		t = types.WithoutOptional(p.Type) // there may be none
	case err != nil:
		in.Fail(Arg(i, err))
		return Operand{Type: p.Type}
	case !p.AllowNull:
		t = types.WithoutNone(t)
	}
	a.Type = t
	return a
}
