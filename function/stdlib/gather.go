package stdlib

import (
	"cmp"
	"slices"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/value"
)

// pair is a key with its value.
type pair struct {
	key string
	val value.Value
}

// pairs gathers keys and values in any order.
type pairs []pair

func newPairs(n int) *pairs {
	p := make(pairs, 0, n)
	return &p
}

func (p *pairs) add(key string, v value.Value) { *p = append(*p, pair{key, v}) }

// sorted returns the keys in ascending order and their values; of equal keys the last one counts.
func (p *pairs) sorted() (*value.Shape, []value.Value) {
	byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
	if !slices.IsSortedFunc(*p, byKey) {
		slices.SortStableFunc(*p, byKey)
	}
	names := make([]string, 0, len(*p))
	vals := make([]value.Value, 0, len(*p))
	for i, e := range *p {
		if i > 0 && (*p)[i-1].key == e.key {
			vals[len(vals)-1] = e.val
			continue
		}
		names, vals = append(names, e.key), append(vals, e.val)
	}
	return value.NewShape(names), vals
}

// index is a set of known values that is only asked what is in it.
type index struct {
	c       *function.Call
	buckets map[uint64][]value.Value
	texts   map[string]struct{} // strings, the common case
}

func newIndex(c *function.Call, n int) *index {
	return &index{c: c, texts: make(map[string]struct{}, n)}
}

// add adds a value, and tells whether it was not there.
func (x *index) add(v value.Value) bool {
	if x.has(v) {
		return false
	}
	if v.IsString() {
		x.texts[v.AsString()] = struct{}{}
		return true
	}
	if x.buckets == nil {
		x.buckets = map[uint64][]value.Value{}
	}
	h := value.Hash(v)
	x.buckets[h] = append(x.buckets[h], v)
	return true
}

func (x *index) has(v value.Value) bool {
	if v.IsString() {
		_, ok := x.texts[v.AsString()]
		return ok
	}
	if x.buckets == nil {
		return false
	}
	for _, o := range x.buckets[value.Hash(v)] {
		if value.Equal(o, v, x.c.Profile).AsBool() {
			return true
		}
	}
	return false
}
