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

// recovered returns the status with which the program is to be evaluated once more, since this round would drop what
// exists: the XR may have lost its status in a restore. A round renders the status blocks that wait for those of the
// round before, so another one helps as long as the status grows, and there are never more rounds than status blocks.
func (r *run) recovered(rounds int) (status value.Value, more bool) {
	if len(r.drops) == 0 || len(r.errors) > 0 || rounds >= r.statusItems() {
		return value.Value{}, false
	}
	status = r.producedStatus()
	return status, !status.IsZero() && (r.overlay.IsZero() || grows(r.overlay, status))
}

// statusItems is the number of status blocks that the run met, which bounds the rounds.
func (r *run) statusItems() int {
	n := 0
	for i := range r.items {
		if r.items[i].Kind == model.KindStatus {
			n++
		}
	}
	return n
}

// grows reports whether an object has parts that an earlier one had not.
//
// Only growth counts. A status whose values merely change would make rounds without end, and the limit by status blocks
// would be the only one to stop them.
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

// stepsLeft is the limit of steps for a round after so many; all rounds together have the limit of one call.
func stepsLeft(limit, used int64) int64 {
	return max(cmp.Or(limit, eval.DefaultSteps)-used, 1)
}

// withStatus returns an object that came from outside, at a place, with another status.
func withStatus(of value.Value, at *host.Place, status value.Value) value.Value {
	of, marks := of.Unmark()
	of = new(shapeStep).set(of, "status", opened(status, at.Attr("status")))
	return host.Open(of, at).WithMarks(marks)
}

// opened returns a value that a program has made as if it had come from outside, open on every level. What did come
// from outside stays as it is.
//
// The program is evaluated as if this status had been observed, so missing parts must be unknown as in any data from
// outside, and not errors.
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
