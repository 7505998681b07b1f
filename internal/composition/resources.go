package composition

import (
	"slices"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// group is a group block, or the program itself.
type group struct {
	node
	condition *attribute // nil if there is none
	elements  []element
}

// resource is a resource block, or the template of a collection.
type resource struct {
	node
	condition *attribute
	body      *attribute
	nested    []element // status, connection and context blocks, in source order
	ready     []*ready
}

// ready is a ready block.
type ready struct {
	node
	value *attribute
}

// collection is a resources block.
type collection struct {
	node
	condition *attribute
	forEach   *attribute
	name      *attribute // nil for the default name
	template  *resource
	nested    []element

	eachSlot         int
	firstSlot, slots int // those that members reuse: from firstSlot up to but not including slots
}

// resource compiles a resource, or the template of a collection.
func (c *compiler) resource(at place, b *model.Block) *resource {
	at = c.inside(at, b)
	out := &resource{node: c.node(b), condition: c.attribute(at, b, model.AttrCondition), body: c.attribute(at, b, model.AttrBody)}
	for _, inner := range b.Blocks {
		if inner.Kind == model.KindReady {
			at := c.inside(at, inner)
			out.ready = append(out.ready, &ready{node: c.node(inner), value: c.attribute(at, inner, model.AttrValue)})
		}
	}
	c.elements(&out.nested, at, b.Blocks)
	return out
}

func (c *compiler) collection(at place, b *model.Block) *collection {
	label, layout := b.Label, at.layout
	at.self = layout.Lazy(func(f *eval.Frame) value.Value { return hostOf(f).selfOfCollection(label) })
	at = c.inside(at, b)
	out := &collection{node: c.node(b), condition: c.attribute(at, b, model.AttrCondition), forEach: c.attribute(at, b, model.AttrForEach)}
	out.firstSlot = layout.Len()
	member := at
	member.each = layout.Slot()
	out.eachSlot = member.each
	out.name = c.attribute(member, b, model.AttrName)
	if t := b.First(model.KindTemplate); t != nil {
		member.self = layout.Lazy(func(f *eval.Frame) value.Value { return hostOf(f).selfOfMember(label) })
		out.template = c.resource(member, t)
	}
	out.slots = layout.Len()
	c.elements(&out.nested, at, b.Blocks)
	return out
}

func (g *group) run(r *run, parent int) {
	item := r.add(&g.node, parent, Rendered)
	if r.condition(item, g.condition) {
		r.elements(g.elements, item)
		return
	}
	g.skipElements(r, item, r.items[item].State)
}

func (g *group) skip(r *run, parent int, state ItemState) {
	g.skipElements(r, r.add(&g.node, parent, state), state)
}

func (g *group) skipElements(r *run, item int, state ItemState) {
	for _, e := range g.elements {
		e.skip(r, item, state)
	}
}

func (b *resource) run(r *run, parent int) {
	r.resource(b, r.add(&b.node, parent, Rendered), b.label, nil)
}

func (b *resource) skip(r *run, parent int, state ItemState) {
	item := r.add(&b.node, parent, state)
	r.guard(item, state, b.label, "")
	b.skipNested(r, item, state)
}

func (b *resource) skipNested(r *run, item int, state ItemState) {
	for _, e := range b.nested {
		e.skip(r, item, state)
	}
}

// memberOf says which member of which collection a resource is.
type memberOf struct {
	base   string
	index  int
	shapes *memberShapes
}

// resource evaluates a resource whose name is known.
func (r *run) resource(b *resource, item int, name string, m *memberOf) {
	if !r.condition(item, b.condition) {
		state := r.items[item].State
		r.guard(item, state, name, "")
		b.skipNested(r, item, state)
		return
	}
	o := r.eval(b.body)
	if !o.ok() {
		r.unfinished(item, b.body, &o)
		r.heldBack = true
		r.guard(item, o.state(), name, "")
		b.skipNested(r, item, o.state())
		return
	}
	if r.fits(item, b.body, o.val) && r.emit(b, item, name, m, o.val) {
		r.elements(b.nested, item)
		r.readiness(b, item, name)
		return
	}
	b.skipNested(r, item, Failed)
}

// emit adds a resource whose body is finished. It is false if that is not possible, which then has been reported.
func (r *run) emit(b *resource, item int, name string, m *memberOf, body value.Value) bool {
	bodyRule := contract.ResourceBody
	if m != nil {
		bodyRule = contract.MemberBody
	}
	if !r.obeys(item, b.body, body, bodyRule) || !r.writable(item, b.body, body, contract.WritableBody) {
		return false
	}
	if first, dup := r.rendered[name]; dup {
		r.duplicate(item, b.rng, name, r.resources[first].Range)
		return false
	}
	if !r.roomForResource(item, b.rng) {
		return false
	}
	res := Resource{Name: name, Body: body, Range: b.rng}
	if m != nil {
		res.Body, res.Base, res.Index = annotate(body, m), m.base, m.index
	}
	r.rendered[name] = len(r.resources)
	r.resources = append(r.resources, res)
	return true
}

func (r *run) duplicate(item int, at source.Range, name string, first source.Range) {
	detail := "Another block"
	switch {
	case first == at:
		detail = "Two members of this collection are named " + quoted(name) + ". Give the collection a name argument that differs for every member, for example with each.key."
	case !first.IsZero():
		detail = "The block at " + first.String()
		fallthrough
	default:
		detail += " renders a resource named " + quoted(name) + " too. Give one of them another name, or conditions that exclude each other."
	}
	r.contract(item, at, "Duplicate resource", detail)
	d := r.errors[len(r.errors)-1]
	if !first.IsZero() && first != at {
		d.Notes = append(d.Notes, diag.Note{Message: "the other one is here", Range: first})
	}
}

func (r *run) roomForResource(item int, at source.Range) bool {
	limit := r.in.Limits.Resources
	if limit == 0 {
		limit = defaultResources
	}
	if len(r.resources) < limit {
		return true
	}
	if len(r.resources) == limit && !r.full {
		r.full = true
		r.contract(item, at, "Too many resources", "The program renders more than "+strconv.Itoa(limit)+" resources.")
	}
	return false
}

// readiness evaluates the ready blocks of a rendered resource; the last one counts.
func (r *run) readiness(b *resource, item int, name string) {
	for _, rd := range b.ready {
		it := r.add(&rd.node, item, Rendered)
		r.items[it].Name = name
		ready := ReadyUnspecified
		if v, ok := r.finished(it, rd.value); ok && r.obeys(it, rd.value, v, contract.Ready) {
			ready = Ready(slices.Index(contract.ReadyNames, textOf(v)))
		}
		r.resources[r.rendered[name]].Ready = ready
	}
}

func (b *collection) run(r *run, parent int) {
	item := r.add(&b.node, parent, Rendered)
	if !r.condition(item, b.condition) {
		b.skipParts(r, item, r.items[item].State)
		return
	}
	o := r.eval(b.forEach)
	if !o.ok() {
		r.unfinished(item, b.forEach, &o)
		r.heldBack = true
		b.skipParts(r, item, o.state())
		return
	}
	if !r.iterate(b, item, o.val) {
		b.skipParts(r, item, Failed)
		return
	}
	r.member = ""
	r.elements(b.nested, item)
}

func (b *collection) skip(r *run, parent int, state ItemState) {
	b.skipParts(r, r.add(&b.node, parent, state), state)
}

// skipParts notes everything in the collection as not looked at.
func (b *collection) skipParts(r *run, item int, state ItemState) {
	r.guard(item, state, "", b.label)
	b.template.skipNested(r, item, state)
	for _, e := range b.nested {
		e.skip(r, item, state)
	}
}

// iterate evaluates the template for every member. It is false if there is nothing to iterate over, which then has been reported.
func (r *run) iterate(b *collection, item int, over value.Value) bool {
	v, marks := over.Unmark()
	kind := v.Kind()
	sequence := kind == types.KindList || kind == types.KindTuple
	switch {
	case !r.obeys(item, b.forEach, over, contract.ForEach):
		return false
	case marks.Has(value.Sensitive) && !sequence:
		r.sensitiveKey(item, b)
		return false
	}
	names := v.Names()
	shapes := &memberShapes{}
	for i, val := range v.Elems() {
		key := value.Int(int64(i))
		switch {
		case names != nil:
			key = value.ASCIIString(names[i])
		case kind == types.KindSet:
			key = val
			if val.Flags()&value.FlagMarked != 0 {
				r.sensitiveKey(item, b)
				return false
			}
		}
		r.oneMember(b, item, memberOf{base: b.label, index: i, shapes: shapes}, key, val.WithMarks(marks))
		if r.full || r.ended() {
			break
		}
	}
	return true
}

func (r *run) sensitiveKey(item int, b *collection) {
	r.contract(item, b.forEach.rng(), "Sensitive key", "The keys of this for_each are sensitive, and keys become names. Iterate over something that may be seen.")
}

func (r *run) oneMember(b *collection, parent int, m memberOf, key, val value.Value) {
	r.frame.Clear(b.firstSlot, b.slots)
	r.frame.Set(b.eachSlot, value.ObjectOf(eachShape, []value.Value{key, val}))
	item := r.add(&b.template.node, parent, Rendered)
	name, ok := r.memberName(b, item, m.index, key)
	if !ok {
		state := r.items[item].State
		r.guard(item, state, "", b.label)
		r.heldBack = true
		b.template.skipNested(r, item, state)
		return
	}
	r.member = name
	r.items[item].Name = name
	r.resource(b.template, item, name, &m)
}

// memberName evaluates the name of a member. By default it is made of the label and the key.
func (r *run) memberName(b *collection, item, index int, key value.Value) (string, bool) {
	place := func() string { return b.label + "[" + strconv.Itoa(index) + "]" } // by which it is told until its name is known
	if b.name != nil {
		r.items[item].Name = place()
		v, ok := r.finished(item, b.name)
		if !ok || !r.obeys(item, b.name, v, contract.MemberName) {
			return "", false
		}
		return textOf(v), true
	}
	switch {
	case key.IsString():
		return b.label + "-" + key.AsString(), true
	case key.IsNumber():
		return b.label + "-" + key.NumberText(), true
	case key.IsBool():
		return b.label + "-" + strconv.FormatBool(key.AsBool()), true
	}
	r.items[item].Name = place()
	r.contract(item, b.forEach.rng(), "No name for members", "A member of "+quoted(b.label)+" is named after its key by default, but the key here is "+kindName(key)+". Give the collection a name argument.")
	return "", false
}
