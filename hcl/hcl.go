// Package hcl is the syntax-agnostic information model: bodies, schemas, content, expressions and
// traversals, as defined by the specification "HCL Syntax-Agnostic Information Model".
//
// A [Body] is opaque: its content can only be read with a [Schema], or as attributes only. Each
// syntax implements Body and [Expression], and so can other packages. Package eval evaluates
// expressions. It knows the native syntax and every type that implements [Evaluator].
package hcl

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Body is a container of attributes and blocks. Implementations are immutable and safe for concurrent use.
type Body interface {
	// Content returns the attributes and blocks that the schema describes. Everything else in the body is an error, and so
	// is a missing required attribute. The content is never nil.
	Content(schema *Schema) (*Content, diag.List)
	// PartialContent is like Content, but returns everything that the schema does not describe as another body.
	PartialContent(schema *Schema) (*Content, Body, diag.List)
	// JustAttributes returns all attributes of a body without blocks. A block is an error.
	JustAttributes() (Attributes, diag.List)
	// MissingItemRange returns the range at which missing attributes and blocks are reported.
	MissingItemRange() source.Range
}

// Schema describes the attributes and blocks of a body.
type Schema struct {
	Attributes []AttributeSchema
	Blocks     []BlockSchema
}

// AttributeSchema describes an attribute.
type AttributeSchema struct {
	Name     string
	Required bool
}

// BlockSchema describes a type of block: its name, and the names of its labels.
type BlockSchema struct {
	Type       string
	LabelNames []string
}

// Content contains the parts of a body that a schema describes.
type Content struct {
	Attributes       Attributes
	Blocks           Blocks
	MissingItemRange source.Range
}

// Attributes are attributes in source order.
type Attributes []*Attribute

// Get returns the attribute with a name, or nil.
func (as Attributes) Get(name string) *Attribute {
	for _, a := range as {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Attribute is an attribute of a body.
type Attribute struct {
	Name      string
	Expr      Expression
	Range     source.Range
	NameRange source.Range
}

// Blocks are blocks in source order.
type Blocks []*Block

// OfType returns the blocks of one type.
func (bs Blocks) OfType(name string) Blocks {
	var out Blocks
	for _, b := range bs {
		if b.Type == name {
			out = append(out, b)
		}
	}
	return out
}

// Block is a block of a body.
type Block struct {
	Type        string
	Labels      []string
	Body        Body
	DefRange    source.Range // the header
	TypeRange   source.Range
	LabelRanges []source.Range
}

// Expression is the value of an attribute before evaluation.
type Expression interface {
	// Range returns the range of the whole expression.
	Range() source.Range
	// StartRange returns the range of a characteristic part at its start, for messages.
	StartRange() source.Range
	// Variables returns the variables that the expression reads from its scope, in source order.
	Variables() []Traversal
}

// Evaluator is implemented by expressions of syntaxes that package eval does not know.
type Evaluator interface {
	Evaluate(ctx *EvalContext) (value.Value, diag.List)
}

// EvalContext contains the variables and functions for expressions. With a nil context, only literals can be evaluated.
// A context must not be changed while expressions are evaluated in it.
type EvalContext struct {
	Variables map[string]value.Value
	Functions function.Table
	// Parent provides the variables and functions that this context does not define.
	Parent *EvalContext
	// Profile is the profile; nil means that of the parent, or types.Standard.
	Profile *types.Profile
}
