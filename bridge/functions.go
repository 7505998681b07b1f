package bridge

import (
	"errors"
	"fmt"

	"github.com/zclconf/go-cty/cty"
	ctyfunction "github.com/zclconf/go-cty/cty/function"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// ToCtyFunction returns a function of go-cty that calls a declared one by the rules of a profile; nil means
// types.Compat. It accepts null, unknown and marked arguments, of which the declaration decides itself. A function with
// lazy parameters, such as try, is refused: go-cty hands over values only. A result that cannot be said is an error of
// the call.
func ToCtyFunction(d *function.Decl, p *types.Profile) (ctyfunction.Function, error) {
	if p == nil {
		p = types.Compat
	}
	spec := &ctyfunction.Spec{Description: d.Summary}
	for i := range d.Params {
		param, err := toParam(&d.Params[i])
		if err != nil {
			return ctyfunction.Function{}, err
		}
		spec.Params = append(spec.Params, param)
	}
	if d.Variadic != nil {
		param, err := toParam(d.Variadic)
		if err != nil {
			return ctyfunction.Function{}, err
		}
		spec.VarParam = &param
	}
	spec.Type = func(args []cty.Value) (cty.Type, error) {
		if d.ResultType == nil && d.Result != types.Dynamic {
			return toType(d.Result, nil)
		}
		v, err := call(d, p, args)
		if err != nil {
			return cty.NilType, err
		}
		return v.Type(), nil
	}
	spec.Impl = func(args []cty.Value, _ cty.Type) (cty.Value, error) { return call(d, p, args) }
	return ctyfunction.New(spec), nil
}

func toParam(p *function.Param) (ctyfunction.Parameter, error) {
	if p.Lazy {
		return ctyfunction.Parameter{}, fmt.Errorf("parameter %s takes an expression, but go-cty only has values", p.Name)
	}
	t, err := toType(p.Type, nil)
	return ctyfunction.Parameter{Name: p.Name, Description: p.Description, Type: t,
		AllowNull: true, AllowUnknown: true, AllowDynamicType: true, AllowMarked: true}, err
}

func call(d *function.Decl, p *types.Profile, args []cty.Value) (cty.Value, error) {
	vals := make([]value.Value, len(args))
	for i, a := range args {
		v, err := FromCty(a)
		if err != nil {
			return cty.NilVal, ctyfunction.NewArgError(i, err)
		}
		vals[i] = v
	}
	out, err := d.Call(vals, p)
	if arg := (*function.ArgError)(nil); errors.As(err, &arg) {
		return cty.NilVal, ctyfunction.NewArgError(arg.Index, arg.Err)
	}
	if err != nil {
		return cty.NilVal, err
	}
	return ToCty(out)
}

// FromCtyFunction declares a function of go-cty under a name. Nothing says whether such a function is pure, so it is
// not taken as one: set Pure on the declaration before its first use where equal arguments always give equal results.
func FromCtyFunction(name string, f ctyfunction.Function) *function.Decl {
	d := &function.Decl{Name: name, Summary: f.Description()}
	for _, p := range f.Params() {
		d.Params = append(d.Params, fromParam(&p))
	}
	if p := f.VarParam(); p != nil {
		variadic := fromParam(p)
		d.Variadic = &variadic
	}
	d.ResultType = func(c *function.Call) (types.Type, error) {
		args, err := arguments(c)
		if err != nil {
			return types.Dynamic, err
		}
		t, err := f.ReturnTypeForValues(args)
		if err != nil {
			return types.Dynamic, ourError(name, err)
		}
		return FromCtyType(t), nil
	}
	d.Impl = func(c *function.Call) (value.Value, error) {
		args, err := arguments(c)
		if err != nil {
			return value.Value{}, err
		}
		out, err := f.Call(args)
		if err != nil {
			return value.Value{}, ourError(name, err)
		}
		return FromCty(out)
	}
	return d
}

// fromParam keeps the rules of go-cty, where a container with unknown parts is known enough to be handed over.
func fromParam(p *ctyfunction.Parameter) function.Param {
	return function.Param{Name: p.Name, Description: p.Description, Type: FromCtyType(p.Type), AllowNull: p.AllowNull,
		AllowUnknown: p.AllowUnknown, AllowUnknownParts: true, AllowDynamic: p.AllowDynamicType, AllowMarked: p.AllowMarked}
}

func arguments(c *function.Call) ([]cty.Value, error) {
	args := make([]cty.Value, len(c.Args))
	for i, a := range c.Args {
		v, err := ToCty(a)
		if err != nil {
			return nil, function.Arg(i, err)
		}
		args[i] = v
	}
	return args, nil
}

// ourError keeps the argument that an error is about, and drops the stack that go-cty puts into the error of a panic.
func ourError(name string, err error) error {
	if p := (ctyfunction.PanicError{}); errors.As(err, &p) {
		return &function.PanicError{Name: name}
	}
	if arg := (ctyfunction.ArgError{}); errors.As(err, &arg) {
		return function.Arg(arg.Index, errors.New(arg.Error()))
	}
	return err
}
