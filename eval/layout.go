package eval

import (
	"sync"

	"github.com/hclx-lang/hclx/value"
)

// Code is a compiled expression. It reads its variables from a frame. When it fails it
// reports diagnostics to the frame's thread and returns an unknown value, or as much of
// the value as is there.
type Code func(f *Frame) value.Value

// Layout hands out the slots of variables while programs are compiled. Programs that share a layout
// share a frame. The zero value is an empty layout.
//
// A layout grows while programs are compiled with it and belongs to one goroutine until then; after
// that it is safe for concurrent use. Frames are made when it has stopped growing.
type Layout struct {
	lazy  []Code        // by slot; nil if the host fills the slot
	reads map[int][]int // what the programs of slots read, in profiles in which that matters
	// Frames of one layout have one size, so they are kept for each layout and not for all of them together.
	pool sync.Pool
}

// NewLayout returns a layout without slots.
func NewLayout() *Layout { return &Layout{} }

// Slot returns a new slot, which the host fills by [Frame.Set].
func (l *Layout) Slot() int { return l.Lazy(nil) }

// Lazy returns a new slot that is filled when it is first read, by running c on the frame.
// With nil, c can be given later by [Layout.SetLazy].
func (l *Layout) Lazy(c Code) int {
	l.lazy = append(l.lazy, c)
	return len(l.lazy) - 1
}

// SetLazy says how a slot is filled when it is first read.
func (l *Layout) SetLazy(slot int, c Code) { l.lazy[slot] = c }

// SetProgram says that a program fills a slot when it is first read. Unlike code it is known by what it reads: where a
// conditional has the type of both arms, an arm can still fail as long as something unknown is behind a slot that it
// reads.
func (l *Layout) SetProgram(slot int, p *Program) {
	l.lazy[slot] = p.Code()
	if p.reads != nil {
		if l.reads == nil {
			l.reads = map[int][]int{}
		}
		l.reads[slot] = *p.reads
	}
}

// Len returns the number of slots.
func (l *Layout) Len() int { return len(l.lazy) }
