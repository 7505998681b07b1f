package eval

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// A frame holds all variables of a program in one slice, and names are resolved to places in it when the program is
// compiled, so reading a variable is an index into a slice. A slot with the zero Value is empty. Slots with code are
// filled when they are first read: locals that nobody needs are never evaluated, and their order in the source does not
// matter.

// Frame contains the variables of an evaluation of programs that share a layout. It may be used by one goroutine at a
// time.
type Frame struct {
	// Thread is the evaluation that the frame belongs to.
	Thread *Thread

	layout *Layout
	slots  []value.Value
	failed map[int]*failure // what filling lazy slots reported; nil while nothing failed
	// certain caches the results of isCertain for lazy slots.
	certain map[int]bool
}

// failure contains the diagnostics of filling a lazy slot.
type failure struct {
	diags diag.List
	at    int // where on the thread the diagnostics were put last
}

// NewFrame returns an empty frame. [Frame.Release] allows its memory to be reused.
func NewFrame(l *Layout, t *Thread) *Frame {
	n := len(l.lazy)
	if f, ok := l.pool.Get().(*Frame); ok && len(f.slots) == n {
		f.Thread = t
		return f
	}
	return &Frame{Thread: t, layout: l, slots: make([]value.Value, n)}
}

// maxPooledSlots limits the size of frames that are kept for reuse.
const maxPooledSlots = 4096

// Release allows the memory of the frame to be reused. The frame must not be used afterwards.
func (f *Frame) Release() {
	// Frames of huge programs are made anew rather than kept.
	if len(f.slots) > maxPooledSlots {
		return
	}
	clear(f.slots)
	f.failed, f.certain, f.Thread = nil, nil, nil
	f.layout.pool.Put(f)
}

// Get returns the value of a slot. If the slot is lazy, Get first fills it. Its diagnostics are reported again to every
// reader: each region of the thread (see [Thread.Diags]) that reads the slot contains them once. The value of a slot
// that has not been set is unknown.
func (f *Frame) Get(slot int) value.Value {
	// Get is small enough to be inlined. As long as nothing failed, and a slot is filled, it is a load and two
	// comparisons.
	if v := f.slots[slot]; !v.IsZero() && f.failed == nil {
		return v
	}
	return f.get(slot)
}

func (f *Frame) get(slot int) value.Value {
	v := f.slots[slot]
	if v.IsZero() {
		return f.fill(slot)
	}
	if e := f.failed[slot]; e != nil {
		e.at = f.Thread.repeat(e.diags, e.at)
	}
	return v
}

// fill runs the code of a lazy slot. Meanwhile the value of the slot is unknown, which ends cycles that the host did
// not reject.
func (f *Frame) fill(slot int) value.Value {
	code := f.layout.lazy[slot]
	f.slots[slot] = value.DynamicUnknown
	t := f.Thread
	if code == nil || !t.descend() {
		return value.DynamicUnknown
	}
	mark := len(t.Diags)
	outer := t.region
	t.region = mark
	t.running++
	v := code(f)
	t.running--
	t.region = outer
	t.fills--
	// The zero Value marks an empty slot, so no value may look like it.
	if v.IsZero() {
		v = value.Null
	}
	f.slots[slot] = v
	if len(t.Diags) > mark {
		f.remember(slot, mark)
	}
	return v
}

// remember stores the diagnostics of filling a slot, and removes those from the thread that the current region already
// contains.
func (f *Frame) remember(slot, mark int) {
	t := f.Thread
	diags := slices.Clone(t.Diags[mark:])
	t.Diags = t.Diags[:mark]
	if f.failed == nil {
		f.failed = map[int]*failure{}
	}
	f.failed[slot] = &failure{diags: diags, at: t.repeat(diags, 0)}
}

// Set fills a slot.
func (f *Frame) Set(slot int, v value.Value) {
	if v.IsZero() {
		v = value.Null
	}
	f.slots[slot] = v
}

// Clear removes the values of the slots in the half-open range from, to, for example when the next member of a
// collection reuses them. Lazy slots among them will be filled again.
func (f *Frame) Clear(from, to int) {
	clear(f.slots[from:to])
	clear(f.certain)
	for slot := range f.failed {
		if slot >= from && slot < to {
			delete(f.failed, slot)
		}
	}
	if len(f.failed) == 0 {
		f.failed = nil
	}
}

// areCertain reports whether the values of slots can no longer change: they are wholly known, and so is everything that
// programs read to fill them, even if they failed.
func (f *Frame) areCertain(slots []int) bool {
	for _, slot := range slots {
		v := f.slots[slot]
		final := v.IsWhollyKnown() && !host.IsOpen(v) || f.failed[slot] != nil && f.layout.reads[slot] != nil
		if !v.IsZero() && !(final && f.isCertain(slot)) {
			return false
		}
	}
	return true
}

// isCertain reports whether the value of a slot depends on nothing unknown.
func (f *Frame) isCertain(slot int) bool {
	reads := f.layout.reads[slot]
	if len(reads) == 0 {
		return true
	}
	certain, known := f.certain[slot]
	if !known {
		if f.certain == nil {
			f.certain = map[int]bool{}
		}
		f.certain[slot] = true // in a cycle, which is an error elsewhere
		certain = f.areCertain(reads)
		f.certain[slot] = certain
	}
	return certain
}
