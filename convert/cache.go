package convert

import (
	"sync"
)

// cacheKey identifies a pair of types and a set of rules. It does not keep types alive. IDs of types are never reused,
// so an entry may outlive its types.
type cacheKey struct {
	src, dst uint64
	profile  uint32
}

// The cache of outcomes is bounded. It has a young and an old half: when the young half is full, it becomes the old
// one. Entries that are used often stay.
//
// Two halves need no list of uses: a hit in the young half only takes a read lock, and entries that are not used
// disappear after two generations. The shards keep goroutines from waiting on one lock.
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
