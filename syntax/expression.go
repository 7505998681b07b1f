package syntax

import (
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

// Expression is an expression of the native syntax together with the file it stands in. It implements
// hcl.Expression; package eval evaluates it.
type Expression struct {
	File *source.File
	Node Expr

	memo Memo
}

// NewExpression returns the expression at a node of a file.
func NewExpression(file *source.File, node Expr) *Expression {
	return &Expression{File: file, Node: node}
}

// Range returns the range of the whole expression.
func (e *Expression) Range() source.Range {
	return source.Range{File: e.File, Span: e.Node.Span()}
}

// StartRange returns the part of the expression that is good to point at.
func (e *Expression) StartRange() source.Range {
	return source.Range{File: e.File, Span: StartSpan(e.Node)}
}

// Variables returns the traversals of the variables that the expression reads, in the order of appearance.
// Variables of for expressions are not among them.
func (e *Expression) Variables() []hcl.Traversal {
	nodes := Variables(e.Node)
	out := make([]hcl.Traversal, len(nodes))
	for i, n := range nodes {
		out[i] = e.traversal(n.Steps)
	}
	return out
}

func (e *Expression) traversal(steps []Step) hcl.Traversal {
	t := make(hcl.Traversal, len(steps))
	for i, s := range steps {
		t[i] = hcl.TraversalStep{Kind: hcl.StepKind(s.Kind), Range: source.Range{File: e.File, Span: s.Source}}
		if s.Kind == StepIndex {
			t[i].Key = s.Key
		} else {
			t[i].Name = s.Key.AsString()
		}
	}
	return t
}

// StartSpan returns the part of an expression that is good to point at when the whole is long.
func StartSpan(e Expr) source.Span {
	switch n := e.(type) {
	case *Index:
		return source.Span{Start: n.Open, End: n.Open + 1}
	case *Splat:
		return n.Marker
	case *Call:
		return source.Span{Start: n.NameSpan.Start, End: n.Open + 1}
	case *Literal:
		return startOfLiteral(n)
	case *Conditional:
		return StartSpan(n.Cond)
	case *TemplateIf:
		return StartSpan(n.Cond)
	case *TemplateFor:
		return n.Open
	case *Binary:
		return StartSpan(n.Left)
	case *Unary:
		return source.Span{Start: n.Source.Start, End: n.Source.Start + 1}
	case *Parens:
		return StartSpan(n.Inner)
	case *Tuple, *Object, *For:
		start := e.Span().Start
		return source.Span{Start: start, End: start + 1}
	case *Template:
		if len(n.Parts) > 0 {
			return StartSpan(n.Parts[0])
		}
	}
	return e.Span()
}

// startOfLiteral returns the text between the quotes of a quoted string. For an empty one it is the place behind it.
func startOfLiteral(n *Literal) source.Span {
	switch {
	case n.Text || !n.Value.IsString():
		return n.Source
	case n.Source.Len() <= 2:
		return behind(n.Source)
	}
	return source.Span{Start: n.Source.Start + 1, End: n.Source.End - 1}
}
