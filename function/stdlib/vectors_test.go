package stdlib_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// vector is one line of functions.jsonl, obtained from Terraform's console.
type vector struct {
	Fn, Expr, Type, JSON, Error, Detail string
}

// outcome is what an expression gives: type and JSON, or "error".
func outcome(expr string, p *types.Profile) (typ, text string, err error) {
	v, err := evaluate(expr, p, nil)
	if err != nil {
		return "", "error", err
	}
	out, err := valuejson.Append(nil, v, valuejson.Style{EscapeHTML: true, Marked: true})
	if err != nil {
		return typeText(v.Type()), "no JSON", nil
	}
	return typeText(v.Type()), string(out), nil
}

func (v *vector) expected() (typ, text string) {
	if v.Error != "" {
		return "", "error"
	}
	return v.Type, v.JSON
}

// typeText writes a type in the grammar of the vectors, which quotes no names.
func typeText(t types.Type) string {
	switch t.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return t.Kind().String() + "(" + typeText(t.Elem()) + ")"
	case types.KindTuple:
		if t.Len() == 0 {
			return "tuple([])"
		}
		var parts []string
		for i := range t.Len() {
			parts = append(parts, typeText(t.At(i)))
		}
		return "tuple([" + strings.Join(parts, ", ") + "])"
	case types.KindObject:
		var parts []string
		for i := range t.Len() {
			a := t.AttrAt(i)
			parts = append(parts, a.Name+": "+typeText(a.Type))
		}
		return "object({" + strings.Join(parts, ", ") + "})"
	case types.KindDynamic:
		return "dynamic"
	}
	return t.String()
}

// TestVectors holds every line under the Compat profile, value and type exactly, but for the named deviations.
func TestVectors(t *testing.T) {
	seen := map[string]bool{}
	for v := range vectors.All[vector](t, "functions.jsonl") {
		wantType, want := v.expected()
		typ, got, err := outcome(v.Expr, types.Compat)
		reason, named := deviations[v.Expr]
		seen[v.Expr] = true
		switch holds := typ == wantType && got == want; {
		case holds && named:
			t.Errorf("%s is named as a deviation (%s), but holds", v.Expr, reason)
		case !holds && !named:
			t.Errorf("%s\n\tgives %s : %s (%v)\n\twant  %s : %s %s", v.Expr, got, typ, err, want, wantType, v.Detail)
		}
	}
	for expr := range deviations {
		if !seen[expr] {
			t.Errorf("the deviation %s is in no vector", expr)
		}
	}
}

// deviations are the vectors that the design overrules in every profile, each with its reason.
var deviations = map[string]string{
	`jsondecode("-0")`: noNegativeZero, `jsonencode(-0)`: noNegativeZero, `log(10, 0)`: noNegativeZero,
	`sha512(-0)`:     noNegativeZero,
	`tonumber("-0")`: noNegativeZero, `yamlencode(-0)`: noNegativeZero, `0 * -1`: noNegativeZero,
	`false && null`: "the operators are those of HashiCorp's newer implementation, which does not look at the second " +
		"operand",
}

const noNegativeZero = "there is no negative zero"
