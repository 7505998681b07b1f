package composition

import (
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/wording"
	"github.com/hclx-lang/hclx/value"
)

const rootReq = model.RootReq

// Graph says which blocks of a program depend on which.
type Graph = model.Graph

var (
	hidden    = model.Hidden
	quoted    = wording.Quoted
	kindName  = wording.Kind
	member    = model.PathName
	stepText  = model.StepText
	normal    = value.NFC
	reqShape  = value.NewShape(model.ReqMembers)
	eachShape = value.NewShape(model.EachMembers)
)

// textOf returns the text of a value that fulfils a rule of texts.
func textOf(v value.Value) string {
	v = unmarked(v)
	if v.IsNumber() {
		return v.NumberText()
	}
	return v.AsString()
}

// Number is [contract.Number].
func Number(v value.Value, sensitive bool) (float64, string) { return contract.Number(v, sensitive) }

// obeys applies a rule to the finished value of an attribute. What breaks it makes the answer fatal.
func (r *run) obeys(item int, a *attribute, v value.Value, holds contract.Rule) bool {
	list := holds(v)
	for _, bad := range list {
		at := a.rng()
		if len(bad.Path) > 0 {
			at = r.p.place(a.id, bad.Path)
		}
		r.contract(item, at, bad.Summary, bad.Detail)
		r.noteMember(item)
	}
	return len(list) == 0
}

// writable applies a rule of what is written, if the values seen since the last time give reason to.
func (r *run) writable(item int, a *attribute, v value.Value, holds contract.Rule) bool {
	if !r.room.refused {
		return true
	}
	r.room.refused = false
	return r.obeys(item, a, v, holds)
}
