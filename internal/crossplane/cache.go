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

// cache holds compiled programs by their text, the ones used last first. It is bounded by an estimate of their memory (C17): results of
// calls are never cached, programs always. It is safe for concurrent use.
type cache struct {
	compile func(text string) (*run.Program, diag.List)
	limit   int
	metrics *functionMetrics

	mu      sync.Mutex
	entries map[string]*list.Element
	order   *list.List // of *cached, the one used last in front
	size    int
}

// cached is a program, or what is wrong with it. Whoever comes first compiles; others wait.
type cached struct {
	text    string
	once    sync.Once
	program *run.Program
	diags   diag.List
}

// programWeight is how many bytes a compiled program takes for every byte of its text, roughly.
const programWeight = 32

// DefaultCacheBytes bounds the memory of compiled programs.
const DefaultCacheBytes = 64 << 20

func newCache(limit int, m *functionMetrics, compile func(text string) (*run.Program, diag.List)) *cache {
	return &cache{compile: compile, limit: limit, metrics: m, entries: map[string]*list.Element{}, order: list.New()}
}

// get returns the program of a text. The text may belong to a request: what is kept is a copy.
func (c *cache) get(text string) (*run.Program, diag.List) {
	e := c.entry(text)
	e.once.Do(func() {
		start := time.Now()
		e.program, e.diags = c.compile(e.text)
		if e.program == nil || e.diags.HasErrors() {
			e.program, e.diags = nil, firstErrors(e.diags)
		}
		c.metrics.compile.Observe(time.Since(start).Seconds())
	})
	return e.program, e.diags
}

// maxKeptErrors bounds what is kept of a program that cannot be compiled. A response shows fewer.
const maxKeptErrors = 50

// firstErrors copies the first errors of a list, so that the others are not kept alive.
func firstErrors(diags diag.List) diag.List {
	errs := diags.Errors()
	return slices.Clone(errs[:min(len(errs), maxKeptErrors)])
}

func (c *cache) entry(text string) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.entries[text]; ok {
		c.order.MoveToFront(el)
		c.metrics.hits.Inc()
		return el.Value.(*cached)
	}
	e := &cached{text: strings.Clone(text)}
	c.entries[e.text] = c.order.PushFront(e)
	c.size += weight(e)
	c.metrics.misses.Inc()
	for c.size > c.limit && c.order.Len() > 1 {
		c.drop(c.order.Back())
		c.metrics.evictions.Inc()
	}
	c.metrics.bytes.Set(float64(c.size))
	c.metrics.programs.Set(float64(c.order.Len()))
	return e
}

func (c *cache) drop(el *list.Element) {
	e := c.order.Remove(el).(*cached)
	delete(c.entries, e.text)
	c.size -= weight(e)
}

func weight(e *cached) int { return (len(e.text) + 256) * programWeight }
