package value

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/internal/valuedef"
)

// Names of objects, keys of maps and elements of sets are sorted whenever they are made from data. Texts in one
// container often begin alike, for example with the same prefix, so what all of them share is skipped first. The next
// eight bytes are read as one number, and comparing numbers is much cheaper than calling a comparison of strings. A
// radix sort of the keys was tried: it was slower for 100 texts, took 52 us instead of 60 to 70 us for 1,000, and 0.5
// ms instead of 1.1 ms for 10,000. Most containers are small, so it did not earn its code.

// sortItem represents a text while texts are sorted: eight of its bytes, and its original index.
type sortItem struct {
	key   uint64
	place int
}

// sortMemory contains slices for reuse.
var sortMemory = sync.Pool{New: func() any { return new([]sortItem) }}

// maxKept limits the slices that are kept for reuse.
const maxKept = 1 << 16

// texts are texts to sort: names, or values that are strings.
type texts struct {
	names []string
	vals  []Value
}

func (t texts) len() int { return max(len(t.names), len(t.vals)) }

func (t texts) at(i int) string {
	if t.names != nil {
		return t.names[i]
	}
	return t.vals[i].str()
}

// sortTexts calls done with items in the ascending order of at least one text; equal texts keep their order. The slice
// is valid only during the call. Distinct reports whether no two texts are equal.
//
// It sorts by the first eight bytes after the common prefix of all texts, which it compares as one number, and compares
// the rest only if these are equal. This is two times faster than slices.Sort for 100 texts, and five times for 10,000.
func sortTexts(t texts, done func(items []sortItem, distinct bool)) {
	n := t.len()
	memory := sortMemory.Get().(*[]sortItem)
	items := slices.Grow((*memory)[:0], n)[:n]
	common := t.commonPrefix()
	for i := range items {
		items[i] = sortItem{bigEndian(t.at(i), common), i}
	}
	slices.SortFunc(items, func(a, b sortItem) int {
		if a.key != b.key {
			if a.key < b.key {
				return -1
			}
			return 1
		}
		return a.place - b.place
	})
	done(items, t.sortTies(items, common))
	// One sort of a huge collection must not keep its memory for the rest of the process.
	if n <= maxKept {
		*memory = items
		sortMemory.Put(memory)
	}
}

// commonPrefix returns the length of the common prefix of all texts.
func (t texts) commonPrefix() int {
	first := t.at(0)
	common := len(first)
	for i := range t.len() {
		common = commonPrefix(first[:common], t.at(i))
	}
	return common
}

// sortTies sorts the runs of items with equal keys, and reports whether no two texts are equal.
func (t texts) sortTies(items []sortItem, common int) (distinct bool) {
	distinct = true
	for i := 1; i < len(items); i++ {
		if items[i].key != items[i-1].key {
			continue
		}
		run := i - 1
		for i < len(items) && items[i].key == items[run].key {
			i++
		}
		slices.SortFunc(items[run:i], func(a, b sortItem) int {
			c := strings.Compare(t.at(a.place)[common:], t.at(b.place)[common:])
			return cmp.Or(c, a.place-b.place)
		})
		for j := run + 1; j < i && distinct; j++ {
			distinct = t.at(items[j].place) != t.at(items[j-1].place)
		}
	}
	return distinct
}

// arrange moves the value at the original index of item i to i, and its name if names is not empty. It changes the
// items.
func arrange(names []string, vals []Value, items []sortItem) {
	for i := range items {
		if items[i].place < 0 {
			continue
		}
		// Follow the cycle of indexes that contains i.
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
		// Word is little-endian, so the lowest bit that differs belongs to the first byte that differs.
		if differing := valuedef.Word(a, i) ^ valuedef.Word(b, i); differing != 0 {
			return i + bits.TrailingZeros64(differing)/8
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// bigEndian returns up to eight bytes of s from i on as a number with the same order.
func bigEndian(s string, i int) uint64 {
	n := len(s) - i
	switch {
	case n >= 8:
		return bits.ReverseBytes64(valuedef.Word(s, i))
	// Reading the last eight bytes and shifting out those before i needs no loop. Missing bytes count as 0, so a text
	// that ends sorts before one that goes on; a text that goes on with a zero byte has the same key and is told apart
	// by sortTies.
	case len(s) >= 8: // the last eight bytes, without those before i
		return bits.ReverseBytes64(valuedef.Word(s, len(s)-8)) << (8 * (8 - n))
	}
	var key uint64
	for shift := 56; i < len(s); i, shift = i+1, shift-8 {
		key |= uint64(s[i]) << shift
	}
	return key
}
