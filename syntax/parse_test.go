package syntax

import (
	"testing"

	"github.com/hclx-lang/hclx/source"
)

func TestParseValid(t *testing.T) {
	for _, src := range []string{
		"", "\n", "a = 1\n", "a = 1", "b {}\n", "b \"x\" y {\n  c = [1, 2, d[\"e\"].f.*.g]\n}\n",
		"a = {\n b = 1, c : 2\n (d) = f(x...)\n}\n", "a = [for k, v in m : k if v]\n", "a = {for k, v in m : k => v...}\n",
		"a = <<-E\n  x ${y ~} z\n  %{ for i in j }${i}%{ endfor }%{if k}a%{else}b%{endif}\n  E\n",
		"a = \"$${x} ${\"n${1}\"} \\u00e9\"\n", "a = -b.c + !d ? ns::f(1, 2,) : (\n3)\n", "# c\na = 1 // d\n/* e */ b = 2\n",
	} {
		if _, diags := ParseConfig(source.NewFileString("t.hcl", src)); len(diags) > 0 {
			t.Errorf("%q: %v", src, diags)
		}
	}
}
