package difftest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/value"
)

// benchScope is the scope of the evaluation benchmarks: each implementation with the functions that it brings along.
func benchScope() pair {
	list := make([]cty.Value, 1000)
	objs := make([]cty.Value, 1000)
	for i := range list {
		list[i] = cty.NumberIntVal(int64(i))
		objs[i] = cty.ObjectVal(map[string]cty.Value{"id": cty.StringVal(fmt.Sprintf("id-%d", i)),
			"n": cty.NumberIntVal(int64(i)), "on": cty.BoolVal(i%2 == 0)})
	}
	subnets := cty.ListVal([]cty.Value{cty.StringVal("subnet-a"), cty.StringVal("subnet-b")})
	p := newPair(map[string]cty.Value{
		"a": cty.NumberIntVal(7), "n": cty.NumberIntVal(5), "s": cty.StringVal("world"), "b": cty.True,
		"list": cty.ListVal(list), "objs": cty.ListVal(objs),
		"var": cty.ObjectVal(map[string]cty.Value{"env": cty.StringVal("prod"),
			"net": cty.ObjectVal(map[string]cty.Value{"vpc": cty.ObjectVal(map[string]cty.Value{"subnets": subnets})})}),
	})
	p.ours.Functions = stdlib.Table()
	return p
}

func objectOf50() string {
	values := []string{`"value"`, "42", "true", "n", `"x-${s}"`}
	var b strings.Builder
	b.WriteString("{\n")
	for i := range 50 {
		fmt.Fprintf(&b, "  key_%d = %s\n", i, values[i%len(values)])
	}
	b.WriteString("}")
	return b.String()
}

// benchExpressions are the expressions of the benchmark, with the ratio that is aimed at; 0 where there is no target.
var benchExpressions = []struct {
	text   string
	target float64
}{
	{`a + 1`, 20},
	{`(a + n * 2 - 1) / 3 % 4`, 0},
	{`a > 3 && n <= 5 || !b`, 0},
	{`var.env == "prod"`, 0},
	{`var.env == "prod" ? "m5.large" : "t3.micro"`, 20},
	{`"hello, ${s}! count=${n + 1} ${upper(s)}"`, 40},
	{`"%{ for v in list }${v},%{ endfor }"`, 0},
	{`[for v in list : v + 1]`, 20},
	{`[for i, v in list : v * 2 if v > 500]`, 0},
	{`{for v in list : "k${v}" => v}`, 0},
	{`objs[*].id`, 0},
	{`var.net.vpc.subnets[1]`, 0},
	{`list[n]`, 0},
	{`upper(s)`, 20},
	{`min(a, n, 3)`, 0},
	{objectOf50(), 15},
	{`[a, n, s, b, a, n, s, b, a, n]`, 0},
}

func name(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 48 {
		return text[:45] + "..."
	}
	return text
}

// BenchmarkEvalTheirs, BenchmarkEvalValue and BenchmarkEvalProgram are the same expressions in three ways: HashiCorp's,
// ours by eval.Value, and ours by a program that a host has compiled.
func BenchmarkEvalTheirs(b *testing.B) {
	p := benchScope()
	for _, x := range benchExpressions {
		c := parsePair(b, x.text)
		b.Run(name(x.text), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.theirs.Value(p.theirs)
			}
		})
	}
}

func BenchmarkEvalValue(b *testing.B) {
	p := benchScope()
	for _, x := range benchExpressions {
		c := parsePair(b, x.text)
		b.Run(name(x.text), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				eval.Value(c.ours, p.ours)
			}
		})
	}
}

func BenchmarkEvalProgram(b *testing.B) {
	p := benchScope()
	for _, x := range benchExpressions {
		prog, f := parsePair(b, x.text).program(b, p)
		b.Run(name(x.text), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				prog.Eval(f)
			}
		})
	}
}

// TestEvalRatios measures both implementations in turn, in at least ten rounds, and prints the ratios. It runs only
// when HCLX_RATIOS is set, since it takes its time.
func TestEvalRatios(t *testing.T) {
	if os.Getenv("HCLX_RATIOS") == "" {
		t.Skip("set HCLX_RATIOS=1 to measure")
	}
	p := benchScope()
	t.Logf("%-50s %10s %10s | %18s | %18s", "expression", "theirs ns", "program ns", "program min/median",
		"Value min/median")
	for _, x := range benchExpressions {
		c := parsePair(t, x.text)
		prog, f := c.program(t, p)
		m := measure(12,
			func() { v, _ := c.theirs.Value(p.theirs); readTheirs(v) },
			func() { readOurs(prog.Eval(f)) },
			func() { v, _ := eval.Value(c.ours, p.ours); readOurs(v) })
		t.Logf("%-50s %10.0f %10.1f | %8.1f %8.1f  | %8.1f %8.1f  target %.0f", name(x.text), m.times[0], m.times[1],
			m.min[1], m.median[1], m.min[2], m.median[2], x.target)
	}
}

// readTheirs and readOurs read every element of a result.
func readTheirs(v cty.Value) {
	if v.CanIterateElements() {
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			if !e.IsNull() {
				elementsRead++
			}
		}
	}
}

func readOurs(v value.Value) {
	for _, e := range v.Elems() {
		if !e.IsNull() {
			elementsRead++
		}
	}
}

var elementsRead int

var started = time.Now()

// measurement has the medians of the times in nanoseconds, and of each function how many times faster than the first
// one it is.
type measurement struct {
	times       []float64
	min, median []float64
}

// measure runs functions in turn for some rounds. It counts processor time.
func measure(rounds int, fs ...func()) measurement {
	times := make([][]float64, len(fs))
	n := make([]int, len(fs))
	for i, f := range fs {
		n[i] = iterations(f)
	}
	for range rounds {
		for i, f := range fs {
			start := cpuTime()
			for range n[i] {
				f()
			}
			times[i] = append(times[i], float64(cpuTime()-start+1)/float64(n[i]))
		}
	}
	m := measurement{}
	for i := range fs {
		ratios := make([]float64, rounds)
		for r := range ratios {
			ratios[r] = times[0][r] / times[i][r]
		}
		slices.Sort(ratios)
		m.min = append(m.min, ratios[0])
		m.median = append(m.median, ratios[rounds/2])
	}
	for i := range times {
		slices.Sort(times[i])
		m.times = append(m.times, times[i][rounds/2])
	}
	return m
}

// iterations finds how often a function runs in about 20 ms.
func iterations(f func()) int {
	for n := 1; ; n *= 4 {
		start := cpuTime()
		for range n {
			f()
		}
		if d := cpuTime() - start; d > 5*time.Millisecond {
			return max(1, int(20*time.Millisecond*time.Duration(n)/d))
		}
	}
}
