package eval_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/types"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The texts of all diagnostics, in a file that people can read through.
func TestMessages(t *testing.T) {
	var b strings.Builder
	for _, text := range messageExamples {
		_, diags := eval.Value(parse(t, text), propertyScope(types.Compat))
		b.WriteString(text + "\n")
		for _, d := range diags {
			b.WriteString("  " + strings.TrimPrefix(d.Subject.String(), "test.hcl:1,") + " [" + d.Code + "] " + d.Summary +
				". " + d.Detail + "\n")
		}
		for _, d := range diags {
			if strings.Contains(d.Detail+d.Summary, "secret") {
				t.Errorf("%s: shows something marked: %v", text, d)
			}
			for _, bad := range []string{"<nil>", "value.", "types.", "0x", "panic"} {
				if strings.Contains(d.Detail+d.Summary, bad) {
					t.Errorf("%s: %v", text, d)
				}
			}
		}
		if len(diags) == 0 {
			t.Errorf("%s gives no diagnostic", text)
		}
	}
	path := filepath.Join("testdata", "messages.golden")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != b.String() {
		t.Errorf("%s differs; run go test -update and look at the difference\n%s", path, b.String())
	}
}

var messageExamples = []string{
	`nam`, `lstt`, `obj.ib`, `mp.jj`, `mobj.ib`, `lst.id`, `lobj.id`, `st[0]`, `n.x`, `nul.x`, `nlst[0]`, `tup[7]`,
	`lst[0.5]`, `lst[-1]`, `lst["a"]`, `obj[0]`, `lst[null]`,
	`1 + true`, `"a" * 2`, `null - 1`, `ms + 1`, `!5`, `-"x"`, `true && "x"`, `false || null`, `nul_n < 1`,
	`(1/0) - (1/0)`,
	`null ? 1 : 2`, `5 ? 1 : 2`, `ms ? 1 : 2`, `b ? 1 : [1]`, `b ? {a = 1} : {a = [1], b = 2}`,
	`b ? [1, "a"] : [[1], "a"]`, `b ? lst : mp`, `b ? "x" : obj`,
	`b ? ["x", [1]] : [1, 2, 3]`, `b ? tolist(["a"]) : tolist([["a"]])`,
	`[for v in n : v]`, `[for v in null : v]`, `[for v in lst : v if null]`, `[for v in lst : v if 5]`,
	`[for v in lst : v if ms]`,
	`{for v in lst : null => v}`, `{for v in lst : [] => v}`, `{for v in ["a", "a"] : v => 1}`,
	`{for v in [ms, ms] : v => 1}`,
	`{(null) = 1}`, `{([]) = 1}`, `{obj.id = 1}`,
	`"x${null}"`, `"x${lst}"`, `"${mlst}x"`, `"%{ if null }%{ endif }"`, `"%{ for v in null }%{ endfor }x"`,
	`nlst[*]`, `lobj[*].zz`, `[for x in [lst] : x][0][*].y`,
	`n-1`, `uper("a")`, `na::up("a")`, `upper()`, `upper("a", "b")`, `upper([])`, `upper(null)`, `min()`, `min(null...)`,
	`min(5...)`, `min(["a", 1]...)`, `min(mlst...)`, `length(5)`, `try(nope, null.x)`,
}
