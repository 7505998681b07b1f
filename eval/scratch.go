package eval

import (
	"slices"
	"sync"
)

// scratch is memory that one compilation after the other uses: for the parts of the constructors and calls that are
// being compiled, and for evaluating what is constant.
//
// With a new frame of the whole layout for each constant expression, compiling was quadratic in the slots of a program.
// The parts that are being compiled lie on one stack, because each constructor and call would otherwise allocate a list
// that lives for an instant.
type scratch struct {
	nodes  []node // the parts of one expression behind those of the expression around it
	frame  Frame
	thread Thread
}

var scratches = sync.Pool{New: func() any { return &scratch{thread: Thread{Limits: foldLimits}} }}

// foldFrame returns a frame for constant expressions. It has a slot for everything in the layout, though only variables
// of the expression itself are ever read, so it grows with the layout instead of being made anew.
func (s *scratch) foldFrame(l *Layout) *Frame {
	f := &s.frame
	f.Thread, f.layout = &s.thread, l
	if n := l.Len(); len(f.slots) < n {
		f.slots = slices.Grow(f.slots, n-len(f.slots))[:n]
	}
	return f
}

// release gives the memory back. Slots are those that the compilation has used.
func (s *scratch) release(slots []int) {
	for _, slot := range slots {
		if slot < len(s.frame.slots) {
			s.frame.Clear(slot, slot+1)
		}
	}
	s.frame.layout = nil
	scratches.Put(s)
}

// push adds a part of the expression that is being compiled.
func (c *Compiler) push(n node) { c.scratch.nodes = append(c.scratch.nodes, n) }

// parts returns what was pushed when there were from parts before. It is valid until the next push.
func (c *Compiler) parts(from int) []node { return c.scratch.nodes[from:] }

// pop forgets the parts behind the first ones.
func (c *Compiler) pop(to int) {
	// The pool keeps the stack, so what it holds would stay alive.
	clear(c.scratch.nodes[to:])
	c.scratch.nodes = c.scratch.nodes[:to]
}

// pushed returns the number of parts.
func (c *Compiler) pushed() int { return len(c.scratch.nodes) }

// allConstant reports whether every part is a known constant, so that what is made of them is one too.
func allConstant(parts []node) bool {
	for i := range parts {
		if !parts[i].constant || !parts[i].val.IsWhollyKnown() {
			return false
		}
	}
	return true
}
