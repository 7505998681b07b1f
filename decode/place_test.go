package decode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// counted is an expression that counts how often it is taken apart.
type counted struct {
	hcl.Expression
	looks *int
}

func (c counted) StaticList() ([]hcl.Expression, bool) {
	*c.looks++
	return c.Expression.(hcl.ListExpression).StaticList()
}

func (c counted) StaticMap() ([]hcl.KeyValue, bool) {
	*c.looks++
	return c.Expression.(hcl.MapExpression).StaticMap()
}

func (c counted) Evaluate(ctx *hcl.EvalContext) (value.Value, diag.List) {
	return eval.Value(c.Expression, ctx)
}

func repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// However many elements are wrong, the expression is taken apart once as a list and once as a map.
func TestPlacesAreFoundOnce(t *testing.T) {
	for text, target := range map[string]any{
		"[" + repeated(200, `"x%d", `) + "]":       new([]int),
		"{" + repeated(200, "k%d = \"x\"\n") + "}": new(map[string]int),
		"{" + repeated(200, "u%d = \"x\"\n") + "}": new(struct {
			A int `hcl:"a,optional"`
		}),
	} {
		file := source.NewFileString("t.hcl", text)
		node, diags := syntax.ParseExpression(file)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		looks := 0
		diags = decode.Expression(counted{syntax.NewExpression(file, node), &looks}, &hcl.EvalContext{}, target)
		if len(diags) != 200 || looks > 2 {
			t.Errorf("%d problems, taken apart %d times: %v", len(diags), looks, diags[0])
		}
		for i, d := range diags {
			if d.Subject.IsZero() || i > 0 && d.Subject == diags[i-1].Subject {
				t.Errorf("%v: not at its own place", d)
			}
		}
	}
}

// A large text in which everything is wrong takes no longer than one that is right, and only so many problems are kept.
func TestManyProblems(t *testing.T) {
	const n = 50_000
	type target struct {
		List []int          `hcl:"list,optional"`
		Map  map[string]int `hcl:"map,optional"`
		Part struct {
			A int `hcl:"a,optional"`
		} `hcl:"part,optional"`
	}
	entries := strings.TrimSuffix(repeated(n, `"k%d": "x",`), ",")
	for name, text := range map[string]string{
		"list.hcl":    "list = [" + repeated(n, `"x%d",`) + "]",
		"map.hcl":     "map = {" + repeated(n, "k%d = \"x\"\n") + "}",
		"struct.hcl":  "part = {" + repeated(n, "k%d = \"x\"\n") + "}",
		"map.json":    `{"map": {` + entries + `}}`,
		"struct.json": `{"part": {` + entries + `}}`,
		"list.json":   `{"list": [` + strings.TrimSuffix(repeated(n, `"x%d",`), ",") + `]}`,
	} {
		err := decode.Unmarshal(name, []byte(text), new(target))
		if err == nil || !strings.Contains(err.Error(), name+":1,") {
			t.Fatalf("%s: %.200v", name, err)
		}
		if problems := strings.Count(err.Error(), "\n") + 1; problems > 1000 {
			t.Errorf("%s: %d problems", name, problems)
		}
	}
}
