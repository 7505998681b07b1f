package difftest

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
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
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// TestEvalDifferential evaluates generated expressions in both implementations and compares type, value, knownness,
// marks, and severity and subject of the diagnostics.
func TestEvalDifferential(t *testing.T) {
	cases, seed := random.Cases(30000), random.Seed()
	p := fullScope()
	known := map[string]int{}
	failures := 0
	for i := range cases {
		raw, template := generated(seed, uint64(i))
		text := withNegation(raw)
		o := evaluateBoth(text, template, p)
		problem := o.difference()
		if problem == "" {
			continue
		}
		if reason := o.accepted(raw, p); reason != "" {
			known[reason]++
			continue
		}
		t.Errorf("HCLX_SEED=%d, case %d: %s\n  %s", seed, i, text, problem)
		if failures++; failures >= 25 {
			t.Fatal("too many differences")
		}
	}
	for _, d := range acceptedDifferences {
		t.Logf("%6d accepted: %s", known[d.reason], d.reason)
		if cases >= 30000 && known[d.reason] < 5 {
			t.Errorf("the generator meets only %d times: %s", known[d.reason], d.reason)
		}
	}
	t.Logf("%d cases", cases)
}

// generated returns the text of a case, with negations as the generator writes them.
func generated(seed, number uint64) (raw string, template bool) {
	g := &exprGenerator{r: rand.New(rand.NewPCG(seed, number))}
	text, template := g.expr(2+g.r.IntN(3)), g.chance(15)
	if template {
		text = g.template(3)
	}
	if !template && g.chance(6) {
		return g.near(), false
	}
	if !template && g.chance(8) {
		text = "(" + text + ") " + g.pick("==", "!=") + " (" + g.expr(2) + ")"
	}
	return text, template
}

// outcome is what both implementations made of one text.
type outcome struct {
	text       string
	theirs     cty.Value
	ours       value.Value
	theirDiags hcl.Diagnostics
	ourDiags   diag.List
	template   bool
	parse      bool // the difference is one of parsing
}

func evaluateBoth(text string, template bool, p pair) *outcome {
	o := &outcome{text: text, template: template}
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

// difference describes how the outcomes differ; "" if they do not.
func (o *outcome) difference() string { return o.differenceBy(comparer{}) }

func (o *outcome) differenceBy(c comparer) string {
	if o.parse {
		return "only one parser takes it"
	}
	if o.theirs == cty.NilVal {
		return ""
	}
	if a, b := theirPlaces(o.theirDiags), ourPlaces(o.ourDiags); !slices.Equal(a, b) {
		return fmt.Sprintf("diagnostics: theirs %v, ours %v\n  theirs: %s\n  ours: %s", a, b, o.theirDiags.Error(),
			o.ourDiags.String())
	}
	if d := c.compare(o.theirs, o.ours, ""); d != "" {
		return d + "\n  theirs: " + fmt.Sprintf("%#v", o.theirs)
	}
	return ""
}

func theirPlaces(ds hcl.Diagnostics) []string {
	out := []string{}
	for _, d := range ds {
		out = append(out, fmt.Sprintf("%d-%d", d.Subject.Start.Byte, d.Subject.End.Byte))
	}
	slices.Sort(out)
	return out
}

func ourPlaces(ds diag.List) []string {
	out := []string{}
	for _, d := range ds {
		out = append(out, fmt.Sprintf("%d-%d", d.Subject.Start().Byte, d.Subject.End().Byte))
	}
	slices.Sort(out)
	return out
}

// comparer compares values. With moreMarks ours may have marks that theirs has not; with moreKnown ours may be known
// where theirs is not, and with lessKnown ours may be an unknown bool where theirs is known; with noPrefix the prefixes
// of unknown strings do not count; with about numbers need to agree in 60 bits only.
type comparer struct{ moreMarks, lessMarks, moreKnown, lessKnown, noPrefix, about, noMinusZero bool }

// compare describes the first difference of two values.
func (c comparer) compare(a cty.Value, b value.Value, at string) string {
	a, am := a.Unmark()
	b, bm := b.Unmark()
	for m := range am {
		if !c.lessMarks && !bm.Has(m) {
			return fmt.Sprintf("at %q: marks %v, ours %v", at, am, bm.List())
		}
	}
	if !c.moreMarks && len(am) != len(bm.List()) {
		return fmt.Sprintf("at %q: marks %v, ours %v", at, am, bm.List())
	}
	if c.moreKnown && !a.IsKnown() && b.IsKnown() {
		return ""
	}
	if toType(a.Type()) != b.Type() && !(c.moreKnown && a.Type().HasDynamicTypes()) {
		return fmt.Sprintf("at %q: type %#v, ours %v", at, a.Type(), b.Type())
	}
	if c.lessKnown && b.IsUnknown() && a.Type() == cty.Bool && b.Type() == types.Bool {
		return ""
	}
	if a.IsKnown() != b.IsKnown() {
		return fmt.Sprintf("at %q: known %v, ours %v", at, a.IsKnown(), b.IsKnown())
	}
	if !a.IsKnown() {
		return c.compareRefinements(a, b, at)
	}
	if a.IsNull() || b.IsNull() {
		if a.IsNull() != b.IsNull() {
			return fmt.Sprintf("at %q: null %v, ours %v", at, a.IsNull(), b.IsNull())
		}
		return ""
	}
	return c.compareKnown(a, b, at)
}

func (c comparer) compareRefinements(a cty.Value, b value.Value, at string) string {
	want, have := toRefinement(a), b.Refinement()
	if c.noPrefix {
		want.Prefix, have.Prefix = "", ""
	}
	text := func(r value.Refinement) string {
		bound := func(b value.Bound) string {
			if b.Number.IsZero() || numbers.IsInfinite(b.Number) {
				return "-"
			}
			return b.Number.NumberText()
		}
		return fmt.Sprint(r.NotNull, r.Prefix, bound(r.Min), bound(r.Max), r.MinLen, r.MaxLen, r.NoElements)
	}
	if text(want) != text(have) {
		return fmt.Sprintf("at %q: refinement %s, ours %s", at, text(want), text(have))
	}
	return ""
}

func (c comparer) compareKnown(a cty.Value, b value.Value, at string) string {
	switch t := a.Type(); {
	case t == cty.String && c.noMinusZero && strings.ReplaceAll(a.AsString(), "-0", "0") == b.AsString():
		return ""
	case t == cty.String && c.about && manyDigits.MatchString(a.AsString()):
		return ""
	case t == cty.String && a.AsString() != b.AsString():
		return fmt.Sprintf("at %q: %q, ours %q", at, a.AsString(), b.AsString())
	case t == cty.Bool && a.True() != b.AsBool():
		return fmt.Sprintf("at %q: %v, ours %v", at, a.True(), b.AsBool())
	case t == cty.Number:
		f, _ := b.BigFloat()
		if x, _ := a.AsBigFloat().Float64(); c.about && math.Abs(float64Of(f)-x) <= 1e-15*math.Max(1, math.Abs(x)) {
			return ""
		}
		if f.Cmp(a.AsBigFloat()) != 0 {
			return fmt.Sprintf("at %q: %s, ours %s", at, a.AsBigFloat().Text('g', 40), f.Text('g', 40))
		}
	}
	if !b.IsContainer() {
		return ""
	}
	if a.LengthInt() != b.Len() {
		return fmt.Sprintf("at %q: length %d, ours %d", at, a.LengthInt(), b.Len())
	}
	i := 0
	for it := a.ElementIterator(); it.Next(); i++ {
		k, e := it.Element()
		if names := b.Names(); names != nil && k.AsString() != names[i] {
			return fmt.Sprintf("at %q: key %s, ours %s", at, k.AsString(), names[i])
		}
		if d := c.compare(e, b.At(i), at+"/"+strconv.Itoa(i)); d != "" {
			return d
		}
	}
	return ""
}

// nullVariable matches what is null in the scope, and uncertain what is unknown and has no type.
var (
	nullVariable = regexp.MustCompile(`\b(null|nul|nul_s|nul_n|nul_b|m_nul|nlst|nobj)\b`)
	uncertain    = regexp.MustCompile(`\b(dyn|nope)\b`)
)

// indexed matches the index of a list of unknown length or of a set, and not a splat.
var indexed = regexp.MustCompile(`\((unk_lst|unk_set|part_set|st|sobj)\)\[([^*])`)

var mapVariable = regexp.MustCompile(`\b(mp|emp_mp|mobj|unk_mp)\b`)

var manyDigits = regexp.MustCompile("[0-9]{15}")

func float64Of(f *big.Float) float64 {
	x, _ := f.Float64()
	return x
}

// accepted returns why a difference is meant to be there, or "".
func (o *outcome) accepted(raw string, p pair) string {
	for _, d := range acceptedDifferences {
		if d.is(o, raw, p) {
			return d.reason
		}
	}
	return ""
}

// acceptedDifferences are the differences that are meant to be there.
var acceptedDifferences = []struct {
	reason string
	is     func(o *outcome, raw string, p pair) bool
}{
	{"theirs loses marks: of unknown operands of functions and of the unary operators, of unknown keys, and of parts " +
		"that fail", func(o *outcome, _ string, _ pair) bool {
		return o.differenceBy(comparer{moreMarks: true}) == ""
	}},
	{"there is no negative zero", func(o *outcome, raw string, p pair) bool {
		return o.differenceBy(comparer{noMinusZero: true, moreMarks: true}) == "" ||
			strings.Contains(fmt.Sprintf("%#v", o.theirs), `"-0"`) && slices.Equal(theirPlaces(o.theirDiags),
				ourPlaces(o.ourDiags)) ||
			strings.Contains(raw, "zero") && vanishes(strings.ReplaceAll(withNegation(raw), "zero", "a"), o, p) ||
			strings.Contains(raw, "length(elst)") && vanishes(strings.ReplaceAll(withNegation(raw), "length(elst)", "a"), o,
				p) ||
			strings.Contains(raw, "⊖") && (vanishes(withoutNegation(raw), o, p) ||
				vanishes(strings.NewReplacer("⊖⟨", "", "⟩", "").Replace(raw), o, p))
	}},
	{"whether something is null says nothing about the marks of its parts", func(o *outcome, raw string, p pair) bool {
		text := nullVariable.ReplaceAllString(raw, "s")
		return (strings.Contains(raw, "==") || strings.Contains(raw, "!=")) && text != raw && vanishes(withNegation(text), o,
			p) &&
			o.differenceBy(comparer{lessMarks: true, moreMarks: true, noPrefix: true}) == ""
	}},
	{"== stays open where a part of an unknown operand is of no certain type", func(o *outcome, raw string, p pair) bool {
		text := uncertain.ReplaceAllString(raw, "s")
		return (strings.Contains(raw, "==") || strings.Contains(raw, "!=")) && o.differenceBy(
			comparer{lessKnown: true, moreMarks: true}) == "" && text != raw && vanishes(withNegation(text), o, p)
	}},
	{"an arm with a failed part converts as far as its parts are known", func(o *outcome, _ string, _ pair) bool {
		return len(o.ourDiags) > 0 && strings.Contains(moreErrors(o.theirDiags), "result value has the wrong type")
	}},
	{"an unknown list that was a set has the elements of the list; there it keeps those of the set",
		func(o *outcome, raw string, p pair) bool {
			known := strings.ReplaceAll(raw, "part_set", "st")
			return known != raw && strings.Contains(fmt.Sprintf("%#v", o.theirs), "UnknownVal(cty.List") &&
				vanishes(withNegation(known), o, p)
		}},
	{"in sets nulls come before unknown elements", func(o *outcome, _ string, _ pair) bool {
		text := fmt.Sprintf("%#v", o.theirs)
		return strings.Contains(text, "SetVal") && strings.Contains(text, "Unknown") && strings.Contains(text, "NullVal") &&
			slices.Equal(theirPlaces(o.theirDiags), ourPlaces(o.ourDiags))
	}},
	{"nulls inside of values are equal whatever their types, as they are by themselves",
		func(o *outcome, raw string, p pair) bool {
			return slices.Equal(theirPlaces(o.theirDiags), ourPlaces(o.ourDiags)) &&
				(strings.Contains(raw, "==") || strings.Contains(raw, "!=")) && slices.ContainsFunc(
				[]string{"nul_s", "nul_n", "s", "n"}, func(one string) bool {
					text := nullVariable.ReplaceAllString(raw, one)
					return text != raw && vanishes(withNegation(text), o, p)
				})
		}},
	{"an infinity can equal an unknown number", func(o *outcome, raw string, p pair) bool {
		return (strings.Contains(raw, "==") || strings.Contains(raw, "!=")) && o.differenceBy(
			comparer{lessKnown: true, moreMarks: true}) == "" &&
			vanishes(strings.ReplaceAll(withNegation(raw), "/", "*"), o, p)
	}},
	{"a remainder by infinity is the dividend", func(o *outcome, _ string, _ pair) bool {
		return strings.Contains(o.theirDiags.Error()+moreErrors(o.theirDiags), "modulo with zero and infinity")
	}},
	{"what is known about how a text begins goes beyond the end of its first line",
		func(o *outcome, raw string, _ pair) bool {
			return strings.Contains(raw, "\\n") && o.differenceBy(comparer{noPrefix: true, moreMarks: true}) == ""
		}},
	{"a map and an object do not unify if an attribute does not fit the elements, even if another attribute is dynamic",
		func(o *outcome, raw string, _ pair) bool {
			if len(o.ourDiags) > 0 && mapVariable.MatchString(raw) && strings.Contains(raw, "{") &&
				strings.Contains(o.theirDiags.Error()+moreErrors(o.theirDiags), "must have consistent types") {
				return true // and what follows from that, where the diagnostic itself is dropped
			}
			return slices.ContainsFunc(o.ourDiags, func(d *diag.Diagnostic) bool {
				return d.Code == "conditional-types" && strings.Contains(d.Detail, "result is object") && strings.Contains(d.Detail,
					"result is map of")
			})
		}},
	{"theirs computes with 64 bits where a number came from a length or an index",
		func(o *outcome, raw string, _ pair) bool {
			if strings.Contains(raw, "/") && strings.Contains(raw, "length") &&
				manyDigits.MatchString(fmt.Sprintf("%#v", o.theirs.Type())) {
				return true // in the name of an attribute
			}
			return strings.Contains(raw, "/") && (strings.Contains(raw, "length") || strings.Contains(raw, "for k")) &&
				o.differenceBy(comparer{about: true, moreMarks: true, noPrefix: true}) == ""
		}},
	{"an index is refused that no list has: a negative one, a fraction, one beyond the greatest length, and any index " +
		"of a set", func(o *outcome, raw string, p pair) bool {
		open := indexed.ReplaceAllString(raw, "(dyn)[$2")
		if open != raw && vanishes(withNegation(open), o, p) {
			return true
		}
		return o.withoutDiagnostics("must be a whole number", "must not be negative", "The elements of a set have no index",
			"but there are only", "greater than that of the last element")
	}},
	{"== is decided as soon as parts, or types of values that are not both null, provably differ",
		func(o *outcome, raw string, _ pair) bool {
			return (strings.Contains(raw, "==") || strings.Contains(raw, "!=")) && o.differenceBy(
				comparer{moreKnown: true, moreMarks: true, noPrefix: true}) == ""
		}},
}

// vanishes reports whether there is no difference, or only one of the usual sort, for a text that was changed.
func vanishes(text string, o *outcome, p pair) bool {
	return evaluateBoth(text, o.template, p).differenceBy(comparer{moreMarks: true, noPrefix: true}) == ""
}

func moreErrors(ds hcl.Diagnostics) string {
	var all []string
	for _, d := range ds {
		all = append(all, d.Detail)
	}
	return strings.Join(all, " ")
}

// withoutDiagnostics reports whether the places of the diagnostics agree but for some more of ours, which all contain
// one of the texts.
func (o *outcome) withoutDiagnostics(texts ...string) bool {
	left := map[string]int{}
	for _, place := range theirPlaces(o.theirDiags) {
		left[place]++
	}
	for _, d := range o.ourDiags {
		place := ourPlaces(diag.List{d})[0]
		left[place]--
		if left[place] < 0 && !slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(d.Detail, t) }) {
			return false
		}
	}
	for _, n := range left {
		if n > 0 {
			return false
		}
	}
	return len(o.ourDiags) > len(o.theirDiags)
}

// The generator writes a negation of x as ⊖⟨x⟩.
func withNegation(raw string) string {
	return strings.NewReplacer("⊖⟨", "-", "⟩", "").Replace(raw)
}

// withoutNegation has 0 - x in its place, which is never a negative zero.
func withoutNegation(raw string) string {
	return strings.NewReplacer("⊖⟨", "(0 - ", "⟩", ")").Replace(raw)
}
