package syntax

import "unsafe"

// Most of what parsing costs is memory: allocating nodes one by one, and the garbage collector following them. Nodes of
// one type therefore come from chunks, an allocation for dozens of them. Half of all files in public modules have less
// than 500 bytes, and for these even one chunk of each type is too much. Files that one parser reads one after the
// other therefore share a page: one allocation with the first chunks of all frequent types, in the proportions in which
// files use them.
//
// What this costs: a chunk is kept as long as anything in it is in use. A page is for a few kilobytes of sources only,
// large sources share nothing, and TestKeptFilesStaySmall bounds what one kept file holds.

// A slab hands out values of one type from chunks. What was handed out is never taken back.
//
// The first chunk is part of a [page] or holds a value or two. Later ones grow with what was handed out, so that little
// is left over at the end, and their sizes are such that the allocator has nothing to round up.
type slab[T any] struct {
	chunk []T
	used  int // of chunk
	total int // bytes of all chunks
	next  int // bytes of the next chunk, if that is more than usual
}

const (
	smallChunk = 512
	largeChunk = 8192
	// chunkHeader is what the allocator adds to allocations above smallChunk that hold pointers.
	chunkHeader = 8
)

// chunkSize returns the number of bytes of the next chunk after chunks of so many bytes.
//
// An eighth of what was used so far: chunks grow with the tree, and what is left over at its end stays small in
// proportion.
func chunkSize(total int) int {
	if total < 2*smallChunk {
		return max(total/2, 64)
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
	n := max(chunkSize(s.total), s.next)
	s.next = 0
	s.add(make([]T, max(n/size, 1)))
}

// add makes a chunk the current one.
func (s *slab[T]) add(chunk []T) {
	s.chunk, s.used = chunk, 0
	s.total += len(chunk) * int(unsafe.Sizeof(chunk[0]))
}

// new returns a zero value.
func (s *slab[T]) new() *T {
	if s.used == len(s.chunk) {
		s.grow()
	}
	n := &s.chunk[s.used]
	s.used++
	return n
}

// A stack holds lists under construction, one above the other, and hands out copies of them from chunks.
type stack[T any] struct {
	slab[T]
	list []T
	high int // what of list may hold something, also above its length
}

func (s *stack[T]) push(v T) { s.list = append(s.list, v) }

// maxSlice is the length from which a slice gets a separate allocation.
const maxSlice = 16

// take removes what was pushed since the stack had base elements, and returns it; nil if that is nothing.
func (s *stack[T]) take(base int) []T {
	if len(s.list) == base {
		return nil
	}
	out := s.copyOf(s.list[base:])
	s.drop(base)
	return out
}

// copyOf returns a copy of a list, which was not pushed.
func (s *stack[T]) copyOf(list []T) []T {
	n := len(list)
	var out []T
	// Starting a new chunk would waste the rest of this one.
	if n > len(s.chunk)-s.used && n >= maxSlice {
		out = make([]T, n)
	} else {
		for n > len(s.chunk)-s.used {
			s.grow()
		}
		end := s.used + n
		out, s.used = s.chunk[s.used:end:end], end
	}
	copy(out, list)
	return out
}

// pushAll pushes the elements of a list and returns how many there were before.
func (s *stack[T]) pushAll(list []T) (base int) {
	base = len(s.list)
	s.list = append(s.list, list...)
	return base
}

// one returns a list of one zero value.
func (s *stack[T]) one() []T {
	if s.used == len(s.chunk) {
		s.grow()
	}
	s.used++
	return s.chunk[s.used-1 : s.used : s.used]
}

// drop removes what was pushed since the stack had base elements. It stays reachable from here until the page is left,
// as its neighbours are: to clear every list one by one costs more than it is worth.
func (s *stack[T]) drop(base int) {
	s.high = max(s.high, len(s.list))
	s.list = s.list[:base]
}

// mostKept is how many elements a stack at rest has room for.
const mostKept = 1024

// leavePage gives up the chunks, and forgets what points into them.
func (s *stack[T]) leavePage() {
	s.slab = slab[T]{}
	s.drop(0)
	if cap(s.list) > mostKept {
		s.list = nil
	} else {
		// The parser goes to a pool. What its lists point to would stay alive with it.
		clear(s.list[:s.high])
	}
	s.high = 0
}

// A page holds the first chunks of the kinds that are in nearly every configuration, for sources of about pageSource
// bytes together.
//
// The proportions are those of ordinary configurations. What a source needs beyond them comes from chunks as usual.
type page struct {
	files      [1]fileWithBody
	blocks     [4]blockWithBody
	attributes [8]Attribute
	literals   [7]Literal
	traversals [4]Traversal
	steps      [7]Step
	items      [12]Item
	labels     [4]Label
	exprs      [4]Expr
}

// A widePage is a page for sources of widePageSource bytes together.
type widePage struct {
	files      [9]fileWithBody
	blocks     [58]blockWithBody
	attributes [90]Attribute
	literals   [90]Literal
	traversals [62]Traversal
	steps      [100]Step
	items      [156]Item
	labels     [60]Label
	exprs      [48]Expr
	objItems   [22]ObjectItem
	calls      [4]Call
	templates  [4]Template
	tuples     [16]Tuple
	objects    [10]Object
	wraps      [4]TemplateWrap
	comments   [16]Comment
}

const (
	pageSource     = 512
	widePageSource = 8 * pageSource
)

// openPage makes room for a source of so many bytes. Most configurations are small: those that a parser reads one after
// the other share a page, so that there are few allocations and nothing is left over. As the collector keeps a page as
// long as anything in it is in use, a page is for sources of a few kilobytes only, and the first one of a parser is for
// one source.
func (p *parser) openPage(size int) {
	if p.paged > 0 && p.paged+size <= 2*widePageSource {
		p.paged += size
		return
	}
	p.leavePage()
	p.paged = size
	if size > 2*widePageSource {
		// What a program keeps of a large source, it keeps with its chunk: nothing else shares that.
	} else if p.warm {
		p.openWidePage()
	} else if size >= pageSource/4 {
		p.openFirstPage()
	}
	if rest := min(size-pageSource, 8*pageSource); rest > 0 {
		p.nodes.block.next = rest / 2
		p.nodes.attribute.next = rest / 2
		p.nodes.literal.next = rest / 2
		p.nodes.traversal.next = rest / 4
		p.steps.next = rest / 2
		p.items.next = rest / 4
	}
}

func (p *parser) openFirstPage() {
	pg := new(page)
	p.nodes.file.add(pg.files[:])
	p.nodes.block.add(pg.blocks[:])
	p.nodes.attribute.add(pg.attributes[:])
	p.nodes.literal.add(pg.literals[:])
	p.nodes.traversal.add(pg.traversals[:])
	p.steps.add(pg.steps[:])
	p.items.add(pg.items[:])
	p.labels.add(pg.labels[:])
	p.exprs.add(pg.exprs[:])
}

func (p *parser) openWidePage() {
	pg := new(widePage)
	p.nodes.file.add(pg.files[:])
	p.nodes.block.add(pg.blocks[:])
	p.nodes.attribute.add(pg.attributes[:])
	p.nodes.literal.add(pg.literals[:])
	p.nodes.traversal.add(pg.traversals[:])
	p.nodes.call.add(pg.calls[:])
	p.nodes.template.add(pg.templates[:])
	p.nodes.templateWrap.add(pg.wraps[:])
	p.comments.add(pg.comments[:])
	p.nodes.tuple.add(pg.tuples[:])
	p.nodes.object.add(pg.objects[:])
	p.steps.add(pg.steps[:])
	p.items.add(pg.items[:])
	p.labels.add(pg.labels[:])
	p.exprs.add(pg.exprs[:])
	p.objItems.add(pg.objItems[:])
}

// closePage gives up the chunks if there is no room for another source.
func (p *parser) closePage() {
	if p.paged >= widePageSource || !p.warm {
		p.leavePage()
		p.warm = true
	}
}

// leavePage gives up the chunks.
func (p *parser) leavePage() {
	if p.paged > 0 {
		p.paged = 0
		p.nodes = nodes{}
		p.stacks.leavePage()
	}
}

// stacks holds the lists under construction of one parse.
type stacks struct {
	items    stack[Item]
	labels   stack[Label]
	exprs    stack[Expr]
	steps    stack[Step]
	objItems stack[ObjectItem]
	parts    stack[templatePart]
	comments stack[Comment]
}

// empty makes the stacks ready for another source of the same page.
func (s *stacks) empty() {
	s.items.drop(0)
	s.labels.drop(0)
	s.exprs.drop(0)
	s.steps.drop(0)
	s.objItems.drop(0)
	s.parts.drop(0)
	s.comments.drop(0)
}

// leavePage gives up the chunks.
func (s *stacks) leavePage() {
	s.items.leavePage()
	s.labels.leavePage()
	s.exprs.leavePage()
	s.steps.leavePage()
	s.objItems.leavePage()
	s.parts.leavePage()
	s.comments.leavePage()
}

// nodes holds the slabs of one parse.
type nodes struct {
	file         slab[fileWithBody]
	attribute    slab[Attribute]
	block        slab[blockWithBody]
	badItem      slab[BadItem]
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

// fileWithBody is a file and its body, which come together.
type fileWithBody struct {
	File
	body Body
}

// blockWithBody is a block and its body, which come together.
type blockWithBody struct {
	Block
	body Body
}
