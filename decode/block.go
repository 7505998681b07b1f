package decode

import (
	"reflect"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
)

func (d *decoder) blocks(p *plan, body hcl.Body, content *hcl.Content, x reflect.Value) {
	for i, f := range p.blocks {
		found := content.Blocks.OfType(p.schema.Blocks[i].Type)
		switch to := f.in(x); f.typ.Kind() {
		case reflect.Slice:
			d.blockSlice(found, to)
		case reflect.Map:
			d.blockMap(found, to)
		default:
			d.oneBlock(f, found, to, body)
		}
	}
}

func (d *decoder) blockSlice(found hcl.Blocks, to reflect.Value) {
	if len(found) == 0 {
		return
	}
	to.Set(reflect.MakeSlice(to.Type(), len(found), len(found)))
	for i, b := range found {
		d.body(b.Body, to.Index(i), b)
	}
}

func (d *decoder) blockMap(found hcl.Blocks, to reflect.Value) {
	if len(found) > 0 && to.IsNil() {
		to.Set(reflect.MakeMapWithSize(to.Type(), len(found)))
	}
	first := map[string]*hcl.Block{}
	for _, b := range found {
		label := b.Labels[0]
		if earlier := first[label]; earlier != nil {
			d.report(&diag.Diagnostic{
				Code: code.DuplicateBlock, Summary: "Duplicate " + b.Type + " block", Subject: b.DefRange,
				Detail: "There is already a block of type " + strconv.Quote(b.Type) + " with the label " + strconv.Quote(label) +
					". The labels must differ.",
				Notes: []diag.Note{{Message: "The first one is here.", Range: earlier.DefRange}},
			})
			continue
		}
		first[label] = b
		elem := reflect.New(to.Type().Elem()).Elem()
		d.body(b.Body, elem, b)
		to.SetMapIndex(reflect.ValueOf(label).Convert(to.Type().Key()), elem)
	}
}

// oneBlock fills a struct from the only block of its type. If there is no block, a pointer stays nil.
func (d *decoder) oneBlock(f *field, found hcl.Blocks, to reflect.Value, body hcl.Body) {
	switch {
	case len(found) == 0 && f.typ.Kind() != reflect.Pointer && !f.optional:
		d.report(&diag.Diagnostic{Code: code.MissingBlock, Summary: "Missing " + f.name + " block",
			Subject: body.MissingItemRange(),
			Detail:  "A block of type " + strconv.Quote(f.name) + " is required here."})
		return
	case len(found) == 0:
		return
	case len(found) > 1:
		d.report(&diag.Diagnostic{Code: code.DuplicateBlock, Summary: "Duplicate " + f.name + " block",
			Subject: found[1].DefRange,
			Detail:  "Only one block of type " + strconv.Quote(f.name) + " is allowed here.",
			Notes:   []diag.Note{{Message: "The first one is here.", Range: found[0].DefRange}}})
	}
	d.body(found[0].Body, to, found[0])
}
