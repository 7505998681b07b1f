package types

import (
	"hash/maphash"
	"runtime"
	"slices"
	"sync"
	"weak"
)

// The table of types is weak: it contains a type only while the type is in use. The types of data (such as the object
// types of decoded documents) are therefore collected with the data. The table is divided by hash, so that goroutines
// rarely wait for each other.
const shardCount = 64

type shard struct {
	sync.Mutex
	nodes map[uint64][]weak.Pointer[node]
}

var table [shardCount]shard

var seed = maphash.MakeSeed()

func shardOf(hash uint64) *shard { return &table[hash>>58%shardCount] }

// intern returns the unique type that equals n. A new type keeps the slices of n, but not n itself, so that n can be on
// the stack.
func intern(n *node) Type { return internAs(n, false) }

// internCopy is intern for a tuple whose elements belong to the caller.
func internCopy(n *node) Type { return internAs(n, true) }

func internAs(n *node, copied bool) Type {
	n.hash = n.computeHash()
	s := shardOf(n.hash)
	s.Lock()
	defer s.Unlock()
	if o := s.find(n); o != nil {
		return Type{o}
	}
	if n.depth() > MaxDepth {
		return Dynamic
	}
	kept := n.clone()
	if copied {
		kept.elems = slices.Clone(n.elems)
	}
	return Type{s.add(kept)}
}

func (s *shard) find(n *node) *node {
	for _, w := range s.nodes[n.hash] {
		if o := w.Value(); o != nil && o.like(n) {
			return o
		}
	}
	return nil
}

// add adds a new node, and a cleanup that removes its entry.
func (s *shard) add(n *node) *node {
	n.gather()
	if s.nodes == nil {
		s.nodes = map[uint64][]weak.Pointer[node]{}
	}
	s.nodes[n.hash] = append(s.nodes[n.hash], weak.Make(n))
	runtime.AddCleanup(n, forget, n.hash)
	return n
}

// forget removes the dead entries with a hash.
func forget(hash uint64) {
	s := shardOf(hash)
	s.Lock()
	defer s.Unlock()
	live := slices.DeleteFunc(s.nodes[hash], func(w weak.Pointer[node]) bool { return w.Value() == nil })
	if len(live) == 0 {
		delete(s.nodes, hash)
		return
	}
	s.nodes[hash] = live
}

func (n *node) like(o *node) bool {
	return n.kind == o.kind && n.elem == o.elem && slices.Equal(n.elems, o.elems) &&
		slices.Equal(n.names, o.names) && slices.Equal(n.opt, o.opt) && n.caps == o.caps
}

func (n *node) computeHash() uint64 {
	h := mix(uint64(n.kind)+1, n.elem.Hash())
	for _, e := range n.elems {
		h = mix(h, e.Hash())
	}
	for i, name := range n.names {
		h = mix(h, maphash.String(seed, name))
		if n.opt != nil && n.opt[i] {
			h = mix(h, 7)
		}
	}
	if n.kind == KindCapsule {
		h = mix(h, maphash.String(seed, n.name))
	}
	return h
}

func mix(h, x uint64) uint64 {
	h ^= x + 0x9E3779B97F4A7C15 + h<<6 + h>>2
	return h * 0xFF51AFD7ED558CCD
}
