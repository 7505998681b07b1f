package value_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// A value weighs as much as going through it shows.
func TestWeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawAny(t, 4)
		if got, want := host.Weight(v), walked(v); got != want {
			t.Fatalf("%s weighs %d instead of %d", host.DebugString(v), got, want)
		}
	})
}

func walked(v value.Value) int64 {
	v, _ = v.Unmark()
	n := int64(1)
	if v.IsString() && v.IsKnown() && !v.IsNull() {
		return n + int64(len(v.AsString())/64)
	}
	if v.IsNumber() {
		return host.Weight(v) // see TestWeightOfNumbers
	}
	for _, e := range v.Elems() {
		n += walked(e)
	}
	return n
}

// Parts that are shared count wherever they occur, up to a weight that no sum exceeds.
func TestWeightOfShared(t *testing.T) {
	v := value.String("x")
	for range 10 {
		v = value.Tuple(v, v, v)
	}
	if got, want := host.Weight(v), int64(88573); got != want { // (3^11-1)/2
		t.Errorf("the weight is %d, want %d", got, want)
	}
	for range 200 {
		v = value.ListOf(types.Dynamic, []value.Value{v, v.WithMarks(value.NewMarks("m")), v})
	}
	if got := host.Weight(v); got < 1<<48 || got > 1<<49 {
		t.Errorf("the weight is %d", got)
	}
}

func TestWeightOfDeep(t *testing.T) {
	v := value.Int(1)
	for i := range 32_766 {
		if host.Weight(v) != int64(i+1) {
			t.Fatalf("%d levels weigh %d", i, host.Weight(v))
		}
		v = value.Tuple(v).Mark("m")
	}
	if v = value.Tuple(v); host.Weight(v) < 1<<48 || host.Weight(value.Tuple(v)) < 1<<48 {
		t.Errorf("what nests too deep weighs %d", host.Weight(v))
	}
}

// What takes part in hashing is bounded, and equal values have one hash all the same.
func TestHashOfShared(t *testing.T) {
	pairs := func() value.Value {
		v := value.Int(1)
		for range 60 {
			v = value.Tuple(v, v)
		}
		return v
	}
	if a, b := calc.Hash(pairs()), calc.Hash(pairs()); a != b {
		t.Errorf("equal values have the hashes %x and %x", a, b)
	}
}

// A number weighs as much as it takes: what is bounded by the weight of a value is bounded in memory, also when it is
// written.
func TestWeightOfNumbers(t *testing.T) {
	const partBytes = 48
	for _, text := range []string{"0", "-1", "9223372036854775807", "9223372036854775808", "0.1", "1e16000", "1e-16384",
		"123.456e-16000",
		strings.Repeat("7", 60_000), "0." + strings.Repeat("3", 60_000)} {
		v, err := numbers.Parse(text, types.NumberTextExponent)
		if err != nil {
			t.Fatal(err)
		}
		if written := len(v.NumberText()); int64(written) > partBytes*host.Weight(v) {
			t.Errorf("%.20s has %d digits and weighs %d", text, written, host.Weight(v))
		}
		if _, small := v.AsInt64(); small && host.Weight(v) != 1 {
			t.Errorf("%s weighs %d", text, host.Weight(v))
		}
	}
	var tiny value.Value
	for tiny = value.Float(0.1); ; {
		next, err := calc.Mul(tiny, tiny)
		if err != nil || next.IsZero() || numbers.IsInteger(next) {
			break
		}
		tiny = next
	}
	if written := len(tiny.NumberText()); int64(written) > partBytes*host.Weight(tiny) {
		t.Errorf("the smallest number has %d digits and weighs %d", written, host.Weight(tiny))
	}
}

// What a number with an exponent takes is known before it is made.
func TestExponentBytes(t *testing.T) {
	for text, least := range map[string]int{"1e16000": 6000, "[1e16000,1.5E+16384]": 13000, "1e": 0, "e16000": 0,
		"te16000": 0, "1e-16000": 0, "1e99999999999999999999": 8192} {
		if got := numbers.ExponentBytes(text); got < least || got > 2*least {
			t.Errorf("%s: %d bytes, want at least %d", text, got, least)
		}
	}
}
