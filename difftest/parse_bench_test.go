package difftest

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

var parseSizes = []int{100_000, 1_000_000}

func parseOurs(src []byte) *syntax.File {
	f, diags := syntax.ParseConfig(source.NewFile("f", src))
	if len(diags) > 0 {
		panic(diags)
	}
	return f
}

func parseTheirs(src []byte) *hcl.File {
	f, diags := hclsyntax.ParseConfig(src, "f", hcl.InitialPos)
	if diags.HasErrors() {
		panic(diags)
	}
	return f
}

func scanOurs(src []byte) (n int) {
	for t := range syntax.Scan(source.NewFile("f", src)) {
		n += int(t.Kind) + t.Span.Len()
	}
	return n
}

func scanTheirs(src []byte) (n int) {
	tokens, _ := hclsyntax.LexConfig(src, "f", hcl.InitialPos)
	for i := range tokens {
		n += int(tokens[i].Type) + len(tokens[i].Bytes)
	}
	return n
}

// BenchmarkParseRatio runs both parsers in turn, ten rounds and more, and reports how many times faster ours is and
// what part of the bytes it allocates.
func BenchmarkParseRatio(b *testing.B) {
	for _, size := range parseSizes {
		src := terraformFile(size)
		b.Run(fmt.Sprintf("parse-%d", size), func(b *testing.B) {
			ratio(b, src, func() { parseOurs(src) }, func() { parseTheirs(src) })
		})
		b.Run(fmt.Sprintf("scan-%d", size), func(b *testing.B) {
			ratio(b, src, func() { scanOurs(src) }, func() { scanTheirs(src) })
		})
	}
}

// ratio measures two functions side by side, ten rounds at a time, in alternating order: by the clock, and by the time
// that the processors spent on them, which other programs on the machine disturb less.
func ratio(b *testing.B, src []byte, ours, theirs func()) {
	var wall, cpu []float64
	var mine, other []time.Duration
	for b.Loop() {
		for round := range 10 {
			var x, y spent
			if round%2 == 0 {
				x, y = timeOf(ours), timeOf(theirs)
			} else {
				y, x = timeOf(theirs), timeOf(ours)
			}
			mine, other = append(mine, x.wall), append(other, y.wall)
			wall = append(wall, float64(y.wall)/float64(x.wall))
			cpu = append(cpu, float64(y.cpu)/float64(x.cpu))
		}
	}
	slices.Sort(wall)
	slices.Sort(cpu)
	slices.Sort(mine)
	slices.Sort(other)
	mb := float64(len(src)) / 1e6
	b.ReportMetric(wall[0], "x-min")
	b.ReportMetric(wall[len(wall)/2], "x-median")
	b.ReportMetric(cpu[0], "x-cpu-min")
	b.ReportMetric(cpu[len(cpu)/2], "x-cpu-median")
	b.ReportMetric(mb/mine[len(mine)/2].Seconds(), "MB/s")
	b.ReportMetric(mb/other[len(other)/2].Seconds(), "theirs-MB/s")
	b.ReportMetric(bytesOf(ours)/float64(len(src)), "B/byte")
	b.ReportMetric(bytesOf(theirs)/float64(len(src)), "theirs-B/byte")
	b.ReportMetric(0, "ns/op")
}

type spent struct{ wall, cpu time.Duration }

func timeOf(f func()) spent {
	runtime.GC()
	cpu, start := cpuTime(), time.Now()
	f()
	return spent{wall: time.Since(start), cpu: cpuTime() - cpu}
}

func bytesOf(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// BenchmarkParseRetained reports how much memory a tree keeps, as a multiple of its source.
func BenchmarkParseRetained(b *testing.B) {
	for _, size := range parseSizes {
		src := terraformFile(size)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(retained(func() any { return parseOurs(src) })/float64(len(src)), "x-source")
				b.ReportMetric(retained(func() any { return parseTheirs(src) })/float64(len(src)), "theirs-x-source")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

func retained(parse func() any) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	tree := parse()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(tree)
	return float64(int64(after.HeapAlloc) - int64(before.HeapAlloc))
}
