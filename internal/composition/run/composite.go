package run

import (
	"bytes"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func (r *run) writeStatus(b *Block, item int) bool {
	v, ok := r.finished(item, b.attr(model.AttrBody))
	if !ok {
		return false
	}
	return !r.clashes(item, r.status.unify(v, b.Range), value.AttrStep("status"))
}

// deferredStatus is a status block that was deferred.
type deferredStatus struct {
	keys *model.Keys // the paths that it would write
	item int
}

// keepStatus keeps the observed values at the paths that a deferred block would write.
func (r *run) keepStatus(b *Block, item int) {
	keys := r.p.facts().keys[int(b.Node)]
	r.deferred = append(r.deferred, deferredStatus{keys, item})
	if r.kept == nil {
		r.kept = map[*Block]bool{}
	}
	if r.kept[b] {
		return // another member of the collection has kept the same
	}
	r.kept[b] = true
	if status, ok := r.observedStatus(); ok {
		keep(keys, &r.keptStatus, status, true)
	}
}

// observedStatus returns the status of the observed composite.
func (r *run) observedStatus() (value.Value, bool) {
	v, ok := r.xr.Attr("status")
	return v, ok && contract.IsObject(unmarked(v))
}

// coreStatus reports whether Crossplane owns a member of a composite's status, so that programs never keep it.
func coreStatus(name string) bool {
	return name == "conditions" || name == "connectionDetails" || name == "claimConditionTypes" || name == "crossplane"
}

// keep adds the observed values below the paths of a set to a tree of values to be kept.
//
// If the keys of a deferred block are static, only the paths that it would write are kept: another block may have
// stopped writing the rest on purpose.
func keep(k *model.Keys, to *tree, observed value.Value, top bool) {
	observed, _ = observed.Unmark()
	if !contract.IsObject(observed) {
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
		case !kid.All && len(kid.Kids) > 0 && contract.IsObject(unmarked(v)):
			part := &tree{val: host.EmptyObject}
			keep(kid, part, v, false)
			if part.kids != nil || unmarked(v).Len() == 0 {
				to.child(name).fill(part.value())
			}
		default:
			to.child(name).fill(v)
		}
	}
}

// finalStatus merges the status from the program into that of earlier steps, and the result into the kept one.
func (r *run) finalStatus() value.Value {
	if r.status.isEmpty() && r.keptStatus.isEmpty() {
		return value.Value{}
	}
	return r.status.filled(r.earlierStatus(), r.keptStatus.value())
}

func (r *run) earlierStatus() value.Value {
	if r.in.Desired.Status.IsZero() {
		return host.EmptyObject
	}
	return r.object(r.in.Desired.Status, nil, "status")
}

// producedStatus returns the status from this call, over the observed one; the zero Value if there is none.
func (r *run) producedStatus() value.Value {
	if r.status.isEmpty() && r.in.Desired.Status.IsZero() {
		return value.Value{}
	}
	observed, _ := r.observedStatus()
	return r.status.filled(r.earlierStatus(), observed)
}

// clashes reports an error if two blocks write different values to the place at the steps. It returns false if there is
// no clash.
func (r *run) clashes(item int, c *clash, steps ...value.Step) bool {
	if c == nil {
		return false
	}
	path := wording.Path(append(value.Path(steps), c.path...))
	detail, fix := "", " Write it in only one of them, or give both the same value."
	switch {
	case c.first == c.second:
		detail = "This block is rendered more than once, and writes different values to " + path + "."
		fix = " Write the same value every time, or use different keys."
	case c.kinds[0] != "":
		detail = "This block writes " + c.kinds[1] + " to " + path + ", but the one at " + c.first.String() + " writes " +
			c.kinds[0] + " there."
	default:
		detail = "This block and the one at " + c.first.String() + " write different values to " + path + "."
	}
	d := r.contract(item, c.second, "Conflicting values", detail+fix)
	d.Notes = []diag.Note{{Message: "the other block is here", Range: c.first}}
	return true
}

// detail is a connection detail with the block that wrote it.
type detail struct {
	data []byte
	from source.Range
}

func (r *run) writeConnection(b *Block, item int) bool {
	v, ok := r.finished(item, b.attr(model.AttrBody))
	if !ok {
		return false
	}
	if r.connection == nil {
		r.connection = map[string]detail{}
	}
	v, marks := v.Unmark()
	for i, key := range v.Names() {
		data, _ := contract.DecodeBase64(textOf(v.At(i)))
		if first, dup := r.connection[key]; dup && !bytes.Equal(first.data, data) {
			c := &clash{path: value.Path{keyStep(key, marks.Has(value.Sensitive))}, first: first.from, second: b.Range}
			r.clashes(item, c, value.AttrStep("connection"))
			continue
		}
		r.connection[key] = detail{data: data, from: b.Range}
	}
	if v.Len() == 0 && r.silent.IsZero() {
		r.silent = b.Range
	}
	return true
}

func (r *run) writeContext(b *Block, item int) bool {
	vals, ok := r.finish(item, b.Attributes)
	var key, val value.Value
	for i, a := range b.Attributes {
		if a.Name == model.AttrKey {
			key = vals[i]
		} else {
			val = vals[i]
		}
	}
	if shown := host.FlagsOf(key)&host.FlagMarked == 0; shown && key.IsString() {
		r.items[item].Name = key.AsString()
	}
	if !ok {
		return false
	}
	name := textOf(key)
	t := r.context[name]
	if t == nil {
		if r.context == nil {
			r.context = map[string]*tree{}
		}
		t = &tree{}
		r.context[name] = t
	}
	return !r.clashes(item, t.unify(val, b.Range), value.AttrStep("context"), value.AttrStep(name))
}
