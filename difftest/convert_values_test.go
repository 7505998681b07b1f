package difftest

import (
	"errors"
	"slices"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

func object(names []string, vals ...value.Value) value.Value {
	return host.ObjectOf(host.NewShape(names), vals)
}

func mapOf(elem types.Type, names []string, vals ...value.Value) value.Value {
	return host.MapOf(elem, host.NewShape(names), vals)
}

// sampleValues are converted to every type.
func sampleValues() []value.Value {
	str, num, no := value.String, value.Int, value.False
	ab, a := []string{"a", "b"}, []string{"a"}
	vals := []value.Value{
		value.Null, value.DynamicUnknown, value.True, no, num(0), num(-17), str(""), str("true"), str("1"), str("0"),
		str("yes"), str("True"),
		str("12.50"), str("1e3"), str("-0"), str("+1"), str("01"), str(".5"), str("5."), str("0x10"), str("1_000"), str(" 1"),
		value.Tuple(), value.Tuple(num(1)), value.Tuple(str("a")), value.Tuple(str("1"), num(1), value.True),
		value.Tuple(num(1), no),
		value.Tuple(num(3), num(3), num(1)), value.Tuple(str("x"), value.Null), value.Tuple(value.Null),
		value.Tuple(value.DynamicUnknown, num(2)),
		value.Tuple(value.Unknown(types.String), str("a")), value.Tuple(value.Unknown(types.Number)),
		value.Tuple(value.NullOf(types.Bool), num(1)),
		value.Tuple(value.Tuple(num(1)), value.Tuple(str("b"))),
		value.Tuple(object(a, num(1)), object(a, str("x"))), value.Tuple(object(a, num(1)), object(ab, str("x"), num(2))),
		value.ListOf(types.String, []value.Value{str("1"), str("2"), str("1")}), value.ListOf(types.Number, nil),
		value.ListOf(types.Bool, []value.Value{no}),
		value.ListOf(types.Number, []value.Value{num(2), value.NullOf(types.Number), value.Unknown(types.Number)}),
		value.SetOf(types.String, []value.Value{str("b"), str("a")}),
		value.SetOf(types.Number, []value.Value{num(10), num(9)}), value.SetOf(types.Bool, nil),
		mapOf(types.String, ab, str("1"), str("2")), mapOf(types.Number, a, num(1)), mapOf(types.Bool, nil),
		mapOf(types.String, []string{"a", "zz"}, str("1"), str("q")),
		object(nil), object(a, str("x")), object(a, num(5)), object(a, value.True), object(ab, num(1), str("2")),
		object(ab, value.Unknown(types.String), num(2)),
		object(a, value.Null), object(a, value.NullOf(types.String)), object(a, value.DynamicUnknown),
		object(a, value.Tuple(num(1))), object(a, object([]string{"b"}, no)),
		value.ListOf(expr("object({a = number})"), []value.Value{object(a, num(1)), object(a, num(2))}),
		value.SetOf(types.Number, []value.Value{num(1), value.Unknown(types.Number)}),
		value.SetOf(types.Number, []value.Value{value.Unknown(types.Number)}),
		str("1p3"), str("inf"), str("-Inf"), str("+Inf"), str("1E3"), str("NaN"), str("infinity"),
		str("123456789012345678901234567890.5"),
		value.ListOf(types.Dynamic, nil),
		value.ListOf(expr("list(number)"), []value.Value{value.ListOf(types.Number, []value.Value{num(1)})}),
		value.ListOf(types.String, []value.Value{str("1").Mark("m"), str("2")}),
		value.Tuple(value.ListOf(types.Number, nil), value.Tuple(str("x"))),
		value.Tuple(value.ListOf(types.String, nil), value.ListOf(types.Number, nil)), value.Tuple(value.True, value.Tuple()),
		value.Tuple(object(a, value.True), object(a, value.Tuple())), value.Tuple(object(a, value.Null), object(a, num(1))),
		value.String("s").Mark("m"), value.Tuple(num(1).Mark("m"), num(2)), value.Tuple(num(1), num(2)).Mark("m"),
		object(a, str("1").Mark("m")),
	}
	texts := func(vals ...value.Value) value.Value { return value.SetOf(types.String, vals) }
	partly := texts(str("12.5"), value.Unknown(types.String))
	vals = append(vals, partly, texts(str("x"), value.Unknown(types.String)), value.Tuple(partly), object(a, partly),
		value.ListOf(expr("set(string)"), []value.Value{texts(str("12.5")), texts()}),
		value.ListOf(expr("set(string)"), []value.Value{partly, texts(), texts(str("1"), str("2"))}),
		mapOf(expr("set(string)"), ab, texts(), texts(str("3"))), value.ListOf(expr("list(string)"), nil),
		value.SetOf(expr("tuple([string])"), nil), mapOf(expr("list(string)"), nil))
	for _, t := range baseTypes {
		vals = append(vals, value.NullOf(t), value.Unknown(t), unknowns.NotNullOf(t))
	}
	return vals
}

// contains reports whether a part of a value has a property.
func contains(v value.Value, property func(value.Value) bool) bool {
	return property(v) || slices.ContainsFunc(v.Elems(), func(e value.Value) bool { return contains(e, property) })
}

func hasUncertainLength(v value.Value) bool {
	return v.Kind() == types.KindSet && v.Len() > 1 && !v.IsWhollyKnown()
}

// hasOnlyType reports whether v is a null or unknown of a type that has parts.
func hasOnlyType(v value.Value) bool {
	return (v.IsNull() || v.IsUnknown()) && v.Type().Size() > 1
}

func isEmptyCollection(v value.Value) bool { return v.IsContainer() && v.Len() == 0 }

func isMapWithoutContent(v value.Value) bool { return v.Kind() == types.KindMap && v.Len() < 3 }

func isStructuredSet(v value.Value) bool {
	return v.Kind() == types.KindSet && v.Len() > 1 && !v.ElemType().IsPrimitive()
}

func TestConvertValuesAsCty(t *testing.T) {
	known, noticed := met{}, mistakes{}
	for _, v := range sampleValues() {
		for _, dst := range append(append([]types.Type{}, baseTypes...), targetsOnly...) {
			reason := compareConvert(t, v, dst)
			if known[reason]++; reason != "" && known[reason] <= 200 {
				convertWrongly(noticed, reason, v, dst)
			}
		}
	}
	known.check(t, reasonsOfRows(acceptedConversions), 3)
	noticed.check(t, reasonsOfRows(acceptedConversions))
}

// compareConvert compares a conversion. It returns the reason of a difference that is meant.
func compareConvert(t *testing.T, v value.Value, dst types.Type) (reason string) {
	t.Helper()
	c := convertBoth(v, dst, nil)
	difference := c.difference()
	if difference == "" {
		return ""
	}
	if reason = acceptRow(acceptedConversions, c); reason == "" {
		t.Errorf("%#v to %v: %s", ctyValueOf(v), dst, difference)
	}
	return reason
}

// convertWrongly makes mistakes in a conversion with a difference that is meant.
func convertWrongly(noticed mistakes, reason string, v value.Value, dst types.Type) {
	right := convertBoth(v, dst, nil).difference()
	for name, mistake := range conversionMistakes() {
		c := convertBoth(v, dst, mistake)
		if d := c.difference(); d != "" && d != right {
			noticed.add(reason, name, acceptRow(acceptedConversions, c) == "")
		}
	}
}

// conversionMistakes are those with the result, and those with the error.
func conversionMistakes() map[string]func(*conversion) {
	out := map[string]func(*conversion){
		"an error is lost": func(c *conversion) {
			if c.err != nil {
				c.err, c.got = nil, value.String("converted")
			}
		},
		"a conversion fails": func(c *conversion) {
			if c.err == nil {
				c.err = errors.New("fails")
			}
		},
	}
	for name, mistake := range valueMistakes {
		out[name] = func(c *conversion) {
			if c.err == nil {
				if wrong, ok := mistake(c.got); ok {
					c.got = wrong
				}
			}
		}
	}
	return out
}
