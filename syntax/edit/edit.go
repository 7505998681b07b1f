// Package edit changes parts of a source text and preserves the rest: every comment and blank line
// that is not changed stays, byte for byte.
//
// [Parse] reads a file without errors. Handles ([Body], [Attribute], [Block], [Object], [Item])
// record the changes. [File.Bytes] applies them to the original text in one pass, so the cost is
// linear in the size of the text and the number of changes. Handles are not safe for concurrent
// use.
//
// New values are expressions in source text, which are checked when they are set. Package
// syntax/print prints values as expressions, and [Body.SetValue] does both. [Body.Append] appends
// texts with attributes, blocks, comments and blank lines. New lines end like the first line of the
// file. The result parses, unless the changes exceed the limits of the parser on nesting and size.
//
// Comment lines directly above an attribute, block or item belong to it and are moved or removed
// with it. So are the comments on its line. If an object has several items on one line, each item
// has the comments up to the commas beside it.
package edit

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// File is a source text with changes. Use [Parse] or [New].
type File struct {
	src  *source.File
	root *Body
}

// New returns an empty file.
func New() *File {
	f, _ := Parse(source.NewFileString("", ""))
	return f
}

// Parse parses a file for editing. If it has syntax errors, Parse returns nil and the diagnostics.
func Parse(src *source.File) (*File, diag.List) {
	tree, diags := syntax.ParseConfig(src)
	if diags.HasErrors() {
		return nil, diags
	}
	f := &File{src: src}
	f.root = &Body{file: f, node: tree.Body}
	f.root.load()
	return f, diags
}

// Body returns the top level of the file.
func (f *File) Body() *Body { return f.root }

// Bytes returns the text with all changes. The handles stay valid: further edits start from the same original.
func (f *File) Bytes() []byte {
	a := applier{text: f.src.Text(), nl: lineEndOf(f.src.Text())}
	a.body(f.root)
	return a.finish()
}

// Body is the content of a file or block.
type Body struct {
	file  *File
	node  *syntax.Body // nil in a new block
	block *syntax.Block
	items []*entry // in the order of the source, new ones behind
	names map[string]*entry
}

// entry is an attribute or a block of a body, or a text that was appended to it.
type entry struct {
	attr    *Attribute
	block   *Block
	added   *File // the text that was appended, whose own entries are those of the body too
	removed bool
	at      int // the number of the item in the source
	comments
}

// comments are the new comments of an entry, or nil if they are unchanged.
type comments struct {
	above, behind *string
}

func (b *Body) load() {
	b.names = map[string]*entry{}
	if b.node == nil {
		return
	}
	for _, item := range b.node.Items {
		switch it := item.(type) {
		case *syntax.Attribute:
			b.add(&entry{attr: &Attribute{body: b, node: it, name: it.Name}})
		case *syntax.Block:
			blk := &Block{node: it, typ: it.Type}
			for _, l := range it.Labels {
				blk.labels = append(blk.labels, l.Text)
			}
			blk.body = &Body{file: b.file, node: it.Body, block: it}
			blk.body.load()
			b.add(&entry{block: blk})
		}
	}
}

func (b *Body) add(e *entry) {
	e.at = len(b.items)
	b.items = append(b.items, e)
	if e.attr != nil {
		b.names[e.attr.name] = e
		e.attr.entry = e
	} else if e.block != nil {
		e.block.entry, e.block.in, e.block.home = e, b, b
	}
}

// Attribute returns the attribute with a name, or nil.
func (b *Body) Attribute(name string) *Attribute {
	if e := b.names[name]; e != nil {
		return e.attr
	}
	return nil
}

// entries visits the attributes and blocks that were not removed, including those of appended texts.
func (b *Body) entries(yield func(*entry) bool) {
	for _, e := range b.items {
		switch {
		case e.removed:
		case e.added != nil:
			more := true
			e.added.root.entries(func(inner *entry) bool { more = yield(inner); return more })
			if !more {
				return
			}
		case !yield(e):
			return
		}
	}
}

// Attributes returns the attributes in source order, new ones last.
func (b *Body) Attributes() []*Attribute {
	var out []*Attribute
	for e := range b.entries {
		if e.attr != nil {
			out = append(out, e.attr)
		}
	}
	return out
}

// Set sets the value of an attribute to an expression in source text. If the attribute does not exist, it is added at
// the end of the body. Set returns an error if the name or the expression is invalid.
func (b *Body) Set(name, expr string) (*Attribute, error) {
	if a := b.Attribute(name); a != nil {
		return a, a.Set(expr)
	}
	if err := checkName(name); err != nil {
		return nil, err
	}
	a := &Attribute{body: b, name: name}
	if err := a.Set(expr); err != nil {
		return nil, err
	}
	b.add(&entry{attr: a})
	return a, nil
}

// Remove removes an attribute, and reports whether it existed.
func (b *Body) Remove(name string) bool {
	e := b.names[name]
	if e == nil {
		return false
	}
	e.removed = true
	delete(b.names, name)
	return true
}

// Blocks returns the blocks in source order, new ones last.
func (b *Body) Blocks() []*Block {
	var out []*Block
	for e := range b.entries {
		if e.block != nil {
			out = append(out, e.block)
		}
	}
	return out
}

// Block returns the first block of a type with the given labels, or nil.
func (b *Body) Block(typ string, labels ...string) *Block {
	for e := range b.entries {
		if e.block != nil && e.block.is(typ, labels) {
			return e.block
		}
	}
	return nil
}

// AddBlock adds an empty block at the end of the body, with a blank line before it unless it is the first item. It
// returns an error if the type is invalid. To omit the blank line, use [Body.AppendBlock].
func (b *Body) AddBlock(typ string, labels ...string) (*Block, error) {
	if err := checkName(typ); err != nil {
		return nil, err
	}
	blk := &Block{typ: typ, labels: slices.Clone(labels)}
	blk.body = &Body{file: b.file}
	blk.body.load()
	b.add(&entry{block: blk})
	return blk, nil
}

// RemoveBlock removes a block of this body, and reports whether it existed.
func (b *Body) RemoveBlock(blk *Block) bool {
	if blk == nil || blk.in != b || blk.entry.removed {
		return false
	}
	blk.entry.removed = true
	return true
}
