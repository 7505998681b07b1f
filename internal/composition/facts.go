package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/syntax"
)

// fact is what a set of references reads, through locals too.
type fact uint8

const (
	factObserved   fact = 1 << iota // data that may be missing for a while
	factStatus                      // such data in a status
	factConnection                  // connection details
	factExtra                       // answers to requirements
)

// facts remembers what locals read, each worked out once. The facts of arguments of a function are put in by whoever knows the call.
type facts map[*local]fact

// of returns the facts of references.
func (known facts) of(r *refs) fact {
	var f fact
	if r == nil {
		return f
	}
	for i := range r.reads {
		f |= factsOfRead(&r.reads[i])
	}
	for i := range r.locals {
		f |= known.ofLocal(&r.locals[i])
	}
	return f
}

func (known facts) ofLocal(ref *localRef) fact {
	f, ok := known[ref.local]
	if !ok {
		known[ref.local] = 0 // ends cycles
		f = known.of(ref.local.refs)
		known[ref.local] = f
	}
	if ref.status && f&factObserved != 0 {
		f |= factStatus
	}
	return f
}

func factsOfRead(rd *read) fact {
	var f fact
	switch m := rd.member(1); {
	case rd.root != rootReq && rd.root != rootSelf:
		return 0
	case m == "connection" || m == "connections" || m == "composite_connection":
		f = factConnection | factObserved
	case m == "extra_resources":
		f = factExtra
	case m == "resource" || m == "resources", m == "composite" && rd.member(2) == "status":
		f = factObserved
	}
	if f&factObserved != 0 && slices.ContainsFunc(rd.steps, isStatus) {
		f |= factStatus
	}
	return f
}

func isStatus(s syntax.Step) bool { return s.Key.AsString() == "status" }
