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

// factsOf returns the facts of references. Those of a local are worked out once.
func (l *linter) factsOf(r *refs) fact {
	var f fact
	if r == nil {
		return f
	}
	for i := range r.reads {
		f |= factsOfRead(&r.reads[i])
	}
	for _, ref := range r.locals {
		known, ok := l.facts[ref.local]
		if !ok {
			l.facts[ref.local] = 0 // ends cycles
			known = l.factsOf(ref.local.refs)
			l.facts[ref.local] = known
		}
		f |= known
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

func isStatus(s syntax.Step) bool { return s.Kind == syntax.StepAttr && s.Key.AsString() == "status" }
