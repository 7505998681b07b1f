package contract

import (
	"fmt"
	"slices"

	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// maxExact is the largest number up to which a float64 represents every integer.
const maxExact = 1 << 53

// Number returns the float64 that represents a number for Crossplane. If there is none, because an integer must not
// change, it returns the reason, which does not show a sensitive number.
func Number(v value.Value, sensitive bool) (f float64, refused string) {
	if i, ok := v.AsInt64(); ok {
		if f := float64(i); f < 1<<63 && int64(f) == i {
			return f, ""
		}
	}
	if numbers.IsInfinite(v) {
		return 0, "infinity cannot be written to a Kubernetes object"
	}
	f, exact := v.Float64()
	if exact || !numbers.IsInteger(v) {
		return f, ""
	}
	const maxDigits = 40
	shown, bound := "this integer", fmt.Sprintf("between %d and %d", -maxExact, maxExact)
	if !sensitive {
		shown = "the integer " + wording.Clip(v.NumberText(), maxDigits)
		bound = fmt.Sprintf("below %d", maxExact)
		if numbers.Sign(v) < 0 {
			bound = fmt.Sprintf("above %d", -maxExact)
		}
	}
	return 0, shown + " cannot be written exactly, because Crossplane passes numbers as 64-bit floats. Convert it to a " +
		"string with tostring, or use a number " + bound
}

// Crossplane passes objects as google.protobuf.Struct, whose numbers are 64-bit floats. An integer above 2^53 would
// silently arrive as another one. It is refused at its place in the program.

// writableRule is the rule for the numbers in values that are written to objects, in addition to the rule of the kind.
func writableRule(what string) Rule {
	return func(v value.Value) []Violation {
		w := numberWalk{what: what}
		w.add(nil, v, false)
		return w.found
	}
}

// numberWalk finds the numbers in a value that cannot be written.
type numberWalk struct {
	what  string
	found []Violation
}

// add checks the part of a value at a path.
func (w *numberWalk) add(path value.Path, v value.Value, secret bool) {
	const most = 10
	if len(w.found) >= most {
		return
	}
	v, marks := v.Unmark()
	secret = secret || marks.Has(value.Sensitive)
	switch {
	case v.IsNumber():
		if _, refused := Number(v, secret); refused != "" {
			w.refuse(path, refused, secret)
		}
	case v.IsContainer() && host.Raw(v) == nil: // values that are passed on unchanged were written before
		names := v.Names()
		for i, e := range v.Elems() {
			step := value.IndexStep(value.Int(int64(i)))
			if names != nil {
				step = value.AttrStep(names[i])
			}
			w.add(append(path, step), e, secret)
		}
	}
}

func (w *numberWalk) refuse(path value.Path, why string, secret bool) {
	if len(path) > 0 && !secret {
		why = wording.Path(path) + ": " + why
	}
	w.found = append(w.found, Violation{slices.Clone(path), "Value cannot be written", "In " + w.what + ", " + why + "."})
}
