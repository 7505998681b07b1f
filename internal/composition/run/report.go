package run

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// The reasons of results.
const (
	reasonFatal   = report.ReasonFatal
	reasonWaiting = "Incomplete"
	reasonFailed  = "EvaluationError"
	reasonSummary = "MoreIncomplete"
	reasonRing    = "CircularWait"
	reasonIgnored = "ConnectionIgnored"
)

// Bounds of what is told.
const (
	maxResults   = 10   // warnings about items, before the summary
	maxWaits     = 8    // inputs in one message
	maxBrief     = 10   // diagnostics in one message
	maxMessage   = 4000 // bytes of one message
	maxPathBytes = 300
)

// output makes the answer.
func (r *run) output() *Output {
	out := &Output{Items: r.items}
	out.Fatal = len(r.errors)+len(r.decisive) > 0
	r.warnings = sortWarnings(r.warnings)
	t := r.telling(out.Fatal)
	if !out.Fatal {
		entries := t.Before
		if t.Step != "" {
			entries = t.After()
		}
		r.deliver(out, entries)
	}
	out.Conditions, out.Results, out.Diagnostics = t.Conditions(), t.results(), t.diagnostics()
	return out
}

// deliver puts the desired state into the answer.
func (r *run) deliver(out *Output, entries report.Entries) {
	out.Resources, out.Requirements = r.resources, r.requirements
	out.Status = r.finalStatus()
	out.Connection = r.finalConnection()
	out.Context = r.finalContext(entries)
	if r.heldBack {
		out.Ready = ReadyFalse
	}
}

// telling is what a run has to tell, and to whom.
type telling struct {
	report.Run
	r     *run
	fatal diag.List
	open  []int // the items that are incomplete or failed themselves, not because of what is around them
	names map[int]string
	told  map[int]bool // those of the open items that an error tells about already
	rings []ring
}

// telling gathers what there is to tell.
func (r *run) telling(fatal bool) *telling {
	t := &telling{r: r}
	t.Step, t.Before = r.in.Step, r.entries().Before(r.in.Step)
	if !r.in.Afresh {
		t.Observed = report.ReadObserved(r.given())
	}
	t.open = r.unresolved(fatal)
	t.name()
	if fatal {
		t.fatal = r.fatalErrors()
		t.Fatal = t.fatal[0].Error()
		t.told = make(map[int]bool, len(r.refused))
		for i, about := range r.refused {
			t.told[about.item] = true
			t.add(report.Refusal, t.names[about.item], r.decisive[i], briefPaths(r.items[about.item].Waits))
		}
		for _, d := range t.fatal[len(r.decisive):] {
			t.add(report.Error, "", d, "")
		}
	}
	t.rings = r.rings(t.open)
	for _, ring := range t.rings {
		t.add(report.Ring, t.names[ring[0].item], t.ringWarning(ring, placeOf), briefPaths(ring.waits()))
	}
	for _, i := range t.open {
		t.Open = append(t.Open, t.names[i])
		if !t.told[i] {
			t.item(i)
		}
	}
	for _, d := range r.warnings {
		t.add(report.Warning, "", d, "")
	}
	return t
}

func (t *telling) add(kind report.Kind, item string, d *diag.Diagnostic, path string) {
	text := d.Error()
	if kind == report.Warning {
		text = d.Summary
		if !d.Subject.IsZero() {
			text = d.Subject.String() + ": " + text
		}
	}
	t.Reasons = append(t.Reasons, report.Reason{Kind: kind, Item: item, Code: d.Code, Place: d.Subject, Path: path, Text: text})
}

// item adds the reasons of an open item.
func (t *telling) item(i int) {
	it := &t.r.items[i]
	if it.State == Failed {
		for _, d := range it.Errors {
			t.add(report.Failure, t.names[i], d, "")
		}
		return
	}
	for _, o := range t.untold(i) {
		reason := report.Reason{Kind: report.Wait, Item: t.names[i], Code: CodeIncomplete, Place: o.Range, Path: pathText(o), Text: describeWait(o, placeOf)}
		if len(it.Kept) > 0 {
			reason.Code, reason.Text = codeExistingKept, reason.Text+keptText
		}
		if field, ok := missing(o.Path); ok {
			reason.Kind, reason.Text, reason.Hint = report.Missing, lacks(field, o), makeOptional(o)
		}
		t.Reasons = append(t.Reasons, reason)
	}
}

// untold are the waits of an item that no ring tells about.
func (t *telling) untold(i int) []value.Origin {
	waits := t.r.items[i].Waits
	for _, ring := range t.rings {
		for _, l := range ring {
			if l.item == i {
				waits = slices.DeleteFunc(slices.Clone(waits), func(o value.Origin) bool { return o.Path.Equal(l.wait.Path) })
			}
		}
	}
	return waits
}

// unresolved returns the items that are incomplete or failed themselves, not because of what is around them. What only waits for an answer
// that is being asked for is none in a fatal answer: the answer would have come.
func (r *run) unresolved(fatal bool) []int {
	var out []int
	e := exemption{r: r, known: map[int]bool{}}
	asks := fatal && r.asks()
	for i := range r.items {
		it := &r.items[i]
		if (it.State == Waiting || it.State == Failed) && !it.Cause.IsZero() && !it.broken && !(asks && e.item(i)) {
			out = append(out, i)
		}
	}
	return out
}

// asks reports whether a requirement is asked for that is not answered yet.
func (r *run) asks() bool {
	return slices.ContainsFunc(r.requirements, func(q Requirement) bool {
		return !slices.ContainsFunc(r.in.Extra, func(a Answer) bool { return normal(a.Name) == q.Name })
	})
}

// results are the events that are due.
func (t *telling) results() []report.Result {
	if t.Told() {
		return nil
	}
	var out []report.Result
	add := func(reason, message string) {
		out = append(out, report.Result{Reason: reason, Message: wording.Clip(message, maxMessage)})
	}
	for _, ring := range t.rings {
		add(reasonRing, t.ringWarning(ring, placeOf).Error())
	}
	rest := 0
	for _, i := range t.open {
		switch it := &t.r.items[i]; {
		case t.told[i], it.State == Waiting && len(t.untold(i)) == 0:
		case len(out) >= maxResults:
			rest++
		case it.State == Failed:
			add(reasonFailed, t.message(i))
		default:
			add(reasonWaiting, t.message(i))
		}
	}
	if rest > 0 {
		add(reasonSummary, wording.Count(rest, "more item")+" incomplete; see the conditions "+report.FullyResolved+" and "+report.Diagnostics+".")
	}
	for _, d := range t.r.warnings {
		if d.Code == codeIgnored {
			add(reasonIgnored, d.Error())
		}
	}
	if len(t.fatal) > 0 {
		out = append(out, fatalResult(t.fatal, reasonFatal))
	}
	return out
}

// message says why an item is not complete.
func (t *telling) message(i int) string {
	it := &t.r.items[i]
	msg := t.names[i]
	if !it.Range.IsZero() {
		msg = it.Range.String() + ": " + msg
	}
	if it.State == Failed {
		return msg + " is left out: its " + it.Attribute + " fails: " + briefErrors(it.Errors, placeOf) + "."
	}
	return msg + " is waiting: " + it.needs("its "+it.Attribute)
}

// fatalErrors are the errors that make the answer fatal, the decisive ones first.
func (r *run) fatalErrors() diag.List {
	errs := r.errors.Dedupe()
	errs.Sort()
	for i, d := range errs {
		errs[i] = r.wrong.named(d)
	}
	return append(slices.Clone(r.decisive), errs...)
}

// fatalResult joins the errors into the one result at which Crossplane stops (C12).
func fatalResult(list diag.List, reason string) report.Result {
	msg := brief(len(list), maxBrief, "\n", func(i int) string { return wording.Clip(list[i].Error(), maxMessage) })
	return report.Result{Severity: report.SeverityFatal, Reason: reason, Message: wording.Clip(msg, maxMessage)}
}

// sortWarnings orders warnings by place and drops repetitions.
func sortWarnings(l diag.List) diag.List {
	l = l.Dedupe()
	l.Sort()
	return l
}

// Refused is the answer to a call whose input or program has errors: nothing changes (C12).
func Refused(in *Input, errors diag.List) *Output {
	errors = errors.Errors()
	r := &run{in: in, errors: errors}
	t := &telling{r: r, fatal: errors}
	t.Step, t.Before, t.Fatal = in.Step, r.entries().Before(in.Step), errors[0].Error()
	for _, d := range errors {
		t.add(report.Error, "", d, "")
	}
	return &Output{
		Fatal: true, Diagnostics: errors, Conditions: t.Conditions(), Results: []report.Result{fatalResult(errors, "InvalidProgram")},
	}
}

// brief joins up to most texts and counts the rest.
func brief(n, most int, sep string, text func(i int) string) string {
	parts := make([]string, 0, min(n, most))
	for i := 0; i < n && i < most; i++ {
		parts = append(parts, text(i))
	}
	out := strings.Join(parts, sep)
	if n > most {
		out += sep + "and " + strconv.Itoa(n-most) + " more"
	}
	return out
}

// briefErrors joins errors. Those of one place, such as the elements of a for, are one with a count.
func briefErrors(list diag.List, place placing) string {
	var firsts diag.List
	count := map[errorCause]int{}
	for _, d := range list {
		if count[causeOfError(d)]++; count[causeOfError(d)] == 1 {
			firsts.Add(d)
		}
	}
	return brief(len(firsts), maxWaits, "; ", func(i int) string {
		told := *firsts[i]
		if place(told.Subject) == "" {
			told.Subject = source.Range{}
		}
		text := strings.TrimSuffix(told.Error(), ".")
		if n := count[causeOfError(firsts[i])]; n > 1 {
			text += " (and " + strconv.Itoa(n-1) + " more like it)"
		}
		return text
	})
}

// errorCause is what errors have in common that are one fact.
type errorCause struct {
	code string
	at   source.Range
	text string // where there is no place
}

func causeOfError(d *diag.Diagnostic) errorCause {
	if d.Subject.IsZero() {
		return errorCause{d.Code, d.Subject, d.Error()}
	}
	return errorCause{d.Code, d.Subject, ""}
}

// codeExistingKept tells what waits and is kept from what waits and is left out.
const codeExistingKept = "existing-kept"

// CodeIncomplete is the code of the warning that an item waits for its inputs, which is no failure.
const CodeIncomplete = "incomplete"

// diagnostics gathers everything with its places: errors, and what failed or waits as warnings.
func (t *telling) diagnostics() diag.List {
	out := slices.Clone(t.fatal)
	if len(out) > 0 {
		for i, about := range t.r.refused {
			out[i] = t.r.refusal(about, nowhere)
		}
	}
	for _, ring := range t.rings {
		out.Add(t.ringWarning(ring, nowhere))
	}
	out = append(out, t.failures()...)
	out = append(out, t.waits()...)
	for _, d := range t.r.warnings {
		if !slices.Contains(out, d) {
			out.Add(d)
		}
	}
	return out
}

// failures are the errors because of which items are left out, each place once.
func (t *telling) failures() diag.List {
	var out diag.List
	count := map[errorCause]int{}
	for _, i := range t.open {
		if t.told[i] {
			continue
		}
		for _, d := range t.r.items[i].Errors {
			if count[causeOfError(d)]++; count[causeOfError(d)] > 1 {
				continue
			}
			w := *d
			w.Severity = diag.Warning
			w.Detail = strings.TrimSpace(w.Detail + " This is in " + t.r.label(i) + ", which is left out.")
			out.Add(&w)
		}
	}
	for _, w := range out {
		if n := count[causeOfError(w)]; n > 1 {
			w.Detail += " The same happens " + times(n-1) + " more."
		}
	}
	return out
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return wording.Count(n, "time")
}

// waits are the warnings about items that wait; members of a collection that wait for the same have one.
func (t *telling) waits() diag.List {
	type cause struct {
		at  source.Range
		why string
	}
	var out diag.List
	more := map[cause]int{}
	var firsts []int
	for _, i := range t.open {
		it := &t.r.items[i]
		if it.State != Waiting || t.told[i] || len(t.untold(i)) == 0 {
			continue
		}
		c := cause{it.Cause, it.needsAt("its "+it.Attribute, nowhere)}
		if more[c]++; more[c] == 1 {
			firsts = append(firsts, i)
		}
	}
	for _, i := range firsts {
		it := &t.r.items[i]
		d := t.waitWarning(i)
		if n := more[cause{it.Cause, it.needsAt("its "+it.Attribute, nowhere)}]; n > 1 {
			d.Summary = upperFirst(t.r.label(i)) + " and " + strconv.Itoa(n-1) + " more are waiting"
		}
		out.Add(d)
	}
	return out
}

// waitWarning is the warning about an item that waits.
func (t *telling) waitWarning(i int) *diag.Diagnostic {
	it := &t.r.items[i]
	d := &diag.Diagnostic{
		Severity: diag.Warning, Code: CodeIncomplete, Subject: it.Cause,
		Summary: upperFirst(t.r.label(i)) + " is waiting", Detail: upperFirst(it.needsAt("its "+it.Attribute, nowhere)) + ".",
	}
	d.Notes = it.waitNotes()
	return d
}

// waitNotes show where an item reads what it waits for.
func (it *Item) waitNotes() []diag.Note {
	var notes []diag.Note
	for _, o := range it.Waits[:min(len(it.Waits), maxWaits)] {
		if len(o.Path) > 0 && o.Range != it.Cause {
			notes = append(notes, diag.Note{Message: wording.Clip(o.Path.String(), maxPathBytes) + " is read here", Range: o.Range})
		}
	}
	return notes
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func attrText(v value.Value, name string) string {
	a, _ := unmarked(v).Attr(name)
	return a.AsString()
}
