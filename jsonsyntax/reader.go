package jsonsyntax

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

// reader applies one schema to one body.
type reader struct {
	*Body
	schema  *hcl.Schema
	content *hcl.Content
	diags   diag.List
	attrs   map[string]int // schema index by name
	blocks  map[string]int
	found   []*hcl.Attribute // by schema attribute
}

func newReader(b *Body, schema *hcl.Schema) *reader {
	r := &reader{Body: b, schema: schema, content: &hcl.Content{MissingItemRange: b.MissingItemRange()}}
	r.attrs = make(map[string]int, len(schema.Attributes))
	for i := range schema.Attributes {
		r.attrs[schema.Attributes[i].Name] = i
	}
	r.blocks = make(map[string]int, len(schema.Blocks))
	for i := range schema.Blocks {
		r.blocks[schema.Blocks[i].Type] = i
	}
	r.found = make([]*hcl.Attribute, len(schema.Attributes))
	return r
}

func (r *reader) schemaOK() bool {
	d := r.schema.Check(r.MissingItemRange())
	r.diags.Add(d)
	return d == nil
}

func (r *reader) read(exhaustive bool) {
	r.level(r.node, "whose properties are arguments and blocks", &r.diags, func(p property) {
		r.property(p, exhaustive)
	})
	for i, s := range r.schema.Attributes {
		if s.Required && r.found[i] == nil {
			r.diags.Add(hcl.MissingAttribute(s.Name, r.MissingItemRange()))
		}
	}
}

func (r *reader) property(p property, exhaustive bool) {
	name := r.doc.text(p.name)
	if r.taken[name] {
		return
	}
	if i, ok := r.attrs[name]; ok {
		r.setAttribute(i, name, p)
		return
	}
	if i, ok := r.blocks[name]; ok {
		u := unpacker{reader: r, schema: &r.schema.Blocks[i], typeRange: r.doc.rng(p.name)}
		u.unpack(p.value)
		return
	}
	if exhaustive && name != commentName {
		r.diags.Add(r.extraneous(name, p))
	}
}

func (r *reader) setAttribute(i int, name string, p property) {
	if first := r.found[i]; first != nil {
		r.diags.Add(r.duplicate(name, p, first))
		return
	}
	r.found[i] = r.attribute(name, p)
	r.content.Attributes = append(r.content.Attributes, r.found[i])
}

func (r *reader) extraneous(name string, p property) *diag.Diagnostic {
	known := append(r.schema.AttributeNames(), r.schema.BlockTypes()...)
	return &diag.Diagnostic{
		Code: code.ExtraneousProperty, Summary: "Extraneous JSON object property",
		Subject: r.doc.rng(p.name), Context: r.doc.propertyRange(p),
		Detail: "No argument or block type named \"" + name + "\" is expected here." + diag.DidYouMean(name, known),
	}
}

// unpacker finds the blocks below a property: one level of objects for each label, then the bodies.
type unpacker struct {
	*reader
	schema    *hcl.BlockSchema
	typeRange source.Range
	labels    []string
	ranges    []source.Range
}

func (u *unpacker) unpack(n *node) {
	if len(u.labels) < len(u.schema.LabelNames) {
		u.unpackLabel(n)
		return
	}
	switch n.kind {
	case kindNull, kindInvalid:
	case kindObject:
		u.block(n, n)
	case kindArray:
		elements := u.doc.elements(n)
		for i := range elements {
			u.block(n, &elements[i])
		}
	default:
		u.diags.Add(wrongKind(u.doc.startRange(n),
			"An object, or an array of objects, is required here, with the content of \""+
				u.schema.Type+"\" blocks, but this is "+n.what()+"."))
	}
}

func (u *unpacker) unpackLabel(n *node) {
	label := u.schema.LabelNames[len(u.labels)]
	some := false
	before := len(u.diags)
	u.level(n, "whose property names are the "+label+" of \""+u.schema.Type+"\" blocks", &u.diags, func(p property) {
		some = true
		u.labels = append(u.labels, u.doc.text(p.name))
		u.ranges = append(u.ranges, u.doc.rng(p.name))
		u.unpack(p.value)
		u.labels = u.labels[:len(u.labels)-1]
		u.ranges = u.ranges[:len(u.ranges)-1]
	})
	if !some && len(u.diags) == before && n.kind != kindInvalid {
		u.diags.Add(&diag.Diagnostic{
			Code: code.MissingLabel, Summary: "Missing block label", Subject: u.doc.startRange(n),
			Detail: "An object with at least one property is required here: the name of the property is the " + label +
				" of the \"" + u.schema.Type + "\" block.",
		})
	}
}

func (u *unpacker) block(container, body *node) {
	u.content.Blocks = append(u.content.Blocks, &hcl.Block{
		Type:        u.schema.Type,
		Labels:      append([]string(nil), u.labels...),
		Body:        &Body{doc: u.doc, node: body},
		DefRange:    u.doc.startRange(container),
		TypeRange:   u.typeRange,
		LabelRanges: append([]source.Range(nil), u.ranges...),
	})
}
