package difftest

import (
	"fmt"
	"strings"
	"testing"

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
	text     string
	elements int // how many elements are in what it goes over
	target   float64
}{
	{`a + 1`, 0, 20},
	{`(a + n * 2 - 1) / 3 % 4`, 0, 0},
	{`a > 3 && n <= 5 || !b`, 0, 0},
	{`var.env == "prod"`, 0, 0},
	{`var.env == "prod" ? "m5.large" : "t3.micro"`, 0, 20},
	{`"hello, ${s}! count=${n + 1} ${upper(s)}"`, 0, 40},
	{`"%{ for v in list }${v},%{ endfor }"`, 1000, 0},
	{`[for v in list : v + 1]`, 1000, 20},
	{`[for i, v in list : v * 2 if v > 500]`, 1000, 0},
	{`{for v in list : "k${v}" => v}`, 1000, 0},
	{`objs[*].id`, 1000, 0},
	{`var.net.vpc.subnets[1]`, 0, 0},
	{`list[n]`, 0, 0},
	{`upper(s)`, 0, 20},
	{`min(a, n, 3)`, 0, 0},
	{objectOf50(), 0, 15},
	{`[a, n, s, b, a, n, s, b, a, n]`, 0, 0},
}

// rowName shows an expression in a row of a table.
func rowName(text string, elements int) string {
	switch {
	case text == objectOf50():
		return "object of 50 keys"
	case elements > 0:
		return fmt.Sprintf("%s, %d", code(text), elements)
	}
	return code(text)
}

// code quotes a text for a table of Markdown.
func code(text string) string { return "`" + strings.ReplaceAll(text, "|", `\|`) + "`" }

// evalDuels evaluate parsed expressions in a context of maps, without any preparation by the caller. Every element of
// the result is read.
func evalDuels(tb testing.TB) (duels []duel) {
	p := benchScope()
	for _, x := range benchExpressions {
		c := parsePair(tb, x.text)
		duels = append(duels, newDuel(rowName(x.text, x.elements), 0, func() value.Value {
			v, diags := eval.Value(c.ours, p.ours)
			if diags.HasErrors() {
				panic(diags)
			}
			return readOurs(v)
		}, theirEvaluation(c, p), sameValues))
	}
	return duels
}

// programDuels evaluate the same expressions; ours are compiled before, for a host that keeps its variables in slots.
// The other implementation has no such step.
func programDuels(tb testing.TB) (duels []duel) {
	p := benchScope()
	for _, x := range benchExpressions {
		c := parsePair(tb, x.text)
		prog, f := c.program(tb, p)
		duels = append(duels, newDuel(rowName(x.text, x.elements), x.target, func() value.Value {
			return readOurs(prog.Eval(f))
		}, theirEvaluation(c, p), sameValues))
	}
	return duels
}

func theirEvaluation(c compiled, p pair) func() cty.Value {
	return func() cty.Value {
		v, diags := c.theirs.Value(p.theirs)
		if diags.HasErrors() {
			panic(diags)
		}
		return readTheirs(v)
	}
}

// readTheirs and readOurs read every element of a result.
func readTheirs(v cty.Value) cty.Value {
	if v.CanIterateElements() {
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			if !e.IsNull() {
				elementsRead++
			}
		}
	}
	return v
}

func readOurs(v value.Value) value.Value {
	for _, e := range v.Elems() {
		if !e.IsNull() {
			elementsRead++
		}
	}
	return v
}

var elementsRead int
