package syntax

import "github.com/hclx-lang/hclx/source"

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

func (*Literal) exprNode()      {}
func (*Traversal) exprNode()    {}
func (*RelTraversal) exprNode() {}
func (*Index) exprNode()        {}
func (*Splat) exprNode()        {}
func (*SplatItem) exprNode()    {}
func (*Call) exprNode()         {}
func (*Conditional) exprNode()  {}
func (*Binary) exprNode()       {}
func (*Unary) exprNode()        {}
func (*Parens) exprNode()       {}
func (*Tuple) exprNode()        {}
func (*Object) exprNode()       {}
func (*For) exprNode()          {}
func (*Template) exprNode()     {}
func (*TemplateWrap) exprNode() {}
func (*TemplateIf) exprNode()   {}
func (*TemplateFor) exprNode()  {}
func (*Bad) exprNode()          {}

func (*Attribute) itemNode() {}
func (*Block) itemNode()     {}
func (*BadItem) itemNode()   {}
