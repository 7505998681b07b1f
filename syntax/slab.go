package syntax

import "unsafe"

// A slab hands out values of one type from chunks. What was handed out is never taken back.
//
// The first chunk holds a value or two, since many sources are a single expression. Later ones grow with
// what was handed out, so that little is left over at the end, and their sizes are such that the allocator has
// nothing to round up.
type slab[T any] struct {
	free  []T
	total int // bytes of all chunks
}

const (
	smallChunk = 512
	largeChunk = 8192
	// chunkHeader is what the allocator adds to allocations above smallChunk that hold pointers.
	chunkHeader = 8
)

// chunk returns the number of bytes of the next chunk after chunks of so many bytes.
func chunk(total int) int {
	if total < smallChunk {
		return max(total, 64)
	}
	n := smallChunk
	for n < largeChunk && n < total/8 {
		n *= 2
	}
	if n > smallChunk {
		n -= chunkHeader
	}
	return n
}

func (s *slab[T]) grow() {
	var zero T
	size := int(unsafe.Sizeof(zero))
	n := max(chunk(s.total)/size, 1)
	s.total += n * size
	s.free = make([]T, n)
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

// maxSlice is the length from which on a slice gets an allocation of its own.
const maxSlice = 16

// copy returns a copy of list, or nil if it is empty.
func (s *slab[T]) copy(list []T) []T {
	n := len(list)
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		if n >= maxSlice {
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
