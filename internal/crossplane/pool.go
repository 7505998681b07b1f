package crossplane

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
)

// pool is the memory that the calls of a function share. A call reserves all memory that it may need before it starts,
// and holds none while it waits. Calls are served in order. A nil pool has no limit.
type pool struct {
	size  int64
	free  *semaphore.Weighted
	taken prometheus.Gauge
}

func newPool(size int64, taken prometheus.Gauge) *pool {
	if size == 0 {
		return nil
	}
	return &pool{size: size, free: semaphore.NewWeighted(size), taken: taken}
}

// take reserves n bytes. It returns a diagnostic if they are not available before the deadline of the call, or never
// will be.
func (p *pool) take(ctx context.Context, n int64) *diag.Diagnostic {
	switch {
	case p == nil:
		return nil
	// It does not overtake calls that wait already: the semaphore refuses while there are any.
	case p.free.TryAcquire(n):
		p.taken.Add(float64(n))
		return nil
	// The semaphore would wait for the deadline, for memory that can never be free.
	case n > p.size:
		return tooLittleMemory(fmt.Sprintf("This call can take up to %d MB of memory for its request, its program and its "+
			"result, but the function has %d MB for calls. Give the function more memory, or make the request or the "+
			"program smaller.", megabytes(n), megabytes(p.size)))
	}
	bounded, cancel := beforeDeadline(ctx)
	defer cancel()
	if p.free.Acquire(bounded, n) != nil {
		return tooLittleMemory(fmt.Sprintf("This call can take up to %d MB of memory, and until its deadline other calls "+
			"took too much of the %d MB that the function has for calls. It will be tried again. If this continues, give the "+
			"function more memory, or run more replicas of it.", megabytes(n), megabytes(p.size)))
	}
	p.taken.Add(float64(n))
	return nil
}

func megabytes(n int64) int64 { return (n + 1<<20 - 1) >> 20 }

func tooLittleMemory(detail string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: code.Limit, Summary: "Not enough memory", Detail: detail}
}

// give releases n bytes.
func (p *pool) give(n int64) {
	if p != nil && n > 0 {
		p.taken.Sub(float64(n))
		p.free.Release(n)
	}
}

// beforeDeadline returns a context that ends early enough for an answer to arrive before the deadline of a call.
//
// An answer that says what was missing is worth more than a deadline that has passed, of which Crossplane only knows
// that it has.
func beforeDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	at, ok := ctx.Deadline()
	if !ok {
		return context.WithTimeout(ctx, MaxCallTime)
	}
	return context.WithDeadline(ctx, at.Add(-min(time.Second, time.Until(at)/10)))
}

// delivery is the memory of an answer that has not been written to the network yet: a caller that does not read keeps
// it. It is given back when the answer is written, or the connection ends. It is what gRPC hands buffers back to; see
// [mem.BufferPool].
type delivery struct {
	conn *deliveries
	once sync.Once
	pool *pool
	size int64
}

type deliveryKey struct{}

// keep returns the part of the reserved memory that an answer keeps until the server has delivered it.
func (p *pool) keep(ctx context.Context, answer []byte, taken int64) int64 {
	d, ok := ctx.Value(deliveryKey{}).(*delivery)
	if !ok || p == nil {
		return 0
	}
	d.pool, d.size = p, min(int64(cap(answer)), taken)
	return d.size
}

// done releases the memory.
//
// It may be called twice: gRPC hands the buffer back, and the connection ends. The memory must be given back once.
func (d *delivery) done() {
	d.once.Do(func() {
		d.pool.give(d.size)
		d.conn.forget(d)
	})
}

// Get implements [mem.BufferPool]. It is not used.
func (d *delivery) Get(n int) *[]byte { b := make([]byte, n); return &b }

// Put implements [mem.BufferPool].
func (d *delivery) Put(*[]byte) { d.done() }

// deliveries are those of a connection.
type deliveries struct {
	mu   sync.Mutex
	open map[*delivery]struct{}
}

// begin returns a delivery for a call of the connection.
func (c *deliveries) begin() *delivery {
	d := &delivery{conn: c}
	if c == nil {
		return d
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[*delivery]struct{}{}
	}
	c.open[d] = struct{}{}
	return d
}

func (c *deliveries) forget(d *delivery) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, d)
}

// end ends all deliveries of a connection that is closed.
func (c *deliveries) end() {
	c.mu.Lock()
	// They are ended after the lock was given back, because each of them takes it once more to remove itself.
	open := slices.Collect(maps.Keys(c.open))
	c.mu.Unlock()
	for _, d := range open {
		d.done()
	}
}
