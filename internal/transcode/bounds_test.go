package transcode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/transcode"
	"github.com/hclx-lang/hclx/source"
)

// Deep, huge and broken texts end with a text or with diagnostics; internal/growth counts the work.
func TestBounds(t *testing.T) {
	var types, labels, keys strings.Builder
	keys.WriteString("{")
	for i := range 20_000 {
		fmt.Fprintf(&types, "b%d {\n}\n", i)
		fmt.Fprintf(&labels, "b \"%d\" \"x\" {\n}\n", i%7)
		fmt.Fprintf(&keys, "\"a%d\": [{\"x\": \"${y}\"}],", i)
	}
	keys.WriteString("\"z\": null}")
	deep := strings.Repeat("[", 400) + strings.Repeat("]", 400)
	for _, text := range []string{types.String(), labels.String(), strings.Repeat("# c\n", 100_000), "a = " + deep + "\n",
		"a = " + strings.Repeat("{ (b) = ", 200) + "1" + strings.Repeat("}", 200) + "\n",
		"a = " + strings.Repeat("[", 100_000), "\xff", "a = \"\xff\"\n", "\ufeffa = 1\n"} {
		out, diags := transcode.ToJSON(source.NewFileString("t.hcl", text))
		if (out == nil) != diags.HasErrors() {
			t.Errorf("%.20q: %d bytes, %v", text, len(out), diags)
		}
	}
	for _, text := range []string{keys.String(), `{"a": ` + deep + `}`, strings.Repeat("[", 100_000),
		strings.Repeat(`{"a":`, 100_000), "\xff", "", "null", "\ufeff{}"} {
		out, diags := transcode.ToNative(source.NewFileString("t.json", text), nil)
		if (out == nil) != diags.HasErrors() {
			t.Errorf("%.20q: %d bytes, %v", text, len(out), diags)
		}
	}
}
