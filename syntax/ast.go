package syntax

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Node is a node of the syntax tree. Nodes are immutable after parsing and safe
// for concurrent use.
type Node interface {
	// Span returns the part of the source text that the node covers.
	Span() source.Span
}

// Expr is an expression node. The set of implementations is closed.
type Expr interface {
	Node
	// Number returns the number of the node among the expression nodes of its file, from 1, with few gaps, so that facts
	// about nodes can be stored in slices. It is 0 for a node that no parser has created.
	Number() uint32
	// exprNode returns the span and the number of the node.
	exprNode() (*source.Span, *uint32)
}

// File is a parsed source file.
type File struct {
	Source   *source.File
	Body     *Body
	Comments []Comment // in source order
	// Nodes is the greatest number of an expression node in the file (see [Expr]).
	Nodes uint32
}

// Comment is a comment with its delimiters, without the newline of a line comment.
type Comment struct {
	Source source.Span
}

// Span returns the part of the source text that the comment covers.
func (c Comment) Span() source.Span { return c.Source }

// Body is a sequence of attributes and blocks in source order.
type Body struct {
	Source source.Span // for a block: from brace to brace, both included
	Items  []Item
}

// End returns the empty span at the end of the body, after its closing brace if it has one. Missing items are reported
// there.
func (n *Body) End() source.Span { return behind(n.Source) }

// Item is an *Attribute, a *Block or a *BadItem.
type Item interface {
	Node
	itemNode()
}

// Attribute is name = expression.
type Attribute struct {
	Name   string
	Expr   Expr
	Source source.Span // begins with the name
	Equals uint32      // offset of the sign
}

// NameSpan returns the span of the name.
func (n *Attribute) NameSpan() source.Span { return nameAt(n.Source, n.Name) }

// Block is a block with its header.
type Block struct {
	Type        string
	Labels      []Label
	Body        *Body
	Source      source.Span // begins with the type
	Open, Close uint32      // offsets of the braces; where one is missing, the end of the block
}

// TypeSpan returns the span of the type.
func (n *Block) TypeSpan() source.Span { return nameAt(n.Source, n.Type) }

// OpenBrace returns the span of the opening brace, which is empty if there is none.
func (n *Block) OpenBrace() source.Span { return n.brace(n.Open) }

// CloseBrace returns the span of the closing brace, which is empty if there is none.
func (n *Block) CloseBrace() source.Span { return n.brace(n.Close) }

func (n *Block) brace(at uint32) source.Span {
	return source.Span{Start: at, End: min(at+1, n.Source.End)}
}

// nameAt returns the span of the name at the start of a span.
func nameAt(s source.Span, name string) source.Span {
	return source.Span{Start: s.Start, End: s.Start + uint32(len(name))}
}

// Label is a label of a block.
type Label struct {
	Text   string // decoded, not normalised
	Quoted bool
	Source source.Span
}

// BadItem is a region of a body that could not be parsed.
type BadItem struct{ Source source.Span }

// The expression nodes. Offsets named after a token are those of its first byte; Num is the number of the node.
type (
	// Literal is a number, true, false or null, a quoted string without interpolations (the span includes the quotes), or
	// literal text inside a template. An invalid number is an unknown number.
	Literal struct {
		Source source.Span
		Value  value.Value
		Num    uint32
		Text   bool // literal text of a template, without quotes of its own
	}

	// Traversal is a variable with steps known at parse time: a.b[0]["x"]. Its first step is the root.
	Traversal struct {
		Source source.Span
		Num    uint32
		Steps  []Step
	}

	// RelTraversal is a traversal whose source is an expression: f(x).y, (a).b.
	RelTraversal struct {
		Source source.Span
		Num    uint32
		Of     Expr
		Steps  []Step
	}

	// Index is an index with an expression as key: a[b].
	Index struct {
		Source      source.Span
		Num         uint32
		Of, Key     Expr
		Open, Close uint32 // the brackets
	}

	// Splat is a[*].x or a.*.x. Each is the expression for every element: a chain of nodes that begins at Item.
	Splat struct {
		Source source.Span
		Num    uint32
		Of     Expr
		Each   Expr
		Item   *SplatItem
		Marker source.Span // [*] or .*
		Full   bool        // [*]
	}

	// SplatItem is the current element inside Splat.Each.
	SplatItem struct {
		Source source.Span
		Num    uint32
	}

	// Call is a function call. Name includes namespaces, as in "ns::f".
	Call struct {
		Source      source.Span
		Num         uint32
		Name        string
		NameSpan    source.Span
		Args        []Expr
		Expand      bool // the last argument is followed by ...
		Open, Close uint32
	}

	// Conditional is cond ? then : else.
	Conditional struct {
		Source           source.Span
		Num              uint32
		Cond, Then, Else Expr
		Question, Colon  uint32
	}

	// Binary is an operation of two operands.
	Binary struct {
		Source      source.Span
		Num         uint32
		Op          BinaryOp
		OpPos       uint32
		Left, Right Expr
	}

	// Unary is an operation of one operand.
	Unary struct {
		Num     uint32
		Op      UnaryOp
		Source  source.Span
		Operand Expr
	}

	// Parens is a parenthesised expression.
	Parens struct {
		Source source.Span
		Num    uint32
		Inner  Expr
	}

	// Tuple is a tuple constructor.
	Tuple struct {
		Source source.Span
		Num    uint32
		Items  []Expr
	}

	// Object is an object constructor.
	Object struct {
		Source source.Span
		Items  []ObjectItem
		// Unique makes a duplicate key an error, as in JSON. Otherwise the later item counts.
		Unique bool
		Num    uint32
	}

	// ObjectItem is one item of an object constructor. A key that is a bare identifier is a Traversal of one step, or the
	// Literal true, false or null, and represents its name (see [ObjectItem.KeyName]). A key that begins with a
	// parenthesis is always an expression.
	ObjectItem struct {
		Key, Value Expr
		Sep        uint32 // offset of = or :
		Colon      bool
	}

	// For is a for expression.
	For struct {
		Source           source.Span
		Object           bool // {for ...}
		KeyVar, ValueVar string
		KeyVarSpan       source.Span // empty if there is no key variable
		ValueVarSpan     source.Span
		Collection       Expr
		Key              Expr // object form only
		Value            Expr
		Cond             Expr // nil if there is no if
		Group            bool // ...
		Ellipsis         uint32
		Num              uint32
	}

	// Template is a quoted template, a heredoc or a bare template. A part is a Literal of a string, or an expression that
	// is converted to a string.
	Template struct {
		Source  source.Span
		Parts   []Expr
		Num     uint32
		Kind    TemplateKind
		Heredoc string // the marker
	}

	// TemplateWrap is a template that consists of one interpolation. Its value keeps its type.
	TemplateWrap struct {
		Source source.Span
		Num    uint32
		Inner  Expr
	}

	// TemplateIf is %{ if }...%{ endif } inside a template. Else is nil if there is none.
	TemplateIf struct {
		Source     source.Span
		Num        uint32
		Cond       Expr
		Then, Else *Template
		Open       source.Span // the sequences %{ if }, %{ else } and %{ endif }; empty where there is none
		Middle     source.Span
		Close      source.Span
	}

	// TemplateFor is %{ for }...%{ endfor } inside a template.
	TemplateFor struct {
		Source           source.Span
		Num              uint32
		KeyVar, ValueVar string
		KeyVarSpan       source.Span
		ValueVarSpan     source.Span
		Collection       Expr
		Body             *Template
		Open, Close      source.Span // the sequences %{ for } and %{ endfor }
	}

	// Bad is an expression that could not be parsed. Partial is the part that could be, or nil.
	Bad struct {
		Source  source.Span
		Num     uint32
		Partial Expr
		// Problems are the diagnostics that evaluation reports for texts that are only parsed then, such as templates in JSON
		// strings.
		Problems diag.List
	}
)

// Step is one step of a traversal.
type Step struct {
	Source source.Span
	Kind   StepKind
	// Key is the name of a root (as in the source) or of an attribute (normalized) as a string, or the key of an index.
	Key value.Value
}

// StepKind is the kind of a step.
type StepKind uint8

// The kinds of steps.
const (
	StepRoot StepKind = iota
	StepAttr
	StepIndex
	StepSplat // in partial traversals only
)

// TemplateKind is the form in which a template is written.
type TemplateKind uint8

// The kinds of templates.
const (
	TemplateQuoted TemplateKind = iota
	TemplateHeredoc
	TemplateFlushHeredoc
	TemplateBare // a whole source text, or the inside of a directive
)

// BinaryOp is an operator with two operands.
type BinaryOp uint8

// The operators with two operands, by rising precedence.
const (
	OpOr BinaryOp = iota
	OpAnd
	OpEqual
	OpNotEqual
	OpLess
	OpLessEqual
	OpGreater
	OpGreaterEqual
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpMod
)

var operatorTexts = [...]string{
	OpOr: "||", OpAnd: "&&", OpEqual: "==", OpNotEqual: "!=", OpLess: "<", OpLessEqual: "<=", OpGreater: ">",
	OpGreaterEqual: ">=", OpAdd: "+", OpSub: "-", OpMul: "*", OpDiv: "/", OpMod: "%",
}

// String returns the operator as in the source.
func (op BinaryOp) String() string { return operatorTexts[op] }

// Types returns the type to which operands are converted, which is dynamic if they are not converted, and the type of
// the results.
func (op BinaryOp) Types() (operand, result types.Type) {
	switch {
	case op <= OpAnd:
		return types.Bool, types.Bool
	case op <= OpNotEqual:
		return types.Dynamic, types.Bool
	case op < OpAdd:
		return types.Number, types.Bool
	}
	return types.Number, types.Number
}

// UnaryOp is an operator with one operand.
type UnaryOp uint8

// The operators with one operand.
const (
	OpNegate UnaryOp = iota
	OpNot
)

// Span, of every expression, is its extent in the source.
func (n *Literal) Span() source.Span      { return n.Source }
func (n *Traversal) Span() source.Span    { return n.Source }
func (n *RelTraversal) Span() source.Span { return n.Source }
func (n *Index) Span() source.Span        { return n.Source }
func (n *Splat) Span() source.Span        { return n.Source }
func (n *SplatItem) Span() source.Span    { return n.Source }
func (n *Call) Span() source.Span         { return n.Source }
func (n *Conditional) Span() source.Span  { return n.Source }
func (n *Binary) Span() source.Span       { return n.Source }
func (n *Unary) Span() source.Span        { return n.Source }
func (n *Parens) Span() source.Span       { return n.Source }
func (n *Tuple) Span() source.Span        { return n.Source }
func (n *Object) Span() source.Span       { return n.Source }
func (n *For) Span() source.Span          { return n.Source }
func (n *Template) Span() source.Span     { return n.Source }
func (n *TemplateWrap) Span() source.Span { return n.Source }
func (n *TemplateIf) Span() source.Span   { return n.Source }
func (n *TemplateFor) Span() source.Span  { return n.Source }
func (n *Bad) Span() source.Span          { return n.Source }

// Span, of every part of a body, is its extent in the source.
func (n *Body) Span() source.Span      { return n.Source }
func (n *Attribute) Span() source.Span { return n.Source }
func (n *Block) Span() source.Span     { return n.Source }
func (n *BadItem) Span() source.Span   { return n.Source }

// Number, of every expression, is its number in the file.
func (n *Literal) Number() uint32      { return n.Num }
func (n *Traversal) Number() uint32    { return n.Num }
func (n *RelTraversal) Number() uint32 { return n.Num }
func (n *Index) Number() uint32        { return n.Num }
func (n *Splat) Number() uint32        { return n.Num }
func (n *SplatItem) Number() uint32    { return n.Num }
func (n *Call) Number() uint32         { return n.Num }
func (n *Conditional) Number() uint32  { return n.Num }
func (n *Binary) Number() uint32       { return n.Num }
func (n *Unary) Number() uint32        { return n.Num }
func (n *Parens) Number() uint32       { return n.Num }
func (n *Tuple) Number() uint32        { return n.Num }
func (n *Object) Number() uint32       { return n.Num }
func (n *For) Number() uint32          { return n.Num }
func (n *Template) Number() uint32     { return n.Num }
func (n *TemplateWrap) Number() uint32 { return n.Num }
func (n *TemplateIf) Number() uint32   { return n.Num }
func (n *TemplateFor) Number() uint32  { return n.Num }
func (n *Bad) Number() uint32          { return n.Num }

func (n *Literal) exprNode() (*source.Span, *uint32)      { return &n.Source, &n.Num }
func (n *Traversal) exprNode() (*source.Span, *uint32)    { return &n.Source, &n.Num }
func (n *RelTraversal) exprNode() (*source.Span, *uint32) { return &n.Source, &n.Num }
func (n *Index) exprNode() (*source.Span, *uint32)        { return &n.Source, &n.Num }
func (n *Splat) exprNode() (*source.Span, *uint32)        { return &n.Source, &n.Num }
func (n *SplatItem) exprNode() (*source.Span, *uint32)    { return &n.Source, &n.Num }
func (n *Call) exprNode() (*source.Span, *uint32)         { return &n.Source, &n.Num }
func (n *Conditional) exprNode() (*source.Span, *uint32)  { return &n.Source, &n.Num }
func (n *Binary) exprNode() (*source.Span, *uint32)       { return &n.Source, &n.Num }
func (n *Unary) exprNode() (*source.Span, *uint32)        { return &n.Source, &n.Num }
func (n *Parens) exprNode() (*source.Span, *uint32)       { return &n.Source, &n.Num }
func (n *Tuple) exprNode() (*source.Span, *uint32)        { return &n.Source, &n.Num }
func (n *Object) exprNode() (*source.Span, *uint32)       { return &n.Source, &n.Num }
func (n *For) exprNode() (*source.Span, *uint32)          { return &n.Source, &n.Num }
func (n *Template) exprNode() (*source.Span, *uint32)     { return &n.Source, &n.Num }
func (n *TemplateWrap) exprNode() (*source.Span, *uint32) { return &n.Source, &n.Num }
func (n *TemplateIf) exprNode() (*source.Span, *uint32)   { return &n.Source, &n.Num }
func (n *TemplateFor) exprNode() (*source.Span, *uint32)  { return &n.Source, &n.Num }
func (n *Bad) exprNode() (*source.Span, *uint32)          { return &n.Source, &n.Num }

func (*Attribute) itemNode() {}
func (*Block) itemNode()     {}
func (*BadItem) itemNode()   {}
