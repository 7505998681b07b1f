package value

import (
	"strconv"
	"testing"
	"time"
	"unsafe"
)

// safeValue is how a value would lie in memory if nothing were unsafe but the type of one pointer: the text in a field
// of its own, and the pointer to a body that has a field for everything else.
type safeValue struct {
	text string
	_    unsafe.Pointer
	_    uint64
	rep  rep
	_    flags
}

// boxedValue is the same with an interface instead of both.
type boxedValue struct {
	box any
	_   uint64
	rep rep
	_   flags
}

func readOurs(vals []Value) (n int) {
	for _, v := range vals {
		if v.rep == repString {
			n += len(v.str())
		}
	}
	return n
}

func readSafe(vals []safeValue) (n int) {
	for _, v := range vals {
		if v.rep == repString {
			n += len(v.text)
		}
	}
	return n
}

func readBoxed(vals []boxedValue) (n int) {
	for _, v := range vals {
		if s, ok := v.box.(string); ok {
			n += len(s)
		}
	}
	return n
}

func TestLayout(t *testing.T) {
	if got := unsafe.Sizeof(Value{}); got != 24 {
		t.Errorf("a value takes %d bytes", got)
	}
}

// BenchmarkLayout compares the layouts in one process: least time per element of eleven interleaved rounds.
func BenchmarkLayout(b *testing.B) {
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = "text number " + strconv.Itoa(i)
	}
	var (
		ours  = make([]Value, 1000)
		safe  = make([]safeValue, 1000)
		boxed = make([]boxedValue, 1000)
		total int
	)
	fills := map[string]func(){
		"fill/24": func() {
			for i, s := range texts {
				ours[i] = stringRaw(s)
			}
		},
		"fill/40": func() {
			for i, s := range texts {
				safe[i] = safeValue{text: s, rep: repString}
			}
		},
		"fill/32": func() {
			for i, s := range texts {
				boxed[i] = boxedValue{box: s, rep: repString}
			}
		},
		"read/24": func() { total += readOurs(ours) },
		"read/40": func() { total += readSafe(safe) },
		"read/32": func() { total += readBoxed(boxed) },
		"list/24": func() { _ = append([]Value(nil), ours...) },
		"list/40": func() { _ = append([]safeValue(nil), safe...) },
		"list/32": func() { _ = append([]boxedValue(nil), boxed...) },
	}
	for _, work := range []string{"fill", "read", "list"} {
		b.Run(work, func(b *testing.B) {
			least := map[string]float64{}
			for range 11 {
				for _, layout := range []string{"24", "32", "40"} {
					f := fills[work+"/"+layout]
					start := time.Now()
					for range 200 {
						f()
					}
					ns := float64(time.Since(start).Nanoseconds()) / 200_000
					if old, ok := least[layout]; !ok || ns < old {
						least[layout] = ns
					}
				}
			}
			for layout, ns := range least {
				b.ReportMetric(ns, "ns/"+layout)
			}
			b.ReportMetric(testing.AllocsPerRun(10, fills[work+"/24"]), "allocs/24")
			b.ReportMetric(testing.AllocsPerRun(10, fills[work+"/32"]), "allocs/32")
			b.ReportMetric(testing.AllocsPerRun(10, fills[work+"/40"]), "allocs/40")
			b.ReportMetric(0, "ns/op")
		})
	}
	if total == 0 {
		b.Error("nothing was read")
	}
}
