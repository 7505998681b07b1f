package difftest

import (
	"github.com/hclx-lang/hclx/diag"
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
