package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/internal/wording"
)

// Two conditions are the only memory between calls ("Memory between calls" in docs/decisions.md). They must report open
// items, and they must not change unless that changes: every change of a condition makes Crossplane reconcile the
// composite again, so a pipeline whose steps overwrite each other's conditions would never rest. HclDiagnostics ends
// with a digest of the reasons for each step that has some. A step that finds its own digest there has reported
// everything before.

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

// Severity is the severity of a result.
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

// Run is the report of one run of a program.
type Run struct {
	// Step identifies the step of the pipeline: a hash of its input. Two steps with the same input count as one.
	Step string
	// Open are the names of the items that are not complete, in the order of the program.
	Open []string
	// Reasons are the reasons to report, with those of one item together.
	Reasons []Reason
	// Fatal is the cause of a fatal answer, in one sentence; empty if it is not fatal.
	Fatal string
	// Before holds the entries of the steps before this one; see [Entries.Before].
	Before Entries
	// Observed is the state of the composite resource from the last reconciliation.
	Observed Observed
}

// Conditions returns the two conditions, which also include the steps before this one.
//
// Unless something has changed they are the observed ones, although later steps have a part in those: if every step
// reported only its own state first, the conditions would change within every reconciliation, and each change of the
// composite resource causes another one.
func (r *Run) Conditions() []Condition {
	entries := r.entries()
	if r.Fatal == "" && r.unchanged(entries) {
		return []Condition{r.Observed.resolved.Condition, r.Observed.diagnostics.Condition}
	}
	return []Condition{resolved(entries, r.Fatal), diagnostics(entries)}
}

// entries returns the entries of the steps before this one and of this one, if they have something to report.
func (r *Run) entries() Entries {
	return slices.DeleteFunc(append(slices.Clip(r.Before), r.Entry()), func(e Entry) bool { return e.Digest == "" })
}

// unchanged reports whether the observed conditions are as the steps up to this one left them: they contain all reasons
// of these steps, and everything else can only be from later steps.
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
		return false // a step up to this one has a digest that is out of date
	}
	if len(r.Reasons) == 0 {
		// The rest may be from this step with an older program, unless no program has changed since.
		return o.diagnostics.generation == o.generation && o.generation != 0
	}
	return o.diagnostics.generation == 0 || o.diagnostics.generation == o.generation
}

// said reports whether one of the tokens may be from a step.
func said(tokens []string, step string) bool {
	return slices.ContainsFunc(tokens, func(t string) bool { return t[digestSize:] == mark(step, t[:digestSize]) })
}

// Told reports whether the reasons of this step have been reported before, so that no events are due.
func (r *Run) Told() bool {
	own := r.Entry()
	if own.Digest == "" {
		return true
	}
	o := &r.Observed
	if r.Fatal != "" || !o.resolved.present || !o.diagnostics.present || len(r.Open) > 0 && o.resolved.Status {
		return false
	}
	// Two steps can have the same reasons, for example two steps with one program. Then the digest has to occur as
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

// resolved returns the condition FullyResolved.
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

// diagnostics returns the condition HclDiagnostics.
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
		// Texts that do not fit are counted. The digests come after the limit, because the message is recognised by
		// them.
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
