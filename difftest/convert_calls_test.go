package difftest

import (
	"fmt"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"
	ctyfunction "github.com/zclconf/go-cty/cty/function"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// twins declares one function on both sides: it takes two arguments, and reports whether it was called.
func twins(a, b function.Param, ran *int) (*function.Decl, ctyfunction.Function) {
	a.Name, b.Name = "a", "b"
	// as in go-cty, where only an argument that is unknown itself ends a call
	a.AllowUnknownParts, b.AllowUnknownParts = true, true
	ours := &function.Decl{Name: "twin", Params: []function.Param{a, b}, Result: types.String,
		Impl: func(c *function.Call) (value.Value, error) {
			*ran++
			return value.String("done"), nil
		}}
	param := func(p function.Param) ctyfunction.Parameter {
		return ctyfunction.Parameter{Name: p.Name, Type: ctyTypeOf(p.Type), AllowNull: p.AllowNull,
			AllowUnknown:     p.AllowUnknown,
			AllowDynamicType: p.AllowDynamic, AllowMarked: p.AllowMarked}
	}
	theirs := ctyfunction.New(&ctyfunction.Spec{Params: []ctyfunction.Parameter{param(a), param(b)},
		Type: ctyfunction.StaticReturnType(cty.String),
		Impl: func([]cty.Value, cty.Type) (cty.Value, error) { *ran--; return cty.StringVal("done"), nil }})
	return ours, theirs
}

// callAsHCL converts the arguments first, as HashiCorp's evaluator does.
func callAsHCL(f ctyfunction.Function, args []cty.Value) (cty.Value, error) {
	for i, p := range f.Params() {
		v, err := ctyconvert.Convert(args[i], p.Type)
		if err != nil {
			return cty.NilVal, err
		}
		args[i] = v
	}
	return f.Call(args)
}

// F2 to F7, in all combinations of flags and arguments.
func TestConvertCallsAsCty(t *testing.T) {
	args := []value.Value{
		value.String("x"), value.Int(1), value.Null, value.NullOf(types.String), value.NullOf(types.Bool),
		value.DynamicUnknown, value.Unknown(types.String),
		value.Unknown(types.Bool), value.Tuple(value.Unknown(types.String)), value.String("m").Mark("m"),
		value.Unknown(types.String).Mark("m"),
		value.Tuple(value.String("deep").Mark("m")), value.Null.Mark("m"),
	}
	for _, typ := range []types.Type{types.String, types.Dynamic, types.List(types.String)} {
		for flags := range 16 {
			p := function.Param{Type: typ, AllowNull: flags&1 != 0, AllowUnknown: flags&2 != 0, AllowDynamic: flags&4 != 0,
				AllowMarked: flags&8 != 0}
			plain := function.Param{Type: types.String}
			for _, a := range args {
				for _, b := range args {
					compareCall(t, p, plain, a, b)
				}
			}
		}
	}
}

func compareCall(t *testing.T, p, q function.Param, a, b value.Value) {
	t.Helper()
	ran := 0
	ours, theirs := twins(p, q, &ran)
	var want cty.Value
	var wantErr error
	if !survives(func() { want, wantErr = callAsHCL(theirs, []cty.Value{ctyValueOf(a), ctyValueOf(b)}) }) {
		return
	}
	got, err := ours.Call([]value.Value{a, b}, types.Compat)
	row := fmt.Sprintf("%+v: (%s, %s)", p, host.DebugString(a), host.DebugString(b))
	switch {
	case a.IsNull() && a.Type().IsDynamic() && p.Type.IsDynamic() && p.AllowNull && !p.AllowDynamic:
		// go-cty takes a null for the dynamic value, which by the text is only the unknown one, and calls no function
		return
	case (err == nil) != (wantErr == nil) && shortCut(p, a, err):
		return // F4: go-cty ends the call before it has looked at the later arguments
	case (err == nil) != (wantErr == nil):
		t.Errorf("%s: %v, but go-cty says %v", row, err, wantErr)
	case err == nil && ran == 0 && p.AllowMarked && !got.IsKnown() && keepsMarks(t, got, want, a):
		return // go-cty forgets the marks that a parameter lets through if another argument is unknown
	case err == nil && (ran != 0 || !sameAsCty(t, got, want)):
		t.Errorf("%s: %s, but go-cty has %#v (calls differ by %d)", row, host.DebugString(got), want, ran)
	}
}

// keepsMarks reports whether the one thing that ours has more is the marks of an argument.
func keepsMarks(t *testing.T, got value.Value, want cty.Value, arg value.Value) bool {
	bare, marks := got.Unmark()
	theirs, _ := want.Unmark()
	for _, m := range host.MarksDeep(arg).List() {
		if !marks.Has(m) {
			return false
		}
	}
	return sameAsCty(t, bare, theirs)
}

// shortCut reports whether the first argument is what makes go-cty end a call early.
func shortCut(p function.Param, a value.Value, err error) bool {
	return err != nil && !a.IsKnown() && a.Type().IsDynamic() && p.Type.IsDynamic() && !p.AllowDynamic
}
