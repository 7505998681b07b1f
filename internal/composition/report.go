package composition

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// The reasons of conditions and results.
const (
	reasonComplete   = "AllItemsProcessed"
	reasonIncomplete = "IncompleteItemsPresent"
	reasonEval       = "Eval"
	reasonFatal      = "FatalError"
	reasonWaiting    = "Incomplete"
	reasonFailed     = "EvaluationError"
	reasonSummary    = "MoreIncomplete"
)

// Bounds of what is told.
const (
	maxResults   = 10   // warnings about items, before the summary
	maxNamed     = 3    // items in the message of FullyResolved
	maxWaits     = 8    // inputs in one message
	maxBrief     = 10   // diagnostics in one message
	maxMessage   = 4000 // bytes of one message
	maxPathBytes = 300
)

func dedupeOrigins(list []value.Origin) []value.Origin {
	out := list[:0:0]
	for _, o := range list {
		same := func(x value.Origin) bool { return x.Range == o.Range && x.Path.Equal(o.Path) }
		if !slices.ContainsFunc(out, same) {
			out = append(out, o)
		}
	}
	return out
}

// describeWait names an input with the place where it is read.
func describeWait(o value.Origin) string {
	text := "a value that is not known yet"
	if len(o.Path) > 0 {
		text = clip(o.Path.String(), maxPathBytes)
	}
	if o.Range.IsZero() {
		return text
	}
	return text + " (" + o.Range.String() + ")"
}

func briefWaits(list []value.Origin) string {
	return brief(len(list), maxWaits, ", ", func(i int) string { return describeWait(list[i]) })
}

func briefErrors(list diag.List) string {
	return brief(len(list), maxWaits, "; ", func(i int) string { return strings.TrimSuffix(list[i].Error(), ".") })
}

// brief joins up to most texts and counts the rest.
func brief(n, most int, sep string, text func(i int) string) string {
	parts := make([]string, 0, most)
	for i := 0; i < n && i < most; i++ {
		parts = append(parts, text(i))
	}
	out := strings.Join(parts, sep)
	if n > most {
		out += " and " + strconv.Itoa(n-most) + " more"
	}
	return out
}

// clip bounds a text, at a border of characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}

// unresolved returns the items that are incomplete or failed themselves, not because of what is around them.
func (r *run) unresolved() []int {
	var out []int
	for i := range r.items {
		it := &r.items[i]
		if (it.State == Waiting || it.State == Failed) && !it.Cause.IsZero() && !it.broken {
			out = append(out, i)
		}
	}
	return out
}

// title is how conditions name an item: its kind and its name.
func (it *Item) title() string {
	if it.Name == "" {
		return it.Kind.String()
	}
	return it.Kind.String() + " " + it.Name
}

// output makes the answer.
func (r *run) output() *Output {
	out := &Output{Items: r.items}
	out.Fatal = len(r.errors)+len(r.decisive) > 0
	if !out.Fatal {
		r.deliver(out)
	}
	r.warnings = sortWarnings(r.warnings)
	open := r.unresolved()
	resolved := r.fullyResolved(open, out.Fatal)
	out.Conditions = []Condition{resolved, r.diagnosticsCondition(out.Fatal)}
	if out.Fatal || !r.alreadyTold(resolved) {
		out.Results = r.results(open)
	}
	if out.Fatal {
		out.Results = append(out.Results, r.fatalResult())
	}
	out.Diagnostics = r.diagnostics(open)
	return out
}

// deliver puts the desired state into the answer.
func (r *run) deliver(out *Output) {
	out.Resources, out.Requirements = r.resources, r.requirements
	out.Status = r.finalStatus()
	out.Connection = r.finalConnection()
	out.Context = r.finalContext()
	if r.heldBack {
		out.Ready = ReadyFalse
	}
}

// finalStatus merges what the program writes into what earlier steps returned, and that into what is kept (C9).
func (r *run) finalStatus() value.Value {
	if !r.status.wrote && r.keptStatus.isEmpty() {
		return value.Value{}
	}
	t := &r.status.tree
	t.fill(r.earlierStatus())
	if !r.keptStatus.isEmpty() {
		t.fill(r.keptStatus.value())
	}
	return t.value()
}

func (r *run) earlierStatus() value.Value {
	if r.in.Desired.Status.IsZero() {
		return value.EmptyObject
	}
	return r.object(r.in.Desired.Status, nil, "status")
}

// producedStatus is the status that this call produces, over the observed one; the zero Value if it produces none.
func (r *run) producedStatus() value.Value {
	if !r.status.wrote && r.in.Desired.Status.IsZero() {
		return value.Value{}
	}
	t := &r.status.tree
	t.fill(r.earlierStatus())
	if v, ok := r.observedStatus(); ok {
		t.fill(v)
	}
	return t.value()
}

// finalContext merges what the program writes into the context that came in.
func (r *run) finalContext() value.Value {
	if len(r.context) == 0 {
		return value.Value{}
	}
	t := &tree{kids: r.context}
	t.fill(r.object(r.in.Context, nil, "context"))
	return t.value()
}

// fullyResolved makes the condition of that name (C11).
func (r *run) fullyResolved(open []int, fatal bool) Condition {
	c := Condition{Type: ConditionFullyResolved, Reason: reasonIncomplete}
	switch {
	case len(open) > 0:
		c.Message = r.openMessage(open)
	case fatal:
		c.Reason, c.Message = reasonFatal, clip(r.fatalErrors()[0].Error(), maxMessage)
	default:
		c.Status, c.Reason, c.Message = true, reasonComplete, "all items complete"
	}
	return c
}

func (r *run) openMessage(open []int) string {
	names := make([]string, 0, maxNamed)
	for _, i := range open[:min(len(open), maxNamed)] {
		names = append(names, clip(r.items[i].title(), maxPathBytes))
	}
	msg := strings.Join(names, ", ")
	if more := len(open) - maxNamed; more > 0 {
		return msg + " and " + strconv.Itoa(more) + " more items incomplete"
	}
	return msg + " incomplete"
}

// sortWarnings orders warnings by place and drops repetitions.
func sortWarnings(l diag.List) diag.List {
	l = l.Dedupe()
	l.Sort()
	return l
}

func (r *run) diagnosticsCondition(fatal bool) Condition {
	c := Condition{Type: ConditionDiagnostics, Reason: reasonEval}
	if fatal {
		list := r.fatalErrors()
		c.Message = clip("hcl.Diagnostics contains "+plural(len(list), "error")+"; "+briefErrors(list), maxMessage)
		return c
	}
	if len(r.warnings) == 0 {
		c.Status, c.Message = true, "hcl.Diagnostics contains no warnings"
		return c
	}
	texts := brief(len(r.warnings), maxBrief, "; ", func(i int) string {
		d := r.warnings[i]
		if d.Subject.IsZero() {
			return d.Summary
		}
		return d.Subject.String() + ": " + d.Summary
	})
	c.Message = clip("hcl.Diagnostics contains "+strconv.Itoa(len(r.warnings))+" warnings; "+texts, maxMessage)
	return c
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// alreadyTold tells whether the observed composite has the same condition, so that nothing new is to be said (C11).
func (r *run) alreadyTold(c Condition) bool {
	status, ok := r.observedStatus()
	if !ok {
		return false
	}
	list, _ := unmarked(status).Attr("conditions")
	want := "False"
	if c.Status {
		want = "True"
	}
	for _, e := range unmarked(list).Elems() {
		if attrText(e, "type") == c.Type {
			return attrText(e, "status") == want && attrText(e, "reason") == c.Reason && attrText(e, "message") == c.Message
		}
	}
	return false
}

func attrText(v value.Value, name string) string {
	a, _ := unmarked(v).Attr(name)
	return a.AsString()
}

// results makes one warning for each unresolved item, up to a bound.
func (r *run) results(open []int) []Result {
	var out []Result
	for n, i := range open {
		if n == maxResults {
			out = append(out, Result{Reason: reasonSummary, Message: plural(len(open)-maxResults, "more item") + " incomplete; see the condition " + ConditionFullyResolved + "."})
			break
		}
		it := &r.items[i]
		reason := reasonWaiting
		if it.State == Failed {
			reason = reasonFailed
		}
		out = append(out, Result{Reason: reason, Message: clip(it.message(), maxMessage)})
	}
	for _, d := range r.warnings {
		if d.Code == codeIgnored {
			out = append(out, Result{Reason: "ConnectionIgnored", Message: clip(d.Error(), maxMessage)})
		}
	}
	return out
}

// message says why an item was discarded.
func (it *Item) message() string {
	msg := "discarded " + it.title()
	if !it.Range.IsZero() {
		msg = it.Range.String() + ": " + msg
	}
	if it.State == Failed {
		return msg + ": " + it.Attribute + " fails: " + briefErrors(it.Errors) + "."
	}
	return msg + ": " + it.Attribute + " waits for " + briefWaits(it.Waits)
}

// fatalErrors are the errors that make the answer fatal, the decisive ones first.
func (r *run) fatalErrors() diag.List {
	errs := r.errors.Dedupe()
	errs.Sort()
	dec := r.decisive.Dedupe()
	dec.Sort()
	return append(dec, errs...)
}

// fatalResult joins the errors into the one result at which Crossplane stops (C12).
func (r *run) fatalResult() Result {
	list := r.fatalErrors()
	msg := brief(len(list), maxBrief, "\n", func(i int) string { return clip(list[i].Error(), maxMessage) })
	return Result{Severity: SeverityFatal, Reason: reasonFatal, Message: clip(msg, 4*maxMessage)}
}

// diagnostics gathers everything with its places: errors, what failed or waits as warnings.
func (r *run) diagnostics(open []int) diag.List {
	out := r.fatalErrors()
	for _, i := range open {
		it := &r.items[i]
		if it.State == Waiting {
			out.Add(it.diagnostic())
		}
	}
	for _, d := range r.warnings {
		w := *d
		w.Severity = diag.Warning
		if !slices.Contains(out, d) {
			out.Add(&w)
		}
	}
	return out
}

// CodeIncomplete is the code of the warning that an item waits for its inputs, which is no failure.
const CodeIncomplete = "incomplete"

// diagnostic is the warning about an item that waits.
func (it *Item) diagnostic() *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: diag.Warning, Code: CodeIncomplete, Subject: it.Cause, Context: source.Range{},
		Summary: "Discarded " + it.title(), Detail: "The " + it.Attribute + " waits for " + briefWaits(it.Waits) + ".",
	}
	for _, o := range it.Waits[:min(len(it.Waits), maxWaits)] {
		if len(o.Path) > 0 && o.Range != it.Cause {
			d.Notes = append(d.Notes, diag.Note{Message: clip(o.Path.String(), maxPathBytes) + " is read here", Range: o.Range})
		}
	}
	return d
}
