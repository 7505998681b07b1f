package model

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// File is the content of one file: its blocks and scopes, its expressions, and its declarations. It is immutable and
// refers to no other file, so programs share the files that an edit does not change.
type File struct {
	Source *source.File
	// Index is the place of the file in its program.
	Index int
	// Blocks are all blocks in the order of the source, outer blocks first; but the template of a collection comes
	// first in it.
	Blocks []*Block
	// Exprs are the expressions of attributes and locals, by [Expr.Index].
	Exprs []*Expr
	// Problems are the problems found by parsing, and by reading the blocks by their schemas. Possible consequences of
	// a syntax error are left out behind it.
	Problems diag.List
	// Unread are the blocks and arguments that are in no schema. Their content is not part of the model.
	Unread []source.Span
	// Nodes is the greatest number of an expression node.
	Nodes uint32

	empty    bool
	broken   source.Range // the first syntax error; zero if there is none
	unread   bool         // a block is written as an argument, so that its declarations are not known
	top      *Scope
	outer    []*Block // at the top level
	declares []declaration
	locals   []Symbol // the locals of blocks; the place of a symbol gives its number
	nodes    int      // blocks that are nodes of the graph
}

// declaration is a name that a file declares for others, with its definition.
type declaration struct {
	key
	Definition
}

// key identifies a declared name in a program.
type key struct {
	kind        SymbolKind
	owner, name string // the owner is the function of an argument
}

// IsBroken reports whether the file has syntax errors or blocks that are written as arguments, so that its declarations
// are not all known.
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
	Parent *Block // the block that contains it; nil at the top level
	// Label is the first label in the normal form of strings in values; "" if the block has none, as composite blocks.
	Label string
	// Labels are all labels as written, with their places.
	Labels []Label
	// Header is from the type of the block to the last label; Extent reaches to the end of its body.
	Header, Extent source.Span
	// Scope is the scope of the names in the attributes of the block.
	Scope *Scope
	// Attributes are the attributes, each name once, in the order of the source. A body that is written as a block is
	// among them.
	Attributes []Attribute
	// Blocks are the blocks in it, without locals, in the order of the source; the template of a collection is the
	// first one.
	Blocks []*Block
	// Unread is set if the block has unsupported arguments or blocks, so that those that seem to be missing may be
	// misspelled.
	Unread bool
	// Implied is set for a template that is only written as the body of a collection.
	Implied bool

	node int // the number among the nodes of the graph in the file, -1 if it is not a node
}

// Label is a label as written.
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
	// Index is the index among the expressions of the file.
	Index int
}

// Range returns the place of the whole expression.
func (e *Expr) Range() source.Range { return e.File.Range(e.Node.Span()) }

// At returns the place of a part of the expression.
func (e *Expr) At(n syntax.Node) source.Range { return e.File.Range(n.Span()) }

// Range returns the place of the header.
func (b *Block) Range() source.Range { return b.File.Range(b.Header) }

// LabelRange returns the place of the first label, or of the header if there is none.
func (b *Block) LabelRange() source.Range {
	if len(b.Labels) == 0 {
		return b.Range()
	}
	return b.File.Range(b.Labels[0].Span)
}

// Attr returns the expression of an attribute, or nil if the block does not have it.
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
