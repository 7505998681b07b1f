package eval

import (
	"sync"

	"github.com/hclx-lang/hclx/value"
)

// Code is a compiled expression. It reads its variables from a frame. If it fails, it reports diagnostics to the thread
// of the frame, and returns an unknown value or the part of the value that it could compute.
type Code func(f *Frame) value.Value

// Layout assigns slots to variables while programs are compiled. Programs that share a layout share a frame. The zero
// Layout is empty and ready to use.
//
// A layout must only be used by one goroutine while programs are compiled with it. Afterwards it is safe for concurrent
// use, and frames can be created.
type Layout struct {
	lazy  []Code        // by slot; nil if the host fills the slot
	reads map[int][]int // what the programs of slots read, in profiles in which that matters
	// Frames of one layout have one size, so they are kept for each layout and not for all of them together.
	pool sync.Pool
}

// NewLayout returns a layout without slots.
func NewLayout() *Layout { return &Layout{} }

// Slot returns a new slot, which the host sets with [Frame.Set].
func (l *Layout) Slot() int { return l.Lazy(nil) }

// Lazy returns a new slot that is filled when it is first read, by running c on the frame.
// With nil, c can be given later by [Layout.SetLazy].
func (l *Layout) Lazy(c Code) int {
	l.lazy = append(l.lazy, c)
	return len(l.lazy) - 1
}

// SetLazy sets the code that fills a slot when it is first read.
func (l *Layout) SetLazy(slot int, c Code) { l.lazy[slot] = c }

// SetProgram sets the program that fills a slot when it is first read. Unlike with code, the slots that it reads are
// known. Profiles in which a conditional has the type of both arms need them, because an arm may still fail while it
// depends on something unknown.
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
