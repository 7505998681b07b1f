package difftest

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/value"
)

// duel is the same work on the same input by two implementations, through the interfaces that their users call.
type duel struct {
	name         string
	target       float64 // how many times faster ours has to be; 0 if there is no target
	ours, theirs func()
	// agree compares what the two return. It runs both.
	agree func() error
}

// newDuel makes a duel from two functions that return what they have made, so that no work is optimised away and the
// results can be compared.
func newDuel[O, T any](name string, target float64, ours func() O, theirs func() T, same func(O, T) bool) duel {
	var o O
	var t T
	d := duel{name: name, target: target, ours: func() { o = ours() }, theirs: func() { t = theirs() }}
	d.agree = func() error {
		d.ours()
		d.theirs()
		if !same(o, t) {
			return fmt.Errorf("hclx: %.2000v\ntheirs: %.2000v", o, t)
		}
		return nil
	}
	return d
}

// sameValues reports whether a value is what the other implementation has: of the same type, with the same parts, and
// numbers that are the same to the last bit.
func sameValues(a value.Value, b cty.Value) bool { return a.Equal(toValue(b)) }

func equal[T comparable](a, b T) bool { return a == b }

// contest is a group of duels, and the table in docs/performance.md that shows it.
type contest struct {
	name  string // the first cell of the table
	duels func(testing.TB) []duel
}

var contests = []contest{
	{"parsing", parseDuels},
	{"small files", smallDuels},
	{"JSON syntax", jsonDuels},
	{"decoding", decodeDuels},
	{"formatting", formatDuels},
	{"values", valueDuels},
	{"conversion", convertDuels},
	{"evaluation", evalDuels},
	{"compiled", programDuels},
	{"evaluated once", oneShotDuels},
	{"common functions", commonFunctionDuels},
	{"other functions", otherFunctionDuels},
	{"from bytes to bytes", wireDuels},
	{"over gRPC", servedDuels},
}

// Both sides of every benchmark return the same.
func TestDuelsAgree(t *testing.T) {
	for _, c := range contests {
		for _, d := range c.duels(t) {
			if err := d.agree(); err != nil {
				t.Errorf("%s: %s: the results differ\n%v", c.name, d.name, err)
			}
		}
	}
}

// BenchmarkDuels runs each side by itself, for profiles. The ratios are measured by TestPerformancePage.
func BenchmarkDuels(b *testing.B) {
	for _, c := range contests {
		for _, d := range c.duels(b) {
			for side, f := range map[string]func(){"hclx": d.ours, "theirs": d.theirs} {
				b.Run(c.name+"/"+strings.ReplaceAll(d.name, "/", "÷")+"/"+side, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						f()
					}
				})
			}
		}
	}
}

// cost is what one run takes.
type cost struct{ nanoseconds, bytes, allocations float64 }

// result has the medians of all rounds, and how many times faster ours is.
type result struct {
	ours, theirs  cost
	median, least float64
}

// rounds is how often both sides of a duel take turns.
const rounds = 11

// measure lets both sides take turns, in alternating order. A round of one side takes at least 20 ms, so that it pays
// for the collection of its own garbage, and begins with a collected heap, so that it does not pay for that of others.
func (d duel) measure() result {
	n := [2]int{timesPerRound(d.ours), timesPerRound(d.theirs)}
	var costs [2][]cost
	var ratios []float64
	for i := range rounds {
		for j := range 2 {
			side := (i + j) % 2
			costs[side] = append(costs[side], costOf([]func(){d.ours, d.theirs}[side], n[side]))
		}
		ratios = append(ratios, costs[1][i].nanoseconds/costs[0][i].nanoseconds)
	}
	return result{
		ours:   medianCost(costs[0]),
		theirs: medianCost(costs[1]),
		median: median(ratios),
		least:  slices.Min(ratios),
	}
}

// timesPerRound returns how often f has to run to take 20 ms.
func timesPerRound(f func()) int {
	for n := 1; ; n *= 4 {
		if ns := costOf(f, n).nanoseconds; ns*float64(n) > 5e6 {
			return max(1, int(20e6/ns))
		}
	}
}

func costOf(f func(), n int) cost {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := cpuTime()
	for range n {
		f()
	}
	used := cpuTime() - start
	runtime.ReadMemStats(&after)
	per := func(x float64) float64 { return x / float64(n) }
	return cost{
		per(float64(max(used, time.Nanosecond))),
		per(float64(after.TotalAlloc - before.TotalAlloc)),
		per(float64(after.Mallocs - before.Mallocs)),
	}
}

func medianCost(costs []cost) (m cost) {
	of := func(part func(cost) float64) float64 {
		list := make([]float64, len(costs))
		for i, c := range costs {
			list[i] = part(c)
		}
		return median(list)
	}
	return cost{
		of(func(c cost) float64 { return c.nanoseconds }),
		of(func(c cost) float64 { return c.bytes }),
		of(func(c cost) float64 { return c.allocations }),
	}
}

func median[T cmp.Ordered](list []T) T {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}
