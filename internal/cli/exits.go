package cli

import (
	"fmt"
	"strings"
)

// The exit codes of hclx.
const (
	exitOK    = 0
	exitError = 1
	exitFatal = 3
	exitUnmet = 4
)

// An exit is a way in which commands end. As an error it only sets the exit code; what happened was printed already.
type exit struct {
	code int
	// commands are those that end so, with the flag that it needs; empty for all.
	commands string
	// when says what happened.
	when string
}

// Error says what happened.
func (e *exit) Error() string { return e.when }

// The ways in which commands end.
var (
	endFine        = &exit{exitOK, "", "all went well; there may be warnings"}
	endWrong       = &exit{exitError, "", "wrong usage, a file that is wrong or cannot be read, or a command that was stopped"}
	endErrors      = &exit{exitError, "check, convert, eval, fmt, graph, package, unpack", "a program or an expression has errors"}
	endStrict      = &exit{exitError, "check --strict", "a program has warnings"}
	endUnformatted = &exit{exitError, "fmt --check", "a file is not formatted"}
	endStale       = &exit{exitError, "package --check", "a Composition differs from its sources"}
	endFatal       = &exit{exitFatal, "render, explain", "a function of the pipeline returned a fatal result"}
	endFailed      = &exit{exitUnmet, "render --strict, explain --strict", "a block failed by a mistake of the program"}
	endWaits       = &exit{exitUnmet, "render --require-ready, explain --require-ready", "a block waits for something"}
)

// exits are all of them, in order.
var exits = []*exit{endFine, endWrong, endErrors, endStrict, endUnformatted, endStale, endFatal, endFailed, endWaits}

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
