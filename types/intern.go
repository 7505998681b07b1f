package types

import (
	"hash/maphash"
	"slices"
	"sync"
)

// table holds every type that has parts, by hash.
var table = struct {
	sync.Mutex
	nodes map[uint64][]*node
}{nodes: map[uint64][]*node{}}

var seed = maphash.MakeSeed()

// intern returns the one type that is like n.
func intern(n *node) Type {
	n.hash = n.computeHash()
	table.Lock()
	defer table.Unlock()
	for _, o := range table.nodes[n.hash] {
		if o.like(n) {
			return Type{o}
		}
	}
	table.nodes[n.hash] = append(table.nodes[n.hash], n)
	return Type{n}
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
	return h
}

func mix(h, x uint64) uint64 {
	h ^= x + 0x9E3779B97F4A7C15 + h<<6 + h>>2
	return h * 0xFF51AFD7ED558CCD
}
