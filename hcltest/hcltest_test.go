package hcltest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcltest"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// recorder is a test that notes what it is told.
type recorder struct{ errors, ends []string }

func (*recorder) Helper() {}
func (r *recorder) Errorf(f string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(f, args...))
}
func (r *recorder) Fatalf(f string, args ...any) { r.ends = append(r.ends, fmt.Sprintf(f, args...)) }

// What is as it should be says nothing; everything else fails the test.
func TestHelpers(t *testing.T) {
	hcltest.Same(t, hcltest.Value(t, `tolist(["a"])`), value.ListOf(types.String, []value.Value{value.String("a")}))
	attrs, _ := hcltest.Body(t, "a = 1\n").JustAttributes()
	if attrs.Get("a") == nil {
		t.Error("the body lacks a")
	}
	_, diags := eval.Value(hcltest.Expression(t, "x"), nil)
	hcltest.Diagnostics(t, diags, "test.hcl:1,1-2: Variables not allowed")
	hcltest.Diagnostics(t, diags, "[variables-not-allowed]")
	hcltest.Diagnostics(t, nil)

	var r recorder
	hcltest.Same(&r, value.Int(1), value.String("1"))
	hcltest.Diagnostics(&r, diags)
	hcltest.Diagnostics(&r, diags, "nothing like it")
	hcltest.Diagnostics(&r, diags, "a", "b")
	if len(r.errors) != 4 || !strings.Contains(r.errors[0], `got 1 of type number, want "1" of type string`) {
		t.Errorf("%q", r.errors)
	}
	hcltest.Body(&r, "a = = 1\n")
	hcltest.Expression(&r, "1 +")
	hcltest.Value(&r, "nope()")
	if len(r.ends) != 3 {
		t.Errorf("%q", r.ends)
	}
}

func Example() {
	t := &recorder{} // in a test, its *testing.T
	double := func(v value.Value) value.Value { d, _ := calc.Add(v, v); return d }
	hcltest.Same(t, double(hcltest.Value(t, "21")), hcltest.Value(t, "42"))
	fmt.Println(hcltest.Value(t, `{ name = "web", ports = tolist([80]) }`))
	// Output: {name = "web", ports = tolist([80])}
}
