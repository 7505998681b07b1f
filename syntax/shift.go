package syntax

import "github.com/hclx-lang/hclx/source"

// Shift gives every place in a tree a new one, and adds first to the numbers of the nodes; it returns the greatest
// number then. It is for trees that were parsed from a text which stands inside another document, before they are
// shared: afterwards a tree is immutable.
func Shift(e Expr, place func(offset uint32) uint32, first uint32) (last uint32) {
	s := shifter{place: place, first: first, last: first}
	s.expr(e)
	return s.last
}

type shifter struct {
	place       func(uint32) uint32
	first, last uint32
}

func (s *shifter) number(num *uint32) {
	*num += s.first
	s.last = max(s.last, *num)
}

func (s *shifter) span(sp *source.Span) {
	sp.Start, sp.End = s.place(sp.Start), s.place(sp.End)
}

func (s *shifter) offsets(os ...*uint32) {
	for _, o := range os {
		*o = s.place(*o)
	}
}

func (s *shifter) exprs(es []Expr) {
	for _, e := range es {
		s.expr(e)
	}
}

func (s *shifter) steps(steps []Step) {
	for i := range steps {
		s.span(&steps[i].Source)
	}
}

func (s *shifter) expr(e Expr) {
	switch n := e.(type) {
	case *Literal:
		s.span(&n.Source)
		s.number(&n.Num)
	case *Traversal:
		s.span(&n.Source)
		s.number(&n.Num)
		s.steps(n.Steps)
	case *RelTraversal:
		s.span(&n.Source)
		s.number(&n.Num)
		s.steps(n.Steps)
		s.expr(n.Of)
	case *Index:
		s.span(&n.Source)
		s.number(&n.Num)
		s.offsets(&n.Open, &n.Close)
		s.expr(n.Of)
		s.expr(n.Key)
	case *Splat:
		s.span(&n.Source)
		s.number(&n.Num)
		s.span(&n.Marker)
		s.expr(n.Of)
		s.expr(n.Each)
	case *SplatItem:
		s.span(&n.Source)
		s.number(&n.Num)
	case *Call:
		s.span(&n.Source)
		s.number(&n.Num)
		s.span(&n.NameSpan)
		s.offsets(&n.Open, &n.Close)
		s.exprs(n.Args)
	case *Conditional:
		s.span(&n.Source)
		s.number(&n.Num)
		s.offsets(&n.Question, &n.Colon)
		s.exprs([]Expr{n.Cond, n.Then, n.Else})
	case *Binary:
		s.span(&n.Source)
		s.number(&n.Num)
		s.offsets(&n.OpPos)
		s.exprs([]Expr{n.Left, n.Right})
	case *Unary:
		s.span(&n.Source)
		s.number(&n.Num)
		s.expr(n.Operand)
	case *Parens:
		s.span(&n.Source)
		s.number(&n.Num)
		s.expr(n.Inner)
	case *Tuple:
		s.span(&n.Source)
		s.number(&n.Num)
		s.exprs(n.Items)
	case *Object:
		s.span(&n.Source)
		s.number(&n.Num)
		for i := range n.Items {
			s.offsets(&n.Items[i].Sep)
			s.exprs([]Expr{n.Items[i].Key, n.Items[i].Value})
		}
	case *For:
		s.span(&n.Source)
		s.number(&n.Num)
		s.span(&n.KeyVarSpan)
		s.span(&n.ValueVarSpan)
		s.offsets(&n.Ellipsis)
		s.exprs([]Expr{n.Collection, n.Key, n.Value, n.Cond})
	case *Bad:
		s.span(&n.Source)
		s.number(&n.Num)
		s.expr(n.Partial)
	case *Template:
		if n != nil {
			s.span(&n.Source)
			s.number(&n.Num)
			s.exprs(n.Parts)
		}
	case *TemplateWrap:
		s.span(&n.Source)
		s.number(&n.Num)
		s.expr(n.Inner)
	case *TemplateIf:
		s.span(&n.Source)
		s.number(&n.Num)
		s.span(&n.Open)
		s.span(&n.Middle)
		s.span(&n.Close)
		s.expr(n.Cond)
		s.expr(n.Then)
		s.expr(n.Else)
	case *TemplateFor:
		s.span(&n.Source)
		s.number(&n.Num)
		s.span(&n.Open)
		s.span(&n.Close)
		s.span(&n.KeyVarSpan)
		s.span(&n.ValueVarSpan)
		s.expr(n.Collection)
		s.expr(n.Body)
	}
}
