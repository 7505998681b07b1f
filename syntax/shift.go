package syntax

import "github.com/hclx-lang/hclx/source"

// Shift maps all offsets in a tree to new ones and adds first to the numbers of the nodes. It returns the greatest
// number. It is for trees of texts inside another document, and must be called before a tree is shared, because trees
// are immutable then.
func Shift(e Expr, place func(offset uint32) uint32, first uint32) (last uint32) {
	s := shifter{place: place, first: first, last: first}
	// The method value is made once. A closure for each node would allocate for each node.
	s.visit = s.expr
	s.expr(e)
	return s.last
}

type shifter struct {
	place       func(uint32) uint32
	first, last uint32
	visit       func(Expr) bool // expr
}

func (s *shifter) spans(all ...*source.Span) {
	for _, sp := range all {
		s.offsets(&sp.Start, &sp.End)
	}
}

func (s *shifter) offsets(all ...*uint32) {
	for _, o := range all {
		*o = s.place(*o)
	}
}

func (s *shifter) steps(steps []Step) {
	for i := range steps {
		s.spans(&steps[i].Source)
	}
}

func (s *shifter) expr(e Expr) bool {
	span, num := e.exprNode()
	s.spans(span)
	*num += s.first
	s.last = max(s.last, *num)
	switch n := e.(type) {
	case *Traversal:
		s.steps(n.Steps)
	case *RelTraversal:
		s.steps(n.Steps)
	case *Index:
		s.offsets(&n.Open, &n.Close)
	case *Splat:
		s.spans(&n.Marker)
	case *Call:
		s.spans(&n.NameSpan)
		s.offsets(&n.Open, &n.Close)
	case *Conditional:
		s.offsets(&n.Question, &n.Colon)
	case *Binary:
		s.offsets(&n.OpPos)
	case *Object:
		for i := range n.Items {
			s.offsets(&n.Items[i].Sep)
		}
	case *For:
		s.spans(&n.KeyVarSpan, &n.ValueVarSpan)
		s.offsets(&n.Ellipsis)
	case *TemplateIf:
		s.spans(&n.Open, &n.Middle, &n.Close)
	case *TemplateFor:
		s.spans(&n.KeyVarSpan, &n.ValueVarSpan, &n.Open, &n.Close)
	}
	return parts(e, s.visit)
}
