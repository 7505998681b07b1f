package compositiontest

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// What shows a statement is missed when it is gone, and what must not be there is noticed.
func TestGoldenCasesBite(t *testing.T) {
	paths, err := filepath.Glob("../testdata/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for _, f := range a.Files {
			if f.Name == "want" {
				want = string(f.Data)
			}
		}
		c := ReadCase(a)
		if p := c.Problem(want); p != "" {
			t.Errorf("%s: %s", path, p)
		}
		for _, s := range c.Shows {
			if c.Problem(strings.ReplaceAll(want, s, "")) == "" {
				t.Errorf("%s: nothing misses %q", path, s)
			}
		}
		for _, s := range c.Lacks {
			if c.Problem(want+s) == "" {
				t.Errorf("%s: nothing notices %q", path, s)
			}
		}
	}
}

// The words of a statement have to go with the outcome.
func TestWords(t *testing.T) {
	const failed, warned, rendered = "FATAL\n--- report\n", "--- resource a\nWARNING Incomplete: a\n", "--- resource a\n"
	for _, tt := range []struct {
		statement, output string
		ok                bool
	}{
		{"an incomplete body is fatal", failed, true}, {"an incomplete body is fatal; more", rendered, false},
		{"it is never fatal", failed, false}, {"it is never fatal", rendered, true},
		{"two bodies are errors", "error[x] a", true}, {"two bodies are refused", rendered, false},
		{"nothing, with a warning", "error[x] a", false}, {"nothing, with a warning", warned, true},
		{"the composite is not ready", rendered, false}, {"members are deferred", rendered, false},
		{"it is fatal only where something exists", rendered, true},
	} {
		c := Case{Statements: []string{tt.statement}}
		if p := c.Problem(tt.output); (p == "") != tt.ok {
			t.Errorf("%s: %q", tt.statement, p)
		}
	}
}
