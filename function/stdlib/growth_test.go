package stdlib_test

import (
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// TestAllocations guards the calls that programs make most: what a call allocates is its result and nothing else.
func TestAllocations(t *testing.T) {
	s := value.String
	list := value.ListOf(types.String, []value.Value{s("a"), s("b"), s("c")})
	for _, c := range []struct {
		name string
		args []value.Value
		max  float64
	}{
		{"lower", []value.Value{s("Hello")}, 1}, {"lower", []value.Value{s("hello")}, 0},
		{"trimprefix", []value.Value{s("ab"), s("a")}, 0},
		{"substr", []value.Value{s("hello"), value.Int(1), value.Int(2)}, 0},
		{"startswith", []value.Value{s("ab"), s("a")}, 0},
		{"length", []value.Value{list}, 0}, {"element", []value.Value{list, value.Int(1)}, 0},
		{"contains", []value.Value{list, s("c")}, 0},
		{"join", []value.Value{s(","), list}, 1}, {"format", []value.Value{s("%s-%d"), s("a"), value.Int(5)}, 1},
		{"max", []value.Value{value.Int(1), value.Int(2)}, 0},
		{"replace", []value.Value{s("a.b"), s("."), s("-")}, 1}, {"coalesce", []value.Value{s("a"), s("b")}, 0},
		{"concat", []value.Value{list, list}, 2},
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
