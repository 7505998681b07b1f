package decode

import (
	"reflect"
	"slices"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// A body of the native syntax that matches the struct exactly is read from the tree, without an [hcl.Content]. All
// other bodies take the general path, which also reports errors.

// The general way to decode a body goes through a content, which allocates an attribute and an expression for each
// argument. Reading the tree directly needs neither: from a body it takes 319 us for 100 KB, where HashiCorp's
// implementation takes 12 ms ("Decoding" in docs/performance.md). TestDirectProperty compares both ways on generated
// bodies.
//
// Which way is taken must not show. The direct one therefore decides before it stores anything whether the body is
// exactly what the struct expects. If not, it has done nothing and reports nothing.

// maxDirect is the maximum number of attributes, and of types of blocks, of a struct that is filled directly.
const maxDirect = 32

// isDirect reports whether bodies of the native syntax may be read from the tree: all fields are for attributes, blocks
// or labels.
func (p *plan) isDirect() bool {
	whole := func(f *field) bool { return f.typ == attributeType }
	return p.err == "" && p.remain == nil && p.body == nil && len(p.ranges) == 0 && !slices.ContainsFunc(p.attrs, whole) &&
		len(p.attrs) <= maxDirect && len(p.blocks) <= maxDirect && p.schema.Check(source.Range{}) == nil
}

// native is a body of the native syntax and the block that contains it, if any, in one of two forms.
type native struct {
	file  *source.File
	body  *syntax.Body
	block *syntax.Block
	outer *hcl.Block
}

// found contains the parts of a body for the fields of a plan.
type found struct {
	// The array is on the stack. Its size is why plans with more fields take the general way.
	attrs  [maxDirect]*syntax.Attribute
	blocks [maxDirect]int // how many there are
}

// nativeBody fills a struct from a body. If the body does not match the struct exactly, it does nothing and returns
// false.
func (d *decoder) nativeBody(p *plan, n native, x reflect.Value) bool {
	var has found
	if !p.direct || !p.match(n.body, &has) {
		return false
	}
	before := d.errors
	for i, f := range p.attrs {
		d.nativeAttribute(f, has.attrs[i], n, f.in(x))
	}
	for i, f := range p.blocks {
		d.nativeBlocks(f, has.blocks[i], n, f.in(x))
	}
	for i, f := range p.labels {
		if label, ok := n.label(i); ok {
			f.in(x).SetString(label)
		}
	}
	if p.validates && d.errors == before {
		d.validateBody(x, syntax.NewBody(n.file, n.body), n.header())
	}
	return true
}

// match assigns the parts of a body to fields.
func (p *plan) match(body *syntax.Body, has *found) bool {
	for _, item := range body.Items {
		ok := false
		switch it := item.(type) {
		case *syntax.Attribute:
			i := p.attribute(it.Name)
			if ok = i >= 0 && has.attrs[i] == nil; ok {
				has.attrs[i] = it
			}
		case *syntax.Block:
			i := p.blockType(it.Type)
			if ok = i >= 0 && len(p.schema.Blocks[i].LabelNames) == len(it.Labels); ok {
				has.blocks[i]++
			}
		}
		if !ok {
			return false
		}
	}
	for i := range p.attrs {
		if has.attrs[i] == nil && p.schema.Attributes[i].Required {
			return false
		}
	}
	return true
}

func (p *plan) attribute(name string) int {
	for i, f := range p.attrs {
		if f.name == name {
			return i
		}
	}
	return -1
}

func (p *plan) blockType(name string) int {
	for i, f := range p.blocks {
		if f.name == name {
			return i
		}
	}
	return -1
}

func (d *decoder) nativeAttribute(f *field, a *syntax.Attribute, n native, x reflect.Value) {
	switch {
	case a == nil && (f.fallback != nil || f.typ == expressionType):
		d.absent(f, x, syntax.NewBody(n.file, n.body).MissingItemRange())
	case a == nil:
	case f.fill != nil && f.fill(n.file, a.Expr, x):
	default:
		d.attribute(f, &hcl.Attribute{Name: a.Name, Expr: syntax.NewExpression(n.file, a.Expr)}, x)
	}
}

func (d *decoder) nativeBlocks(f *field, count int, n native, to reflect.Value) {
	switch k := f.typ.Kind(); {
	case k == reflect.Slice && count == 0:
	case k == reflect.Slice:
		to.Set(reflect.MakeSlice(f.typ, count, count))
		at := 0
		for _, item := range n.body.Items {
			if b, ok := item.(*syntax.Block); ok && b.Type == f.name {
				d.nativeBlock(n.file, b, to.Index(at))
				at++
			}
		}
	case k == reflect.Map:
		d.blockMap(n.blocks(f.name), to)
	default:
		d.oneBlock(f, n.blocks(f.name), to, syntax.NewBody(n.file, n.body))
	}
}

func (d *decoder) nativeBlock(file *source.File, b *syntax.Block, x reflect.Value) {
	x = target(x)
	n := native{file: file, body: b.Body, block: b}
	if x.Kind() == reflect.Struct && d.nativeBody(planOf(x.Type()), n, x) {
		return
	}
	d.body(syntax.NewBody(file, b.Body), x, n.header())
}

// label returns a label of the block.
func (n native) label(i int) (string, bool) {
	switch {
	case n.block != nil && i < len(n.block.Labels):
		return n.block.Labels[i].Text, true
	case n.outer != nil && i < len(n.outer.Labels):
		return n.outer.Labels[i], true
	}
	return "", false
}

// header returns the block that contains the body, or nil for a file.
func (n native) header() *hcl.Block {
	if n.block == nil {
		return n.outer
	}
	return headerOf(n.file, n.block)
}

func headerOf(file *source.File, b *syntax.Block) *hcl.Block {
	out := &hcl.Block{
		Type: b.Type, Body: syntax.NewBody(file, b.Body),
		DefRange:  source.Range{File: file, Span: b.HeaderSpan()},
		TypeRange: source.Range{File: file, Span: b.TypeSpan()},
	}
	for _, l := range b.Labels {
		out.Labels = append(out.Labels, l.Text)
		out.LabelRanges = append(out.LabelRanges, source.Range{File: file, Span: l.Source})
	}
	return out
}

func (n native) blocks(typ string) (out hcl.Blocks) {
	for _, item := range n.body.Items {
		if b, ok := item.(*syntax.Block); ok && b.Type == typ {
			out = append(out, headerOf(n.file, b))
		}
	}
	return out
}
