package typeexpr_test

import (
	"encoding/json"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

// vector is a line of type-expressions.jsonl.
type vector struct {
	ID, Expr                                  string
	Exact, Constraint, ConstraintWithDefaults reading
}

type reading struct {
	Type  json.RawMessage
	Diags []struct {
		Severity string
		Range    []int
	}
}

func parse(text string) (hcl.Expression, diag.List) {
	f := source.NewFileString("t.hcl", text)
	e, diags := syntax.ParseExpression(f)
	return syntax.NewExpression(f, e), diags
}

func TestVectors(t *testing.T) {
	for v := range vectors.All[vector](t, "type-expressions.jsonl") {
		e, diags := parse(v.Expr)
		if diags.HasErrors() {
			t.Errorf("%s: %v", v.Expr, diags)
			continue
		}
		exact, diags := typeexpr.Type(e)
		check(t, v.Expr+", exact", exact, diags, v.Exact)
		constraint, diags := typeexpr.Constraint(e)
		check(t, v.Expr+", constraint", constraint, diags, v.Constraint)
		constraint, _, diags = typeexpr.ConstraintWithDefaults(e)
		check(t, v.Expr+", with defaults", constraint, diags, v.ConstraintWithDefaults)
	}
}

func check(t *testing.T, name string, got types.Type, diags diag.List, want reading) {
	t.Helper()
	if len(diags) != len(want.Diags) {
		t.Errorf("%s: %d diagnostics, want %d:\n%v", name, len(diags), len(want.Diags), diags)
		return
	}
	for i, d := range diags {
		if d.Severity.String() != want.Diags[i].Severity {
			t.Errorf("%s: %v, want %s", name, d, want.Diags[i].Severity)
		}
		s, e := d.Subject.Start(), d.Subject.End()
		r := []int{s.Line, s.Column, s.Byte, e.Line, e.Column, e.Byte}
		for k := range r {
			if r[k] != want.Diags[i].Range[k] {
				t.Errorf("%s: %v at %v, want %v", name, d, r, want.Diags[i].Range)
				break
			}
		}
	}
	if len(want.Type) == 0 {
		return
	}
	expected, err := types.ParseJSON(want.Type)
	if err != nil || got != expected {
		t.Errorf("%s: got %v, want %v (%v)", name, got, expected, err)
	}
}
