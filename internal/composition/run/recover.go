package run

import (
	"cmp"
	"slices"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// recovered returns the status for evaluating the program once more, because this round would drop existing resources:
// the XR may have lost its status in a restore. A round renders the status blocks that wait for those of the previous
// round, so another one helps as long as the status grows, and there are never more rounds than status blocks.
func (r *run) recovered(rounds int) (status value.Value, more bool) {
	if len(r.drops) == 0 || len(r.errors) > 0 || rounds >= r.statusItems() {
		return value.Value{}, false
	}
	status = r.producedStatus()
	return status, !status.IsZero() && (r.overlay.IsZero() || grows(r.overlay, status))
}

// statusItems is the number of evaluated status blocks, which limits the rounds.
func (r *run) statusItems() int {
	n := 0
	for i := range r.items {
		if r.items[i].Kind == model.KindStatus {
			n++
		}
	}
	return n
}

// grows reports whether an object has parts that an earlier one did not have.
//
// Only growth counts. A status whose values merely change would cause endless rounds, up to the limit by status blocks.
func grows(before, after value.Value) bool {
	before, after = unmarked(before), unmarked(after)
	if !contract.IsObject(after) {
		return false
	}
	if !contract.IsObject(before) {
		return after.Len() > 0
	}
	for i, name := range after.Names() {
		part, ok := before.Attr(name)
		if !ok || grows(part, after.At(i)) {
			return true
		}
	}
	return false
}

// stepsLeft returns the limit of steps for a round after so many; all rounds together have the limit of one call.
func stepsLeft(limit, used int64) int64 {
	return max(cmp.Or(limit, eval.DefaultSteps)-used, 1)
}

// withStatus returns an outside object, at a place, with another status.
func withStatus(of value.Value, at *host.Place, status value.Value) value.Value {
	of, marks := of.Unmark()
	of = new(shapeStep).set(of, "status", opened(status, at.Attr("status")))
	return host.Open(of, at).WithMarks(marks)
}

// opened returns a value that a program has made in the form of an outside value, open on every level. Values from
// outside stay as they are.
//
// The program is evaluated as if this status had been observed, so missing parts must be unknown as in any outside
// data, and not errors.
func opened(v value.Value, at *host.Place) value.Value {
	u, marks := v.Unmark()
	if !u.IsContainer() || host.IsOpen(u) {
		return v
	}
	names, vals := u.Names(), slices.Clone(u.Elems())
	if !contract.IsObject(u) {
		for i, e := range vals {
			vals[i] = opened(e, at.Index(i))
		}
		return host.Open(value.Tuple(vals...), at).WithMarks(marks)
	}
	for i, e := range vals {
		vals[i] = opened(e, at.Attr(names[i]))
	}
	return host.Open(host.ObjectOf(host.NewShape(names), vals), at).WithMarks(marks)
}
