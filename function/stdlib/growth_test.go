package stdlib_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// TestNothingIsQuadratic gives every function that could be quadratic so much to do that it would take minutes if it were.
func TestNothingIsQuadratic(t *testing.T) {
	const n = 30_000
	texts := make([]value.Value, n)
	objects := make([]value.Value, n)
	for i := range texts {
		texts[i] = value.String(fmt.Sprintf("k%06d", i*7919%n))
		objects[i] = mustObject(texts[i].AsString(), mustObject("x", value.Int(int64(i))))
	}
	list := value.ListOf(types.String, texts)
	numbers := make([]value.Value, n)
	for i := range numbers {
		numbers[i] = value.Int(int64(i * 7919 % n))
	}
	text := value.String(strings.Repeat("a,", n))
	singles := make([]value.Value, 3000)
	for i := range singles {
		singles[i] = value.SetOf(types.Number, []value.Value{value.Int(int64(i))})
	}
	for name, args := range map[string][]value.Value{
		"distinct": {list}, "sort": {list}, "toset": {list}, "zipmap": {list, list}, "matchkeys": {list, list, list}, "merge": objects,
		"k8s::merge": objects, "setunion": {list, list}, "setintersection": {list, list}, "setsubtract": {list, list}, "setproduct": {list, value.Tuple(value.True)},
		"flatten": {value.Tuple(objects...)}, "concat": {value.Tuple(texts...), value.Tuple(texts...)}, "join": {value.String(","), list},
		"split": {value.String(","), text}, "replace": {text, value.String("/a,/"), value.String("$0")}, "strrev": {value.String(text.AsString() + "é")},
		"formatlist": {value.String("%s"), list}, "compact": {list}, "tomap": {mustZip(t, list, value.Tuple(numbers...))}, "sum": {value.Tuple(numbers...)},
		"transpose": {mustObject("a", list)}, "jsonencode": {list}, "yamlencode": {list}, "chunklist": {list, value.Int(1)},
		"csvdecode": {value.String("a\n" + strings.Repeat("x\n", n))}, "yamldecode": {value.String(strings.Repeat("- x\n", n))},
		"title": {text}, "substr": {value.String(text.AsString() + "é"), value.Int(-5), value.Int(2)}, "indent": {value.Int(1), value.String(strings.Repeat("\n", n))},
		"regexall": {value.String("a"), text}, "reverse": {list}, "contains": {list, value.String("none")}, "distinct numbers": {value.Tuple(numbers...)},
		"setunion many": singles,
	} {
		start := time.Now()
		mustCall(t, strings.Fields(name)[0], slices.Clone(args)...)
		if d := time.Since(start); d > time.Minute {
			t.Errorf("%s takes %v for %d elements", name, d, n)
		}
	}
}

func mustZip(t *testing.T, keys, vals value.Value) value.Value {
	return mustCall(t, "zipmap", keys, vals)
}

// TestAllocations guards the calls that programs make most: what a call allocates is its result and nothing else.
func TestAllocations(t *testing.T) {
	s := value.String
	list := value.ListOf(types.String, []value.Value{s("a"), s("b"), s("c")})
	for _, c := range []struct {
		name string
		args []value.Value
		max  float64
	}{
		{"lower", []value.Value{s("Hello")}, 1}, {"lower", []value.Value{s("hello")}, 0}, {"trimprefix", []value.Value{s("ab"), s("a")}, 0},
		{"substr", []value.Value{s("hello"), value.Int(1), value.Int(2)}, 0}, {"startswith", []value.Value{s("ab"), s("a")}, 0},
		{"length", []value.Value{list}, 0}, {"element", []value.Value{list, value.Int(1)}, 0}, {"contains", []value.Value{list, s("c")}, 0},
		{"join", []value.Value{s(","), list}, 1}, {"format", []value.Value{s("%s-%d"), s("a"), value.Int(5)}, 1}, {"max", []value.Value{value.Int(1), value.Int(2)}, 0},
		{"replace", []value.Value{s("a.b"), s("."), s("-")}, 1}, {"coalesce", []value.Value{s("a"), s("b")}, 0}, {"concat", []value.Value{list, list}, 2},
	} {
		site, err := table[c.name].Site(len(c.args), types.Extended)
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]value.Value, len(c.args))
		got := testing.AllocsPerRun(200, func() {
			copy(buf, c.args)
			if _, err := site.Call(buf, nil, nil); err != nil {
				t.Fatal(err)
			}
		})
		if got > c.max {
			t.Errorf("%s allocates %v times, not %v", c.name, got, c.max)
		}
	}
}
