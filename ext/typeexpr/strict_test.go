package typeexpr_test

import (
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/function"
)

// TestStrictCompilation shows that the names in a type are not functions and variables that there would have to be, and
// that a constant conversion is folded.
func TestStrictCompilation(t *testing.T) {
	env := &eval.Env{Functions: function.Table{"convert": typeexpr.Convert}, Strict: true}
	e, _ := parse(`convert(["1"], list(number))`)
	program, diags := eval.CompileExpression(e, env)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if _, ok := program.Constant(); !ok {
		t.Error("a constant conversion is not folded")
	}
	e, _ = parse(`convert(lst(1), number)`)
	if _, diags := eval.CompileExpression(e, env); len(diags) != 1 {
		t.Error("an unknown function in the other argument:", diags)
	}
}
