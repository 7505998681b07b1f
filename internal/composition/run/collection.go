package run

import (
	"strconv"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var eachShape = host.NewShape(model.EachMembers)

// collection renders the members of a collection. It returns false if for_each has no usable value.
func (r *run) collection(b *Block, item int) bool {
	a := b.attr(model.AttrForEach)
	o := r.eval(a)
	if !o.ok() {
		r.unfinished(item, a, &o)
		r.heldBack = true
		return false
	}
	if !r.obeys(item, a, o.val) || !r.iterate(b, item, o.val) {
		return false
	}
	r.member = ""
	r.blocks(b.Blocks, item)
	return true
}

// iterate evaluates the template for every member.
func (r *run) iterate(b *Block, item int, over value.Value) bool {
	v, marks := over.Unmark()
	kind := v.Kind()
	sequence := kind == types.KindList || kind == types.KindTuple
	if marks.Has(value.Sensitive) && !sequence {
		return r.sensitiveKey(item, b)
	}
	names := v.Names()
	shapes := &memberShapes{}
	for i, val := range v.Elems() {
		key := value.Int(int64(i))
		switch {
		case names != nil:
			key = host.ASCIIString(names[i])
		case kind == types.KindSet:
			key = val
			if host.FlagsOf(val)&host.FlagMarked != 0 {
				return r.sensitiveKey(item, b)
			}
		}
		r.oneMember(b, item, &memberOf{base: b.Label, index: i, shapes: shapes}, key, val.WithMarks(marks))
		if r.full || r.ended() {
			break
		}
	}
	return true
}

func (r *run) sensitiveKey(item int, b *Block) bool {
	r.contract(item, b.attr(model.AttrForEach).Range, "Sensitive key",
		"The keys of this for_each are sensitive, but keys become names. Iterate over a value that is not sensitive.")
	return false
}

func (r *run) oneMember(b *Block, parent int, m *memberOf, key, val value.Value) {
	t := b.Member
	// All members use the same slots, one after the other, so failures of the previous member must be forgotten.
	r.frame.Clear(t.First, t.End)
	r.frame.Set(t.Each, host.ObjectOf(eachShape, []value.Value{key, val}))
	item := r.add(t.Block, parent, report.Rendered)
	name, ok := r.memberName(b, item, m.index, key)
	if !ok {
		r.heldBack = true
		if !r.states[item].broken {
			// Without a name it is unknown which member this is, so any of the observed ones may be the missing one.
			r.guards = append(r.guards, guard{item: item, base: b.Label})
		}
		r.skip(t.Blocks, item, r.items[item].State)
		return
	}
	r.member = name
	r.items[item].Name = name
	if !r.condition(item, t.condition()) || !r.resource(t.Block, item, m) {
		r.leaveOut(t.Block, item, r.items[item].State)
	}
}

// memberName evaluates the name of a member. The default consists of the label and the key. Until its name is known, a
// member is identified by its index.
func (r *run) memberName(b *Block, item, index int, key value.Value) (string, bool) {
	place := func() string { return b.Label + "[" + strconv.Itoa(index) + "]" }
	if a := b.attr(model.AttrName); a != nil {
		r.items[item].Name = place()
		v, ok := r.finished(item, a)
		return textOf(v), ok
	}
	if key.IsString() || key.IsNumber() || key.IsBool() {
		return b.Label + "-" + textOf(key), true
	}
	r.items[item].Name = place()
	r.contract(item, b.attr(model.AttrForEach).Range, "No name for members", "A member of "+wording.Quoted(b.Label)+
		" is named after its key by default, but this key is "+wording.Kind(key)+". Give the collection a name argument.")
	return "", false
}
