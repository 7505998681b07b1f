package eval

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
)

// maxExplained limits the text of one value.
const maxExplained = 80

// Explain adds to the diagnostics of an expression the values of the variables that the reported part reads, which are
// shown beside the source: with var.x = 3. Marked values are not shown. It returns copies; diagnostics that are not
// about the expression are not changed.
func Explain(diags diag.List, e hcl.Expression, ctx *hcl.EvalContext) diag.List {
	out := slices.Clone(diags)
	for i, d := range out {
		about := d.Subject
		if d.Context.File == about.File && d.Context.Span.Covers(about.Span) {
			about = d.Context
		}
		if about.IsZero() || about.File != e.Range().File || !e.Range().Span.Covers(d.Subject.Span) {
			continue
		}
		with := *d
		for _, t := range e.Variables() {
			name := t.String()
			known := slices.ContainsFunc(with.Values, func(v diag.NamedValue) bool { return v.Name == name })
			if r := t.Range(); known || r.File != about.File || !about.Span.Covers(r.Span) {
				continue
			}
			if v, problems := Resolve(t, ctx); !problems.HasErrors() {
				with.Values = append(with.Values, diag.NamedValue{Name: name, Text: shortened(fmt.Sprint(v))})
			}
		}
		out[i] = &with
	}
	return out
}

func shortened(text string) string {
	if len(text) <= maxExplained {
		return text
	}
	end := maxExplained
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}
