package run_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
)

// TestOutputLimits: an answer may be as large as the limits say and no larger, however many blocks it comes from.
func TestOutputLimits(t *testing.T) {
	const (
		one    = "resource a { body = { x = [1, 2] } }\n"
		two    = one + "resource b { body = { x = [1, 2] } }\n"
		text   = "resource a { body = { abc = \"12345\" } }\n"
		member = "resources m {\n  for_each = [1, 2, 3]\n  body     = { x = each.value }\n}\n"
	)
	tests := []struct {
		name, program string
		limits        run.Limits
		want          string // of the fatal result; empty if there is none
	}{
		{"values", one, run.Limits{OutputValues: 4}, ""},
		{"one value too many", one, run.Limits{OutputValues: 3},
			`the body of resource "a", the response has more than 3 values`},
		{"two blocks", two, run.Limits{OutputValues: 8}, ""},
		{"two blocks too many", two, run.Limits{OutputValues: 7},
			`the body of resource "b", the response has more than 7 values`},
		{"members", member, run.Limits{OutputValues: 6}, ""},
		{"members too many", member, run.Limits{OutputValues: 5},
			`the body of resource "m-2", the response has more than 5 values`},
		{"text", text, run.Limits{OutputBytes: 8}, ""},
		{"text too long", text, run.Limits{OutputBytes: 7}, `the body of resource "a", the response has more than 7 bytes`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := compositiontest.Compile(t, tt.program).Run(context.Background(),
				&run.Input{Composite: compositiontest.Object(map[string]any{}), Limits: tt.limits})
			if out.Fatal != (tt.want != "") || out.Panic != "" {
				t.Fatal(compositiontest.Describe(out))
			}
			if !out.Fatal {
				return
			}
			if len(out.Diagnostics.Errors()) != 1 || out.Diagnostics.Errors()[0].Subject.IsZero() {
				t.Errorf("the errors are %v", out.Diagnostics)
			}
			if msg := out.Results[len(out.Results)-1].Message; !strings.Contains(msg, tt.want) {
				t.Errorf("message %q", msg)
			}
		})
	}
}
