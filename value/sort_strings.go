package value

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// sortItem stands for a text while texts are sorted: eight bytes of it, and its place before.
type sortItem struct {
	key   uint64
	place int
}

// sorter holds the memory that sorting takes, so that it is used again.
type sorter struct{ items, spare []sortItem }

var sorters = sync.Pool{New: func() any { return new(sorter) }}

// maxKept bounds how much memory waits for the next sort.
const maxKept = 1 << 16

// sortTexts calls done with the places of n texts in ascending order of the texts; equal texts keep their order. The
// slice belongs to done only for the time of the call.
//
// It sorts by the first eight bytes behind what all texts have in common, which are compared as one number, and looks further only
// where those are equal.
func sortTexts(n int, text func(i int) string, done func([]sortItem)) {
	s := sorters.Get().(*sorter)
	s.items = slices.Grow(s.items[:0], n)[:n]
	first := text(0)
	common := len(first)
	for i := 1; i < n; i++ {
		common = commonPrefix(first[:common], text(i))
	}
	for i := range s.items {
		s.items[i] = sortItem{bigEndian(text(i), common), i}
	}
	s.sortByKey()
	sortTies(s.items, func(a, b sortItem) int {
		return cmp.Or(strings.Compare(text(a.place)[common:], text(b.place)[common:]), a.place-b.place)
	})
	done(s.items)
	if n <= maxKept {
		sorters.Put(s)
	}
}

// sortTies sorts the runs of items with equal keys.
func sortTies(items []sortItem, compare func(a, b sortItem) int) {
	for i := 0; i < len(items); {
		j := i + 1
		for j < len(items) && items[j].key == items[i].key {
			j++
		}
		if j > i+1 {
			slices.SortFunc(items[i:j], compare)
		}
		i = j
	}
}

// arrange moves what is at the place of item i to i, in vals and, if it is not empty, in names. It changes the places.
func arrange(names []string, vals []Value, items []sortItem) {
	for i := range items {
		if items[i].place < 0 {
			continue
		}
		// Follow the circle of places that i belongs to.
		var name string
		if len(names) > 0 {
			name = names[i]
		}
		at, val := i, vals[i]
		for from := items[at].place; from != i; from = items[at].place {
			vals[at] = vals[from]
			if len(names) > 0 {
				names[at] = names[from]
			}
			items[at].place = -1
			at = from
		}
		vals[at], items[at].place = val, -1
		if len(names) > 0 {
			names[at] = name
		}
	}
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// bigEndian returns up to eight bytes of s from i on as a number that compares like them.
func bigEndian(s string, i int) uint64 {
	if len(s)-i >= 8 {
		return bits.ReverseBytes64(word(s, i))
	}
	var key uint64
	for shift := 56; i < len(s); i, shift = i+1, shift-8 {
		key |= uint64(s[i]) << shift
	}
	return key
}

// radixFrom is how many items are sorted byte by byte, and not by comparison.
const radixFrom = 128

func (s *sorter) sortByKey() {
	if len(s.items) < radixFrom {
		slices.SortFunc(s.items, func(a, b sortItem) int {
			if a.key != b.key {
				if a.key < b.key {
					return -1
				}
				return 1
			}
			return a.place - b.place
		})
		return
	}
	var differing uint64
	for i := range s.items {
		differing |= s.items[i].key ^ s.items[0].key
	}
	s.spare = slices.Grow(s.spare[:0], len(s.items))[:len(s.items)]
	for shift := 0; shift < 64; shift += 8 {
		if byte(differing>>shift) != 0 {
			sortByByte(s.spare, s.items, shift)
			s.items, s.spare = s.spare, s.items
		}
	}
}

// sortByByte copies items into out in the order of one byte of their keys; items with equal bytes keep their order.
func sortByByte(out, items []sortItem, shift int) {
	var at [256]int
	for i := range items {
		at[byte(items[i].key>>shift)]++
	}
	sum := 0
	for b, n := range at {
		at[b] = sum
		sum += n
	}
	for i := range items {
		b := byte(items[i].key >> shift)
		out[at[b]] = items[i]
		at[b]++
	}
}
