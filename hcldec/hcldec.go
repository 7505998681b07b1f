package hcldec

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Spec says how a body is decoded. The types of this package implement it.
type Spec interface {
	// decode makes the value, and adds to the diagnostics of the decoder.
	decode(d *decoder, s *scope) value.Value
	// impliedType is the type of the value, as far as it is known without a body.
	impliedType() types.Type
}

// Optional abilities of specs.
type (
	// composite is made of specs that read the same body.
	composite interface{ sameBody() []Spec }
	// attributeReader reads an attribute.
	attributeReader interface{ attribute() hcl.AttributeSchema }
	// blockReader reads blocks of a type, whose bodies are decoded by another spec.
	blockReader interface{ repeated() repeated }
	// variableReader evaluates expressions; a blockReader need not implement it.
	variableReader interface {
		variables(content *hcl.Content) []hcl.Traversal
	}
	// placed knows where its value comes from, or where it could be added.
	placed interface{ place(s *scope) source.Range }
)

// place is where the value of a spec comes from, or where it could be added: by default that of the blocks that it
// reads, or of the spec that it wraps.
func place(spec Spec, s *scope) source.Range {
	switch spec := given(spec).(type) {
	case placed:
		return spec.place(s)
	case blockReader:
		return spec.repeated().place(s)
	case Object, Tuple: // one of many things
	case composite:
		return place(spec.sameBody()[0], s)
	}
	return s.content.MissingItemRange
}

// UnknownBody can be implemented by bodies of blocks of which it is not known yet how often they are there: what is
// made of such blocks is unknown, with the origins.
type UnknownBody interface {
	Unknown() (origins *value.Origins, unknown bool)
}

// MarkedBody can be implemented by bodies whose values carry marks.
type MarkedBody interface{ ValueMarks() *value.Marks }

// scope is what the specs of one body work on.
type scope struct {
	content *hcl.Content
	labels  []label
}

// label is a label of the block that a body belongs to.
type label struct {
	text string
	at   source.Range
}

func labelsOf(b *hcl.Block) []label {
	out := make([]label, len(b.Labels))
	for i, text := range b.Labels {
		out[i].text = text
		if i < len(b.LabelRanges) {
			out[i].at = b.LabelRanges[i]
		}
	}
	return out
}

// Decode makes a value of a body. What is in the body and not in the spec is an error. The value is as complete as can
// be: what is wrong is unknown in it, of the right type. The diagnostics are in the order of their places.
func Decode(body hcl.Body, spec Spec, ctx *hcl.EvalContext) (value.Value, diag.List) {
	d := newDecoder(ctx)
	v := d.body(body, given(spec), ImpliedSchema(spec), nil)
	return v, d.finish()
}

// PartialDecode is [Decode] for bodies that may hold more than the spec says; the rest is returned as a body. The
// bodies of blocks are decoded completely.
func PartialDecode(body hcl.Body, spec Spec, ctx *hcl.EvalContext) (value.Value, hcl.Body, diag.List) {
	d := newDecoder(ctx)
	spec = given(spec)
	content, rest, diags := body.PartialContent(ImpliedSchema(spec))
	d.diags.Add(diags...)
	v := spec.decode(d, &scope{content: content})
	return v, rest, d.finish()
}

// ImpliedType returns the type of the values that a spec makes; it is dynamic in parts that depend on the body.
func ImpliedType(spec Spec) types.Type {
	return types.WithoutOptional(given(spec).impliedType())
}

// ImpliedSchema returns the schema that a spec reads a body with. An attribute is required if any of the specs that
// read it says so. The schema is the caller's.
func ImpliedSchema(spec Spec) *hcl.Schema {
	schema := &hcl.Schema{}
	walk(spec, func(s Spec) {
		if r, ok := s.(attributeReader); ok {
			addAttribute(schema, r.attribute())
		}
		if r, ok := s.(blockReader); ok {
			if b := r.repeated().schema(); schema.Block(b.Type) == nil {
				schema.Blocks = append(schema.Blocks, b)
			}
		}
	})
	return schema
}

func addAttribute(schema *hcl.Schema, a hcl.AttributeSchema) {
	if have := schema.Attribute(a.Name); have != nil {
		have.Required = have.Required || a.Required
		return
	}
	schema.Attributes = append(schema.Attributes, a)
}

// ChildBlockTypes returns the specs for the bodies of the blocks that a spec reads, by block type. Blocks that are
// read as attributes only have none.
func ChildBlockTypes(spec Spec) map[string]Spec {
	found := map[string]Spec{}
	walk(spec, func(s Spec) {
		if r, ok := s.(blockReader); ok {
			if blocks := r.repeated(); blocks.nested != nil && found[blocks.typ] == nil {
				found[blocks.typ] = blocks.nested
			}
		}
	})
	return found
}

// Variables returns what the expressions in a body that a spec evaluates read from the scope, in the order of the
// source, with repetitions. A body that is not as the spec says gives what can be found.
func Variables(body hcl.Body, spec Spec) []hcl.Traversal {
	return inOrder(gatherVariables(body, spec))
}

func gatherVariables(body hcl.Body, spec Spec) []hcl.Traversal {
	var found []hcl.Traversal
	content, _, _ := body.PartialContent(ImpliedSchema(spec))
	walk(spec, func(s Spec) {
		switch s := s.(type) {
		case variableReader:
			found = append(found, s.variables(content)...)
		case blockReader:
			found = append(found, s.repeated().variables(content)...)
		}
	})
	return found
}

// SourceRange returns where the value that a spec makes of a body comes from, for messages about it. For a spec that
// stands for many things it is only a place among them, and for what is missing the place where it could be added.
func SourceRange(body hcl.Body, spec Spec) source.Range {
	content, _, _ := body.PartialContent(ImpliedSchema(spec))
	return place(spec, &scope{content: content})
}

// walk calls f for a spec and those within that read the same body.
func walk(spec Spec, f func(Spec)) {
	spec = given(spec)
	f(spec)
	if c, ok := spec.(composite); ok {
		for _, s := range c.sameBody() {
			walk(s, f)
		}
	}
}

// given replaces a spec that was forgotten by one that says so.
func given(s Spec) Spec {
	if s == nil {
		return missing{}
	}
	return s
}

// missing stands for a spec that is not there.
type missing struct{}

func (missing) decode(d *decoder, s *scope) value.Value {
	d.misuse(s.content.MissingItemRange, "The spec of a part of this specification is missing.")
	return value.DynamicUnknown
}

func (missing) impliedType() types.Type { return types.Dynamic }
