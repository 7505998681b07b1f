package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/wording"
)

// The exit codes of hclx.
const (
	exitOK     = 0
	exitError  = 1
	exitNoTest = 2
	exitFatal  = 3
	exitUnmet  = 4
)

// exit is a way in which commands end. As an error it only sets the exit code, because messages have been printed
// already.
type exit struct {
	code int
	// commands are the commands that can end in this way, with the required flag; empty means all.
	commands string
	// when describes the condition.
	when string
}

// Error returns the condition.
func (e *exit) Error() string { return e.when }

// The ways in which commands end.
var (
	endFine  = &exit{exitOK, "", "success; there may be warnings"}
	endWrong = &exit{exitError, "",
		"wrong usage, a file that is not valid or cannot be read, or a command that was stopped"}
	endErrors = &exit{exitError, "check, convert, eval, fmt, graph, package, unpack",
		"a program or an expression has errors"}
	endStrict      = &exit{exitError, "check --strict", "a program has warnings"}
	endUnformatted = &exit{exitError, "fmt --check", "a file is not formatted"}
	endStale       = &exit{exitError, "package --check", "a Composition differs from its sources"}
	endFailedTests = &exit{exitError, "test", "a test failed"}
	endNoTest      = &exit{exitNoTest, "test", "no tests were found, or a test file is not valid"}
	endFatal       = &exit{exitFatal, "render, explain", "a function of the pipeline returned a fatal result"}
	endFailed      = &exit{exitUnmet, "render --strict, explain --strict",
		"a block failed because of a mistake in the program"}
	endWaits = &exit{exitUnmet, "render --require-ready, explain --require-ready", "a block waits for something"}
)

// exits contains all of them, in order.
var exits = []*exit{endFine, endWrong, endErrors, endStrict, endUnformatted, endStale, endFailedTests, endNoTest,
	endFatal, endFailed, endWaits}

// exitHelp is the table of the exit codes as text.
func exitHelp() string {
	var b strings.Builder
	b.WriteString("Exit codes:\n")
	for _, e := range exits {
		fmt.Fprintf(&b, "\n    %d  %s", e.code, e.when)
		if e.commands != "" {
			b.WriteString(" (" + e.commands + ")")
		}
	}
	return b.String()
}

// formatJSON is the value of --format for output for other programs.
const formatJSON = "json"

// demandFlags are the flags of commands that run a pipeline with which a result that is not an error sets another exit
// code.
type demandFlags struct {
	Strict       bool `help:"Exit with code 4 if a block failed because of a mistake in the program, such as an index that does not exist."`
	RequireReady bool `help:"Exit with code 4 if a block waits for something, such as the status of a resource."`
}

// unmet returns an error if a requirement of the flags is not met.
func (d *demandFlags) unmet(c *Context, calls *traces) error {
	if failed := calls.inState(report.Failed); d.Strict && len(failed) > 0 {
		printLine(c.Stderr, fmt.Sprintf("hclx: error: --strict: %s failed: %s", wording.Count(len(failed), "block"),
			strings.Join(failed, ", ")))
		return endFailed
	}
	if waiting := calls.inState(report.Waiting); d.RequireReady && len(waiting) > 0 {
		printLine(c.Stderr, fmt.Sprintf("hclx: error: --require-ready: %s waiting: %s", isAre(len(waiting), "block"),
			strings.Join(waiting, ", ")))
		return endWaits
	}
	return nil
}

// end returns the result of a command whose output has been printed as JSON, whether or not its pipeline failed.
func (d *demandFlags) end(c *Context, failed error, calls *traces) error {
	var fatal *render.FatalError
	switch {
	case errors.As(failed, &fatal):
		return endFatal
	case failed != nil:
		return endErrors
	}
	return d.unmet(c, calls)
}

// inState returns the names of the blocks in a state, except those that inherit it from the block around them.
func (t *traces) inState(state report.State) []string {
	var out []string
	for _, s := range t.all {
		for i := range s.Output.Items {
			if it := &s.Output.Items[i]; it.State == state && !it.Cause.IsZero() {
				out = append(out, titleOf(it))
			}
		}
	}
	return out
}

func isAre(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return wording.Count(n, noun) + " are"
}
