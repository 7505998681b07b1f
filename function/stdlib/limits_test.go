package stdlib_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// TestLimits holds that what would exhaust memory or time is refused with a reason. What was not refused would not end,
// or not fit into memory.
func TestLimits(t *testing.T) {
	big := value.String(strings.Repeat("x\n", 1<<20))
	vars := map[string]value.Value{"big": big, "deep": value.String(strings.Repeat("[", 100000)),
		"laughs": value.String("a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c " +
			"[*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e " +
			"[*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f]\n")}
	for expr, reason := range map[string]string{
		`flatten([for i in range(1000) : [for j in range(10) : range(1000)]])`:                          "Too much text",
		`flatten([for i in range(10) : [for j in range(420000 / 1000) : [for k in range(1000) : []]]])`: "more than 4194304 elements",
		`jsonencode([for i in range(100) : big])`:                                                       "longer than",
		`range(1e9)`: "1024", `range(0, 1, 1e-300)`: "1024", `format("%99999999d", 1)`: "width",
		`format("%.99999999f", 1)`: "width",
		`indent(1000, big)`:        "MiB", `indent(100000, "a")`: "between", `replace(big, "x", big)`: "MiB",
		`replace(big, "/x/", big)`: "MiB",
		`replace(big, "/(?s).*/", join("", [for i in range(1024) : "$0"]))`: "MiB",
		`setproduct(range(1024), range(1024), range(2))`:                    "combinations",
		`join(big, [for i in range(100) : ""])`:                             "MiB",
		`split("", join("", [big, big, big]))`:                              "parts",
		`split("\n", join("", [big, big]))`:                                 "parts",
		`regexall("", join("", [big, big]))`:                                "Too much text",
		`replace(join("", [big, big]), "/x/", "")`:                          "Too much text",
		`csvdecode(join("", ["a\n", big, big]))`:                            "Too much text",
		`yamldecode(join("", [big, big, big, big, big]))`:                   "MiB",
		`regex(big, "x")`:                    "longer",
		`regex("((a{100}){100}){100}", "x")`: "pattern",
		`jsondecode(deep)`:                   "",
		`yamldecode(deep)`:                   "",
		`yamldecode(laughs)`:                 "aliases",
		`parseint(join("", [for i in range(1024) : substr(big, 0, 100)]), 10)`: "digits",
		`cidrsubnet("::/0", 1e9, 1)`: "cannot be extended",
		`chunklist([1], -1)`:         "less than zero",
	} {
		_, err := evaluate(expr, types.Extended, vars)
		if err == nil || !strings.Contains(err.Error(), reason) || len(err.Error()) > 2000 {
			t.Errorf("%s: %.300v", expr, err)
		}
	}
}
