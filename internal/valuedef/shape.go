package valuedef

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// Reading an attribute is the most frequent operation on objects, so it has three ways, from the cheapest to build to
// the cheapest to use. Up to eight names are compared one by one, which needs no preparation. Larger shapes begin with
// a binary search, because data from outside has many shapes that are asked once or twice. A shape that has been asked
// eight times gets a hash table. An attribute of an object with 20 names then takes 15 ns ("Values" in
// docs/performance.md).
//
// Shapes are shared by goroutines, so the counter and the table are atomic. Two goroutines may build the same table,
// and one of them wins; both are right.

// Shape is the sorted set of attribute names that an object has. Objects made at one
// place of a program share one shape. A Shape is immutable and safe for concurrent use.
type Shape struct {
	names []string

	// Shapes of many names that are asked often work out a table of them.
	asked atomic.Uint32
	table atomic.Pointer[nameTable]
}

// NewShape returns the shape with the given names, which must be normalised (see [NFC]), ascending and
// distinct. It keeps the slice.
func NewShape(names []string) *Shape { return &Shape{names: names} }

// Names returns the names in ascending order. The slice belongs to the shape.
func (s *Shape) Names() []string { return s.names }

// Len returns the number of names.
func (s *Shape) Len() int { return len(s.names) }

const (
	fewNames   = 8   // up to here names are compared one by one
	manyNames  = 255 // from here on there is no table
	askedOften = 8
)

// Index returns the place of a name, or -1. The name need not be normalised.
func (s *Shape) Index(name string) int {
	if len(s.names) <= fewNames {
		for i, n := range s.names {
			if n == name {
				return i
			}
		}
	} else if t := s.table.Load(); t != nil {
		if i := t.find(s.names, name); i >= 0 {
			return i
		}
	} else if i := s.search(name); i >= 0 {
		return i
	}
	return s.indexNormal(name)
}

// indexNormal is Index for a name that the shape does not have as it is spelt.
func (s *Shape) indexNormal(name string) int {
	if IsASCII(name) {
		return -1
	}
	if normal := NFC(name); normal != name {
		return s.Index(normal)
	}
	return -1
}

// search is Index without a table. Data from outside has shapes that are asked once or twice, for which a
// table would not pay.
func (s *Shape) search(name string) int {
	// The load in front of the addition keeps the counter from being written by every reader once it has reached its
	// end, for which all CPUs would wait on each other.
	if len(s.names) <= manyNames && s.asked.Load() < askedOften && s.asked.Add(1) == askedOften {
		s.table.Store(newNameTable(s.names))
	}
	if i, ok := slices.BinarySearch(s.names, name); ok {
		return i
	}
	return -1
}

// nameTable is a hash table of places. The hash looks at few bytes, so that it costs less than a comparison; names
// chosen to collide make newNameTable give up.
type nameTable struct {
	slots []uint8 // place + 1, or 0
	shift uint8
}

// maxProbes bounds the search in a table.
const maxProbes = 16

// newNameTable returns the table of names, or nil if too many of them have one hash.
func newNameTable(names []string) *nameTable {
	// At most half of the slots are in use, so that find always meets an empty one and ends.
	size := bits.Len(uint(len(names))) + 1
	t := &nameTable{slots: make([]uint8, 1<<size), shift: uint8(64 - size)}
	for i, n := range names {
		at := nameHash(n) >> t.shift
		for probes := 0; t.slots[at] != 0; probes++ {
			if probes == maxProbes {
				return nil
			}
			at = (at + 1) & uint64(len(t.slots)-1)
		}
		t.slots[at] = uint8(i + 1)
	}
	return t
}

func (t *nameTable) find(names []string, name string) int {
	at := nameHash(name) >> t.shift
	for {
		i := t.slots[at&uint64(len(t.slots)-1)]
		if i == 0 {
			return -1
		}
		if names[i-1] == name {
			return int(i - 1)
		}
		at++
	}
}

// nameHash hashes the length and the first and last eight bytes.
// Names of Kubernetes fields and Terraform attributes differ at their beginning, their end or in their length. Reading
// two words is cheaper than a hash over all bytes, and names that are the same in all three make newNameTable give up,
// so that chosen names cost a binary search and not more.
func nameHash(s string) uint64 {
	var head, tail uint64
	if len(s) >= 8 {
		head, tail = Word(s, 0), Word(s, len(s)-8)
	} else {
		for i := range len(s) {
			head = head<<8 | uint64(s[i])
		}
	}
	return (head ^ bits.RotateLeft64(tail, 27) ^ uint64(len(s))<<56) * 0x9E3779B97F4A7C15
}
