package syntax

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

// ConfigBody is an hcl.Body for a [Body] of the native syntax. It is immutable and safe for concurrent use.
//
// See "Schema-driven Processing" in the information model.
type ConfigBody struct {
	file  *source.File
	body  *Body
	taken *taken // what earlier partial processing took out; nil if nothing
}

// taken are the names that partial processing has already returned.
type taken struct {
	attrs, blocks map[string]bool
}

// NewBody returns an hcl.Body for a body that was parsed from a file.
func NewBody(file *source.File, body *Body) *ConfigBody {
	return &ConfigBody{file: file, body: body}
}

// HCL returns the body of the file as an hcl.Body.
func (f *File) HCL() *ConfigBody { return NewBody(f.Source, f.Body) }

// Native returns the file and the tree of the body.
func (b *ConfigBody) Native() (*source.File, *Body) { return b.file, b.body }

// MissingItemRange returns the start of the body, where a missing item could be added.
func (b *ConfigBody) MissingItemRange() source.Range {
	at := b.body.Source.Start
	return b.rng(source.Span{Start: at, End: at})
}

// Content implements hcl.Body.
func (b *ConfigBody) Content(schema *hcl.Schema) (*hcl.Content, diag.List) {
	r := newReader(b, schema)
	if r.schemaOK() {
		r.read(true)
	}
	return r.content, r.diags
}

// PartialContent implements hcl.Body.
func (b *ConfigBody) PartialContent(schema *hcl.Schema) (*hcl.Content, hcl.Body, diag.List) {
	r := newReader(b, schema)
	if r.schemaOK() {
		r.read(false)
	}
	return r.content, b.without(schema), r.diags
}

// JustAttributes implements hcl.Body. Blocks that partial processing has already returned are not errors.
func (b *ConfigBody) JustAttributes() (hcl.Attributes, diag.List) {
	var attrs hcl.Attributes
	var diags diag.List
	for _, item := range b.body.Items {
		switch it := item.(type) {
		case *Attribute:
			if !b.tookAttr(it.Name) {
				attrs = append(attrs, b.attribute(it))
			}
		case *Block:
			if len(diags) == 0 && !b.tookBlock(it.Type) {
				diags.Add(hcl.UnexpectedBlock(it.Type, b.rng(it.TypeSpan())))
			}
		}
	}
	return attrs, diags
}

func (b *ConfigBody) rng(s source.Span) source.Range { return source.Range{File: b.file, Span: s} }

func (b *ConfigBody) tookAttr(name string) bool { return b.taken != nil && b.taken.attrs[name] }
func (b *ConfigBody) tookBlock(typ string) bool { return b.taken != nil && b.taken.blocks[typ] }

func (b *ConfigBody) attribute(a *Attribute) *hcl.Attribute {
	return &hcl.Attribute{
		Name: a.Name, Expr: NewExpression(b.file, a.Expr),
		Range: b.rng(a.Source), NameRange: b.rng(a.NameSpan()),
	}
}

func (b *ConfigBody) block(blk *Block) *hcl.Block {
	out := &hcl.Block{
		Type: blk.Type, Body: NewBody(b.file, blk.Body),
		TypeRange: b.rng(blk.TypeSpan()), DefRange: b.rng(blk.HeaderSpan()),
	}
	if n := len(blk.Labels); n > 0 {
		out.Labels, out.LabelRanges = make([]string, n), make([]source.Range, n)
	}
	for i, l := range blk.Labels {
		out.Labels[i], out.LabelRanges[i] = l.Text, b.rng(l.Source)
	}
	return out
}

// HeaderSpan returns the span from the block type to the last label.
func (n *Block) HeaderSpan() source.Span {
	if len(n.Labels) == 0 {
		return n.TypeSpan()
	}
	return n.TypeSpan().To(n.Labels[len(n.Labels)-1].Source)
}

// without returns the body without the content that a schema describes.
func (b *ConfigBody) without(schema *hcl.Schema) *ConfigBody {
	t := &taken{attrs: map[string]bool{}, blocks: map[string]bool{}}
	if b.taken != nil {
		for name := range b.taken.attrs {
			t.attrs[name] = true
		}
		for typ := range b.taken.blocks {
			t.blocks[typ] = true
		}
	}
	for i := range schema.Attributes {
		t.attrs[schema.Attributes[i].Name] = true
	}
	for i := range schema.Blocks {
		t.blocks[schema.Blocks[i].Type] = true
	}
	return &ConfigBody{file: b.file, body: b.body, taken: t}
}

// reader applies one schema to one body.
type reader struct {
	*ConfigBody
	schema  *hcl.Schema
	content *hcl.Content
	diags   diag.List
	attrs   map[string]int // schema index by name; nil where the schema is small enough to look through
	blocks  map[string]int
	found   []bool // by schema attribute

	// Errors in the labels of blocks, and arguments and types of blocks that the schema lacks. They are reported in the
	// order of HashiCorp's implementation.
	labels, arguments, types diag.List
}

// smallSchema is the number of names up to which a search is faster than creating a map.
const smallSchema = 12

func newReader(b *ConfigBody, schema *hcl.Schema) *reader {
	r := &reader{ConfigBody: b, schema: schema, content: &hcl.Content{MissingItemRange: b.MissingItemRange()}}
	r.found = make([]bool, len(schema.Attributes))
	if len(schema.Attributes)+len(schema.Blocks) <= smallSchema {
		return r
	}
	r.attrs = make(map[string]int, len(schema.Attributes))
	for i := range schema.Attributes {
		r.attrs[schema.Attributes[i].Name] = i
	}
	r.blocks = make(map[string]int, len(schema.Blocks))
	for i := range schema.Blocks {
		r.blocks[schema.Blocks[i].Type] = i
	}
	return r
}

// attrIndex returns the index of an attribute in the schema, or -1.
func (r *reader) attrIndex(name string) int {
	if r.attrs != nil {
		if i, ok := r.attrs[name]; ok {
			return i
		}
		return -1
	}
	for i := range r.schema.Attributes {
		if r.schema.Attributes[i].Name == name {
			return i
		}
	}
	return -1
}

// blockIndex returns the index of a type of block in the schema, or -1.
func (r *reader) blockIndex(typ string) int {
	if r.blocks != nil {
		if i, ok := r.blocks[typ]; ok {
			return i
		}
		return -1
	}
	for i := range r.schema.Blocks {
		if r.schema.Blocks[i].Type == typ {
			return i
		}
	}
	return -1
}

// schemaOK reports whether the schema is valid. If it is not, it adds a diagnostic.
func (r *reader) schemaOK() bool {
	for i := range r.schema.Attributes {
		if r.attrs == nil && r.attrIndex(r.schema.Attributes[i].Name) != i {
			return r.badSchema()
		}
	}
	for i := range r.schema.Blocks {
		typ := r.schema.Blocks[i].Type
		if r.attrIndex(typ) >= 0 || r.blocks == nil && r.blockIndex(typ) != i {
			return r.badSchema()
		}
	}
	if r.attrs != nil && len(r.attrs)+len(r.blocks) != len(r.schema.Attributes)+len(r.schema.Blocks) {
		return r.badSchema()
	}
	return true
}

func (r *reader) badSchema() bool {
	r.diags.Add(r.schema.Check(r.MissingItemRange()))
	return false
}

func (r *reader) read(exhaustive bool) {
	for _, item := range r.body.Items {
		switch it := item.(type) {
		case *Attribute:
			r.readAttribute(it, exhaustive)
		case *Block:
			r.readBlock(it, exhaustive)
		}
	}
	for i, s := range r.schema.Attributes {
		if s.Required && !r.found[i] {
			r.diags.Add(hcl.MissingAttribute(s.Name, r.MissingItemRange()))
		}
	}
	r.diags = slices.Concat(r.diags, r.labels, r.arguments, r.types)
}

func (r *reader) readAttribute(a *Attribute, exhaustive bool) {
	if r.tookAttr(a.Name) {
		return
	}
	i := r.attrIndex(a.Name)
	wanted := i >= 0
	switch {
	case wanted && !r.found[i]:
		r.found[i] = true
		r.content.Attributes = append(r.content.Attributes, r.attribute(a))
	case !wanted && exhaustive:
		r.arguments.Add(hcl.UnsupportedAttribute(a.Name, r.schema, r.rng(a.NameSpan())))
	}
}

func (r *reader) readBlock(b *Block, exhaustive bool) {
	if r.tookBlock(b.Type) {
		return
	}
	i := r.blockIndex(b.Type)
	if i < 0 {
		if exhaustive {
			r.types.Add(hcl.UnsupportedBlock(b.Type, r.schema, r.rng(b.TypeSpan())))
		}
		return
	}
	s := &r.schema.Blocks[i]
	if len(b.Labels) == len(s.LabelNames) {
		r.content.Blocks = append(r.content.Blocks, r.block(b))
		return
	}
	subject := b.OpenBrace()
	if len(b.Labels) > len(s.LabelNames) {
		subject = b.Labels[len(s.LabelNames)].Source
	}
	r.labels.Add(hcl.WrongLabels(s, len(b.Labels), r.rng(subject), r.rng(b.TypeSpan().To(b.OpenBrace()))))
}

// IsWhole reports whether the body still has all of its content, because no partial processing has removed a part. Then
// the tree that [ConfigBody.Native] returns can be read instead of the content.
func (b *ConfigBody) IsWhole() bool { return b.taken == nil }
