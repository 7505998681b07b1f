package crossplane

import (
	"container/list"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/run"
)

// cache contains compiled programs by their text, most recently used first. It is limited by an estimate of their
// memory. It contains all programs, but no results of calls. It is safe for concurrent use.
//
// Only programs are kept, since they depend on nothing but their text. The result of a call depends on all of its
// request, and requests are hardly ever the same twice.
type cache struct {
	compile func(text string) (*run.Program, diag.List)
	limit   int
	metrics *functionMetrics

	mu      sync.Mutex
	entries map[string]*list.Element
	order   *list.List // of *cached, the one used last in front
	size    int
}

// cached is a program or its errors. The first goroutine that needs it compiles it; others wait.
//
// A program that cannot be compiled is kept as well: a Composition with a mistake is called as often as any other, and
// would otherwise be compiled each time to find the same mistake.
type cached struct {
	text    string
	once    sync.Once
	program *run.Program
	diags   diag.List
	weight  int // bytes, roughly; it changes under the lock of the cache
}

// DefaultCacheBytes is the default limit for the memory of compiled programs.
const DefaultCacheBytes = 64 << 20

func newCache(limit int, m *functionMetrics, compile func(text string) (*run.Program, diag.List)) *cache {
	return &cache{compile: compile, limit: limit, metrics: m, entries: map[string]*list.Element{}, order: list.New()}
}

// get returns the program of a text. It keeps a copy of the text, which may belong to a request.
func (c *cache) get(text string) (*run.Program, diag.List) {
	e := c.entry(text)
	e.once.Do(func() {
		start := time.Now()
		e.program, e.diags = c.compile(e.text)
		if e.program == nil || e.diags.HasErrors() {
			e.program, e.diags = nil, firstErrors(e.diags)
		}
		c.weigh(e)
		c.metrics.compile.Observe(time.Since(start).Seconds())
	})
	return e.program, e.diags
}

// maxKeptErrors limits the errors that are kept for a program that cannot be compiled. A response shows fewer.
const maxKeptErrors = 50

// firstErrors copies the first errors of a list, so that the others are not kept alive.
func firstErrors(diags diag.List) diag.List {
	errs := diags.Errors()
	return slices.Clone(errs[:min(len(errs), maxKeptErrors)])
}

// has reports whether the program of a text exists or is being compiled.
func (c *cache) has(text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.entries[text]
	return ok
}

func (c *cache) entry(text string) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.entries[text]; ok {
		c.order.MoveToFront(el)
		c.metrics.hits.Inc()
		return el.Value.(*cached)
	}
	// The text is a view of the bytes of a request. Keeping it without a copy would keep the whole request, which is
	// many times larger. It counts at once, so that texts which are waiting to be compiled cannot pile up unnoticed.
	e := &cached{text: strings.Clone(text), weight: len(text)}
	c.entries[e.text] = c.order.PushFront(e)
	c.metrics.misses.Inc()
	c.grow(e.weight)
	return e
}

// weigh sets the weight of an entry after compilation, unless the entry has been dropped meanwhile.
func (c *cache) weigh(e *cached) {
	weight := entryBytes + len(e.text)
	if e.program != nil {
		weight += e.program.Size
	}
	for _, d := range e.diags {
		weight += errorBytes + len(d.Summary) + len(d.Detail)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	// While it was being compiled, the entry may have been dropped, and even been made anew by another call. Only the
	// weight of an entry that is still there is a part of the size.
	if el, ok := c.entries[e.text]; ok && el.Value == e {
		more := weight - e.weight
		e.weight = weight
		c.grow(more)
	}
}

// The sizes in bytes of an entry and of an error, without their content.
const (
	entryBytes = 512
	errorBytes = 1024
)

// grow adds to the size and drops the least recently used entries while the cache is too large, including the last one
// if it alone is too large.
//
// A program that is dropped while calls run it stays in memory until they end. The bound is therefore one of what is
// kept for later, and the memory of calls is bounded by the pool.
func (c *cache) grow(n int) {
	c.size += n
	for c.size > c.limit && c.order.Len() > 0 {
		e := c.order.Remove(c.order.Back()).(*cached)
		delete(c.entries, e.text)
		c.size -= e.weight
		c.metrics.evictions.Inc()
	}
	c.metrics.bytes.Set(float64(c.size))
	c.metrics.programs.Set(float64(c.order.Len()))
}
