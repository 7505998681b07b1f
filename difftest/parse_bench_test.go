package difftest

import (
	"fmt"
	"runtime"
	"testing"

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

// scanned is what both scanners find: how many tokens there are without white space, which only ours returns, and the
// sums of the lines and columns at which they begin and end.
type scanned struct{ tokens, lines, columns int }

func scanOurs(src []byte) (s scanned) {
	file := source.NewFile("f", src)
	for t := range syntax.Scan(file) {
		if t.Kind != syntax.TokenSpace {
			start, end := file.Position(t.Span.Start), file.Position(t.Span.End)
			s = scanned{s.tokens + 1, s.lines + start.Line + end.Line, s.columns + start.Column + end.Column}
		}
	}
	return s
}

func scanTheirs(src []byte) (s scanned) {
	tokens, diags := hclsyntax.LexConfig(src, "f", hcl.InitialPos)
	if diags.HasErrors() {
		panic(diags)
	}
	for _, t := range tokens {
		if t.Type != hclsyntax.TokenEOF {
			s = scanned{
				s.tokens + 1,
				s.lines + t.Range.Start.Line + t.Range.End.Line,
				s.columns + t.Range.Start.Column + t.Range.End.Column,
			}
		}
	}
	return s
}

func sizeName(size int) string { return map[int]string{100_000: "100 KB", 1_000_000: "1 MB"}[size] }

// sameTrees reports whether two trees say the same at the same places.
func sameTrees(a *syntax.File, b *hcl.File) bool {
	c := &comparison{file: a.Source, columns: true, lines: true}
	c.body("", a.Body, b.Body.(*hclsyntax.Body), true)
	return len(c.out) == 0
}

func parseDuels(testing.TB) (duels []duel) {
	for _, size := range parseSizes {
		src := terraformFile(size)
		duels = append(duels,
			newDuel(
				"parse "+sizeName(size),
				0,
				func() *syntax.File { return parseOurs(src) },
				func() *hcl.File { return parseTheirs(src) },
				sameTrees,
			),
			newDuel(
				"scan "+sizeName(size)+", with lines and columns",
				0,
				func() scanned { return scanOurs(src) },
				func() scanned { return scanTheirs(src) },
				equal,
			),
		)
	}
	return duels
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
