package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWrap(t *testing.T) {
	long := strings.Repeat("word ", 23) + "to 120"
	for in, want := range map[string]string{
		"short\nlines\n":                     "short\nlines\n",
		long[:120]:                           long[:120],
		long + " more\nend\n\n- item":        long[:117] + "\n120 more end\n\n- item",
		"- " + long + "\n- b":                "- " + long[:117] + "\n  " + long[118:] + "\n- b",
		"> " + long:                          "> " + long[:117] + "\n> " + long[118:],
		"| " + long + " |":                   "| " + long + " |",
		"```text\n" + long + "\n```\n" + "x": "```text\n" + long + "\n```\n" + "x",
		"    " + long:                        "    " + long,
		"# " + long:                          "# " + long,
		"é" + strings.Repeat("é", 119):       strings.Repeat("é", 120),
		"a " + strings.Repeat("é", 120):      "a\n" + strings.Repeat("é", 120),
	} {
		if got := Wrap(in); got != want {
			t.Errorf("Wrap(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestProseIsNarrow looks at every page, generated or not; -update breaks their lines. What cannot be broken, such as a
// link, may be longer.
func TestProseIsNarrow(t *testing.T) {
	root := filepath.Join("..", "..")
	pages := append(documents(t, root), filepath.Join(root, "ARCHITECTURE.md"), filepath.Join(root, "CHANGELOG.md"))
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		wrapped := Wrap(string(text))
		if *update {
			if err := os.WriteFile(page, []byte(wrapped), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		have, want := strings.Split(string(text), "\n"), strings.Split(wrapped, "\n")
		for i, line := range have {
			if i >= len(want) || line != want[i] {
				t.Errorf("%s:%d has %d characters, more than %d", page, i+1, utf8.RuneCountInString(line), Columns)
				break
			}
		}
	}
}
