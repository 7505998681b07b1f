package dynblock

import (
	"sync"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Options say how blocks are generated. The zero value is ready for use.
type Options struct {
	// MaxBlocks is how many blocks all dynamic blocks of a body generate together, those within generated blocks included;
	// 0 means [DefaultMaxBlocks].
	MaxBlocks int
	// CheckForEach, if not nil, can refuse the value of a for_each, whose expression is given too, before it is used.
	CheckForEach func(v value.Value, e hcl.Expression) diag.List
}

// DefaultMaxBlocks is the default of [Options.MaxBlocks].
const DefaultMaxBlocks = 100_000

// Expand returns a body in which dynamic blocks are replaced by the blocks that they stand for. The context is that of
// for_each and labels; the other expressions are evaluated in whatever context the caller of the result uses, with the
// iterators in addition. Nothing is evaluated before Content or PartialContent asks for the blocks of a type, and then
// once. The body may be of any syntax.
//
// The result is safe for concurrent use if the body is.
func Expand(body hcl.Body, ctx *hcl.EvalContext) hcl.Body { return ExpandWith(body, ctx, Options{}) }

// ExpandWith is [Expand] with options.
func ExpandWith(body hcl.Body, ctx *hcl.EvalContext, o Options) hcl.Body {
	if o.MaxBlocks == 0 {
		o.MaxBlocks = DefaultMaxBlocks
	}
	return newBody(newTemplate(body), nil, &expansion{ctx: ctx, options: o})
}

// expansion is what all bodies that come from one call of Expand share.
type expansion struct {
	ctx     *hcl.EvalContext
	options Options

	mu        sync.Mutex
	generated int
}

// take counts a generated block. It is false if there are too many.
func (x *expansion) take() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.generated++
	return x.generated <= x.options.MaxBlocks
}

// Body is a body in which dynamic blocks are expanded. It implements hcl.Body.
type Body struct {
	template  *template
	iteration *iteration // nil outside of generated blocks
	shared    *expansion
	hidden    *hcl.Schema // what partial processing has answered; nil if nothing

	mu     sync.Mutex
	blocks map[blockKey]generated // what the dynamic blocks of this body gave
}

func newBody(t *template, it *iteration, x *expansion) *Body {
	return &Body{template: t, iteration: it, shared: x, blocks: map[blockKey]generated{}}
}

// Unknown reports whether it is unknown how often the block is there that the body belongs to, and what that waits for.
func (b *Body) Unknown() (origins *value.Origins, unknown bool) {
	if b.iteration == nil || !b.iteration.unknown {
		return nil, false
	}
	return b.iteration.origins, true
}

// ValueMarks returns the marks of the collection that the block was generated from.
func (b *Body) ValueMarks() *value.Marks {
	if b.iteration == nil {
		return nil
	}
	return b.iteration.marks
}

// MissingItemRange implements hcl.Body.
func (b *Body) MissingItemRange() source.Range { return b.template.body.MissingItemRange() }

// Content implements hcl.Body.
func (b *Body) Content(schema *hcl.Schema) (*hcl.Content, diag.List) {
	raw, diags := b.template.content(b.extend(schema), true)
	return b.expand(schema, raw, diags, true)
}

// PartialContent implements hcl.Body. What remains is expanded too.
func (b *Body) PartialContent(schema *hcl.Schema) (*hcl.Content, hcl.Body, diag.List) {
	raw, diags := b.template.content(b.extend(schema), false)
	content, diags := b.expand(schema, raw, diags, false)
	rest := newBody(b.template, b.iteration, b.shared)
	rest.hidden = union(b.hidden, schema)
	return content, rest, diags
}

// JustAttributes implements hcl.Body. A dynamic block is an error like any other, unless it is for blocks that partial
// processing has taken.
func (b *Body) JustAttributes() (hcl.Attributes, diag.List) {
	attrs, diags := b.template.justAttributes(b.hidden)
	return b.attributes(attrs), diags
}

// extend adds what is needed to a schema: the dynamic blocks, and what is hidden, so that it is not complained about.
func (b *Body) extend(schema *hcl.Schema) *hcl.Schema {
	if schema.Block(dynamicType) != nil || schema.Attribute(dynamicType) != nil {
		return schema
	}
	out := union(schema, b.hidden)
	out.Blocks = append(out.Blocks, hcl.BlockSchema{Type: dynamicType, LabelNames: []string{"type"}})
	return out
}

// union returns the schema with all of a and what only b has, which is not required.
func union(a, b *hcl.Schema) *hcl.Schema {
	out := &hcl.Schema{}
	if a != nil {
		out.Attributes = append(out.Attributes, a.Attributes...)
		out.Blocks = append(out.Blocks, a.Blocks...)
	}
	if b == nil {
		return out
	}
	for _, s := range b.Attributes {
		if out.Attribute(s.Name) == nil && out.Block(s.Name) == nil {
			out.Attributes = append(out.Attributes, hcl.AttributeSchema{Name: s.Name})
		}
	}
	for _, s := range b.Blocks {
		if out.Attribute(s.Type) == nil && out.Block(s.Type) == nil {
			out.Blocks = append(out.Blocks, s)
		}
	}
	return out
}

func (b *Body) hides(typ string) bool { return b.hidden != nil && b.hidden.Block(typ) != nil }

// expand makes the content that the caller sees.
func (b *Body) expand(schema *hcl.Schema, raw *hcl.Content, diags diag.List, complete bool) (*hcl.Content, diag.List) {
	out := &hcl.Content{MissingItemRange: raw.MissingItemRange, Attributes: b.attributes(raw.Attributes)}
	own := schema.Block(dynamicType) != nil // blocks of that name are the caller's
	diags = append(diag.List(nil), diags...)
	n := 0
	for _, block := range raw.Blocks {
		switch {
		case block.Type != dynamicType || own:
			if !b.hides(block.Type) {
				out.Blocks = append(out.Blocks, b.static(block))
			}
			continue
		case b.hides(block.Labels[0]):
		case schema.Block(block.Labels[0]) != nil:
			g := b.generate(blockKey{n, len(schema.Block(block.Labels[0]).LabelNames)}, block, schema.Block(block.Labels[0]))
			out.Blocks = append(out.Blocks, g.blocks...)
			diags.Add(g.diags...)
		case complete:
			diags.Add(hcl.UnsupportedBlock(block.Labels[0], schema, labelRange(block)))
		}
		n++
	}
	return out, diags
}

func labelRange(b *hcl.Block) source.Range {
	if len(b.LabelRanges) > 0 {
		return b.LabelRanges[0]
	}
	return b.DefRange
}

// attributes leaves out what is hidden, and lets the expressions see the iterators.
func (b *Body) attributes(raw hcl.Attributes) hcl.Attributes {
	if b.iteration == nil && b.hidden == nil {
		return raw
	}
	var out hcl.Attributes
	for _, a := range raw {
		if b.hidden != nil && b.hidden.Attribute(a.Name) != nil {
			continue
		}
		if b.iteration != nil {
			with := *a
			with.Expr = b.iteration.expression(a.Expr)
			a = &with
		}
		out = append(out, a)
	}
	return out
}

// static is a block that was written out. In it there can be dynamic blocks, and it can see the iterators around it.
func (b *Body) static(block *hcl.Block) *hcl.Block {
	out := *block
	out.Body = newBody(b.template.child(block), b.iteration.inner(), b.shared)
	return &out
}
