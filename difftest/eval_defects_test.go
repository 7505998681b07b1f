package difftest

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// defects are mistakes that an evaluator could make with its result. Each changes the outcome, or returns false.
var defects = map[string]func(o *outcome) bool{
	"marks are dropped": func(o *outcome) bool {
		plain, marks := o.ours.UnmarkDeep()
		o.ours = plain
		return len(marks.List()) > 0
	},
	"the outer marks are dropped": func(o *outcome) bool {
		plain, marks := o.ours.Unmark()
		o.ours = plain
		return len(marks.List()) > 0
	},
	"a bool is the other one": func(o *outcome) bool {
		plain, marks := o.ours.Unmark()
		if !plain.IsBool() || !plain.IsKnown() || plain.IsNull() {
			return false
		}
		o.ours = value.Bool(!plain.AsBool()).WithMarks(marks)
		return true
	},
	"what is known is unknown": func(o *outcome) bool {
		plain, marks := o.ours.Unmark()
		if !plain.IsKnown() || plain.IsNull() {
			return false
		}
		o.ours = unknowns.NotNullOf(plain.Type()).WithMarks(marks)
		return true
	},
	"a number is one more": func(o *outcome) bool {
		plain, marks := o.ours.Unmark()
		n, ok := plain.AsInt64()
		if !plain.IsNumber() || plain.IsUnknown() || plain.IsNull() || !ok {
			return false
		}
		o.ours = value.Int(n + 1).WithMarks(marks)
		return true
	},
	"the last element is lost": func(o *outcome) bool {
		plain, marks := o.ours.Unmark()
		if !plain.IsKnown() || plain.IsNull() || plain.Type().Kind() != types.KindTuple || plain.Len() == 0 {
			return false
		}
		o.ours = value.Tuple(plain.Elems()[:plain.Len()-1]...).WithMarks(marks)
		return true
	},
	"diagnostics are lost": func(o *outcome) bool {
		had := len(o.ourDiags) > 0
		o.ourDiags = nil
		return had
	},
	"there is one diagnostic more": func(o *outcome) bool {
		at := source.Range{File: source.NewFileString("", o.text)}
		o.ourDiags = append(diag.List{{Summary: "wrong", Subject: at}}, o.ourDiags...)
		return true
	},
	"a null is another value": func(o *outcome) bool {
		plain, marks := o.ours.Unmark()
		if !plain.IsNull() {
			return false
		}
		o.ours = value.String("null").WithMarks(marks)
		return true
	},
	"what is known about an unknown value is lost": func(o *outcome) bool {
		plain, marks := o.ours.Unmark()
		if plain.IsKnown() || host.FlagsOf(plain) == 0 {
			return false
		}
		o.ours = value.Unknown(plain.Type()).WithMarks(marks)
		return !o.ours.Equal(plain.WithMarks(marks))
	},
}

// TestDefectsAreNoticed gives the comparison outcomes with a mistake. What is accepted must not hide them: not of
// expressions that agree, and not of those whose difference is accepted.
func TestDefectsAreNoticed(t *testing.T) {
	p := fullScope()
	noticed, applied := map[string]int{}, map[string]int{}
	for i := range random.Cases(8000) {
		raw, template := generated(2, uint64(i))
		text := withNegation(raw)
		o := evaluateBoth(text, template, p)
		if o.parse || o.theirs == cty.NilVal || o.difference() != "" && o.accepted(raw, p) == "" {
			continue
		}
		for name, defect := range defects {
			if tried := *o; !defect(&tried) {
				continue
			}
			wrong := p
			wrong.defect = func(o *outcome) { defect(o) }
			o := evaluateBoth(text, template, wrong)
			if o.difference() == "" {
				continue // the mistake makes ours like theirs
			}
			applied[name]++
			if o.accepted(raw, wrong) == "" {
				noticed[name]++
			} else if testing.Verbose() {
				t.Logf("%s: %s: %s", name, o.accepted(raw, wrong), text)
			}
		}
	}
	for name := range defects {
		t.Logf("%s: %d of %d", name, noticed[name], applied[name])
		if applied[name] < 100 || noticed[name]*100 < applied[name]*90 {
			t.Errorf("%s: only %d of %d are noticed", name, noticed[name], applied[name])
		}
	}
}
