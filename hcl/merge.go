package hcl

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// MergeBodies combines several bodies, such as those of several files, into one. Their attributes and blocks are in the
// order of the bodies. An attribute that occurs in more than one body is an error, and the first one counts. A required
// attribute must occur in one of the bodies. Without bodies, the result is empty.
//
// Nil bodies are ignored. The result is immutable and safe for concurrent use.
func MergeBodies(bodies []Body) Body {
	bodies = slices.DeleteFunc(slices.Clone(bodies), func(b Body) bool { return b == nil })
	if len(bodies) == 1 {
		return bodies[0]
	}
	return &merged{bodies: bodies}
}

type merged struct{ bodies []Body }

// Content implements Body.
func (m *merged) Content(schema *Schema) (*Content, diag.List) {
	g := m.gather(schema)
	for _, b := range m.bodies {
		g.add(b.Content(g.schema))
	}
	g.required(schema)
	return g.content, g.diags
}

// PartialContent implements Body.
func (m *merged) PartialContent(schema *Schema) (*Content, Body, diag.List) {
	g := m.gather(schema)
	rest := make([]Body, len(m.bodies))
	for i, b := range m.bodies {
		content, remain, diags := b.PartialContent(g.schema)
		rest[i] = remain
		g.add(content, diags)
	}
	g.required(schema)
	return g.content, &merged{bodies: rest}, g.diags
}

// JustAttributes implements Body.
func (m *merged) JustAttributes() (Attributes, diag.List) {
	g := m.gather(&Schema{})
	for _, b := range m.bodies {
		attrs, diags := b.JustAttributes()
		g.add(&Content{Attributes: attrs}, diags)
	}
	return g.content.Attributes, g.diags
}

// MissingItemRange implements Body. It returns the range of the first body.
func (m *merged) MissingItemRange() source.Range {
	if len(m.bodies) == 0 {
		return source.Range{}
	}
	return m.bodies[0].MissingItemRange()
}

// gathering is the content of the merged bodies so far.
type gathering struct {
	schema  *Schema // in which nothing is required, since another body may have it
	content *Content
	diags   diag.List
	seen    map[string]*Attribute
}

func (m *merged) gather(schema *Schema) *gathering {
	g := &gathering{
		schema:  &Schema{Attributes: make([]AttributeSchema, len(schema.Attributes)), Blocks: schema.Blocks},
		content: &Content{MissingItemRange: m.MissingItemRange()},
		seen:    map[string]*Attribute{},
	}
	for i := range schema.Attributes {
		g.schema.Attributes[i].Name = schema.Attributes[i].Name
	}
	if len(m.bodies) == 0 { // otherwise the bodies check it
		g.diags.Add(schema.Check(source.Range{}))
	}
	return g
}

func (g *gathering) add(content *Content, diags diag.List) {
	g.diags.Add(diags...)
	for _, a := range content.Attributes {
		first := g.seen[a.Name]
		if first != nil {
			g.diags.Add(&diag.Diagnostic{
				Code: code.DuplicateArgument, Summary: "Duplicate argument", Subject: a.NameRange, Context: a.Range,
				Detail: "The argument \"" + a.Name + "\" is already set at " + first.NameRange.String() +
					"; only the first one is used.",
				Notes: []diag.Note{{Message: "It is set here first.", Range: first.NameRange}},
			})
			continue
		}
		g.seen[a.Name] = a
		g.content.Attributes = append(g.content.Attributes, a)
	}
	g.content.Blocks = append(g.content.Blocks, content.Blocks...)
}

func (g *gathering) required(schema *Schema) {
	for _, a := range schema.Attributes {
		if a.Required && g.seen[a.Name] == nil {
			g.diags.Add(MissingAttribute(a.Name, g.content.MissingItemRange))
		}
	}
}
