package eval

import (
	"slices"
	"sync"
)

// scratch is memory that compilations reuse, for the parts of constructors and calls that are being compiled, and for
// the evaluation of constants.
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

// foldFrame returns a frame for constant expressions. It has all slots of the layout, although only variables of the
// expression itself are read, so it grows with the layout and is reused.
func (s *scratch) foldFrame(l *Layout) *Frame {
	f := &s.frame
	f.Thread, f.layout = &s.thread, l
	if n := l.Len(); len(f.slots) < n {
		f.slots = slices.Grow(f.slots, n-len(f.slots))[:n]
	}
	return f
}

// release returns the memory for reuse. Slots are those that the compilation has used.
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

// parts returns the parts from an index on. The slice is valid until the next push.
func (c *Compiler) parts(from int) []node { return c.scratch.nodes[from:] }

// pop removes all but the first to parts.
func (c *Compiler) pop(to int) {
	// The pool keeps the stack, so what it holds would stay alive.
	clear(c.scratch.nodes[to:])
	c.scratch.nodes = c.scratch.nodes[:to]
}

// pushed returns the number of parts.
func (c *Compiler) pushed() int { return len(c.scratch.nodes) }

// allConstant reports whether all parts are known constants.
func allConstant(parts []node) bool {
	for i := range parts {
		if !parts[i].constant || !parts[i].val.IsWhollyKnown() {
			return false
		}
	}
	return true
}
