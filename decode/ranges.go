package decode

import (
	"reflect"
	"slices"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

// rangeKinds are the kinds of tags for ranges.
var rangeKinds = []string{"def_range", "type_range", "label_range", "attr_range", "attr_name_range", "attr_value_range"}

func (d *decoder) ranges(p *plan, content *hcl.Content, x reflect.Value, block *hcl.Block) {
	for _, f := range p.ranges {
		r, ok := p.blockRange(f, block)
		if a := content.Attributes.Get(f.name); a != nil {
			if at, isAttribute := attributeRange(f, a); isAttribute {
				r, ok = at, true
			}
		}
		if ok {
			f.in(x).Set(reflect.ValueOf(r))
		}
	}
}

// blockRange returns the range in the header of a block for a field.
func (p *plan) blockRange(f *field, block *hcl.Block) (source.Range, bool) {
	switch {
	case block == nil:
	case f.kind == "def_range":
		return block.DefRange, true
	case f.kind == "type_range":
		return block.TypeRange, true
	case f.kind == "label_range":
		i := slices.IndexFunc(p.labels, func(l *field) bool { return l.name == f.name })
		if i >= 0 && i < len(block.LabelRanges) {
			return block.LabelRanges[i], true
		}
	}
	return source.Range{}, false
}

// attributeRange returns the range in an attribute for a field.
func attributeRange(f *field, a *hcl.Attribute) (source.Range, bool) {
	switch f.kind {
	case "attr_range":
		return a.Range, true
	case "attr_name_range":
		return a.NameRange, true
	case "attr_value_range":
		return a.Expr.Range(), true
	}
	return source.Range{}, false
}
