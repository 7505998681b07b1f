package difftest

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// acceptedEval are the differences that are meant.
var acceptedEval []row[*evalDifference]

// Some rows ask for the difference of another expression.
func init() {
	acceptedEval = []row[*evalDifference]{
		lostMarks,
		{"there is no negative zero", (*evalDifference).isNegativeZero},
		{"whether something is null says nothing about the marks of its parts", func(d *evalDifference) bool {
			compared := comparedNull.ReplaceAllString(nullCompared.ReplaceAllString(d.raw, "s$2"), "${1}s")
			return d.kind == differentMarks && d.want.Type() == cty.Bool && d.compares() &&
				(d.vanishes(compared) || d.at == "" && d.vanishesWith(nullVariable, "s"))
		}},
		{"== stays open where a part of an unknown operand is of no certain type", func(d *evalDifference) bool {
			return d.staysOpen() && d.vanishesWith(uncertain, "s")
		}},
		{"an arm that cannot be converted is an error of the conditional; there of the conversion, or of both arms",
			(*evalDifference).isConditional},
		{"a map and an object do not unify if an attribute does not fit the elements, even if another attribute is dynamic",
			(*evalDifference).isUnified},
		{"an unknown list that was a set has the elements of the list; there it keeps those of the set",
			func(d *evalDifference) bool {
				return (d.kind == differentType && d.want.Type().IsListType() && d.have.IsUnknown() ||
					d.ourDiag != nil && d.ourDiag.Code == "conditional-types") && d.vanishesWith(partSet, "st")
			}},
		{"in sets nulls come before unknown elements", func(d *evalDifference) bool { return d.kind == differentOrder }},
		{"nulls inside of values are equal whatever their types, as they are by themselves",
			func(d *evalDifference) bool {
				return (d.staysOpen() || d.kind == differentValue && d.want.Type() == cty.Bool) && d.compares() &&
					slices.ContainsFunc([]string{"nul_s", "nul_n", "s", "n"}, func(one string) bool {
						return d.vanishesWith(nullVariable, one)
					})
			}},
		{"an infinity can equal an unknown number", func(d *evalDifference) bool {
			follows := d.theirDiag != nil || d.kind == differentRefinement ||
				d.kind == differentKnown && d.have.IsUnknown()
			return (d.staysOpen() || follows) && d.compares() && d.vanishes(strings.ReplaceAll(d.raw, "/", "*"))
		}},
		{"a remainder by infinity is the dividend", (*evalDifference).isRemainder},
		longPrefix,
		{"theirs computes with 64 bits where a number came from a length or an index", (*evalDifference).isRounded},
		{"an index is refused that no list has: a negative one, a fraction, one beyond the greatest length, and any " +
			"index of a set", (*evalDifference).isRefusedIndex},
		{"== is decided as soon as parts, or types of values that are not both null, provably differ",
			func(d *evalDifference) bool {
				return d.kind == differentKnown && d.have.IsKnown() && d.compares() && d.holdsWhenKnown()
			}},
	}
}

var lostMarks = row[*evalDifference]{"theirs loses marks: of unknown operands of functions and of the unary " +
	"operators, of unknown keys, and of parts that fail", func(d *evalDifference) bool {
	if d.kind != differentMarks {
		return false
	}
	_, theirs := d.want.Unmark()
	_, ours := d.have.Unmark()
	for m := range theirs {
		if !ours.Has(m) {
			return false
		}
	}
	return !slices.ContainsFunc(ours.List(), func(m value.Mark) bool {
		return !marked[m.(string)].MatchString(d.raw)
	})
}}

// marked finds the variables with a mark.
var marked = map[string]*regexp.Regexp{
	"m": regexp.MustCompile(`\bm_(s|n|b|unk_b|lst|obj|nul)\b`), "q": regexp.MustCompile(`\blst_m\b`),
}

var longPrefix = row[*evalDifference]{"what is known about how a text begins goes beyond the end of its first line",
	func(d *evalDifference) bool {
		if d.kind != differentRefinement {
			return false
		}
		theirs, ours := toRefinement(d.want), d.have.Refinement()
		return strings.Contains(ours.Prefix, "\n") && strings.HasPrefix(ours.Prefix, theirs.Prefix) &&
			theirs.NotNull == ours.NotNull
	}}

// nullVariable matches what is null in the scope, uncertain what is unknown and has no type, and partSet a set that is
// known in part.
var (
	nullVariable = regexp.MustCompile(`\b(null|nul|nul_s|nul_n|nul_b|m_nul|nlst|nobj)\b`)
	nullCompared = regexp.MustCompile(`\b(null|nul|nul_s|nul_n|nul_b|m_nul|nlst|nobj)(\)* [=!]=)`)
	comparedNull = regexp.MustCompile(`([=!]= \(*)(null|nul|nul_s|nul_n|nul_b|m_nul|nlst|nobj)\b`)
	uncertain    = regexp.MustCompile(`\b(dyn|nope)\b`)
	partSet      = regexp.MustCompile(`\bpart_set\b`)
	zero         = regexp.MustCompile(`\bzero\b|length\((elst|\[\])\)`)
)

// indexed matches the index of a list of unknown length or of a set, and not a splat.
var indexed = regexp.MustCompile(`\(?(unk_lst|unk_lst_len|unk_set|part_set|st|sobj)\)?\[([^*])`)

var mapVariable = regexp.MustCompile(`\b(mp|emp_mp|mobj|unk_mp)\b`)

// vanishes reports whether there is no difference, or only one of the usual sort, for a text that was changed.
func (o *outcome) vanishes(raw string) bool {
	return raw != o.raw && !slices.ContainsFunc(evaluateBoth(raw, o.template, o.pair).differences(),
		func(d *evalDifference) bool { return !lostMarks.is(d) && !longPrefix.is(d) })
}

func (o *outcome) vanishesWith(what *regexp.Regexp, by string) bool {
	return o.vanishes(what.ReplaceAllString(o.raw, by))
}

// compares reports whether there is an == or != in the text.
func (o *outcome) compares() bool {
	return strings.Contains(o.raw, "==") || strings.Contains(o.raw, "!=")
}

// staysOpen reports whether only theirs decides a comparison.
func (d *evalDifference) staysOpen() bool {
	return d.kind == differentKnown && d.have.IsUnknown() && d.have.Type() == types.Bool && d.want.Type() == cty.Bool &&
		d.have.Refinement().NotNull && d.compares()
}

func (d *evalDifference) isNegativeZero() bool {
	switch d.kind {
	case differentValue:
		if d.want.Type() == cty.String && negativeZero.ReplaceAllString(d.want.AsString(), "0") == d.have.AsString() {
			return true
		}
	case differentParts:
	case differentTheirs:
		if !strings.Contains(d.theirDiag.Detail, "a bool is required") { // "0" is false, and "-0" no bool
			return d.vanishesWith(zero, "a")
		}
	case differentRefinement:
		if !strings.Contains(toRefinement(d.want).Prefix, "-") {
			return false
		}
	default:
		return false
	}
	return d.vanishesWith(zero, "a") || d.vanishes(withoutNegation(d.raw)) ||
		d.vanishes(strings.NewReplacer("⊖⟨", "", "⟩", "").Replace(d.raw))
}

var negativeZero = regexp.MustCompile(`-0\b`)

// isConditional reports whether the difference is in the error of a conditional whose arms have failed parts, or in the
// unknown value that it gives.
func (d *evalDifference) isConditional() bool {
	ours := func(p *diag.Diagnostic) bool { return p.Code == "conditional-types" }
	theirs := func(q *hcl.Diagnostic) bool {
		return strings.Contains(q.Detail, "result value has the wrong type") ||
			strings.Contains(q.Detail, "must have consistent types")
	}
	switch {
	case d.ourDiag != nil:
		return ours(d.ourDiag) && slices.ContainsFunc(d.theirDiags, theirs)
	case d.theirDiag != nil:
		return theirs(d.theirDiag) && slices.ContainsFunc(d.ourDiags, ours)
	}
	return d.kind == differentType && d.have.IsUnknown() && d.have.Type().IsDynamic() &&
		slices.ContainsFunc(d.ourDiags, ours) && slices.ContainsFunc(d.theirDiags, theirs)
}

// isUnified reports whether only ours refuses to unify a map with an object, one of whose attributes is dynamic.
func (d *evalDifference) isUnified() bool {
	ours := func(p *diag.Diagnostic) bool {
		return p.Code == "conditional-types" && strings.Contains(p.Detail, "result is object") &&
			strings.Contains(p.Detail, "result is map of")
	}
	if d.ourDiag != nil && !ours(d.ourDiag) || d.ourDiag == nil && (d.kind != differentKnown && d.kind != differentType ||
		!d.have.IsUnknown() || !d.have.Type().IsDynamic() || !slices.ContainsFunc(d.ourDiags, ours)) {
		return false
	}
	return d.vanishes(nullVariable.ReplaceAllString(uncertain.ReplaceAllString(d.raw, "s"), "s"))
}

// isRemainder reports whether theirs refuses to divide by infinity, and whether ours is what the dividend gives.
func (d *evalDifference) isRemainder() bool {
	byInfinity := func(q *hcl.Diagnostic) bool { return strings.Contains(q.Detail, "modulo with zero and infinity") }
	dividend := remainder.ReplaceAllStringFunc(d.raw, func(text string) string {
		if strings.Contains(text, " / ") {
			return " + 0"
		}
		return text
	})
	switch {
	case !slices.ContainsFunc(d.theirDiags, byInfinity):
		return false
	case d.theirDiag != nil:
		return byInfinity(d.theirDiag)
	case d.ourDiag != nil, d.kind == differentRefinement: // of what the dividend is an operand of
		return d.vanishes(dividend)
	}
	c := valueComparison{outcome: d.outcome}
	c.compare(evaluateBoth(dividend, d.template, d.pair).theirs, d.ours, "")
	return d.kind == differentKnown && dividend != d.raw && !slices.ContainsFunc(c.out, func(d *evalDifference) bool {
		return !lostMarks.is(d)
	})
}

var remainder = func() *regexp.Regexp {
	inside := `[^()]`
	for range 3 { // parentheses in parentheses
		inside = `(?:[^()]|\(` + inside + `*\))`
	}
	return regexp.MustCompile(` % \(` + inside + `*\)`)
}()

// isRounded reports whether numbers agree in 48 bits, also where a text has them.
func (d *evalDifference) isRounded() bool {
	if !strings.ContainsAny(d.raw, "/%") || !strings.Contains(d.raw, "length") && !strings.Contains(d.raw, "for k") {
		return false
	}
	switch {
	case d.kind == differentValue && d.want.Type() == cty.Number:
		f, _ := d.have.BigFloat()
		x, _ := f.Float64()
		y, _ := d.want.AsBigFloat().Float64()
		return math.Abs(x-y) <= 1e-14*math.Max(1, math.Abs(y))
	case d.kind == differentValue && d.want.Type() == cty.String:
		return shortened(d.want.AsString()) == shortened(d.have.AsString())
	case d.kind == differentParts && d.want.Type().IsObjectType():
		var names []string
		for name := range d.want.Type().AttributeTypes() {
			names = append(names, shortened(name))
		}
		var ours []string
		for _, name := range d.have.Names() {
			ours = append(ours, shortened(name))
		}
		slices.Sort(names)
		slices.Sort(ours)
		return slices.Equal(names, ours)
	}
	return false
}

var manyDigits = regexp.MustCompile(`[0-9]*\.[0-9]{15,}`)

// shortened cuts the numbers in a text that have many digits.
func shortened(text string) string {
	return manyDigits.ReplaceAllStringFunc(text, func(n string) string { return n[:14] })
}

// isRefusedIndex reports whether ours refuses an index, or has an error or nothing certain where it is used.
func (d *evalDifference) isRefusedIndex() bool {
	if d.ourDiag != nil && slices.ContainsFunc([]string{"must be a whole number", "must not be negative",
		"The elements of a set have no index", "but there are only", "greater than that of the last element"},
		func(text string) bool { return strings.Contains(d.ourDiag.Detail, text) }) {
		return true
	}
	kinds := []string{differentType, differentKnown, differentRefinement}
	follows := d.ourDiag != nil || d.theirDiag != nil || slices.Contains(kinds, d.kind) && d.have.IsUnknown()
	return follows && len(d.ourDiags) > 0 && d.vanishesWith(indexed, "(dyn)[$2")
}

// holdsWhenKnown reports whether theirs gives the same once all variables are known, whatever they are.
func (d *evalDifference) holdsWhenKnown() bool {
	for _, scope := range knownScopes {
		v, ok := evaluateTheirText(d.text, d.template, scope)
		if !ok {
			continue
		}
		part, ok := partAt(v, d.at)
		if !ok {
			return false
		}
		c := valueComparison{outcome: d.outcome}
		c.compare(part, d.have, "")
		if slices.ContainsFunc(c.out, func(d *evalDifference) bool {
			return d.kind == differentValue || d.kind == differentNull || d.kind == differentParts
		}) {
			return false
		}
	}
	return true
}

// partAt returns the part of a value at a path.
func partAt(v cty.Value, at string) (cty.Value, bool) {
	for _, step := range strings.Split(at, "/")[1:] {
		n, _ := strconv.Atoi(step)
		v, _ = v.Unmark()
		if !v.IsKnown() || v.IsNull() || !v.CanIterateElements() || v.LengthInt() <= n {
			return v, false
		}
		it := v.ElementIterator()
		for range n + 1 {
			it.Next()
		}
		_, v = it.Element()
	}
	return v, true
}

func evaluateTheirText(text string, template bool, ctx *hcl.EvalContext) (cty.Value, bool) {
	parse := hclsyntax.ParseExpression
	if template {
		parse = hclsyntax.ParseTemplate
	}
	e, diags := parse([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilVal, false
	}
	v, diags := e.Value(ctx)
	return v, !diags.HasErrors()
}

// knownScopes are two ways in which all variables of fullScope can be known.
var knownScopes = func() (out []*hcl.EvalContext) {
	scope := fullScope().theirs
	for way := range 2 {
		ctx := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: scope.Functions}
		for name, v := range scope.Variables {
			ctx.Variables[name] = knownAs(v, way)
		}
		out = append(out, ctx)
	}
	return out
}()

// knownAs returns a value in which everything unknown is known in one of two ways.
func knownAs(v cty.Value, way int) cty.Value {
	v, marks := v.Unmark()
	switch t := v.Type(); {
	case !v.IsKnown():
		v = knownOf(v, way)
	case !v.IsNull() && v.CanIterateElements() && !v.IsWhollyKnown():
		parts := map[string]cty.Value{}
		var elems []cty.Value
		for it := v.ElementIterator(); it.Next(); {
			k, e := it.Element()
			elems = append(elems, knownAs(e, way))
			if t.IsObjectType() {
				parts[k.AsString()] = knownAs(e, way)
			}
		}
		switch {
		case t.IsListType():
			v = cty.ListVal(elems)
		case t.IsSetType():
			v = cty.SetVal(elems)
		case t.IsTupleType():
			v = cty.TupleVal(elems)
		default:
			v = cty.ObjectVal(parts)
		}
	}
	return v.WithMarks(marks)
}

// knownOf returns a value that an unknown one can be.
func knownOf(v cty.Value, way int) cty.Value {
	t := v.Type()
	part := func(t cty.Type) cty.Value { return knownOf(cty.UnknownVal(t), way) }
	switch {
	case t == cty.DynamicPseudoType:
		return []cty.Value{cty.StringVal("a"), cty.NumberIntVal(1)}[way]
	case t == cty.String:
		return cty.StringVal(v.Range().StringPrefix() + []string{"a", "x"}[way])
	case t == cty.Number:
		if low, _ := v.Range().NumberLowerBound(); low.IsKnown() && !low.AsBigFloat().IsInf() {
			return low
		}
		return cty.NumberIntVal(int64(3 * way))
	case t == cty.Bool:
		return cty.BoolVal(way == 0)
	case t.IsListType():
		elems := []cty.Value{part(t.ElementType())}
		for len(elems) < v.Range().LengthLowerBound() {
			elems = append(elems, elems[0])
		}
		return cty.ListVal(elems)
	case t.IsSetType():
		return cty.SetVal([]cty.Value{part(t.ElementType())})
	case t.IsMapType():
		return cty.MapVal(map[string]cty.Value{"k": part(t.ElementType())})
	case t.IsTupleType():
		var elems []cty.Value
		for _, e := range t.TupleElementTypes() {
			elems = append(elems, part(e))
		}
		return cty.TupleVal(elems)
	}
	parts := map[string]cty.Value{}
	for name, e := range t.AttributeTypes() {
		parts[name] = part(e)
	}
	return cty.ObjectVal(parts)
}
