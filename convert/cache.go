package convert

import (
	"sync"
)

// cacheKey names a pair of types and a set of rules. It holds no type alive, and the numbers of types are never
// used again, so an entry can outlive its types without harm.
type cacheKey struct {
	src, dst uint64
	profile  uint32
}

// The cache of outcomes is bounded: it consists of a young and an old half, and when the young
// one is full it becomes the old one. What is asked for often stays.
const (
	cacheShards = 16
	cacheHalf   = 512 // per shard
)

type cacheShard struct {
	sync.RWMutex
	young, old map[cacheKey]outcome
}

var cache [cacheShards]cacheShard

func (k cacheKey) shard() *cacheShard {
	return &cache[(k.src*31+k.dst+uint64(k.profile))%cacheShards]
}

func cached(k cacheKey) (outcome, bool) {
	s := k.shard()
	s.RLock()
	o, ok := s.young[k]
	if ok {
		s.RUnlock()
		return o, true
	}
	o, ok = s.old[k]
	s.RUnlock()
	if ok {
		remember(k, o)
	}
	return o, ok
}

func remember(k cacheKey, o outcome) {
	s := k.shard()
	s.Lock()
	defer s.Unlock()
	if s.young == nil || len(s.young) >= cacheHalf {
		s.young, s.old = make(map[cacheKey]outcome, 32), s.young
	}
	s.young[k] = o
}
