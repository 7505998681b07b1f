package difftest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// TestEvalDifferential evaluates generated expressions in both implementations and compares type, value, knownness,
// marks, and severity and subject of the diagnostics. What is accepted must not hide mistakes: not in expressions that
// agree, and not in those whose difference is accepted.
func TestEvalDifferential(t *testing.T) {
	cases, seed := random.Cases(30000), random.Seed()
	p, known, tried, noticed, failures := fullScope(), met{}, met{}, mistakes{}, 0
	for i := range cases {
		raw, template := generated(seed, uint64(i))
		right, reason := evaluateBoth(raw, template, p), agree
		for _, d := range right.differences() {
			if reason = acceptRow(acceptedEval, d); reason == "" {
				t.Errorf("HCLX_SEED=%d, case %d: %s\n  %s", seed, i, right.text, d)
				failures++
				break
			}
			known[reason]++
		}
		if failures >= 25 {
			t.Fatal("too many differences")
		}
		if tried[reason]++; reason != "" && tried[reason] <= 200 {
			evaluateWrongly(noticed, reason, right)
		}
	}
	known.check(t, reasonsOfRows(acceptedEval), 8)
	noticed.check(t, append(reasonsOfRows(acceptedEval), agree))
}

// evaluateWrongly makes mistakes in the outcome of an expression.
func evaluateWrongly(noticed mistakes, reason string, right *outcome) {
	before := right.differences()
	for name, defect := range defects {
		if tried := *right; right.theirs == cty.NilVal || !defect(&tried) {
			continue
		}
		wrong := right.pair
		wrong.defect = func(o *outcome) { defect(o) }
		ds := evaluateBoth(right.raw, right.template, wrong).differences()
		if len(ds) < len(before) {
			continue // the mistake makes ours like theirs
		}
		noticed.add(reason, name, slices.ContainsFunc(ds, func(d *evalDifference) bool {
			return acceptRow(acceptedEval, d) == ""
		}))
	}
}

// generated returns the text of a case, with negations as the generator writes them.
func generated(seed, number uint64) (raw string, template bool) {
	g := &exprGenerator{r: rand.New(rand.NewPCG(seed, number))}
	text, template := g.expr(2+g.r.IntN(3)), g.chance(15)
	if template {
		text = g.template(3)
	}
	if !template && g.chance(12) {
		return g.near(), false
	}
	if !template && g.chance(8) {
		text = "(" + text + ") " + g.pick("==", "!=") + " (" + g.expr(2) + ")"
	}
	return text, template
}

// outcome is what both implementations made of one text.
type outcome struct {
	raw        string // with negations as the generator writes them
	text       string
	theirs     cty.Value
	ours       value.Value
	theirDiags hcl.Diagnostics
	ourDiags   diag.List
	template   bool
	parse      bool // the difference is one of parsing
	pair       pair
}

// evaluateBoth evaluates an expression or template, in which negations may be written as the generator does.
func evaluateBoth(raw string, template bool, p pair) *outcome {
	text := withNegation(raw)
	o := &outcome{raw: raw, text: text, template: template, pair: p}
	parse, parseOurs := hclsyntax.ParseExpression, syntax.ParseExpression
	if template {
		parse, parseOurs = hclsyntax.ParseTemplate, syntax.ParseTemplate
	}
	file := source.NewFileString("", text)
	node, ours := parseOurs(file)
	theirs, diags := parse([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() || ours.HasErrors() {
		o.parse = diags.HasErrors() != ours.HasErrors()
		return o
	}
	o.theirs, o.theirDiags = theirs.Value(p.theirs)
	o.ours, o.ourDiags = eval.Value(syntax.NewExpression(file, node), p.ours)
	if p.defect != nil {
		p.defect(o)
	}
	return o
}

// The generator writes a negation of x as ⊖⟨x⟩.
func withNegation(raw string) string {
	return strings.NewReplacer("⊖⟨", "-", "⟩", "").Replace(raw)
}

// withoutNegation has 0 - x in its place, which is never a negative zero.
func withoutNegation(raw string) string {
	return strings.NewReplacer("⊖⟨", "(0 - ", "⟩", ")").Replace(raw)
}
