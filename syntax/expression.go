package syntax

import (
	"sync/atomic"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Expression is an expression of the native syntax with its file. It implements hcl.Expression; package eval evaluates
// it.
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

// StartRange returns the range of a characteristic part at the start of the expression.
func (e *Expression) StartRange() source.Range {
	return source.Range{File: e.File, Span: StartSpan(e.Node)}
}

// Variables returns the traversals of the variables that the expression reads, in source order, except variables of for
// expressions.
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

// StartSpan returns a characteristic part at the start of an expression, for messages.
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

// startOfLiteral returns the span between the quotes of a quoted string, or the empty span after an empty string.
func startOfLiteral(n *Literal) source.Span {
	switch {
	case n.Text || !n.Value.IsString():
		return n.Source
	case n.Source.Len() <= 2:
		return behind(n.Source)
	}
	return source.Span{Start: n.Source.Start + 1, End: n.Source.End - 1}
}

// Static analysis of the native syntax only examines the outermost node: an expression in parentheses has to be
// evaluated.

func (e *Expression) at(n Expr) *Expression { return &Expression{File: e.File, Node: n} }

func (e *Expression) rng(s source.Span) source.Range { return source.Range{File: e.File, Span: s} }

// StaticList implements hcl.ListExpression for tuple constructors.
func (e *Expression) StaticList() ([]hcl.Expression, bool) {
	t, ok := e.Node.(*Tuple)
	if !ok {
		return nil, false
	}
	return e.all(t.Items), true
}

func (e *Expression) all(nodes []Expr) []hcl.Expression {
	out := make([]hcl.Expression, len(nodes))
	for i, n := range nodes {
		out[i] = e.at(n)
	}
	return out
}

// StaticMap implements hcl.MapExpression for object constructors. A bare key is a [KeyExpression].
func (e *Expression) StaticMap() ([]hcl.KeyValue, bool) {
	o, ok := e.Node.(*Object)
	if !ok {
		return nil, false
	}
	out := make([]hcl.KeyValue, len(o.Items))
	for i := range o.Items {
		item := &o.Items[i]
		out[i] = hcl.KeyValue{Key: e.at(item.Key), Value: e.at(item.Value)}
		if name, ok := item.KeyName(e.File); ok {
			out[i].Key = &KeyExpression{Expression: e.at(item.Key),
				text: &Literal{Source: item.Key.Span(), Value: value.String(name)}}
		}
	}
	return out, true
}

// KeyExpression is a bare word as the key of an object. It evaluates to its text; static analysis treats it as a
// variable.
type KeyExpression struct {
	*Expression
	text *Literal
}

// Native returns the text as a literal, for evaluation.
func (k *KeyExpression) Native(bool) (*source.File, Expr) { return k.File, k.text }

// Variables returns nothing: the word is not a variable.
func (k *KeyExpression) Variables() []hcl.Traversal { return nil }

// StaticCall implements hcl.CallExpression for function calls.
func (e *Expression) StaticCall() (*hcl.Call, bool) {
	c, ok := e.Node.(*Call)
	if !ok {
		return nil, false
	}
	return &hcl.Call{
		Name: c.Name, NameRange: e.rng(c.NameSpan), Args: e.all(c.Args), Expand: c.Expand,
		ArgsRange: e.rng(source.Span{Start: c.Open, End: c.Close + 1}),
	}, true
}

// StaticTraversal implements hcl.TraversalExpression for variables with steps. The words true, false and null count as
// names, because callers of this method define the meaning of words themselves.
func (e *Expression) StaticTraversal() (hcl.Traversal, bool) {
	switch n := e.Node.(type) {
	case *Traversal:
		return e.traversal(n.Steps), true
	case *Literal:
		return e.word(n)
	case *RelTraversal:
		if l, ok := n.Of.(*Literal); ok {
			root, ok := e.word(l)
			return append(root, e.traversal(n.Steps)...), ok
		}
	}
	return nil, false
}

func (e *Expression) word(n *Literal) (hcl.Traversal, bool) {
	switch word := e.File.Slice(n.Source); word {
	case "true", "false", "null":
		return hcl.Traversal{{Kind: hcl.StepRoot, Name: word, Range: e.rng(n.Source)}}, true
	}
	return nil, false
}

// Memo stores the compiled form of an expression for an evaluator. The zero Memo is empty. It is safe for concurrent
// use.
//
// The compiled form is found here in one load. A table beside the expressions would cost more to look up than most
// expressions take to evaluate.
type Memo struct{ p atomic.Pointer[any] }

// Load returns the value that was stored last, or nil.
func (m *Memo) Load() any {
	if p := m.p.Load(); p != nil {
		return *p
	}
	return nil
}

// Store stores v.
func (m *Memo) Store(v any) { m.p.Store(&v) }

// Memo returns the memo for the compiled form of the expression.
func (e *Expression) Memo() *Memo { return &e.memo }
