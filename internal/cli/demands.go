package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/render"
)

// formatJSON is the value of --format for what other programs read.
const formatJSON = "json"

// demandFlags are the flags of the commands that run a pipeline, by which a result that is no error can still end with another exit code.
type demandFlags struct {
	Strict       bool `help:"Exit with 4 if a block failed by a mistake of the program, such as an index that does not exist."`
	RequireReady bool `help:"Exit with 4 if a block waits for something, such as the status of a resource."`
}

// unmet says what was demanded and is not so.
func (d *demandFlags) unmet(c *Context, calls *traces) error {
	if failed := calls.inState(report.Failed); d.Strict && len(failed) > 0 {
		printLine(c.Stderr, fmt.Sprintf("hclx: error: --strict: %s failed: %s", count(len(failed), "block"), strings.Join(failed, ", ")))
		return endFailed
	}
	if waiting := calls.inState(report.Waiting); d.RequireReady && len(waiting) > 0 {
		printLine(c.Stderr, fmt.Sprintf("hclx: error: --require-ready: %s waiting: %s", isAre(len(waiting), "block"), strings.Join(waiting, ", ")))
		return endWaits
	}
	return nil
}

// end is how a command ends whose pipeline failed, or did not, with what it led to printed as JSON.
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

// inState names the blocks in a state, but not those that have it from the block around them.
func (t *traces) inState(state report.State) []string {
	var out []string
	for _, x := range t.all {
		for _, it := range x.out.Items {
			if it.State == state && !it.Cause.IsZero() {
				out = append(out, strings.TrimSpace(it.Kind.String()+" "+it.Name))
			}
		}
	}
	return out
}

func isAre(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return count(n, noun) + " are"
}
