package difftest

import (
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// acceptedCalls are the differences between functions that are meant.
var acceptedCalls = []row[*stdlibCall]{
	{"all arguments are checked before the dynamic value decides, as the specification says", func(c *stdlibCall) bool {
		return c.refuses() && c.want.Type() == cty.DynamicPseudoType && !c.want.IsKnown() && c.failsInAnyCase()
	}},
	{"a set with unknown numbers becomes a list of texts, where theirs stays a list of numbers", func(c *stdlibCall) bool {
		return c.is("join", "compact", "sort") && c.gotErr == nil && c.wantErr != nil &&
			strings.Contains(c.wantErr.Error(), "received number") && c.withKnown(withKnownSets).difference() == "" &&
			!c.got.IsWhollyKnown()
	}},
	{"distinct converts its argument as conversion does", func(c *stdlibCall) bool {
		if !c.is("distinct") || !c.gives() {
			return false
		}
		bare, _ := c.args[0].Unmark()
		converted := convertBoth(bare, types.List(types.Dynamic), nil)
		return acceptRow(acceptedConversions, converted) != "" && shown(ctyValueOf(c.got)) == shown(c.want)
	}},
	{"contains refuses to look for null, as Terraform 1.5.7 does", func(c *stdlibCall) bool {
		return c.is("contains") && c.refuses() && c.args[1].IsNull()
	}},
	{"an empty list has no element at an unknown position either", func(c *stdlibCall) bool {
		return c.is("element") && c.refuses() && isEmpty(c.args[0]) && !c.args[1].IsKnown()
	}},
	{"flatten takes sequences only, not objects with unknown attributes", func(c *stdlibCall) bool {
		return c.is("flatten") && c.refuses() && !isSequence(c.args[0])
	}},
	{"a range with a step of zero is refused, also where there is nothing to step through", func(c *stdlibCall) bool {
		return c.is("range") && c.refuses() && len(c.args) == 3 && numbers.Sign(c.args[2]) == 0
	}},
	{"of an empty set and an unknown one the product is empty", func(c *stdlibCall) bool {
		return c.is("setproduct") && c.gives() && c.got.IsKnown() && c.got.Len() == 0 && !c.want.IsKnown() &&
			slices.ContainsFunc(c.args, isEmpty) && c.keepsMarks()
	}},
	{"zipmap compares lengths also where keys are unknown", func(c *stdlibCall) bool {
		if !c.is("zipmap") || !c.refuses() {
			return false
		}
		keys, _ := c.args[0].Unmark()
		vals, _ := c.args[1].Unmark()
		return keys.IsContainer() && vals.IsContainer() && keys.Len() != vals.Len() && !keys.IsWhollyKnown()
	}},
	{"unknown elements of sets have another place", func(c *stdlibCall) bool {
		return c.is("reverse") && c.gives() && c.args[0].Kind() == types.KindSet && !c.args[0].IsWhollyKnown() &&
			sortedParts(ctyValueOf(c.got)) == sortedParts(c.want)
	}},
	{"lookup takes null as a default, as Terraform 1.5.7 does", func(c *stdlibCall) bool {
		return c.is("lookup") && c.gotErr == nil && c.wantErr != nil && c.args[2].IsNull() &&
			(c.isElement() || c.got.IsUnknown() && !(c.args[0].IsKnown() && c.args[1].IsKnown()))
	}},
	{"lookup looks into maps that are not wholly known, as Terraform 1.5.7 does", func(c *stdlibCall) bool {
		return c.is("lookup") && c.gives() && !c.want.IsKnown() && hasUnknownArgument(c.args) && c.isElement()
	}},
	{"formatlist goes on in each list where an element is unknown; theirs stays behind", func(c *stdlibCall) bool {
		return c.is("formatlist") && c.gives() && c.withKnown(withKnownElements).difference() == "" &&
			sameUnknowns(ctyValueOf(c.got), c.want)
	}},
	{"merge with an unknown map of any type gives what is of no certain type", func(c *stdlibCall) bool {
		return c.is("merge") && c.gives() && !c.got.IsKnown() && c.got.Type().IsDynamic() && !c.want.IsKnown() &&
			c.want.Type().Equals(cty.Map(cty.DynamicPseudoType)) && c.keepsMarks()
	}},
}

func (c *stdlibCall) is(names ...string) bool { return slices.Contains(names, c.cp.name) }

// refuses reports whether only ours fails, and gives whether both do not.
func (c *stdlibCall) refuses() bool { return c.gotErr != nil && c.wantErr == nil }
func (c *stdlibCall) gives() bool   { return c.gotErr == nil && c.wantErr == nil }

// failsInAnyCase reports whether theirs fails, too, whatever the dynamic values turn out to be.
func (c *stdlibCall) failsInAnyCase() bool {
	for _, known := range []value.Value{value.String("a"), value.Int(1), value.True, value.Tuple(value.String("a")),
		object([]string{"a"}, value.Int(1)), mapOf(types.String, nil), value.SetOf(types.String, nil)} {
		other := c.withKnown(func(v value.Value) value.Value {
			if bare, marks := v.Unmark(); bare.IsUnknown() && bare.Type().IsDynamic() {
				return known.WithMarks(marks)
			}
			return v
		})
		if other.wantErr == nil {
			return false
		}
	}
	return true
}

// keepsMarks reports whether the result has all marks of the arguments.
func (c *stdlibCall) keepsMarks() bool {
	_, have := c.got.UnmarkDeep()
	for _, a := range c.args {
		_, marks := a.UnmarkDeep()
		if slices.ContainsFunc(marks.List(), func(m value.Mark) bool { return !have.Has(m) }) {
			return false
		}
	}
	return true
}

// withKnown is the same call with other arguments, and with the mistake of this one.
func (c *stdlibCall) withKnown(known func(value.Value) value.Value) *stdlibCall {
	args := make([]value.Value, len(c.args))
	for i, a := range c.args {
		args[i] = known(a)
	}
	return c.cp.call(args, c.mistake)
}

// isElement reports whether the result is the element of the first argument that the second one names, or its text.
func (c *stdlibCall) isElement() bool {
	in, marks := c.args[0].Unmark()
	key, more := c.args[1].Unmark()
	_, have := c.got.Unmark()
	lost := func(m value.Mark) bool { return !have.Has(m) }
	if slices.ContainsFunc(marks.List(), lost) || slices.ContainsFunc(more.List(), lost) {
		return false
	}
	if !in.IsContainer() || !key.IsString() {
		return false
	}
	at := slices.Index(in.Names(), key.AsString())
	if at < 0 { // the default
		return len(c.args) == 3 && sameScalar(c.got, c.args[2])
	}
	return sameScalar(c.got, in.At(at))
}

// sameScalar reports whether two values are unknown, null, or have the same text, and whether all marks of the second
// are on the first.
func sameScalar(a, b value.Value) bool {
	a, am := a.Unmark()
	b, bm := b.Unmark()
	if slices.ContainsFunc(bm.List(), func(m value.Mark) bool { return !am.Has(m) }) {
		return false
	}
	if a.IsUnknown() || b.IsUnknown() || a.IsNull() || b.IsNull() {
		return a.IsUnknown() == b.IsUnknown() && a.IsNull() == b.IsNull()
	}
	text := func(v value.Value) string {
		out, err := convert.Convert(v, types.String, types.Compat)
		if err != nil {
			return host.DebugString(v)
		}
		return out.AsString()
	}
	return text(a) == text(b)
}

// isEmpty reports whether a value has no elements, known or not.
func isEmpty(v value.Value) bool {
	v, _ = v.Unmark()
	return v.IsContainer() && v.Len() == 0 || v.Type().Kind() == types.KindTuple && v.Type().Len() == 0
}

func hasUnknownArgument(args []value.Value) bool {
	return slices.ContainsFunc(args, func(a value.Value) bool { return !a.IsWhollyKnown() })
}

// withKnownElements puts a text or number in place of what is unknown in a list or tuple.
func withKnownElements(v value.Value) value.Value {
	return replaced(v, func(v value.Value) value.Value {
		switch {
		case v.IsKnown():
			return v
		case v.Type() == types.Number:
			return value.Int(7)
		case v.Type() == types.Bool:
			return value.True
		}
		return value.String("known")
	})
}

// sameUnknowns reports whether the same elements of two lists are unknown.
func sameUnknowns(a, b cty.Value) bool {
	a, _ = a.UnmarkDeep()
	b, _ = b.UnmarkDeep()
	if !a.IsKnown() || !b.IsKnown() || a.LengthInt() != b.LengthInt() {
		return false
	}
	same := func(x, y cty.Value) bool { return x.IsKnown() == y.IsKnown() }
	return slices.EqualFunc(a.AsValueSlice(), b.AsValueSlice(), same)
}

// sortedParts writes the elements of a value in an order of their own.
func sortedParts(v cty.Value) string {
	v, marks := v.Unmark()
	if !v.IsKnown() || v.IsNull() {
		return shown(v)
	}
	var parts []string
	for _, e := range v.AsValueSlice() {
		parts = append(parts, shown(e))
	}
	slices.Sort(parts)
	return strings.Join(append(parts, marks.GoString()), ";")
}

func isSequence(v value.Value) bool {
	switch v.Kind() {
	case types.KindList, types.KindSet, types.KindTuple:
		return true
	}
	return false
}
