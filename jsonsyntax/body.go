package jsonsyntax

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

// Body is an hcl.Body for a JSON object, or for an array of objects. It is immutable and safe for concurrent use.
type Body struct {
	doc   *document
	node  *node
	taken map[string]bool // names that earlier partial processing has answered
}

// commentName is the name of properties that are ignored in an object that represents a body.
const commentName = "//"

// MissingItemRange returns the closing brace, before which a missing item could be added.
func (b *Body) MissingItemRange() source.Range {
	if b.node.kind == kindObject && b.node.closed {
		return b.doc.span(b.node.end-1, b.node.end)
	}
	return b.doc.startRange(b.node)
}

// Content implements hcl.Body.
func (b *Body) Content(schema *hcl.Schema) (*hcl.Content, diag.List) {
	r := newReader(b, schema)
	if r.schemaOK() {
		r.read(true)
	}
	return r.content, r.diags
}

// PartialContent implements hcl.Body.
func (b *Body) PartialContent(schema *hcl.Schema) (*hcl.Content, hcl.Body, diag.List) {
	r := newReader(b, schema)
	if r.schemaOK() {
		r.read(false)
	}
	return r.content, b.without(schema), r.diags
}

func (b *Body) without(schema *hcl.Schema) *Body {
	rest := &Body{doc: b.doc, node: b.node, taken: map[string]bool{}}
	for name := range b.taken {
		rest.taken[name] = true
	}
	for _, name := range schema.AttributeNames() {
		rest.taken[name] = true
	}
	for _, typ := range schema.BlockTypes() {
		rest.taken[typ] = true
	}
	return rest
}

// JustAttributes implements hcl.Body: all properties of one object are attributes.
func (b *Body) JustAttributes() (hcl.Attributes, diag.List) {
	var diags diag.List
	if b.node.kind != kindObject {
		diags.Add(wrongKind(b.doc.startRange(b.node),
			"An object is required here, whose properties are the arguments, but this is "+b.node.what()+"."))
		return nil, diags
	}
	var attrs hcl.Attributes
	seen := map[string]*hcl.Attribute{}
	b.doc.properties(b.node, func(p property) {
		name := b.doc.text(p.name)
		if name == commentName || b.taken[name] {
			return
		}
		if first := seen[name]; first != nil {
			diags.Add(b.duplicate(name, p, first))
			return
		}
		seen[name] = b.attribute(name, p)
		attrs = append(attrs, seen[name])
	})
	return attrs, diags
}

func (b *Body) attribute(name string, p property) *hcl.Attribute {
	return &hcl.Attribute{
		Name: name, Expr: &Expression{doc: b.doc, node: p.value},
		Range: b.doc.propertyRange(p), NameRange: b.doc.rng(p.name),
	}
}

func (b *Body) duplicate(name string, p property, first *hcl.Attribute) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code.DuplicateArgument, Summary: "Duplicate argument", Subject: b.doc.rng(p.name),
		Context: b.doc.propertyRange(p),
		Detail:  "The argument \"" + name + "\" is already set; only the first one is used.",
		Notes:   []diag.Note{{Message: "It is set here first.", Range: first.Range}},
	}
}

func wrongKind(at source.Range, detail string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: code.JSONKind, Summary: "Incorrect JSON value type", Detail: detail, Subject: at}
}

// level calls f for the properties of an object, or of the objects in an array, in order. Bodies and labels are written
// in these forms. Anything else is reported once.
func (b *Body) level(n *node, purpose string, diags *diag.List, f func(property)) {
	switch n.kind {
	case kindNull, kindInvalid: // what is invalid was reported by the parser
	case kindObject:
		b.doc.properties(n, f)
	case kindArray:
		elements := b.doc.elements(n)
		for i := range elements {
			switch e := &elements[i]; e.kind {
			case kindObject:
				b.doc.properties(e, f)
			case kindInvalid:
			default:
				diags.Add(wrongKind(b.doc.startRange(e), "An object is required here, "+purpose+", but this is "+e.what()+"."))
			}
		}
	default:
		diags.Add(wrongKind(b.doc.startRange(n), "An object, or an array of objects, is required here, "+purpose+
			", but this is "+n.what()+"."))
	}
}
