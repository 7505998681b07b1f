package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/internal/wording"
)

// Two conditions are the only memory between calls ("Memory between calls" in docs/decisions.md). They must say what is
// open, and they must not change unless that changes: every change of a condition makes Crossplane reconcile the
// composite again, so a pipeline whose steps overwrite each other's conditions would never rest. A digest of the
// reasons stands at the end of HclDiagnostics, one for each step that has something to say. A step that finds its own
// digest there has said everything before.

// Condition is a condition of the composite resource. Its target is the composite alone.
type Condition struct {
	Type    string
	Status  bool
	Reason  string
	Message string
}

// The types of the conditions that every answer sets.
const (
	FullyResolved = "FullyResolved"
	Diagnostics   = "HclDiagnostics"
)

// The reasons of conditions.
const (
	ReasonComplete   = "AllItemsProcessed"
	ReasonIncomplete = "IncompleteItemsPresent"
	ReasonEval       = "Eval"
	ReasonFatal      = "FatalError"
)

// Severity says what a result is.
type Severity uint8

// The severities of results.
const (
	SeverityWarning Severity = iota
	SeverityFatal
)

// Result is an event on the composite resource.
type Result struct {
	Severity Severity
	Reason   string // in PascalCase
	Message  string // bounded; free of secrets
}

// Run is what one run of a program has to tell.
type Run struct {
	// Step identifies the step of the pipeline: a hash of its input. Two steps with one input are one here.
	Step string
	// Open are the names of the items that are not complete, in the order of the program.
	Open []string
	// Reasons are what there is to tell, those of one item together.
	Reasons []Reason
	// Fatal is what made the answer fatal, in one sentence; empty if it is not.
	Fatal string
	// Before holds the entries of the steps before this one; see [Entries.Before].
	Before Entries
	// Observed is what the composite resource shows from the last reconciliation.
	Observed Observed
}

// Conditions returns the two conditions, which speak for the steps before this one, too.
//
// As long as nothing has changed they are the observed ones, although steps after this one have a part in those: if
// every step first said what it knows, the conditions would change within every reconciliation, and each change of the
// composite resource makes another one.
func (r *Run) Conditions() []Condition {
	entries := r.entries()
	if r.Fatal == "" && r.unchanged(entries) {
		return []Condition{r.Observed.resolved.Condition, r.Observed.diagnostics.Condition}
	}
	return []Condition{resolved(entries, r.Fatal), diagnostics(entries)}
}

// entries are those of the steps before this one and that of this one, as far as they have something to tell.
func (r *Run) entries() Entries {
	return slices.DeleteFunc(append(slices.Clip(r.Before), r.Entry()), func(e Entry) bool { return e.Digest == "" })
}

// unchanged reports whether the observed conditions are as the steps up to this one left them: what these tell is all
// there, and what else is there can only be from later steps.
func (r *Run) unchanged(entries Entries) bool {
	o := &r.Observed
	if !o.resolved.present || !o.diagnostics.present || len(o.tokens) <= len(entries) {
		return false
	}
	for i, e := range entries {
		if o.tokens[i] != e.token() {
			return false
		}
	}
	rest := o.tokens[len(entries):]
	if said(rest, r.Step) || slices.ContainsFunc(r.Before, func(e Entry) bool { return said(rest, e.Step) }) {
		return false // a step up to this one has said something that it does not say any more
	}
	if len(r.Reasons) == 0 {
		// The rest may be what this step said with an older program. It is not if no program has changed since.
		return o.diagnostics.generation == o.generation && o.generation != 0
	}
	return o.diagnostics.generation == 0 || o.diagnostics.generation == o.generation
}

// said reports whether one of the tokens may be from a step.
func said(tokens []string, step string) bool {
	return slices.ContainsFunc(tokens, func(t string) bool { return t[digestSize:] == mark(step, t[:digestSize]) })
}

// Told reports whether the reasons of this step have been told before, so that no events are due.
func (r *Run) Told() bool {
	own := r.Entry()
	if own.Digest == "" {
		return true
	}
	o := &r.Observed
	if r.Fatal != "" || !o.resolved.present || !o.diagnostics.present || len(r.Open) > 0 && o.resolved.Status {
		return false
	}
	// Two steps can have the same reasons, for example two steps with one program. Then the digest has to be there as
	// often.
	equal := 1 // steps with the same digest
	for _, e := range r.Before {
		if e.Digest == own.Digest {
			equal++
		}
	}
	for _, t := range o.tokens {
		if t[:digestSize] == own.Digest {
			equal--
		}
	}
	return equal <= 0
}

// resolved makes the condition FullyResolved.
func resolved(entries Entries, fatal string) Condition {
	c := Condition{Type: FullyResolved, Reason: ReasonIncomplete}
	var names []string
	open := 0
	for _, e := range entries {
		names, open = append(names, e.Items...), open+e.Open
	}
	switch {
	case open > 0:
		c.Message = openMessage(names[:min(len(names), maxItems)], open)
	case fatal != "":
		c.Reason, c.Message = ReasonFatal, wording.Clip(fatal, maxShown)
	default:
		c.Status, c.Reason, c.Message = true, ReasonComplete, "all items complete"
	}
	return c
}

func openMessage(names []string, open int) string {
	text := strings.Join(names, ", ")
	if more := open - len(names); more > 0 {
		return text + " and " + wording.Count(more, "more item") + " incomplete"
	}
	return text + " incomplete"
}

// diagnostics makes the condition HclDiagnostics.
func diagnostics(entries Entries) Condition {
	c := Condition{Type: Diagnostics, Reason: ReasonEval}
	var all []text
	var tokens strings.Builder
	errors, warnings := 0, 0
	for _, e := range entries {
		all = append(all, e.texts...)
		errors, warnings = errors+e.Errors, warnings+e.Warnings
		tokens.WriteString(" [" + e.token() + "]")
	}
	if errors+warnings == 0 {
		c.Status, c.Message = true, "hcl.Diagnostics contains no warnings"
		return c
	}
	slices.SortStableFunc(all, func(a, b text) int { return int(a.kind) - int(b.kind) })
	var b strings.Builder
	b.WriteString("hcl.Diagnostics contains " + totals(errors, warnings))
	shown := 0
	for _, t := range all {
		// What does not fit is counted. The digests come behind the limit: without them the message could not be
		// recognised.
		if shown == maxTexts || b.Len()+len(t.text) > maxShown {
			break
		}
		b.WriteString("; " + strings.TrimSuffix(t.text, "."))
		shown++
	}
	if more := errors + warnings - shown; more > 0 {
		b.WriteString("; and " + strconv.Itoa(more) + " more")
	}
	c.Message = b.String() + tokens.String()
	return c
}

func totals(errors, warnings int) string {
	var parts []string
	if errors > 0 {
		parts = append(parts, wording.Count(errors, "error"))
	}
	if warnings > 0 {
		parts = append(parts, wording.Count(warnings, "warning"))
	}
	return strings.Join(parts, " and ")
}
