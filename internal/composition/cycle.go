package composition

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
)

// cycles reports locals that need themselves. Every cycle is reported once, whole, and always from the local of it that
// stands first in the source. Locals refer to locals of their own scope or of scopes around it, so a cycle lies within one scope.
func (c *compiler) cycles() {
	f := cycleFinder{index: make(map[*local]int, len(c.locals))}
	for _, l := range c.locals {
		if f.index[l] == 0 {
			f.visit(l)
		}
	}
	for _, group := range f.groups {
		c.reportCycle(group)
	}
}

// cycleFinder finds strongly connected locals (Tarjan's algorithm, with a stack of its own since chains of locals can be long).
type cycleFinder struct {
	index  map[*local]int // from 1, in the order of the visits
	low    []int          // by index-1
	stack  []*local
	on     map[*local]bool
	frames []cycleFrame
	groups [][]*local
}

type cycleFrame struct {
	l    *local
	next int
}

func (f *cycleFinder) open(l *local) {
	f.low = append(f.low, len(f.low)+1)
	f.index[l] = len(f.low)
	f.stack = append(f.stack, l)
	if f.on == nil {
		f.on = map[*local]bool{}
	}
	f.on[l] = true
	f.frames = append(f.frames, cycleFrame{l: l})
}

func (f *cycleFinder) visit(root *local) {
	f.open(root)
	for len(f.frames) > 0 {
		top := &f.frames[len(f.frames)-1]
		if top.l.refs == nil || top.next >= len(top.l.refs.locals) {
			f.close(top.l)
			continue
		}
		to := top.l.refs.locals[top.next].local
		top.next++
		switch {
		case f.index[to] == 0:
			f.open(to)
		case f.on[to]:
			f.lower(top.l, f.index[to])
		}
	}
}

func (f *cycleFinder) lower(l *local, to int) {
	i := f.index[l] - 1
	f.low[i] = min(f.low[i], to)
}

// close leaves a local; what is left of its component above it on the stack is one.
func (f *cycleFinder) close(l *local) {
	f.frames = f.frames[:len(f.frames)-1]
	low := f.low[f.index[l]-1]
	if len(f.frames) > 0 {
		f.lower(f.frames[len(f.frames)-1].l, low)
	}
	if low != f.index[l] {
		return
	}
	at := len(f.stack) - 1
	for f.stack[at] != l {
		at--
	}
	group := slices.Clone(f.stack[at:])
	f.stack = f.stack[:at]
	for _, m := range group {
		delete(f.on, m)
	}
	if len(group) > 1 || refersTo(l, l) {
		f.groups = append(f.groups, group)
	}
}

func refersTo(l, to *local) bool {
	return l.refs != nil && slices.ContainsFunc(l.refs.locals, func(r localRef) bool { return r.local == to })
}

// reportCycle reports the shortest cycle through the first local of a component.
func (c *compiler) reportCycle(group []*local) {
	first := slices.MinFunc(group, func(a, b *local) int { return a.rng.Compare(b.rng) })
	path := shortestCycle(first, group)
	names := make([]string, 0, len(path)+1)
	var notes []diag.Note
	for i, l := range path {
		l.cyclic = true
		names = append(names, l.name)
		if i > 0 {
			notes = append(notes, diag.Note{Message: "\"" + l.name + "\" is here", Range: l.rng})
		}
	}
	names = append(names, first.name)
	c.add(&diag.Diagnostic{
		Code: "local-cycle", Summary: "Circular locals", Subject: first.rng, Notes: notes,
		Detail: "These locals depend on each other in a circle: " + strings.Join(names, " → ") + ". A local cannot depend on itself, not even through others.",
	})
}

// shortestCycle searches breadth first, in the order of the references.
func shortestCycle(first *local, group []*local) []*local {
	in := make(map[*local]bool, len(group))
	for _, l := range group {
		in[l] = true
	}
	from := map[*local]*local{}
	queue := []*local{first}
	for len(queue) > 0 {
		l := queue[0]
		queue = queue[1:]
		for _, r := range l.refs.locals {
			if r.local == first {
				return pathTo(l, from)
			}
			if in[r.local] && from[r.local] == nil {
				from[r.local] = l
				queue = append(queue, r.local)
			}
		}
	}
	return []*local{first}
}

func pathTo(l *local, from map[*local]*local) []*local {
	var path []*local
	for ; l != nil; l = from[l] {
		path = append(path, l)
	}
	slices.Reverse(path)
	return path
}
