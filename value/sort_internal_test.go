package value

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSortTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.OneOf(
			rapid.StringMatching(`prefix/[ab]{0,12}`), rapid.StringMatching(`prefix/[a-z\x00]{0,9}`), rapid.Just("prefix/")), 1,
			400).Draw(t, "texts")
		places := make([]int, len(names))
		for i := range places {
			places[i] = i
		}
		slices.SortStableFunc(places, func(a, b int) int { return compareTexts(names[a], names[b]) })
		vals, moved := make([]Value, len(names)), slices.Clone(names)
		for i := range vals {
			vals[i] = Int(int64(i))
		}
		sortTexts(texts{names: names}, func(items []sortItem, distinct bool) {
			if want := len(slices.Compact(slices.Sorted(slices.Values(names)))) == len(names); distinct != want {
				t.Fatalf("distinct is %v of %q", distinct, names)
			}
			for i, item := range items {
				if item.place != places[i] {
					t.Fatalf("place %d is %q, want %q", i, names[item.place], names[places[i]])
				}
			}
			arrange(moved, vals, items)
		})
		for i, v := range vals {
			if n, _ := v.AsInt64(); int(n) != places[i] || moved[i] != names[n] {
				t.Fatalf("value %d came to place %d", n, i)
			}
		}
	})
}

func TestSortManyTexts(t *testing.T) {
	const many = 1000
	for _, format := range []string{"%d", "name-%d", "%[1]d and %[1]x", "%x\x00"} {
		vals := make([]Value, 3*many)
		for i := range vals {
			vals[i] = String(fmt.Sprintf(format, i*7919%(2*many)))
		}
		got := sortStrings(slices.Clone(vals))
		if len(got) != 2*many || !slices.IsSortedFunc(got, func(a, b Value) int { return compareTexts(a.str(), b.str()) }) {
			t.Errorf("%q: %d texts, sorted: %.300v", format, len(got), got)
		}
	}
}

func compareTexts(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
