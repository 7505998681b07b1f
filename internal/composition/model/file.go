package model

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// File is what stands in one file: its blocks and scopes, its expressions, and what it declares. It is immutable and refers to no
// other file, so programs share the files that an edit leaves alone.
type File struct {
	Source *source.File
	// Index is the place of the file in its program.
	Index int
	// Blocks are all blocks, those around others first, in the order of the source; but the template of a collection comes first in it.
	Blocks []*Block
	// Exprs are the expressions of attributes and locals, by [Expr.Index].
	Exprs []*Expr
	// Problems are what parsing, and reading the blocks by their schemas, has found. Behind a syntax error, what may be the consequence of it
	// is left out.
	Problems diag.List
	// Nodes is the greatest number of an expression node.
	Nodes uint32

	empty    bool
	broken   source.Range // the first syntax error; zero if there is none
	unread   bool         // a block is written as an argument, so that what it declares is not known
	top      *Scope
	outer    []*Block // at the top level
	declares []declaration
	locals   []Symbol // the locals of blocks; the place of a symbol gives its number
	nodes    int      // blocks that are nodes of the graph
}

// declaration is what a file tells others: a name, and what stands behind it.
type declaration struct {
	key
	Definition
}

// key finds what programs declare by name.
type key struct {
	kind        SymbolKind
	owner, name string // the owner is the function of an argument
}

// IsBroken reports whether the file has syntax errors or blocks that are written as arguments, so that nothing sure can be said about
// what it declares.
func (f *File) IsBroken() bool { return !f.broken.IsZero() || f.unread }

// Range returns the range of a part of the file.
func (f *File) Range(s source.Span) source.Range { return source.Range{File: f.Source, Span: s} }

// Top returns the blocks at the top level, in the order of the source.
func (f *File) Top() []*Block { return f.outer }

// IsEmpty reports whether the file has no blocks, not even locals.
func (f *File) IsEmpty() bool { return f.empty }

// NameRange returns the place of an attribute's name.
func (b *Block) NameRange(attr string) source.Range {
	for _, a := range b.Attributes {
		if a.Name == attr {
			return b.File.Range(a.Span)
		}
	}
	return b.Range()
}

// Block is a block of the language.
type Block struct {
	Kind   Kind
	File   *File
	Parent *Block // the block around it; nil at the top level
	// Label is the first label in the normal form in which values hold their strings; "" if the block has none, as composite blocks.
	Label string
	// Labels are all labels as they are written, with their places.
	Labels []Label
	// Header is from the type of the block to the last label; Extent reaches to the end of its body.
	Header, Extent source.Span
	// Scope is where the names in the attributes of the block are looked up.
	Scope *Scope
	// Attributes are the attributes, each name once, in the order of the source. A body that is written as a block is among them.
	Attributes []Attribute
	// Blocks are the blocks in it, without locals, in the order of the source; the template of a collection is the first one.
	Blocks []*Block
	// Implied is set for the template that the body of a collection stands for.
	Implied bool

	node int // among the nodes of the graph in the file, -1 if it is none
}

// Label is a label as it is written.
type Label struct {
	Text string
	Span source.Span
}

// Attribute is an attribute of a block.
type Attribute struct {
	Name string
	Span source.Span // of the name
	Expr *Expr
}

// Expr is an expression: the value of an attribute or of a local.
type Expr struct {
	File  *File
	Node  syntax.Expr
	Scope *Scope
	// Index is the place among the expressions of the file.
	Index int
}

// Range returns the place of the whole expression.
func (e *Expr) Range() source.Range { return e.File.Range(e.Node.Span()) }

// At returns the place of a part of the expression.
func (e *Expr) At(n syntax.Node) source.Range { return e.File.Range(n.Span()) }

// Range returns the place of the header.
func (b *Block) Range() source.Range { return b.File.Range(b.Header) }

// LabelRange returns the place of the first label; of the header if there is none.
func (b *Block) LabelRange() source.Range {
	if len(b.Labels) == 0 {
		return b.Range()
	}
	return b.File.Range(b.Labels[0].Span)
}

// Attr returns the expression of an attribute, nil if the block does not have it.
func (b *Block) Attr(name string) *Expr {
	for i := range b.Attributes {
		if b.Attributes[i].Name == name {
			return b.Attributes[i].Expr
		}
	}
	return nil
}

// First returns the first block of a kind in the block, or nil.
func (b *Block) First(kind Kind) *Block {
	for _, inner := range b.Blocks {
		if inner.Kind == kind {
			return inner
		}
	}
	return nil
}

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
	r.asArguments(body, topSchema)
	f.empty = len(content.Blocks) == 0
	r.locals(f.top, content.Blocks)
	r.blocks(nil, f.top, content.Blocks)
	return f
}

// reader reads the blocks of one file.
type reader struct{ file *File }

// problems takes over what reading a body by its schema has reported. Behind a syntax error, a block may be taken for a part of the one
// before it.
func (r *reader) problems(diags diag.List) {
	for _, d := range diags {
		if r.file.broken.IsZero() || d.Code != "missing-argument" && d.Subject.Compare(r.file.broken) < 0 {
			r.file.Problems.Add(d)
		}
	}
}

// expr makes an expression of the file.
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
	panic("an expression of an unknown syntax")
}

func (r *reader) newExpr(s *Scope, n syntax.Expr) *Expr {
	e := &Expr{File: r.file, Node: n, Scope: s, Index: len(r.file.Exprs)}
	r.file.Exprs = append(r.file.Exprs, e)
	return e
}

// templateProblems reports what is wrong with the templates in the strings of an expression in JSON syntax.
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
	content := r.content(out.Kind, b)
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

// inside returns the place of what is in a block, or of its end.
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
		out.Label = value.NFC(b.Labels[0])
	}
	r.enter(out)
	return out
}

// enter adds a block to the one around it and to the file.
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

// declarers are the kinds of blocks that declare what can be referred to from everywhere.
var declarers = [...]SymbolKind{
	KindResource: Resource, KindCollection: Collection, KindRequirement: Requirement, KindFunction: Function, KindArg: Argument,
}

// declare enters the name of a block into what the file declares.
func (r *reader) declare(b *Block) {
	if int(b.Kind) >= len(declarers) || declarers[b.Kind] == None || b.Label == "" {
		return
	}
	d := declaration{key: key{kind: declarers[b.Kind], name: b.Label}, Definition: Definition{File: r.file, Name: b.Labels[0].Span, Block: b}}
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

// members reads what is evaluated for every member of a collection: its name, and the template or the body that stands for one.
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
func (r *reader) content(kind Kind, b *hcl.Block) *hcl.Content {
	attr, blk := bodyForms(b)
	schema, form := schemas[kind], blockForms[kind]
	if form != nil && blk && !attr {
		schema = form
	}
	content, diags := b.Body.Content(schema)
	if form != nil && blk && attr {
		diags = twoBodies(diags)
	}
	r.problems(diags)
	r.asArguments(b.Body, schema)
	return content
}

// asArguments finds blocks that are written as arguments, as in locals = { ... }. That was reported with the rest of the body; what
// stands in them is not read as the block that it is, so nothing that the parser has reported about it counts.
func (r *reader) asArguments(body hcl.Body, schema *hcl.Schema) {
	native, ok := body.(*syntax.ConfigBody)
	if !ok {
		return
	}
	_, tree := native.Native()
	for _, it := range tree.Items {
		a, ok := it.(*syntax.Attribute)
		if !ok || schema.Block(a.Name) == nil || a.Name == AttrBody {
			continue
		}
		r.file.unread = true
		name := r.file.Range(a.NameSpan)
		r.file.Problems = slices.DeleteFunc(r.file.Problems, func(d *diag.Diagnostic) bool {
			return d.Subject != name && a.Source.Contains(d.Subject.Span.Start)
		})
	}
}

// twoBodies replaces the complaint about a body block beside a body attribute by a clearer one.
func twoBodies(diags diag.List) diag.List {
	for i, d := range diags {
		if d.Code == "unsupported-block" && d.Subject.Text() == AttrBody {
			diags[i] = &diag.Diagnostic{
				Code: "duplicate-block", Summary: "Duplicate body", Subject: d.Subject,
				Detail: "A block has one body: either an argument, body = ..., or a block, body { ... }.",
			}
		}
	}
	return diags
}

// bodyForms tells in which forms a block has its body. In the JSON syntax it is an attribute.
func bodyForms(b *hcl.Block) (attr, blk bool) {
	native, ok := b.Body.(*syntax.ConfigBody)
	if !ok {
		return false, false
	}
	_, body := native.Native()
	for _, it := range body.Items {
		switch it := it.(type) {
		case *syntax.Attribute:
			attr = attr || it.Name == AttrBody
		case *syntax.Block:
			blk = blk || it.Type == AttrBody
		}
	}
	return attr, blk
}

// bodyBlock adds the body that is written as a block of attributes: the object constructor that it stands for.
func (r *reader) bodyBlock(b *Block, content *hcl.Content) {
	blocks := content.Blocks.OfType(AttrBody)
	if len(blocks) == 0 {
		return
	}
	for _, extra := range blocks[1:] {
		r.file.Problems.Add(&diag.Diagnostic{
			Code: "duplicate-block", Summary: "Duplicate body block", Subject: extra.DefRange,
			Detail: "A block has one body.", Notes: []diag.Note{{Message: "the first one is here", Range: blocks[0].DefRange}},
		})
	}
	attrs, diags := blocks[0].Body.JustAttributes()
	r.problems(diags)
	obj := &syntax.Object{Num: r.num(), Source: blocks[0].DefRange.Span}
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

// num returns the number of a node that stands in no source.
func (r *reader) num() uint32 {
	r.file.Nodes++
	return r.file.Nodes
}
