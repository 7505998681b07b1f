package syntax

// A slab hands out values of one type from chunks, which grow from a few values for an
// expression to some hundred for a file. What was handed out is never taken back.
type slab[T any] struct {
	free []T
	size int // of the last chunk
}

const (
	firstChunk = 2
	maxChunk   = 256
)

func (s *slab[T]) grow() {
	s.size = min(max(2*s.size, firstChunk), maxChunk)
	s.free = make([]T, s.size)
}

// new returns a zero value.
func (s *slab[T]) new() *T {
	if len(s.free) == 0 {
		s.grow()
	}
	n := &s.free[0]
	s.free = s.free[1:]
	return n
}

// copy returns a copy of list, or nil if it is empty.
func (s *slab[T]) copy(list []T) []T {
	n := len(list)
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		if n >= maxChunk/4 {
			return append(make([]T, 0, n), list...)
		}
		for s.grow(); n > len(s.free); {
			s.grow()
		}
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	copy(out, list)
	return out
}

// nodes holds the slabs of one parse.
type nodes struct {
	attribute    slab[Attribute]
	block        slab[Block]
	body         slab[Body]
	badItem      slab[BadItem]
	label        slab[Label]
	item         slab[Item]
	expr         slab[Expr]
	step         slab[Step]
	objectItem   slab[ObjectItem]
	literal      slab[Literal]
	traversal    slab[Traversal]
	relTraversal slab[RelTraversal]
	index        slab[Index]
	splat        slab[Splat]
	splatItem    slab[SplatItem]
	call         slab[Call]
	conditional  slab[Conditional]
	binary       slab[Binary]
	unary        slab[Unary]
	parens       slab[Parens]
	tuple        slab[Tuple]
	object       slab[Object]
	forExpr      slab[For]
	template     slab[Template]
	templateWrap slab[TemplateWrap]
}
