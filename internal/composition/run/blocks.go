package run

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// blocks runs the blocks in an item, -1 for those at the top level.
func (r *run) blocks(list []*Block, parent int) {
	for _, b := range list {
		if r.ended() {
			return
		}
		item := r.add(b, parent, report.Rendered)
		if !r.block(b, item) {
			r.leaveOut(b, item, r.items[item].State)
		}
	}
}

// block runs a block. It returns false if the block is not rendered; the item then has its state. The content of the
// block is run here or, if it is not rendered, recorded by [run.leaveOut].
func (r *run) block(b *Block, item int) bool {
	if !r.condition(item, b.condition()) {
		return false
	}
	switch b.Kind {
	case model.KindGroup:
		r.blocks(b.Blocks, item)
		return true
	case model.KindResource:
		return r.resource(b, item, nil)
	case model.KindCollection:
		return r.collection(b, item)
	case model.KindStatus:
		return r.writeStatus(b, item)
	case model.KindConnection:
		return r.writeConnection(b, item)
	case model.KindContext:
		return r.writeContext(b, item)
	case model.KindReady:
		return r.readiness(b, item)
	case model.KindRequirement:
		return r.require(b, item)
	}
	panic("a block that is not run separately")
}

// leaveOut records the consequences of a block that is not rendered: its possibly existing resources are guarded or
// kept, unless it is excluded on purpose or its error makes the answer fatal anyway. Its content is not evaluated.
func (r *run) leaveOut(b *Block, item int, state report.State) {
	if state != report.Excluded && !r.states[item].broken {
		switch b.Kind {
		case model.KindResource:
			r.guards = append(r.guards, guard{item: item, name: r.items[item].Name})
		case model.KindCollection:
			r.guards = append(r.guards, guard{item: item, base: b.Label})
		case model.KindStatus:
			r.keepStatus(b, item)
		case model.KindConnection:
			r.keepsDetail = true
		}
	}
	if b.Member != nil {
		r.skip(b.Member.Blocks, item, state)
	}
	r.skip(b.Blocks, item, state)
}

// skip records blocks and their content as not evaluated, because the block that contains them is in the given state.
// Ready blocks have no effect then.
func (r *run) skip(list []*Block, parent int, state report.State) {
	for _, b := range list {
		if b.Kind != model.KindReady {
			r.leaveOut(b, r.add(b, parent, state), state)
		}
	}
}

// memberOf identifies the member of a collection that a resource is.
type memberOf struct {
	base   string
	index  int
	shapes *memberShapes
}

// resource renders a resource whose name is known.
func (r *run) resource(b *Block, item int, m *memberOf) bool {
	a := b.attr(model.AttrBody)
	body, ok := r.finished(item, a)
	if !ok {
		r.heldBack = true
		return false
	}
	if !r.emit(item, m, body) {
		return false
	}
	r.blocks(b.Blocks, item)
	return true
}

// emit adds a resource whose body is finished. It returns false if that is not possible, after reporting why.
func (r *run) emit(item int, m *memberOf, body value.Value) bool {
	it := &r.items[item]
	if first, dup := r.rendered[it.Name]; dup {
		r.duplicate(item, it.Name, r.resources[first].Range)
		return false
	}
	if !r.roomForResource(item) {
		return false
	}
	res := Resource{Name: it.Name, Body: body, Range: it.Range}
	if m != nil {
		res.Body, res.Base, res.Index = annotate(body, m), m.base, m.index
	}
	r.rendered[it.Name] = len(r.resources)
	r.resources = append(r.resources, res)
	return true
}

func (r *run) duplicate(item int, name string, first source.Range) {
	at := r.items[item].Range
	detail := "Another block"
	switch {
	case first == at:
		detail = "Two members of this collection are named " + wording.Quoted(name) +
			". Give the collection a name argument that differs for every member, for example with each.key."
	case !first.IsZero():
		detail = "The block at " + first.String()
		fallthrough
	default:
		detail += " renders a resource named " + wording.Quoted(name) +
			" too. Rename one of them, or give them conditions that exclude each other."
	}
	d := r.contract(item, at, "Duplicate resource", detail)
	if !first.IsZero() && first != at {
		d.Notes = append(d.Notes, diag.Note{Message: "the other one is here", Range: first})
	}
}

func (r *run) roomForResource(item int) bool {
	limit := cmp.Or(r.in.Limits.Resources, defaultResources)
	if len(r.resources) < limit {
		return true
	}
	it := &r.items[item]
	if len(r.resources) == limit && !r.full {
		r.full = true
		r.contract(item, it.Range, "Too many resources", "The program renders more than "+strconv.Itoa(limit)+" resources.")
	}
	it.State, r.states[item].broken = report.Failed, true
	return false
}

// readiness evaluates a ready block of a rendered resource; the last one counts.
func (r *run) readiness(b *Block, item int) bool {
	name := r.items[r.items[item].Parent].Name
	r.items[item].Name = name
	v, ok := r.finished(item, b.attr(model.AttrValue))
	ready := ReadyUnspecified
	if ok {
		ready = Ready(slices.Index(contract.ReadyNames, textOf(v)))
	}
	r.resources[r.rendered[name]].Ready = ready
	return ok
}

// require requests objects of the cluster.
func (r *run) require(b *Block, item int) bool {
	attrs := b.others()
	vals, ok := r.finish(item, attrs)
	if !ok {
		return false
	}
	if slices.ContainsFunc(r.requirements, func(q Requirement) bool { return q.Name == b.Label }) {
		r.contract(item, b.Range, "Duplicate requirement", "There is another requirement named "+wording.Quoted(b.Label)+
			", whose condition is also true. Rename one of them, or give them conditions that exclude each other.")
		return false
	}
	q := Requirement{Name: b.Label}
	for i, a := range attrs {
		if vals[i].HasMarkDeep(value.Sensitive) {
			q.Sensitive = append(q.Sensitive, a.Name)
		}
		switch a.Name {
		case model.AttrAPIVersion:
			q.APIVersion = textOf(vals[i])
		case model.AttrKind:
			q.Kind = textOf(vals[i])
		case model.AttrNamespace:
			q.Namespace = textOf(vals[i])
		case model.AttrMatchName:
			q.MatchName = textOf(vals[i])
		case model.AttrMatchLabels:
			q.HasLabels, q.MatchLabels = true, labelsOf(vals[i])
		}
	}
	r.requirements = append(r.requirements, q)
	return true
}

// textOf returns the text of a value that fulfils a rule of texts, or of a key.
func textOf(v value.Value) string {
	v = unmarked(v)
	switch {
	case v.IsNumber():
		return v.NumberText()
	case v.IsBool():
		return strconv.FormatBool(v.AsBool())
	}
	return v.AsString()
}

func labelsOf(v value.Value) []Label {
	v = unmarked(v)
	out := make([]Label, 0, v.Len())
	for i, key := range v.Names() {
		out = append(out, Label{Key: key, Value: textOf(v.At(i))})
	}
	return out
}
