package difftest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// The kinds of differences between outcomes.
const (
	differentParse      = "only one parser takes it"
	differentOurs       = "only ours has a diagnostic"
	differentTheirs     = "only theirs has a diagnostic"
	differentMarks      = "marks"
	differentKnown      = "known"
	differentNull       = "null"
	differentType       = "type"
	differentRefinement = "refinement"
	differentValue      = "value"
	differentParts      = "parts" // how many there are, or their names
	differentOrder      = "order of a set"
)

// evalDifference is one difference between two outcomes.
type evalDifference struct {
	*outcome
	kind      string
	at        string // the path in the value
	want      cty.Value
	have      value.Value
	ourDiag   *diag.Diagnostic
	theirDiag *hcl.Diagnostic
}

func (d *evalDifference) String() string {
	switch {
	case d.ourDiag != nil:
		return d.kind + ": " + diag.List{d.ourDiag}.String()
	case d.theirDiag != nil:
		return d.kind + ": " + d.theirDiag.Error()
	case d.kind == differentParse:
		return d.kind
	}
	return fmt.Sprintf("%s at %q: %#v, ours %s", d.kind, d.at, d.want, host.DebugString(d.have))
}

// difference describes how the outcomes differ; "" if they do not.
func (o *outcome) difference() string {
	text := ""
	for _, d := range o.differences() {
		text += d.String() + "\n"
	}
	return text
}

// differences lists how the outcomes differ.
func (o *outcome) differences() []*evalDifference {
	if o.parse {
		return []*evalDifference{{outcome: o, kind: differentParse}}
	}
	if o.theirs == cty.NilVal {
		return nil
	}
	var out []*evalDifference
	left := slices.Clone(o.theirDiags)
	for _, p := range o.ourDiags {
		same := func(q *hcl.Diagnostic) bool {
			a, b := p.Subject, q.Subject
			return a.Start().Byte == b.Start.Byte && a.End().Byte == b.End.Byte
		}
		if i := slices.IndexFunc(left, same); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		out = append(out, &evalDifference{outcome: o, kind: differentOurs, ourDiag: p})
	}
	for _, q := range left {
		out = append(out, &evalDifference{outcome: o, kind: differentTheirs, theirDiag: q})
	}
	c := valueComparison{outcome: o}
	c.compare(o.theirs, o.ours, "")
	return append(out, c.out...)
}

// valueComparison collects the differences between two values.
type valueComparison struct {
	outcome *outcome
	out     []*evalDifference
}

func (c *valueComparison) add(kind, at string, a cty.Value, b value.Value) {
	c.out = append(c.out, &evalDifference{outcome: c.outcome, kind: kind, at: at, want: a, have: b})
}

func (c *valueComparison) compare(want cty.Value, have value.Value, at string) {
	a, am := want.Unmark()
	b, bm := have.Unmark()
	if lacks := func(m any) bool { return !bm.Has(m) }; len(am) != len(bm.List()) ||
		slices.ContainsFunc(slices.Collect(maps.Keys(am)), lacks) {
		c.add(differentMarks, at, want, have)
	}
	switch sameType := toType(a.Type()) == b.Type(); {
	case a.IsKnown() != b.IsKnown():
		c.add(differentKnown, at, a, b)
	case a.IsKnown() && a.IsNull() != b.IsNull():
		c.add(differentNull, at, a, b)
	case !sameType && !(a.IsKnown() && !a.IsNull() && sameParts(a.Type(), b.Type())):
		c.add(differentType, at, a, b)
	case !a.IsKnown():
		c.compareRefinements(a, b, at)
	case !a.IsNull():
		c.compareKnown(a, b, at)
	}
}

// sameParts reports whether two types are both of tuples or both of objects, whose parts can be compared one by one.
func sameParts(a cty.Type, b types.Type) bool {
	return a.IsTupleType() && b.Kind() == types.KindTuple && len(a.TupleElementTypes()) == b.Len() ||
		a.IsObjectType() && b.Kind() == types.KindObject
}

func (c *valueComparison) compareRefinements(a cty.Value, b value.Value, at string) {
	text := func(r value.Refinement) string {
		bound := func(b value.Bound) string {
			if b.Number.IsZero() || numbers.IsInfinite(b.Number) {
				return "-"
			}
			return b.Number.NumberText()
		}
		return fmt.Sprint(r.NotNull, r.Prefix, bound(r.Min), bound(r.Max), r.MinLen, r.MaxLen, r.NoElements)
	}
	if text(toRefinement(a)) != text(b.Refinement()) {
		c.add(differentRefinement, at, a, b)
	}
}

func (c *valueComparison) compareKnown(a cty.Value, b value.Value, at string) {
	differ := false
	switch a.Type() {
	case cty.String:
		differ = a.AsString() != b.AsString()
	case cty.Bool:
		differ = a.True() != b.AsBool()
	case cty.Number:
		f, _ := b.BigFloat()
		differ = f.Cmp(a.AsBigFloat()) != 0
	}
	if differ {
		c.add(differentValue, at, a, b)
	}
	if !b.IsContainer() {
		return
	}
	var names []string
	var parts []cty.Value
	for it := a.ElementIterator(); it.Next(); {
		k, e := it.Element()
		if b.Names() != nil {
			names = append(names, k.AsString())
		}
		parts = append(parts, e)
	}
	if len(parts) != b.Len() || !slices.Equal(names, b.Names()) {
		c.add(differentParts, at, a, b)
		return
	}
	if sorted := withNullsFirst(parts); a.Type().IsSetType() && !slices.EqualFunc(parts, sorted, cty.Value.RawEquals) {
		c.add(differentOrder, at, a, b)
		parts = sorted
	}
	for i, e := range parts {
		c.compare(e, b.At(i), at+"/"+strconv.Itoa(i))
	}
}

// withNullsFirst returns elements of a set with nulls before what is not wholly known.
func withNullsFirst(parts []cty.Value) []cty.Value {
	rank := func(v cty.Value) int {
		switch {
		case !v.IsWhollyKnown():
			return 2
		case v.IsNull():
			return 1
		}
		return 0
	}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b cty.Value) int { return cmp.Compare(rank(a), rank(b)) })
	return parts
}
