package model

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// read reads a file. A name that ends in ".hcl.json" means the JSON syntax.
func read(src *source.File, index int) *File {
	r := reader{file: &File{Source: src, Index: index}}
	f := r.file
	var body hcl.Body
	var diags diag.List
	if strings.HasSuffix(src.Name(), ".hcl.json") {
		parsed, problems := jsonsyntax.Parse(src)
		body, diags = parsed.Body(), problems
	} else {
		parsed, problems := syntax.ParseConfig(src)
		body, diags, f.Nodes = parsed.HCL(), problems, parsed.Nodes
	}
	if errs := diags.Errors(); len(errs) > 0 {
		errs.Sort()
		f.broken = errs[0].Subject
	}
	f.Problems.Add(diags...)
	f.top = &Scope{file: f}
	content, diags := body.Content(topSchema)
	r.problems(diags)
	r.unread(body, topSchema)
	f.empty = len(content.Blocks) == 0
	r.locals(f.top, content.Blocks)
	r.blocks(nil, f.top, content.Blocks)
	return f
}

// reader reads the blocks of one file.
type reader struct{ file *File }

// problems adds the problems of reading a body by its schema. Behind a syntax error, a block may be mistaken for a part
// of the one before it.
//
// The parser recovers behind an error, but the blocks that it then finds may be wrong. Only text before the first error
// is certain.
func (r *reader) problems(diags diag.List) {
	for _, d := range diags {
		if r.file.broken.IsZero() || d.Code != code.MissingArgument && d.Subject.Compare(r.file.broken) < 0 {
			r.file.Problems.Add(d)
		}
	}
}

// expr adds an expression to the file.
func (r *reader) expr(s *Scope, e hcl.Expression) *Expr {
	switch e := e.(type) {
	case *syntax.Expression:
		return r.newExpr(s, e.Node)
	case *jsonsyntax.Expression:
		tree, last := e.Lower(r.file.Nodes)
		r.file.Nodes = last
		r.templateProblems(tree)
		return r.newExpr(s, tree)
	}
	panic("an expression in an unknown syntax")
}

func (r *reader) newExpr(s *Scope, n syntax.Expr) *Expr {
	e := &Expr{File: r.file, Node: n, Scope: s, Index: len(r.file.Exprs)}
	r.file.Exprs = append(r.file.Exprs, e)
	return e
}

// templateProblems reports errors in the templates in the strings of an expression in JSON syntax.
func (r *reader) templateProblems(tree syntax.Expr) {
	syntax.Walk(tree, func(n syntax.Node) bool {
		if bad, ok := n.(*syntax.Bad); ok {
			for _, d := range bad.Problems {
				r.file.Problems.Add(d)
				if d.Severity == diag.Error && (r.file.broken.IsZero() || d.Subject.Compare(r.file.broken) < 0) {
					r.file.broken = d.Subject
				}
			}
		}
		return true
	})
}

// locals declares the locals of a scope.
func (r *reader) locals(s *Scope, blocks hcl.Blocks) {
	for _, b := range blocks {
		if kindOf[b.Type] != kindLocals {
			continue
		}
		attrs, diags := b.Body.JustAttributes()
		r.problems(diags)
		for _, a := range attrs {
			d := Definition{File: r.file, Name: a.NameRange.Span, Expr: r.expr(s, a.Expr)}
			if s == r.file.top {
				r.file.declares = append(r.file.declares, declaration{key: key{kind: Local, name: a.Name}, Definition: d})
			} else {
				s.declare(a.Name, d)
			}
		}
	}
}

func (r *reader) blocks(parent *Block, s *Scope, blocks hcl.Blocks) {
	for _, b := range blocks {
		switch kindOf[b.Type] {
		case kindLocals, KindTemplate, kindBody:
		default:
			r.block(parent, s, b)
		}
	}
}

// block reads a block and everything in it.
func (r *reader) block(parent *Block, outer *Scope, b *hcl.Block) {
	out := r.newBlock(parent, b)
	content := r.content(out, b)
	out.Extent = b.DefRange.Span.To(inside(b, content))
	out.Scope = outer
	switch out.Kind {
	case KindSelect:
	case KindArg:
		out.Scope = &Scope{file: r.file} // a default reads nothing
	case KindFunction:
		out.Scope = &Scope{file: r.file, Function: out}
	case KindResource:
		out.Scope = outer.inside(SelfResource, out)
	case KindCollection:
		out.Scope = outer.inside(SelfCollection, out)
	case KindTemplate:
		out.Scope = outer.inside(SelfMember, parent)
	default:
		out.Scope = outer.inside(SelfNone, nil)
	}
	r.declare(out)
	r.locals(out.Scope, content.Blocks)
	for _, a := range content.Attributes {
		if out.Kind != KindCollection || a.Name != AttrName && a.Name != AttrBody {
			out.add(a.Name, a.NameRange.Span, r.expr(out.Scope, a.Expr))
		}
	}
	if out.Kind == KindCollection {
		r.members(out, b, content)
	} else {
		r.bodyBlock(out, content)
	}
	r.blocks(out, out.Scope, content.Blocks)
}

// inside returns the place of the content of a block, or of its end.
func inside(b *hcl.Block, content *hcl.Content) source.Span {
	if native, ok := b.Body.(*syntax.ConfigBody); ok {
		_, body := native.Native()
		return body.Source
	}
	return content.MissingItemRange.Span
}

func (b *Block) add(name string, at source.Span, e *Expr) {
	b.Attributes = append(b.Attributes, Attribute{name, at, e})
}

func (r *reader) newBlock(parent *Block, b *hcl.Block) *Block {
	out := &Block{Kind: kindOf[b.Type], File: r.file, Parent: parent, Header: b.DefRange.Span, node: -1}
	for i, text := range b.Labels {
		out.Labels = append(out.Labels, Label{text, b.LabelRanges[i].Span})
	}
	switch {
	case b.Type == composite && b.Labels[0] == LabelConnection:
		out.Kind = KindConnection
	case b.Type != composite && len(b.Labels) > 0:
		out.Label = host.NFC(b.Labels[0])
	}
	r.enter(out)
	return out
}

// enter adds a block to its parent and to the file.
func (r *reader) enter(b *Block) {
	if b.Kind <= KindTemplate {
		b.node = r.file.nodes
		r.file.nodes++
	}
	r.file.Blocks = append(r.file.Blocks, b)
	if b.Parent != nil {
		b.Parent.Blocks = append(b.Parent.Blocks, b)
	} else {
		r.file.outer = append(r.file.outer, b)
	}
}

// declarers are the kinds of blocks that declare names for the whole program.
var declarers = [...]SymbolKind{
	KindResource: Resource, KindCollection: Collection, KindRequirement: Requirement, KindFunction: Function,
	KindArg: Argument,
}

// declare adds the name of a block to the declarations of the file.
func (r *reader) declare(b *Block) {
	if int(b.Kind) >= len(declarers) || declarers[b.Kind] == None || b.Label == "" {
		return
	}
	d := declaration{key: key{kind: declarers[b.Kind], name: b.Label},
		Definition: Definition{File: r.file, Name: b.Labels[0].Span, Block: b}}
	switch b.Kind {
	case KindFunction, KindArg:
		if d.name = b.Labels[0].Text; !IsFunctionName(d.name) {
			return
		}
	}
	if b.Kind == KindArg {
		d.owner = b.Parent.Labels[0].Text
	}
	r.file.declares = append(r.file.declares, d)
}

// members reads the parts that are evaluated for every member of a collection: its name, and the template, or the body
// in its place.
func (r *reader) members(b *Block, from *hcl.Block, content *hcl.Content) {
	named := b.Scope.inside(SelfNone, nil)
	named.Each = true
	if a := content.Attributes.Get(AttrName); a != nil {
		b.add(a.Name, a.NameRange.Span, r.expr(named, a.Expr))
	}
	body := content.Attributes.Get(AttrBody)
	if body != nil || len(content.Blocks.OfType(AttrBody)) > 0 {
		t := &Block{Kind: KindTemplate, File: r.file, Parent: b, Header: b.Header, Extent: b.Extent, Implied: true, node: -1}
		r.enter(t)
		t.Scope = named.inside(SelfMember, b)
		if body != nil {
			t.add(body.Name, body.NameRange.Span, r.expr(t.Scope, body.Expr))
		}
		r.bodyBlock(t, content)
	}
	for _, t := range content.Blocks.OfType(forms[KindTemplate].typ) {
		r.block(b, named, t)
	}
}

// content reads the body of a block by its schema.
func (r *reader) content(out *Block, b *hcl.Block) *hcl.Content {
	attr, blk := bodyForms(b)
	schema, form := schemas[out.Kind], blockForms[out.Kind]
	if form != nil && blk && !attr {
		schema = form
	}
	content, diags := b.Body.Content(schema)
	if form != nil && blk && attr {
		diags = twoBodies(diags)
	}
	out.Unread = slices.ContainsFunc(diags, isUnsupported)
	r.problems(withoutMisspelled(diags, schema))
	r.unread(b.Body, schema)
	return content
}

// items returns the items of a body in native syntax; nothing for JSON syntax.
func items(body hcl.Body) []syntax.Item {
	native, ok := body.(*syntax.ConfigBody)
	if !ok {
		return nil
	}
	_, tree := native.Native()
	return tree.Items
}

// twoBodies replaces the error about a body block next to a body attribute by a clearer one.
func twoBodies(diags diag.List) diag.List {
	for i, d := range diags {
		if d.Code == code.UnsupportedBlock && d.Subject.Text() == AttrBody {
			diags[i] = &diag.Diagnostic{
				Code: code.DuplicateBlock, Summary: "Duplicate body", Subject: d.Subject,
				Detail: "A block has one body: either an argument, body = ..., or a block, body { ... }.",
			}
		}
	}
	return diags
}

// bodyForms reports in which forms a block has its body. In the JSON syntax it is an attribute.
func bodyForms(b *hcl.Block) (attr, blk bool) {
	for _, it := range items(b.Body) {
		switch it := it.(type) {
		case *syntax.Attribute:
			attr = attr || it.Name == AttrBody
		case *syntax.Block:
			blk = blk || it.Type == AttrBody
		}
	}
	return attr, blk
}

// bodyBlock adds a body that is written as a block of attributes, as an object constructor.
func (r *reader) bodyBlock(b *Block, content *hcl.Content) {
	blocks := content.Blocks.OfType(AttrBody)
	if len(blocks) == 0 {
		return
	}
	for _, extra := range blocks[1:] {
		r.file.Problems.Add(&diag.Diagnostic{
			Code: code.DuplicateBlock, Summary: "Duplicate body block", Subject: extra.DefRange,
			Detail: "A block has one body.", Notes: []diag.Note{{Message: "the first one is here", Range: blocks[0].DefRange}},
		})
	}
	attrs, diags := blocks[0].Body.JustAttributes()
	r.problems(diags)
	whole := blocks[0].DefRange.Span.To(inside(blocks[0], content))
	obj := &syntax.Object{Num: r.num(), Source: whole}
	for _, a := range attrs {
		name := a.NameRange.Span
		obj.Items = append(obj.Items, syntax.ObjectItem{
			Key: &syntax.Traversal{Num: r.num(), Source: name, Steps: []syntax.Step{
				{Source: name, Kind: syntax.StepRoot, Key: value.String(a.Name)},
			}},
			Value: a.Expr.(*syntax.Expression).Node,
		})
	}
	b.add(AttrBody, blocks[0].TypeRange.Span, r.newExpr(b.Scope, obj))
}

// num returns the number of a node without a place in the source.
func (r *reader) num() uint32 {
	r.file.Nodes++
	return r.file.Nodes
}
