package report

import (
	"strings"

	"github.com/hclx-lang/hclx/value"
)

// Observed has the conditions of a composite resource from the last reconciliation. The zero Observed has none.
type Observed struct {
	resolved, diagnostics observedCondition
	tokens                []string // of the steps that had something to report
	generation            int64    // of the resource
}

type observedCondition struct {
	Condition
	present    bool
	generation int64 // of the resource when it was set; 0 if the condition does not have it
}

// synced is a condition that core sets itself at the end of every reconciliation, together with ours. It has the
// generation, which core does not set on conditions of functions. Another program is another revision, and thus another
// generation.
const synced = "Synced"

// ReadObserved reads the conditions of a composite resource.
func ReadObserved(xr value.Value) Observed {
	xr = plain(xr)
	status := plain(attr(xr, "status"))
	var o Observed
	var reconciled int64 // of the resource in the last reconciliation by core
	for _, e := range elems(status, "conditions") {
		e = plain(e)
		c := observedCondition{present: true}
		c.generation, _ = attr(e, "observedGeneration").AsInt64()
		c.Condition = Condition{Type: str(e, "type"), Status: str(e, "status") == "True", Reason: str(e, "reason"),
			Message: str(e, "message")}
		switch c.Type {
		case FullyResolved:
			o.resolved = c
		case Diagnostics:
			o.diagnostics, o.tokens = c, tokensIn(c.Message)
		case synced:
			reconciled = c.generation
		}
	}
	if o.diagnostics.present {
		// Core sets no generation on conditions of functions, so that of its own condition is used.
		if o.diagnostics.generation == 0 {
			o.diagnostics.generation = reconciled
		}
		o.generation, _ = attr(plain(attr(xr, "metadata")), "generation").AsInt64()
	}
	return o
}

// tokensIn returns the digests with their marks at the end of a message.
func tokensIn(message string) []string {
	words := strings.Fields(message)
	// Digests are read from the end, because texts of errors before them may contain anything, even similar words.
	first := len(words)
	for first > 0 && isToken(words[first-1]) {
		first--
	}
	var out []string
	for _, w := range words[first:] {
		out = append(out, w[1:1+tokenSize])
	}
	return out
}

func isToken(w string) bool {
	return len(w) == tokenSize+2 && w[0] == '[' && w[len(w)-1] == ']' && isHex(w[1:1+tokenSize])
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }
