package compositiontest

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/tools/txtar"
)

// Case is the head of a golden file: statements about the language, and the parts of the output that show them.
type Case struct {
	Statements   []string
	Where        string // a path below internal/composition
	Shows, Lacks []string
}

// ReadCase reads the head of a golden file.
func ReadCase(a *txtar.Archive) (c Case) {
	for line := range strings.Lines(string(a.Comment)) {
		key, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "statement":
			c.Statements = append(c.Statements, text)
		case "where":
			c.Where = text
		case "shows":
			c.Shows = append(c.Shows, text)
		case "lacks":
			c.Lacks = append(c.Lacks, text)
		}
	}
	return c
}

// words are words of statements about the outcome, with the text that the output then contains.
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
	{regexp.MustCompile(`\bwarnings?\b`),
		func(output string) bool { return strings.Contains(strings.ToLower(output), "warning") }},
	{regexp.MustCompile(`\bis not ready\b`),
		func(output string) bool { return strings.Contains(output, "composite READY_FALSE") }},
	{regexp.MustCompile(`\bdeferred\b|\bis not (sent|rendered)\b`),
		func(output string) bool { return strings.Contains(output, "incomplete") }},
}

func fatal(output string) bool { return strings.Contains("\n"+output, "\nFATAL\n") }

// conditional matches statements that say when something is fatal and show when it is not.
var conditional = regexp.MustCompile(`fatal only where`)

// Problem returns what the statements promise and the output lacks, or "".
func (c *Case) Problem(output string) string {
	for _, s := range c.Shows {
		if !strings.Contains(output, s) {
			return fmt.Sprintf("the output does not have %q, which shows: %s", s, c.Statements)
		}
	}
	for _, s := range c.Lacks {
		if strings.Contains(output, s) {
			return fmt.Sprintf("the output has %q, which it must not have: %s", s, c.Statements)
		}
	}
	for _, s := range c.Statements {
		for _, w := range words {
			if part := w.says.FindString(s); part != "" && !w.has(output) && !conditional.MatchString(s) {
				return fmt.Sprintf("the output does not go with %q: %s", part, s)
			}
		}
	}
	return ""
}
