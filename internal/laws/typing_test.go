package laws

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval/typing"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// TestStaticTypes works out the types of random expressions of whose variables only static types are known: they have
// to describe what the expressions are when everything is known, and what is called an error has to fail.
func TestStaticTypes(t *testing.T) {
	typed, refused, findings := 0, 0, 0
	for n := range *number {
		r := rand.New(rand.NewPCG(*seed, n))
		p := []*types.Profile{types.Extended, types.Standard, types.Compat}[n%3]
		c := Generate(*seed, n, p)
		scope := typing.Scope{Variables: map[string]types.Type{}, Functions: functions(p), Profile: p}
		full := make([]value.Value, len(c.Variables))
		var shown []string
		for i, v := range c.Variables {
			full[i] = v.More[steps-1]
			scope.Variables[v.Name] = Description(r, full[i])
			if c.mentions(v.Name) {
				shown = append(shown, v.Name+" = "+Show(full[i])+" as "+scope.Variables[v.Name].String())
			}
		}
		wrong := false
		for _, l := range c.Locals {
			var diags diag.List
			scope.Variables[l.Name], diags = staticType(l.Expr, &scope)
			wrong = wrong || diags.HasErrors()
		}
		got, diags := staticType(c.Root, &scope)
		program := c.compile()
		if !program.parsed {
			continue
		}
		out := program.run(func(i int) value.Value { return full[i] }, nil)
		switch {
		case out.Ended, wrong && out.Failed:
		case out.Failed && diags.HasErrors():
			refused++
		case out.Failed || !out.Value.IsWhollyKnown():
		case diags.HasErrors() && isStraight(c.Root.String()):
			t.Errorf("%s with %q (%s, number %d) is %s, but was refused: %v", c.Source(), shown, ProfileName(p), n,
				Show(out.Value), diags)
			findings++
		case !Describes(got, out.Value):
			t.Errorf("%s with %q (%s, number %d) is %s, which %s does not describe", c.Source(), shown, ProfileName(p), n,
				Show(out.Value), got)
			findings++
		case !got.IsDynamic():
			typed++
		}
		if findings > *most {
			t.Fatal("and so on")
		}
	}
	t.Logf("%d types, %d refused", typed, refused)
	if typed < int(*number)/10 || refused < int(*number)/200 {
		t.Errorf("of %d expressions only %d had a type, and only %d were refused", *number, typed, refused)
	}
}

func staticType(e *Tree, scope *typing.Scope) (types.Type, diag.List) {
	file := source.NewFileString("", e.String())
	node, _ := syntax.ParseExpression(file)
	return typing.Node(file, node, scope)
}

// isStraight reports whether all parts of an expression are evaluated, and count.
func isStraight(text string) bool {
	for _, word := range []string{"?", "&&", "||", "for ", "if ", "try(", "can(", "[*]", ".*", "user::"} {
		if strings.Contains(text, word) {
			return false
		}
	}
	return true
}
