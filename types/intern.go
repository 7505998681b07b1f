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
//
// The alternatives were tried in other systems: a table that keeps everything grows with every document that a server
// has ever seen, and comparing types by structure makes every comparison as expensive as the types are large. With a
// weak table, equality is a comparison of pointers and nothing outlives its use; TestTableForgetsTypes checks that.
//
// A node is found by a hash over its kind and the identities of its parts, which are interned already. Interning
// therefore looks at one level of a type only, however deep it is.
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

// The lock is held while the node is looked for and added, so that two goroutines cannot add the same type.
func internAs(n *node, copied bool) Type {
	n.hash = n.computeHash()
	s := shardOf(n.hash)
	s.Lock()
	defer s.Unlock()
	if o := s.find(n); o != nil {
		return Type{o}
	}
	// The bound holds for every type there is, since each is made here.
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
	// Facts are gathered only for types that are new. Finding a type that exists allocates nothing.
	n.gather()
	if s.nodes == nil {
		s.nodes = map[uint64][]weak.Pointer[node]{}
	}
	s.nodes[n.hash] = append(s.nodes[n.hash], weak.Make(n))
	runtime.AddCleanup(n, forget, n.hash)
	return n
}

// forget removes the dead entries with a hash.
//
// The cleanup must not refer to the node, or it would never be collected. It gets the hash, under which all nodes that
// have died in the meantime are removed.
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

// Parts are compared by identity. Names of objects are mostly shared slices, for which slices.Equal is fast but not
// free: the hash has excluded nearly everything else.
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
