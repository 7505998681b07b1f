package value_test

import (
	"errors"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// A Go integer takes what it has room for, and no number next to that.
func TestRangesOfGoIntegers(t *testing.T) {
	for _, target := range []any{new(int8), new(int16), new(int32), new(int64), new(int),
		new(uint8), new(uint16), new(uint32), new(uint64), new(uint), new(uintptr)} {
		x := reflect.ValueOf(target).Elem()
		bits := x.Type().Bits()
		low, high := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), uint(bits))
		if x.CanInt() {
			high.Rsh(high, 1)
			low.Neg(high)
		}
		high.Sub(high, big.NewInt(1))
		for _, c := range []struct {
			n  *big.Int
			ok bool
		}{{low, true}, {high, true}, {new(big.Int).Sub(low, big.NewInt(1)), false}, {new(big.Int).Add(high,
			big.NewInt(1)), false}, {big.NewInt(0), true}, {big.NewInt(1), true}} {
			err := value.ToGo(value.BigInt(c.n), target)
			if (err == nil) != c.ok {
				t.Errorf("%s into %T: %v", c.n, target, err)
				continue
			}
			if want := " from " + low.String() + " to " + high.String() + ","; err != nil &&
				!strings.Contains(err.Error(), want) {
				t.Errorf("%s into %T: %v, want%s", c.n, target, err, want)
			}
			back, _ := value.FromGo(target)
			if err == nil && (!back.Equal(value.BigInt(c.n)) || back.Type() != types.Number) {
				t.Errorf("%s into %T and back is %s", c.n, target, back.NumberText())
			}
		}
	}
}

func TestGoFloats(t *testing.T) {
	var f float64
	var g float32
	for _, c := range []struct {
		v      value.Value
		f      float64
		ok32   bool
		ok64   bool
		reason string
	}{
		{value.Float(0.5), 0.5, true, true, ""}, {num(t, "1e300"), 1e300, false, true, "too large"},
		{num(t, "1e400"), 0, false, false, "too large"},
		{numbers.Infinity(false), math.Inf(1), true, true, ""}, {numbers.Infinity(true), math.Inf(-1), true, true, ""},
		{value.Int(-3), -3, true, true, ""},
		{num(t, "3.4028234663852886e38"), math.MaxFloat32, true, true, ""},
		{num(t, "3.5e38"), 3.5e38, false, true, "too large"},
	} {
		if err := value.ToGo(c.v, &f); (err == nil) != c.ok64 || err == nil && f != c.f || err != nil &&
			!strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s is %g, %v", c.v.NumberText(), f, err)
		}
		if err := value.ToGo(c.v, &g); (err == nil) != c.ok32 || err == nil && g != float32(c.f) || err != nil &&
			!strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s is %g, %v", c.v.NumberText(), g, err)
		}
	}
	for _, f := range []float32{0, 0.1, 1, -1, 1e10, 16777217, math.SmallestNonzeroFloat32, 0.5} {
		want, err := numbers.ParseLiteral(strconv.FormatFloat(float64(f), 'e', -1, 32))
		if v, _ := value.FromGo(f); err != nil || !v.Equal(want) {
			t.Errorf("%g became %s", f, v.NumberText())
		}
	}
	for _, f := range []any{float32(math.NaN()), math.NaN(), []float32{float32(math.NaN())}} {
		if v, err := value.FromGo(f); err == nil {
			t.Errorf("%v became %s", f, host.DebugString(v))
		}
	}
	if v, err := value.FromGo([]float32{float32(math.Inf(1)), float32(math.Inf(-1))}); err != nil ||
		!numbers.IsInfinite(v.At(0)) || numbers.Sign(v.At(1)) != -1 {
		t.Errorf("infinities became %s, %v", host.DebugString(v), err)
	}
}

// What a Go type takes is said in terms of the language, and what is in a value is named by its path.
func TestWhatGoTypesTake(t *testing.T) {
	type empty struct{}
	for _, c := range []struct {
		v      value.Value
		target any
		want   string
	}{
		{value.Int(1), new(bool), "Expected a bool, but this value is a number."},
		{value.True, new(string), "Expected a string, but"},
		{value.True, new(int), "Expected a number, but"}, {value.True, new(float64), "Expected a number, but"},
		{value.True, new(uint), "Expected a number, but"},
		{value.True, new(complex128), "Expected a value that a program cannot have, but"},
		{value.True, new([]int), "Expected a list, but"}, {value.True, new([2]int), "Expected a list, but"},
		{value.True, new([]byte), "Expected a base64 string, but"},
		{value.True, new(map[string]int), "Expected a map, but"}, {value.True, new(empty), "Expected an object, but"},
		{obj(), new([]int), "Expected a list, but"},
		{value.Tuple(), new(map[string]int), "Expected a map, but"},
		{value.Tuple(), new(empty), "Expected an object, but"}, {str("x"), new(int), "Expected a number, but"},
		{obj("a", value.Int(1)), new(map[int]int), "Expected a map, but"}, {value.True, new(big.Int), "whole number"},
		{value.Float(0.5), new(big.Int), "whole number"},
		{str("1"), new(big.Float), "Expected a number, but this value is a string"},
		{value.Null, new(bool), "Expected a bool, but this value is null."},
		{value.Null, new([2]int), "Expected a list, but this value is null."},
		{value.Null, new(empty), "Expected an object, but this value is null."},
		{value.Int(1), new(time.Duration), ""},
		{obj("a", value.Unknown(types.String)), new(any), "a: This value is not known yet"},
		{value.Tuple(value.Tuple(value.Int(1).Mark("m"))), new(any), "[0][0]: This value is marked"},
		{obj("k", value.Tuple(str("a"), value.Int(1))), new(map[string][]string), `["k"][1]: Expected a string`},
		{value.Int(1), new(error), "No value of a program can be stored here"},
		{obj("a", obj("b", value.Null)), new(struct {
			A struct {
				B int `hcl:"b"`
			} `hcl:"a"`
		}), "a.b: Expected a number, but this value is null"},
	} {
		err := value.ToGo(c.v, c.target)
		text := ""
		if err != nil {
			text = strings.ReplaceAll(err.Error(), `k[1]`, `["k"][1]`)
		}
		if (err == nil) != (c.want == "") || !strings.Contains(text, c.want) {
			t.Errorf("%s into %T: %v, want %q", host.DebugString(c.v), c.target, err, c.want)
		}
	}
}

// A target is overwritten: nulls empty it, pointers are made where they are nil and kept where not.
func TestTargetsAreOverwritten(t *testing.T) {
	list, m, p, a := []int{1}, map[string]int{"old": 1}, new(int), any("old")
	kept := p
	if err := errors.Join(value.ToGo(value.Tuple(value.Int(7), value.Int(8)), &list),
		value.ToGo(obj("new", value.Int(2)), &m), value.ToGo(value.Int(5), &p), value.ToGo(value.True, &a)); err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[1] != 8 || len(m) != 1 || m["new"] != 2 || p != kept || *p != 5 || a != true {
		t.Errorf("%v %v %v %v", list, m, *p, a)
	}
	var v value.Value
	if err := value.ToGo(value.Unknown(types.String).Mark("m"), &v); err != nil || !v.IsMarked() {
		t.Errorf("a value is not taken as it is: %v, %v", v, err)
	}
	if err := errors.Join(value.ToGo(value.Null, &list), value.ToGo(value.Null, &m),
		value.ToGo(value.Null, &p), value.ToGo(value.Null, &a)); err != nil {
		t.Fatal(err)
	}
	if list != nil || m != nil || p != nil || a != nil {
		t.Errorf("%v %v %v %v", list, m, p, a)
	}
	var b bool
	for _, want := range []bool{true, false} {
		if err := value.ToGo(value.Bool(want), &b); err != nil || b != want {
			t.Errorf("%t became %t, %v", want, b, err)
		}
	}
}

// The bound of nesting holds for what is read and what is made, containers and pointers alike.
func TestNestingOfGoIsBounded(t *testing.T) {
	nested := func(levels int) value.Value {
		v := value.Tuple()
		for range levels {
			v = value.Tuple(v)
		}
		return v
	}
	type tree []tree
	for levels, ok := range map[int]bool{900: true, 1100: false} {
		var out tree
		if err := value.ToGo(nested(levels), &out); (err == nil) != ok {
			t.Errorf("%d levels into Go: %v", levels, err)
		}
		var x any = 1
		var m any = 1
		type node struct{ Next any }
		s := any(node{})
		list := tree{}
		for range levels {
			x, m, s, list = []any{x}, map[string]any{"a": m}, node{s}, tree{list}
		}
		for _, x := range []any{x, m, s, list} {
			if _, err := value.FromGo(x); (err == nil) != ok {
				t.Errorf("%d levels of %T: %v", levels, x, err)
			}
		}
	}
}

// Of embedded fields with one name the outer one counts; two at one depth are an error.
func TestEmbeddedFields(t *testing.T) {
	type Deep struct {
		X int `hcl:"x"`
		Y int `hcl:"y"`
	}
	type Left struct {
		Deep
		A int `hcl:"a"`
		B int `hcl:"b"`
	}
	type Right struct {
		X int `hcl:"x"`
	}
	type Other struct {
		A int `hcl:"a"`
	}
	type both struct {
		Left
		*Right
		B int `hcl:"b"`
	}
	v, err := value.FromGo(both{Left: Left{Deep: Deep{X: 1, Y: 2}, A: 3, B: 4}, Right: &Right{X: 6}, B: 7})
	if err != nil || host.DebugString(v) != "{a = 3, b = 7, x = 6, y = 2}" {
		t.Fatalf("%s, %v", host.DebugString(v), err)
	}
	var back both
	if err := value.ToGo(v, &back); err != nil || back.B != 7 || back.Right == nil || back.Right.X != 6 ||
		back.Left.Deep.Y != 2 {
		t.Errorf("%+v, %v", back, err)
	}
	if v, err := value.FromGo(struct {
		Left
		Other
	}{}); err == nil || !strings.Contains(err.Error(), `Two fields of a struct have the name "a"`) {
		t.Errorf("%s, %v", host.DebugString(v), err)
	}
	type round struct {
		*round     //lint:ignore U1000 the embedding is what is tested
		Z      int `hcl:"z"`
	}
	if v, err := value.FromGo(round{Z: 1}); err != nil || host.DebugString(v) != "{z = 1}" {
		t.Errorf("%s, %v", host.DebugString(v), err)
	}
}

func TestNilOfAny(t *testing.T) {
	for _, x := range []any{[]any(nil), map[string]any(nil), []string(nil), map[string]string(nil), (*int)(nil),
		[]int(nil), error(nil)} {
		if v, err := value.FromGo(x); err != nil || !v.IsNull() {
			t.Errorf("nil of %T became %s, %v", x, host.DebugString(v), err)
		}
	}
	if _, err := value.FromGo([]string{"a", "\xff"}); err == nil || !strings.HasPrefix(err.Error(), "[1]: ") {
		t.Errorf("%v", err)
	}
	v, err := value.ToAny(obj("a", value.Tuple(value.Int(1), value.Null, value.Float(0.5), str("s"), num(t, "1e30"))))
	if want := map[string]any{"a": []any{int64(1), nil, 0.5, "s"}}; err != nil ||
		!reflect.DeepEqual(v.(map[string]any)["a"].([]any)[:4], want["a"]) {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := value.ToAny(obj("a", value.Tuple(value.Unknown(types.String)))); err == nil ||
		!strings.HasPrefix(err.Error(), "a[0]: ") {
		t.Errorf("%v", err)
	}
}
