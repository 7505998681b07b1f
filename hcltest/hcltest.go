// Package hcltest helps to test programs that use the module. It creates values, expressions and
// bodies from texts, and compares values and diagnostics with expected ones. Every helper either
// succeeds or fails the test with a message that explains what is wrong.
package hcltest

import (
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/value"
)

// T contains the methods of *testing.T and *testing.B that the helpers need.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Expression parses an expression of the native syntax. An error ends the test.
func Expression(t T, text string) hcl.Expression {
	t.Helper()
	e, diags := parse.Expression("test.hcl", text)
	if diags.HasErrors() {
		t.Fatalf("%s: %v", text, diags)
	}
	return e
}

// Body parses a body in native syntax. An error ends the test.
func Body(t T, text string) hcl.Body {
	t.Helper()
	file, diags := parse.Text("test.hcl", []byte(text))
	if diags.HasErrors() {
		t.Fatalf("%v", diags)
	}
	return file.Body()
}

// Value evaluates an expression without variables. The functions of the library are available, so that tolist and
// similar functions can set the type. An error ends the test.
func Value(t T, text string) value.Value {
	t.Helper()
	v, diags := eval.Value(Expression(t, text), &hcl.EvalContext{Functions: stdlib.Table()})
	if diags.HasErrors() {
		t.Fatalf("%s: %v", text, diags)
	}
	return v
}

// Same fails the test if two values are not identical.
func Same(t T, got, want value.Value) {
	t.Helper()
	if !got.Equal(want) {
		t.Errorf("got %v of type %s, want %v of type %s", got, got.Type(), want, want.Type())
	}
}

// Diagnostics fails the test unless there are as many diagnostics as wanted texts, and each contains its text, in
// order. The text of a diagnostic is one line that includes its position and its code, as in "test.hcl:1,5-9:
// Unsuitable value; Number required [unsuitable-value]".
func Diagnostics(t T, got diag.List, want ...string) {
	t.Helper()
	lines := make([]string, len(got))
	for i, d := range got {
		lines[i] = d.Error() + " [" + d.Code + "]"
	}
	if len(got) != len(want) {
		t.Errorf("got %d diagnostics, want %d:\n%s", len(got), len(want), strings.Join(lines, "\n"))
		return
	}
	for i, line := range lines {
		if !strings.Contains(line, want[i]) {
			t.Errorf("diagnostic %d is %q, which does not contain %q", i, line, want[i])
		}
	}
}
