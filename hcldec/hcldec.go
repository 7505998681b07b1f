package hcldec

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Spec describes how a body is decoded. The types of this package implement it.
type Spec interface {
	// decode returns the value, and adds diagnostics to the decoder.
	decode(d *decoder, s *scope) value.Value
	// impliedType returns the type of the value, as far as it is known without a body.
	impliedType() types.Type
}

// Optional abilities of specs.
type (
	// composite consists of specs that read the same body.
	composite interface{ sameBody() []Spec }
	// attributeReader reads an attribute.
	attributeReader interface{ attribute() hcl.AttributeSchema }
	// blockReader reads blocks of a type, whose bodies are decoded by another spec.
	blockReader interface{ repeated() repeated }
	// variableReader evaluates expressions; a blockReader need not implement it.
	variableReader interface {
		variables(content *hcl.Content) []hcl.Traversal
	}
	// placed knows the range of its value, or where it could be added.
	placed interface{ place(s *scope) source.Range }
)

// place returns the range of the value of a spec, or the range where it could be added. By default it is that of the
// blocks that the spec reads, or of the spec that it wraps.
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

// UnknownBody can be implemented by bodies of generated blocks whose number is not known yet. The values of such blocks
// are unknown and have the origins.
type UnknownBody interface {
	Unknown() (origins *value.Origins, unknown bool)
}

// MarkedBody can be implemented by bodies whose values have marks.
type MarkedBody interface{ ValueMarks() *value.Marks }

// scope is the data that the specs of one body read.
type scope struct {
	content *hcl.Content
	labels  []label
}

// label is a label of the block that contains a body.
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

// Decode decodes a body to a value. Content of the body that the spec does not describe is an error. The value is as
// complete as possible: parts with errors are unknown and have the right type. The diagnostics are in the order of
// their positions.
func Decode(body hcl.Body, spec Spec, ctx *hcl.EvalContext) (value.Value, diag.List) {
	d := newDecoder(ctx)
	v := d.body(body, given(spec), ImpliedSchema(spec), nil)
	return v, d.finish()
}

// PartialDecode is like [Decode], but returns the content that the spec does not describe as a body. The bodies of
// blocks are decoded completely.
func PartialDecode(body hcl.Body, spec Spec, ctx *hcl.EvalContext) (value.Value, hcl.Body, diag.List) {
	d := newDecoder(ctx)
	spec = given(spec)
	content, rest, diags := body.PartialContent(ImpliedSchema(spec))
	d.diags.Add(diags...)
	v := spec.decode(d, &scope{content: content})
	return v, rest, d.finish()
}

// ImpliedType returns the type of the values that a spec returns. Parts that depend on the body are dynamic.
func ImpliedType(spec Spec) types.Type {
	return types.WithoutOptional(given(spec).impliedType())
}

// ImpliedSchema returns the schema with which a spec reads a body. An attribute is required if any of the specs that
// read it requires it. The schema belongs to the caller.
func ImpliedSchema(spec Spec) *hcl.Schema {
	schema := &hcl.Schema{}
	walk(spec, func(s Spec) {
		if r, ok := s.(attributeReader); ok {
			addAttribute(schema, r.attribute())
		}
		if r, ok := s.(blockReader); ok {
			// Of two specs for one block type the first decides about labels. Blocks of one type with different numbers
			// of labels cannot be told apart by a schema.
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

// ChildBlockTypes returns the specs for the bodies of the blocks that a spec reads, by block type. There is none for
// blocks that are read as attributes only.
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

// Variables returns the variables that the expressions in a body read if a spec evaluates it, in source order, with
// duplicates. If the body does not match the spec, the result is incomplete.
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

// SourceRange returns the range of the value of a spec in a body, for messages. For a spec with several parts it is
// only a range in the body, and for a missing part the range where it could be added.
func SourceRange(body hcl.Body, spec Spec) source.Range {
	content, _, _ := body.PartialContent(ImpliedSchema(spec))
	return place(spec, &scope{content: content})
}

// walk calls f for a spec and the specs in it that read the same body.
func walk(spec Spec, f func(Spec)) {
	spec = given(spec)
	f(spec)
	if c, ok := spec.(composite); ok {
		for _, s := range c.sameBody() {
			walk(s, f)
		}
	}
}

// given replaces a nil spec by one that reports an error.
//
// A nil spec is a mistake of the host. It is reported like any other problem, since a panic would take the host down
// because of a configuration that a user happened to write.
func given(s Spec) Spec {
	if s == nil {
		return missing{}
	}
	return s
}

// missing replaces a nil spec.
type missing struct{}

func (missing) decode(d *decoder, s *scope) value.Value {
	d.misuse(s.content.MissingItemRange, "The spec of a part of this specification is missing.")
	return value.DynamicUnknown
}

func (missing) impliedType() types.Type { return types.Dynamic }
