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

// arrangeNames is [arrange] for names alone.
func arrangeNames(names []string, items []sortItem) {
	for i := range items {
		if items[i].place < 0 {
			continue
		}
		at, name := i, names[i]
		for from := items[at].place; from != i; from = items[at].place {
			names[at], items[at].place = names[from], -1
			at = from
		}
		names[at], items[at].place = name, -1
	}
}

func commonPrefix(a, b string) int {
	n, i := min(len(a), len(b)), 0
	for ; i+8 <= n; i += 8 {
		if differing := word(a, i) ^ word(b, i); differing != 0 {
			return i + bits.TrailingZeros64(differing)/8
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// bigEndian returns up to eight bytes of s from i on as a number that compares like them.
func bigEndian(s string, i int) uint64 {
	n := len(s) - i
	switch {
	case n >= 8:
		return bits.ReverseBytes64(word(s, i))
	case len(s) >= 8: // the last eight bytes, without those before i
		return bits.ReverseBytes64(word(s, len(s)-8)) << (8 * (8 - n))
	}
	var key uint64
	for shift := 56; i < len(s); i, shift = i+1, shift-8 {
		key |= uint64(s[i]) << shift
	}
	return key
}

// radixFrom is how many items are sorted digit by digit, and not by comparison.
const radixFrom = 48

// largeFrom is how many items are sorted by larger digits, so that there are fewer of them.
const largeFrom = 4096

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
	s.spare = slices.Grow(s.spare[:0], len(s.items))[:len(s.items)]
	digit, sort := 8, sortBySmallDigit
	if len(s.items) >= largeFrom {
		digit, sort = 11, sortByLargeDigit
	}
	for width, shift := packKeys(s.items), 0; shift < width; shift += digit {
		sort(s.spare, s.items, shift)
		s.items, s.spare = s.spare, s.items
	}
}

// packKeys moves together what differs in the keys, and returns how many bits that is. What all keys share does not order them, and of
// a byte that is always a decimal digit only four bits differ.
func packKeys(items []sortItem) (width int) {
	var differing uint64
	for i := range items {
		differing |= items[i].key ^ items[0].key
	}
	var shifts, masks [8]uint64
	n := 0
	for shift := uint64(0); shift < 64; shift += 8 {
		if b := uint8(differing >> shift); b != 0 {
			low := bits.TrailingZeros8(b)
			mask := uint64(1)<<(bits.Len8(b)-low) - 1
			shifts[n], masks[n] = shift+uint64(low)-uint64(width), mask<<width
			width += bits.Len64(mask)
			n++
		}
	}
	for i := range items {
		key, packed := items[i].key, uint64(0)
		for j := range n {
			packed |= key >> (shifts[j] & 63) & masks[j]
		}
		items[i].key = packed
	}
	return width
}

func sortBySmallDigit(out, items []sortItem, shift int) {
	var at [1 << 8]uint32
	sortByDigit(out, items, shift, at[:])
}

func sortByLargeDigit(out, items []sortItem, shift int) {
	var at [1 << 11]uint32
	sortByDigit(out, items, shift, at[:])
}

// sortByDigit copies items into out in the order of one digit of their keys; items with equal digits keep their order. At has a zero for
// every digit.
func sortByDigit(out, items []sortItem, shift int, at []uint32) {
	mask := uint64(len(at) - 1)
	for i := range items {
		at[items[i].key>>(shift&63)&mask]++
	}
	sum := uint32(0)
	for d, n := range at {
		at[d] = sum
		sum += n
	}
	for i := range items {
		d := items[i].key >> (shift & 63) & mask
		out[at[d]] = items[i]
		at[d]++
	}
}
