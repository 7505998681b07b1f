package hcldec

import (
	"strconv"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// BlockMap returns a map of all blocks of a type, with one level for each label. Blocks of different types are
// converted to one element type.
type BlockMap struct {
	Type       string
	LabelNames []string // at least one
	Nested     Spec
}

func (b *BlockMap) repeated() repeated {
	return repeated{typ: b.Type, nested: given(b.Nested), labels: b.LabelNames}
}

func (b *BlockMap) decode(d *decoder, s *scope) value.Value {
	before := len(d.diags)
	items, pending, known := d.keyed(s, b.repeated())
	if !known {
		return waiting(b.impliedType(), pending)
	}
	elem, ok := d.unify(items, given(b.Nested).impliedType(),
		group{"the " + strconv.Quote(b.Type) + " blocks", d.diags[before:].HasErrors()})
	if !ok {
		return unknown(b.impliedType())
	}
	elems := make([]types.Type, len(b.LabelNames)) // of the maps by their level, the innermost first
	for i := range elems {
		elems[i] = elem
		elem = types.Map(elem)
	}
	return nest(items, len(elems), func(o *host.ObjectBuilder, level int) value.Value { return o.Map(elems[level-1]) })
}

// keyed decodes blocks whose labels are keys.
func (d *decoder) keyed(s *scope, r repeated) (items []item, pending value.Value, known bool) {
	if len(r.labels) == 0 {
		d.misuse(s.content.MissingItemRange, "The blocks of type "+strconv.Quote(r.typ)+
			" are looked up by a label, but no label is given.")
		return nil, value.DynamicUnknown, false
	}
	items, pending, known = r.decode(d, s)
	return d.distinct(items, r.typ), pending, known
}

// nest builds the levels of a map or object from items with distinct keys. The argument of build is the level, which is
// 1 for the innermost one.
func nest(items []item, level int, build func(*host.ObjectBuilder, int) value.Value) value.Value {
	var o host.ObjectBuilder
	if level <= 1 {
		for _, it := range items {
			o.Set(it.keys[len(it.keys)-1], it.val)
		}
		return build(&o, level)
	}
	groups := map[string][]item{}
	var order []string
	for _, it := range items {
		key := it.keys[len(it.keys)-level]
		if _, ok := groups[key]; !ok {
			order = append(order, key)
		}
		groups[key] = append(groups[key], it)
	}
	for _, key := range order {
		o.Set(key, nest(groups[key], level-1, build))
	}
	return build(&o, level)
}

func (b *BlockMap) impliedType() types.Type {
	t := given(b.Nested).impliedType()
	for range b.LabelNames {
		t = types.Map(t)
	}
	return t
}

// BlockObject returns an object of all blocks of a type, with one level for each label. The blocks may have different
// types.
type BlockObject struct {
	Type       string
	LabelNames []string // at least one
	Nested     Spec
}

func (b *BlockObject) repeated() repeated {
	return repeated{typ: b.Type, nested: given(b.Nested), labels: b.LabelNames}
}

func (b *BlockObject) decode(d *decoder, s *scope) value.Value {
	items, pending, known := d.keyed(s, b.repeated())
	if !known {
		return waiting(types.Dynamic, pending)
	}
	return nest(items, len(b.LabelNames), func(o *host.ObjectBuilder, _ int) value.Value { return o.Object() })
}

func (b *BlockObject) impliedType() types.Type { return types.Dynamic }
