package hcldec

import (
	"fmt"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// Block decodes the only block of a type. Without one the value is null; a second one is an error.
type Block struct {
	Type     string
	Nested   Spec // for the body of the block
	Required bool
}

func (b *Block) decode(d *decoder, s *scope) value.Value {
	found := only(d, s, b.Type, b.Required)
	if found == nil {
		return nullOf(given(b.Nested).impliedType())
	}
	v, o, isUnknown := d.block(found, given(b.Nested), ImpliedSchema(b.Nested), labelsOf(found))
	// In such a profile an unknown collection counts as one unknown element, so the block is there and its value is
	// known as far as its body is.
	if isUnknown && d.profile.IterateUnknown {
		return v
	}
	if isUnknown { // there may be none, or more than one
		return unknowns.WithOrigins(unknown(given(b.Nested).impliedType()), o).WithMarks(host.MarksDeep(v))
	}
	return v
}

// only returns the block of a type that may occur at most once.
func only(d *decoder, s *scope, typ string, required bool) *hcl.Block {
	found := s.content.Blocks.OfType(typ)
	switch {
	case len(found) == 0 && required:
		d.diags.Add(&diag.Diagnostic{
			Code: code.MissingBlock, Summary: "Missing " + typ + " block", Subject: s.content.MissingItemRange,
			Detail: "A block of type " + strconv.Quote(typ) + " is required here.",
		})
		return nil
	case len(found) == 0:
		return nil
	case len(found) > 1:
		d.diags.Add(&diag.Diagnostic{
			Code: code.DuplicateBlock, Summary: "Duplicate " + typ + " block", Subject: found[1].DefRange,
			Detail: "Only one block of type " + strconv.Quote(typ) + " is allowed here.",
			Notes:  []diag.Note{{Message: "The first one is here.", Range: found[0].DefRange}},
		})
	}
	return found[0]
}

// block decodes the body of a block. If the number of blocks is not known, it returns the origins of that number.
//
// The body is decoded even if it is not known whether there is such a block: mistakes in it should not have to wait for
// a value that nobody knows yet.
func (d *decoder) block(b *hcl.Block, nested Spec, schema *hcl.Schema, labels []label) (v value.Value, o *value.Origins,
	isUnknown bool) {
	v = d.body(b.Body, nested, schema, labels)
	if m, ok := b.Body.(MarkedBody); ok {
		v = v.WithMarks(m.ValueMarks())
	}
	if u, ok := b.Body.(UnknownBody); ok {
		o, isUnknown = u.Unknown()
	}
	return v, o, isUnknown
}

func (b *Block) impliedType() types.Type { return given(b.Nested).impliedType() }
func (b *Block) repeated() repeated      { return repeated{typ: b.Type, nested: given(b.Nested)} }

func (b *Block) variables(content *hcl.Content) []hcl.Traversal {
	if found := content.Blocks.OfType(b.Type); len(found) > 0 {
		return gatherVariables(found[0].Body, b.Nested)
	}
	return nil
}

// BlockAttrs returns a map of the attributes of the only block of a type. They are converted to one element type.
// Without a block the value is null.
type BlockAttrs struct {
	Type        string
	ElementType types.Type
	Required    bool
}

func (b *BlockAttrs) decode(d *decoder, s *scope) value.Value {
	found := only(d, s, b.Type, b.Required)
	if found == nil {
		return nullOf(types.Map(b.ElementType))
	}
	v := b.attributes(d, found)
	if m, ok := found.Body.(MarkedBody); ok {
		v = v.WithMarks(m.ValueMarks())
	}
	if u, ok := found.Body.(UnknownBody); ok {
		if o, isUnknown := u.Unknown(); isUnknown {
			return unknowns.WithOrigins(unknown(types.Map(b.ElementType)), o).WithMarks(host.MarksDeep(v))
		}
	}
	return v
}

func (b *BlockAttrs) attributes(d *decoder, found *hcl.Block) value.Value {
	before := len(d.diags)
	attrs, diags := found.Body.JustAttributes()
	d.diags.Add(diags...)
	items := make([]item, len(attrs))
	for i, a := range attrs {
		v := d.evaluate(a.Expr)
		if v.IsNull() && !d.profile.StrictNulls {
			v = nullOf(b.ElementType).WithMarks(v.Marks())
		} else {
			v = d.convert(v, b.ElementType, a, fmt.Sprintf("the argument %q of the %q block", a.Name, b.Type))
		}
		items[i] = item{keys: []string{a.Name}, val: v, at: a.Expr.Range()}
	}
	elem, ok := d.unify(items, b.ElementType,
		group{"the arguments of the " + strconv.Quote(b.Type) + " block", d.diags[before:].HasErrors()})
	if !ok {
		return unknown(types.Map(b.ElementType))
	}
	return nest(items, 1, func(o *host.ObjectBuilder, _ int) value.Value { return o.Map(elem) })
}

func (b *BlockAttrs) impliedType() types.Type { return types.Map(b.ElementType) }
func (b *BlockAttrs) repeated() repeated      { return repeated{typ: b.Type} }

func (b *BlockAttrs) variables(content *hcl.Content) []hcl.Traversal {
	found := content.Blocks.OfType(b.Type)
	if len(found) == 0 {
		return nil
	}
	var out []hcl.Traversal
	attrs, _ := found[0].Body.JustAttributes()
	for _, a := range attrs {
		out = append(out, a.Expr.Variables()...)
	}
	return out
}

func (b *BlockAttrs) place(s *scope) source.Range {
	if found := s.content.Blocks.OfType(b.Type); len(found) > 0 {
		return found[0].DefRange
	}
	return s.content.MissingItemRange
}

// BlockLabel returns a label of the block whose body is decoded. The labels that the specs of a body read are numbered
// from 0 without gaps. They follow the labels that a BlockMap or BlockObject uses as keys.
type BlockLabel struct {
	Index int
	Name  string // what the label means, for messages
}

func (l *BlockLabel) decode(d *decoder, s *scope) value.Value {
	if l.Index < 0 || l.Index >= len(s.labels) {
		d.misuse(s.content.MissingItemRange, "The label with the number "+strconv.Itoa(l.Index)+" does not exist here.")
		return value.Unknown(types.String)
	}
	return value.String(s.labels[l.Index].text)
}

func (l *BlockLabel) impliedType() types.Type { return types.String }

func (l *BlockLabel) place(s *scope) source.Range {
	if l.Index < 0 || l.Index >= len(s.labels) {
		return s.content.MissingItemRange
	}
	return s.labels[l.Index].at
}

// maxLabels limits the labels of a block, in case an index is mistyped.
const maxLabels = 1000

// labelNames returns the names of the labels of a block that a spec decodes.
func labelNames(spec Spec) []string {
	var names []string
	walk(spec, func(s Spec) {
		l, ok := s.(*BlockLabel)
		if !ok || l.Index < 0 || l.Index >= maxLabels {
			return
		}
		for len(names) <= l.Index {
			names = append(names, "label "+strconv.Itoa(len(names)))
		}
		if l.Name != "" {
			names[l.Index] = l.Name
		}
	})
	return names
}
