package stdlib

import (
	"fmt"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// The errors for arguments of wrong types.
var (
	notASequence  = mustBe("a list or tuple")
	notSearchable = mustBe("a list, tuple or set")
	notIterable   = mustBe("a list, set or tuple")
	notASet       = mustBe("a set, list or tuple")
	noNumbers     = mustBe("a list, set or tuple of numbers")
	notAMap       = mustBe("a map or object")
	notAnObject   = mustBe("an object")
	notSized      = mustBe("a collection, an object or a string")
	notText       = mustBe("a string")
	notAPath      = mustBe("a string or a list")
)

// mustBe returns a function that creates the error for argument i of a type.
func mustBe(what string) func(i int, t types.Type) error {
	return func(i int, t types.Type) error {
		return function.Arg(i, fmt.Errorf("must be %s, not %s", what, describe(t)))
	}
}

// Like the conversion of arguments, conversions inside functions follow the profile of the call, but with the base
// model, in which every type has a null. Each function decides whether it accepts null.

var extendedRules = withNulls(types.Extended)

func withNulls(p *types.Profile) *types.Profile {
	q := *p
	q.NullIsNone = false
	return &q
}

func rules(p *types.Profile) *types.Profile {
	switch {
	case !p.NullIsNone:
		return p
	case p == types.Extended:
		return extendedRules
	}
	return withNulls(p)
}

// convertTo converts a value by the rules of a call.
func convertTo(c *function.Call, v value.Value, t types.Type) (value.Value, error) {
	if err := roomToConvert(c, v); err != nil {
		return value.Value{}, err
	}
	out, err := convert.Convert(v, t, rules(c.Profile))
	if err == nil && host.Weight(out) >= smallValue && (out.Kind() != v.Kind() || out.ElemType() != v.ElemType()) {
		err = c.Reserve(int(host.Weight(out)) * convertedPart)
	}
	return out, err
}

// roomToConvert checks and counts the maximum memory and time for converting values.
func roomToConvert(c *function.Call, vals ...value.Value) error {
	w := int64(0)
	for i := range vals {
		w += host.Weight(vals[i])
	}
	if w < smallValue {
		return nil
	}
	if w > maxConverted {
		return fmt.Errorf("there are more than %d parts to convert", int64(maxConverted))
	}
	if err := c.Work(w / partsPerStep); err != nil {
		return err
	}
	return c.Room(int(w) * convertedPart)
}

const (
	maxConverted  = 1 << 24
	convertedPart = 48 // bytes
	partsPerStep  = 16
)

// commonOf returns the common type of values by the rules of a call, or the error if there is none.
func commonOf(c *function.Call, vals []value.Value, fault error) (convert.Common, error) {
	if err := roomToConvert(c, vals...); err != nil {
		return convert.Common{}, err
	}
	m, ok := convert.CommonOf(vals, convert.Unsafe, rules(c.Profile))
	if !ok {
		return m, fault
	}
	return m, nil
}

// unify returns the type to which types convert, or the error if there is none.
func unify(c *function.Call, ts []types.Type, fault error) (types.Type, error) {
	same := true
	for _, t := range ts[1:] {
		same = same && t == ts[0]
	}
	if same {
		return ts[0], nil
	}
	t, ok := convert.Unify(ts, convert.Unsafe, rules(c.Profile))
	if !ok {
		return types.Dynamic, fault
	}
	return t, nil
}

// Unlike known values, unknown values can be of an extended type, such as an optional list or a promise of a list.
// Functions that examine the kinds of their arguments receive such an argument as an unknown value of the only kind
// that it can have, or else of dynamic type.

// atBase declares a function that receives unknown arguments with types of the base model.
func atBase(d *function.Decl) *function.Decl {
	if inner := d.ResultType; inner != nil {
		d.ResultType = func(c *function.Call) (types.Type, error) {
			toBase(c.Args)
			return inner(c)
		}
		return d // the implementation gets the same arguments afterwards
	}
	inner := d.Impl
	d.Impl = func(c *function.Call) (value.Value, error) {
		toBase(c.Args)
		return inner(c)
	}
	return d
}

func toBase(args []value.Value) {
	for i := range args {
		if host.FlagsOf(args[i])&host.FlagUnknown != 0 && !args[i].IsKnown() {
			args[i] = unknownAtBase(args[i])
		}
	}
}

func unknownAtBase(v value.Value) value.Value {
	t := v.Type()
	b := baseType(t)
	if b == t {
		return v
	}
	bare, marks := v.Unmark()
	return unknowns.From(b, bare.Origins()).WithMarks(marks)
}

// baseType removes unions with none, promises, outputs and names around a type. It does not change the parts of the
// type.
func baseType(t types.Type) types.Type {
	switch t.Kind() {
	case types.KindPromise, types.KindOutput:
		return baseType(t.Elem())
	case types.KindNamed:
		return baseType(t.Definition())
	case types.KindInt:
		return types.Number
	case types.KindNone:
		return types.Dynamic
	case types.KindUnion:
		return onlyMember(t)
	}
	return t
}

// onlyMember returns the only member of a union except none, if there is exactly one.
func onlyMember(t types.Type) types.Type {
	only, found := types.Dynamic, 0
	for i := range t.Len() {
		if m := t.At(i); m.Kind() != types.KindNone {
			only = m
			found++
		}
	}
	if found != 1 {
		return types.Dynamic
	}
	return baseType(only)
}

// notNull is the refinement of nearly all functions: their results are never null.
func notNull(v value.Value) value.Value { return unknowns.NotNull(v) }

// knownPrefix returns the known prefix of an unknown string.
func knownPrefix(v value.Value) string { return v.Refinement().Prefix }

// waiting returns an unknown value of a type with the origins of the arguments.
func waiting(t types.Type, args ...value.Value) value.Value {
	var o *value.Origins
	for i := range args {
		o = o.Union(args[i].Origins())
	}
	return unknowns.NotNull(unknowns.From(t, o))
}

// hasUnknown reports whether a value is or contains something unknown.
func hasUnknown(args []value.Value) bool {
	for i := range args {
		if host.FlagsOf(args[i])&host.FlagUnknown != 0 {
			return true
		}
	}
	return false
}

// forUnknown returns a [function.Decl.ResultType] for functions whose result type is needed only if an argument is
// unknown. It calls of with the type of the first argument, unless this type is not known either.
func forUnknown(of func(c *function.Call, t types.Type) (types.Type, error)) func(*function.Call) (types.Type, error) {
	return func(c *function.Call) (types.Type, error) {
		if t := c.Args[0].Type(); anyUnknown(c.Args) && !t.IsDynamic() {
			return of(c, t)
		}
		return types.Dynamic, nil
	}
}

// anyUnknown reports whether a value itself is unknown.
func anyUnknown(args []value.Value) bool {
	for i := range args {
		if !args[i].IsKnown() {
			return true
		}
	}
	return false
}
