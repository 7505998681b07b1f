package check

import "github.com/hclx-lang/hclx/internal/composition/model"

// fact is a set of the kinds of data that references read, also through locals.
type fact uint8

const (
	factObserved   fact = 1 << iota // data that may be missing for a while
	factConnection                  // connection details
	factExtra                       // answers to requirements
	factMembers                     // observed members of collections
)

// facts caches the facts of locals. Callers add the facts of the arguments of a function.
type facts map[model.SymbolKey]fact

// of returns the facts of an expression.
func (known facts) of(m *model.Program, e *model.Expr) fact { return known.ofRefs(m, e, m.Refs(e)) }

// ofRefs returns the facts of some references of an expression.
func (known facts) ofRefs(m *model.Program, e *model.Expr, refs []model.Reference) fact {
	var f fact
	for i := range refs {
		ref := &refs[i]
		if s := m.Symbol(e.File, ref.Symbol); s.Expr == nil && s.Kind != model.Argument {
			f |= factsOfRead(m, e, ref)
			continue
		}
		f |= known.ofLocal(m, e.File, ref.Symbol)
	}
	return f
}

func (known facts) ofLocal(m *model.Program, file *model.File, id model.SymbolID) fact {
	k := m.Key(file, id)
	f, ok := known[k]
	if e := m.Symbol(file, id).Expr; !ok && e != nil {
		known[k] = 0 // ends cycles
		f = known.of(m, e)
		known[k] = f
	}
	return f
}

// factsOfMember are the facts of the members of the language's variables.
var factsOfMember = [...]fact{
	model.ReqConnections:         factConnection | factObserved | factMembers,
	model.ReqConnection:          factConnection | factObserved,
	model.ReqCompositeConnection: factConnection | factObserved,
	model.SelfConnection:         factConnection | factObserved,
	model.SelfConnections:        factConnection | factObserved,
	model.ReqExtraResources:      factExtra,
	model.ReqResources:           factObserved | factMembers,
	model.ReqResource:            factObserved,
	model.SelfResourceBody:       factObserved,
	model.SelfResources:          factObserved,
}

func factsOfRead(m *model.Program, e *model.Expr, ref *model.Reference) fact {
	member := m.Member(e, ref)
	if member == model.ReqComposite && ref.Step(2) == "status" {
		return factObserved
	}
	return factsOfMember[member]
}
