package composition

import (
	"bytes"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/value"
)

// element compiles a block that is evaluated by itself.
func (c *compiler) element(at place, b *model.Block) element {
	switch b.Kind {
	case model.KindGroup:
		at = c.inside(at, b)
		g := &group{node: c.node(b), condition: c.attribute(at, b, model.AttrCondition)}
		c.elements(&g.elements, at, b.Blocks)
		return g
	case model.KindResource:
		label := b.Label
		at.self = at.layout.Lazy(func(f *eval.Frame) value.Value { return hostOf(f).selfOfResource(label) })
		return c.resource(at, b)
	case model.KindCollection:
		return c.collection(at, b)
	case model.KindStatus:
		at = c.inside(at, b)
		return &status{node: c.node(b), body: c.attribute(at, b, model.AttrBody), program: c.program}
	case model.KindConnection:
		at = c.inside(at, b)
		return &connection{node: c.node(b), body: c.attribute(at, b, model.AttrBody)}
	case model.KindContext:
		at = c.inside(at, b)
		return &contextBlock{node: c.node(b), key: c.attribute(at, b, model.AttrKey), value: c.attribute(at, b, model.AttrValue)}
	case model.KindRequirement:
		return c.requirement(at, b)
	}
	return nil
}

// status is a composite status block.
type status struct {
	node
	body    *attribute
	program *Program
}

// keys returns what the block would write.
func (b *status) keys() *model.Keys { return b.program.facts().keys[b.id] }

// connection is a composite connection block.
type connection struct {
	node
	body *attribute
}

// contextBlock is a context block.
type contextBlock struct {
	node
	key, value *attribute
}

// requirement is a requirement block.
type requirement struct {
	node
	condition                         *attribute
	apiVersion, kind                  *attribute
	matchName, matchLabels, namespace *attribute // nil where not given
}

func (c *compiler) requirement(at place, b *model.Block) element {
	at = c.inside(at, b)
	out := &requirement{node: c.node(b), condition: c.attribute(at, b, model.AttrCondition)}
	if sel := b.First(model.KindSelect); sel != nil {
		out.apiVersion, out.kind = c.attribute(at, sel, model.AttrAPIVersion), c.attribute(at, sel, model.AttrKind)
		out.namespace, out.matchName = c.attribute(at, sel, model.AttrNamespace), c.attribute(at, sel, model.AttrMatchName)
		out.matchLabels = c.attribute(at, sel, model.AttrMatchLabels)
	}
	return out
}

func (b *status) run(r *run, parent int) {
	item := r.add(&b.node, parent, Rendered)
	v, ok := r.finished(item, b.body)
	switch {
	case !ok:
		r.keepStatus(b, item)
	case r.obeys(item, b.body, v, contract.StatusBody) && r.writable(item, b.body, v, contract.WritableStatus):
		r.status.wrote = true
		if c := r.status.tree.unify(v, b.rng); c != nil {
			r.clash(item, "status", c)
		}
	}
}

func (b *status) skip(r *run, parent int, state ItemState) {
	item := r.add(&b.node, parent, state)
	if state != Excluded {
		r.keepStatus(b, item)
	}
}

// deferredStatus is a status block that was deferred.
type deferredStatus struct {
	block *status
	item  int
}

// keepStatus keeps what was observed where a deferred block would write (C9).
func (r *run) keepStatus(b *status, item int) {
	r.deferred = append(r.deferred, deferredStatus{b, item})
	if r.keptBlocks == nil {
		r.keptBlocks = map[*status]bool{}
	}
	if r.keptBlocks[b] {
		return // another member of the collection has kept the same
	}
	r.keptBlocks[b] = true
	if status, ok := r.observedStatus(); ok {
		keep(b.keys(), &r.keptStatus, status, true)
	}
}

// observedStatus returns the status of the observed composite.
func (r *run) observedStatus() (value.Value, bool) {
	v, ok := unmarked(r.xr).Attr("status")
	return v, ok && isObject(unmarked(v))
}

// coreStatus are the members of a composite's status that its programs never keep: Crossplane owns them.
func coreStatus(name string) bool {
	return name == "conditions" || name == "connectionDetails" || name == "claimConditionTypes" || name == "crossplane"
}

// keep adds the observed values below the paths of a set to a tree of values to be kept.
func keep(k *model.Keys, to *tree, observed value.Value, top bool) {
	observed, _ = observed.Unmark()
	if !isObject(observed) {
		return
	}
	for i, name := range observed.Names() {
		if top && coreStatus(name) {
			continue
		}
		v := observed.At(i)
		kid := k.Kid(name)
		switch {
		case k.All:
			to.child(name).fill(v)
		case kid == nil:
		case !kid.All && len(kid.Kids) > 0 && isObject(unmarked(v)):
			part := &tree{val: value.EmptyObject}
			keep(kid, part, v, false)
			if part.kids != nil || unmarked(v).Len() == 0 {
				to.child(name).fill(part.value())
			}
		default:
			to.child(name).fill(v)
		}
	}
}

// clash reports that two blocks write different values to one place.
func (r *run) clash(item int, what string, c *clash) {
	path := clip(append(value.Path{value.AttrStep(what)}, c.path...).String(), maxPathBytes)
	detail, fix := "", " Let only one of them write it, or give both the same value."
	switch {
	case c.first == c.second:
		detail = "This block is rendered more than once, and writes different values to " + path + "."
		fix = " Write what is the same every time, or use keys that differ."
	case c.kinds[0] != "":
		detail = "This block writes " + c.kinds[1] + " to " + path + ", but the one at " + c.first.String() + " writes " + c.kinds[0] + " there."
	default:
		detail = "This block and the one at " + c.first.String() + " write different values to " + path + "."
	}
	r.contract(item, c.second, "Conflicting values", detail+fix)
	r.errors[len(r.errors)-1].Notes = []diag.Note{{Message: "the other block is here", Range: c.first}}
}

func (b *connection) run(r *run, parent int) {
	item := r.add(&b.node, parent, Rendered)
	v, ok := r.finished(item, b.body)
	if !ok {
		r.keepsDetail = true
		return
	}
	if !r.obeys(item, b.body, v, contract.Connection) {
		return
	}
	v, marks := v.Unmark()
	for i, key := range v.Names() {
		r.detail(item, b, key, marks.Has(value.Sensitive), v.At(i))
	}
	if v.Len() == 0 && r.silent.IsZero() {
		r.silent = b.rng
	}
	if r.connection == nil {
		r.connection = map[string]detail{}
	}
}

func (b *connection) skip(r *run, parent int, state ItemState) {
	r.add(&b.node, parent, state)
	if state != Excluded {
		r.keepsDetail = true
	}
}

// detail adds one connection detail.
func (r *run) detail(item int, b *connection, key string, secret bool, v value.Value) {
	data, _ := contract.DecodeBase64(textOf(v))
	if first, dup := r.connection[key]; dup && !bytes.Equal(first.data, data) {
		r.clash(item, "connection", &clash{path: value.Path{keyStep(key, secret)}, first: first.from, second: b.rng})
		return
	}
	if r.connection == nil {
		r.connection = map[string]detail{}
	}
	r.connection[key] = detail{data: data, from: b.rng}
}

func (b *contextBlock) run(r *run, parent int) {
	item := r.add(&b.node, parent, Rendered)
	vals, ok := r.finish(item, b.key, b.value)
	if !ok {
		if key := unmarked(vals[0]); key.IsString() && vals[0].Flags()&value.FlagMarked == 0 {
			r.items[item].Name = key.AsString()
		}
		return
	}
	if !r.obeys(item, b.key, vals[0], contract.ContextKey) {
		return
	}
	key := textOf(vals[0])
	r.items[item].Name = key
	if !r.writable(item, b.value, vals[1], contract.WritableContext) {
		return
	}
	t := r.context[key]
	if t == nil {
		if r.context == nil {
			r.context = map[string]*tree{}
		}
		t = &tree{}
		r.context[key] = t
	}
	if c := t.unify(vals[1], b.rng); c != nil {
		c.path = append(value.Path{value.AttrStep(key)}, c.path...)
		r.clash(item, "context", c)
	}
}

func (b *contextBlock) skip(r *run, parent int, state ItemState) { r.add(&b.node, parent, state) }

func (b *requirement) run(r *run, parent int) {
	item := r.add(&b.node, parent, Rendered)
	if !r.condition(item, b.condition) {
		return
	}
	vals, ok := r.finish(item, b.apiVersion, b.kind, b.namespace, b.matchName, b.matchLabels)
	if !ok {
		return
	}
	for i := range r.requirements {
		if r.requirements[i].Name == b.label {
			r.contract(item, b.rng, "Duplicate requirement", "There is another requirement named "+quoted(b.label)+", whose condition is true too. Give one of them another name, or conditions that exclude each other.")
			return
		}
	}
	if b.obeyed(r, item, vals) {
		r.requirements = append(r.requirements, b.question(vals))
	}
}

// obeyed applies the rules of the attributes, all of them, to their values in the order of run.
func (b *requirement) obeyed(r *run, item int, vals []value.Value) bool {
	attrs := []*attribute{b.apiVersion, b.kind, b.namespace, b.matchName, b.matchLabels}
	ok := true
	for i, holds := range []contract.Rule{contract.APIVersion, contract.Kind, contract.Namespace, contract.MatchName, contract.MatchLabels} {
		if attrs[i] != nil && !r.obeys(item, attrs[i], vals[i], holds) {
			ok = false
		}
	}
	return ok
}

// question makes the requirement of values that fulfil the rules.
func (b *requirement) question(vals []value.Value) Requirement {
	q := Requirement{
		Name: b.label, APIVersion: textOf(vals[0]), Kind: textOf(vals[1]), Namespace: textOf(vals[2]), MatchName: textOf(vals[3]),
		HasLabels: b.matchLabels != nil,
	}
	if q.HasLabels {
		q.MatchLabels = labelsOf(vals[4])
	}
	return q
}

func labelsOf(v value.Value) []Label {
	v = unmarked(v)
	out := make([]Label, 0, v.Len())
	for i, key := range v.Names() {
		out = append(out, Label{Key: key, Value: textOf(v.At(i))})
	}
	return out
}

func (b *requirement) skip(r *run, parent int, state ItemState) { r.add(&b.node, parent, state) }
