package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/source"
)

// The variables that are not declared by programs.
const (
	rootReq  = "req"
	rootSelf = "self"
	rootEach = "each"
)

// scope is where names are looked up: the program, a block, or a function. It implements eval.Scope.
type scope struct {
	parent *scope
	layout *eval.Layout
	locals map[string]*local
	order  []*local

	self *selfVar // what self is here; nil: as in the parent
	each int      // the slot of each, or -1: as in the parent
	req  int      // the slot of req at the outermost scope of a program; -1 elsewhere
	fn   *userFunction
}

// selfVar is what self stands for in a block.
type selfVar struct {
	slot    int
	members []string
	name    string // the crossplane name, where it is known when compiling
	base    string // the label of the collection
}

// local is a local variable, or an argument of a function.
type local struct {
	name    string
	rng     source.Range // of the name
	expr    expression   // without node for an argument
	scope   *scope
	slot    int
	refs    *refs
	used    bool
	checked bool // its constants were checked
	// cyclic tells that the local is part of a cycle, so that nobody follows its references.
	cyclic bool
}

func newScope(parent *scope) *scope {
	return &scope{parent: parent, layout: parent.layout, each: -1, req: -1}
}

// find returns the local that a name means here, or nil.
func (s *scope) find(name string) *local {
	for ; s != nil; s = s.parent {
		if l := s.locals[name]; l != nil {
			return l
		}
	}
	return nil
}

// function returns the function that the scope belongs to, or nil.
func (s *scope) function() *userFunction {
	for ; s != nil; s = s.parent {
		if s.fn != nil {
			return s.fn
		}
	}
	return nil
}

// selfHere returns what self stands for, or nil if there is none.
func (s *scope) selfHere() *selfVar {
	for ; s != nil; s = s.parent {
		if s.self != nil {
			return s.self
		}
	}
	return nil
}

// eachHere returns the slot of each, or -1 if there is none.
func (s *scope) eachHere() int {
	for ; s != nil; s = s.parent {
		if s.each >= 0 {
			return s.each
		}
	}
	return -1
}

func (s *scope) reqHere() int {
	for ; s != nil; s = s.parent {
		if s.req >= 0 {
			return s.req
		}
	}
	return -1
}

// Lookup implements eval.Scope. What does not exist has been reported by the check of references; it is
// given the slot of a variable without value so that it is not reported twice.
func (s *scope) Lookup(name string) (int, bool) {
	if l := s.find(name); l != nil {
		return l.slot, true
	}
	slot := -1
	switch name {
	case rootReq:
		slot = s.reqHere()
	case rootSelf:
		if v := s.selfHere(); v != nil {
			slot = v.slot
		}
	case rootEach:
		slot = s.eachHere()
	}
	return max(slot, 0), true
}

// Names implements eval.Scope.
func (s *scope) Names() []string {
	var names []string
	if s.reqHere() >= 0 {
		names = append(names, rootReq)
	}
	if s.selfHere() != nil {
		names = append(names, rootSelf)
	}
	if s.eachHere() >= 0 {
		names = append(names, rootEach)
	}
	for ; s != nil; s = s.parent {
		for _, l := range s.order {
			names = append(names, l.name)
		}
	}
	slices.Sort(names)
	return names
}

// declare adds a local to the scope, or reports why it cannot be.
func (c *compiler) declare(s *scope, l *local) {
	switch l.name {
	case rootReq, rootSelf, rootEach:
		if l.expr.node == nil {
			break // arguments of functions are a world of their own (C6)
		}
		c.error("reserved-name", l.rng, "Reserved name", "\""+l.name+"\" is a variable of the language and cannot be a local. Choose another name.")
		return
	}
	if first := s.locals[l.name]; first != nil {
		c.duplicateLocal(l, first)
		return
	}
	if s.parent != nil {
		if outer := s.parent.find(l.name); outer != nil {
			c.add(&diag.Diagnostic{
				Code: "shadowed-local", Summary: "Local shadows another", Subject: l.rng,
				Detail: "There is a local named " + quoted(l.name) + " in a block around this one, which it would hide. Rename one of them.",
				Notes:  []diag.Note{{Message: "the other one is here", Range: outer.rng}},
			})
		}
	}
	if s.locals == nil {
		s.locals = make(map[string]*local)
	}
	l.scope = s
	l.slot = s.layout.Slot()
	s.locals[l.name] = l
	s.order = append(s.order, l)
	if l.expr.node != nil {
		c.locals = append(c.locals, l)
	}
}

func (c *compiler) duplicateLocal(l, first *local) {
	what := "local"
	if first.expr.node == nil {
		what = "argument"
	}
	c.add(&diag.Diagnostic{
		Code: "duplicate-local", Summary: "Duplicate local", Subject: l.rng,
		Detail: "There is another local named " + quoted(l.name) + " in this block. All locals blocks of one block are one set, in which every name stands once.",
		Notes:  []diag.Note{{Message: "the " + what + " of that name is here", Range: first.rng}},
	})
}
