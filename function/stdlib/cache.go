package stdlib

import "sync"

// cacheSize bounds one generation of a cache.
const cacheSize = 128

// cache keeps what was compiled from texts that a program computes, such as patterns. It holds
// two generations: when the young one is full it becomes the old one, and what is used again moves back. So it keeps what
// is in use, approximately as one that forgets the least recently used, and every access is cheap.
type cache[V any] struct {
	mu         sync.Mutex
	young, old map[string]V
}

// get returns what belongs to a text, made by build if it is not there.
func (c *cache[V]) get(key string, build func(string) V) V {
	if len(key) > maxPattern {
		return build(key) // not worth keeping, and too large to keep many of
	}
	c.mu.Lock()
	v, ok := c.young[key]
	c.mu.Unlock()
	if ok {
		return v
	}
	return c.refill(key, build)
}

func (c *cache[V]) refill(key string, build func(string) V) V {
	c.mu.Lock()
	v, ok := c.old[key]
	c.mu.Unlock()
	if !ok {
		v = build(key)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.young == nil || len(c.young) >= cacheSize {
		c.young, c.old = make(map[string]V, cacheSize), c.young
	}
	c.young[key] = v
	return v
}
