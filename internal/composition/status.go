package composition

import "github.com/hclx-lang/hclx/value"

// finalStatus merges what the program writes into what earlier steps returned, and that into what is kept (C9).
func (r *run) finalStatus() value.Value {
	if !r.status.wrote && r.keptStatus.isEmpty() {
		return value.Value{}
	}
	t := &r.status.tree
	t.fill(r.earlierStatus())
	if !r.keptStatus.isEmpty() {
		t.fill(r.keptStatus.value())
	}
	return t.value()
}

func (r *run) earlierStatus() value.Value {
	if r.in.Desired.Status.IsZero() {
		return value.EmptyObject
	}
	return r.object(r.in.Desired.Status, nil, "status")
}

// producedStatus is the status that this call produces, over the observed one; the zero Value if it produces none.
func (r *run) producedStatus() value.Value {
	if !r.status.wrote && r.in.Desired.Status.IsZero() {
		return value.Value{}
	}
	t := &r.status.tree
	t.fill(r.earlierStatus())
	if v, ok := r.observedStatus(); ok {
		t.fill(v)
	}
	return t.value()
}
