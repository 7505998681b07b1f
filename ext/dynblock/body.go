package dynblock

import (
	"sync"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Options are the options of ExpandWith. The zero Options are the defaults.
type Options struct {
	// MaxBlocks limits the number of blocks that all dynamic blocks of a body generate together, including those in
	// generated blocks; 0 means [DefaultMaxBlocks].
	MaxBlocks int
	// CheckForEach, if not nil, is called with the value and the expression of every for_each, and can reject the value.
	CheckForEach func(v value.Value, e hcl.Expression) diag.List
}

// DefaultMaxBlocks is the default of [Options.MaxBlocks].
const DefaultMaxBlocks = 100_000

// Expand returns a body in which dynamic blocks are replaced by the blocks that they generate. The context is for
// for_each and labels. The other expressions are evaluated in the context of the caller, with the iterators in
// addition. A dynamic block is evaluated once, when Content or PartialContent first reads the blocks of its type. The
// body may have any syntax.
//
// The result is safe for concurrent use if the body is.
func Expand(body hcl.Body, ctx *hcl.EvalContext) hcl.Body { return ExpandWith(body, ctx, Options{}) }

// ExpandWith is like [Expand], with options.
func ExpandWith(body hcl.Body, ctx *hcl.EvalContext, o Options) hcl.Body {
	if o.MaxBlocks == 0 {
		o.MaxBlocks = DefaultMaxBlocks
	}
	return newBody(newTemplate(body), nil, &expansion{ctx: ctx, options: o})
}

// expansion is the state that all bodies of one call of Expand share.
type expansion struct {
	ctx     *hcl.EvalContext
	options Options

	mu        sync.Mutex
	generated int
}

// take counts a generated block. It returns false if there are too many.
//
// The bound is shared by all bodies of an expansion, because dynamic blocks inside generated ones multiply: a bound for
// each would be no bound for all.
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

// Unknown reports whether the number of blocks that contain this body is unknown, and returns the origins of that
// number.
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

// PartialContent implements hcl.Body. The remaining body is expanded, too.
//
// The rest reads the same source with what was answered hidden. It cannot be a rest of the body below: that would no
// longer contain the dynamic blocks of types that the caller has not asked for yet.
func (b *Body) PartialContent(schema *hcl.Schema) (*hcl.Content, hcl.Body, diag.List) {
	raw, diags := b.template.content(b.extend(schema), false)
	content, diags := b.expand(schema, raw, diags, false)
	rest := newBody(b.template, b.iteration, b.shared)
	rest.hidden = union(b.hidden, schema)
	return content, rest, diags
}

// JustAttributes implements hcl.Body. A dynamic block is an error like any other block, unless partial processing has
// read the blocks of its type.
func (b *Body) JustAttributes() (hcl.Attributes, diag.List) {
	attrs, diags := b.template.justAttributes(b.hidden)
	return b.attributes(attrs), diags
}

// extend adds the dynamic blocks to a schema, and everything that is hidden, so that it is not reported as unsupported.
//
// A schema that knows something named dynamic itself takes precedence: the host has a block type of that name, and
// nothing is expanded.
func (b *Body) extend(schema *hcl.Schema) *hcl.Schema {
	if schema.Block(dynamicType) != nil || schema.Attribute(dynamicType) != nil {
		return schema
	}
	out := union(schema, b.hidden)
	out.Blocks = append(out.Blocks, hcl.BlockSchema{Type: dynamicType, LabelNames: []string{"type"}})
	return out
}

// union returns a schema with everything in a, and everything that is only in b as optional.
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

// expand returns the content for the caller.
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
		// It counts every dynamic block, whether or not the caller's schema asks for it, so that the number stands for
		// the same block in every call.
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

// attributes returns the attributes that are not hidden, with expressions that can read the iterators.
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

// static returns an ordinary block, which may contain dynamic blocks and can read the enclosing iterators.
func (b *Body) static(block *hcl.Block) *hcl.Block {
	out := *block
	out.Body = newBody(b.template.child(block), b.iteration.inner(), b.shared)
	return &out
}
