package composition

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// goldenCase is the head of a golden file: statements about the language, and what shows in the output that they hold.
type goldenCase struct {
	statements   []string
	where        string
	shows, lacks []string
}

func readCase(a *txtar.Archive) (c goldenCase) {
	for line := range strings.Lines(string(a.Comment)) {
		key, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "statement":
			c.statements = append(c.statements, text)
		case "where":
			c.where = text
		case "shows":
			c.shows = append(c.shows, text)
		case "lacks":
			c.lacks = append(c.lacks, text)
		}
	}
	return c
}

// words are what a statement says of the outcome, and what the output then has.
var words = []struct {
	says *regexp.Regexp
	has  func(output string) bool
}{
	{regexp.MustCompile(`\b(is|are) fatal\b( |,|;|$)`), fatal},
	{regexp.MustCompile(`\b(never|not) fatal\b`), func(output string) bool { return !fatal(output) }},
	{regexp.MustCompile(`\b(is|are) (an |a positioned |a static )?errors?\b|\b(is|are) refused\b`),
		func(output string) bool {
			return fatal(output) || strings.Contains(output, "error[")
		}},
	{regexp.MustCompile(`\bwarnings?\b`), func(output string) bool {
		return strings.Contains(strings.ToLower(output), "warning")
	}},
	{regexp.MustCompile(`\bis not ready\b`), func(output string) bool {
		return strings.Contains(output, "composite READY_FALSE")
	}},
	{regexp.MustCompile(`\bdeferred\b|\bis not (sent|rendered)\b`), func(output string) bool {
		return strings.Contains(output, "incomplete")
	}},
}

func fatal(output string) bool { return strings.Contains("\n"+output, "\nFATAL\n") }

// conditional are statements that say when something is fatal and show when it is not.
var conditional = regexp.MustCompile(`fatal only where`)

// problem says what the output lacks that the statements say, "" if nothing.
func (c *goldenCase) problem(output string) string {
	for _, s := range c.shows {
		if !strings.Contains(output, s) {
			return fmt.Sprintf("the output does not have %q, which shows: %s", s, c.statements)
		}
	}
	for _, s := range c.lacks {
		if strings.Contains(output, s) {
			return fmt.Sprintf("the output has %q, which it must not have: %s", s, c.statements)
		}
	}
	for _, s := range c.statements {
		for _, w := range words {
			if part := w.says.FindString(s); part != "" && !w.has(output) && !conditional.MatchString(s) {
				return fmt.Sprintf("the output does not go with %q: %s", part, s)
			}
		}
	}
	return ""
}

// What shows a statement is missed when it is gone, and what must not be there is noticed.
func TestGoldenCasesBite(t *testing.T) {
	paths, err := filepath.Glob("testdata/*/*.txtar")
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
		c := readCase(a)
		if p := c.problem(want); p != "" {
			t.Errorf("%s: %s", path, p)
		}
		for _, s := range c.shows {
			if c.problem(strings.ReplaceAll(want, s, "")) == "" {
				t.Errorf("%s: nothing misses %q", path, s)
			}
		}
		for _, s := range c.lacks {
			if c.problem(want+s) == "" {
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
		c := goldenCase{statements: []string{tt.statement}}
		if p := c.problem(tt.output); (p == "") != tt.ok {
			t.Errorf("%s: %q", tt.statement, p)
		}
	}
}
