package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// The same facts are reported in four forms: the error that stops the pipeline, the conditions, events, and diagnostics
// with places for the command line. They are gathered once, as reasons, so that the forms cannot contradict each other.
// A fact that an error reports is not repeated as a wait or an event; t.told remembers that.

// The reasons of results.
const (
	reasonWaiting = "Incomplete"
	reasonFailed  = "EvaluationError"
	reasonSummary = "MoreIncomplete"
	reasonRing    = "CircularWait"
	reasonIgnored = "ConnectionIgnored"
)

// Limits of events and diagnostics.
const (
	maxResults = 10   // warnings about items, before the summary
	maxWaits   = 8    // inputs in one message
	maxBrief   = 10   // diagnostics in one message
	maxMessage = 4000 // bytes of one message
)

// Account is the report of a run about its items.
type Account struct {
	Run
	// Items are the blocks that the run met.
	Items []Item
	// Unresolved are the items that are incomplete or failed themselves, not because of the block that contains them.
	Unresolved []int
	// Drops and Errors make the answer fatal. Errors and Warnings are in the order of the report, each once.
	Drops    []Drop
	Errors   diag.List
	Warnings diag.List
	// Circles are items that wait for themselves or for each other.
	Circles []Circle
	// Reason is the reason of the fatal result, if it is not [ReasonFatal].
	Reason string

	fatal diag.List
	names map[int]string // of unresolved items
	told  map[int]bool   // the unresolved items that an error already reports
}

// Gather makes the reasons and the names of open items from the other fields, before anything is reported.
func (t *Account) Gather() {
	t.name()
	t.told = make(map[int]bool, len(t.Drops))
	for _, about := range t.Drops {
		d := t.refusal(about, placeOf)
		t.fatal.Add(d)
		t.told[about.Item] = true
		t.add(Refusal, t.names[about.Item], d, briefPaths(t.Items[about.Item].Waits))
	}
	for _, d := range t.Errors {
		t.fatal.Add(d)
		t.add(Error, "", d, "")
	}
	if len(t.fatal) > 0 {
		t.Fatal = t.fatal[0].Error()
	}
	for _, circle := range t.Circles {
		t.add(Ring, t.names[circle[0].Item], t.ringWarning(circle, placeOf), briefPaths(circle.waits()))
	}
	for _, i := range t.Unresolved {
		t.Open = append(t.Open, t.names[i])
		if !t.told[i] {
			t.item(i)
		}
	}
	for _, d := range t.Warnings {
		t.add(Warning, "", d, "")
	}
}

func (t *Account) add(kind Kind, item string, d *diag.Diagnostic, path string) {
	text := d.Error()
	if kind == Warning {
		text = d.Summary
		if !d.Subject.IsZero() {
			text = d.Subject.String() + ": " + text
		}
	}
	t.Reasons = append(t.Reasons, Reason{Kind: kind, Item: item, Code: d.Code, Place: d.Subject, Path: path, Text: text})
}

// item adds the reasons of an open item.
func (t *Account) item(i int) {
	it := &t.Items[i]
	if it.State == Failed {
		for _, d := range it.Errors {
			t.add(Failure, t.names[i], d, "")
		}
		return
	}
	for _, o := range t.untold(i) {
		reason := Reason{Kind: Wait, Item: t.names[i], Code: CodeIncomplete, Place: o.Range, Path: pathText(o),
			Text: describeWait(o, placeOf)}
		if len(it.Kept) > 0 {
			reason.Code, reason.Text = code.ExistingKept, reason.Text+keptText
		}
		if field, ok := missing(o.Path); ok {
			reason.Kind, reason.Text, reason.Hint = Missing, lacks(field, o), makeOptional(o)
		}
		t.Reasons = append(t.Reasons, reason)
	}
}

// untold returns the waits of an item that no ring reports.
func (t *Account) untold(i int) []value.Origin {
	waits := t.Items[i].Waits
	for _, ring := range t.Circles {
		for _, l := range ring {
			if l.Item == i {
				waits = slices.DeleteFunc(slices.Clone(waits), func(o value.Origin) bool { return o.Path.Equal(l.Wait.Path) })
			}
		}
	}
	return waits
}

// Results returns the events that are due.
func (t *Account) Results() []Result {
	if t.Told() {
		return nil
	}
	var out []Result
	add := func(reason, message string) {
		out = append(out, Result{Reason: reason, Message: wording.Clip(message, maxMessage)})
	}
	for _, ring := range t.Circles {
		add(reasonRing, t.ringWarning(ring, placeOf).Error())
	}
	rest := 0
	for _, i := range t.Unresolved {
		switch it := &t.Items[i]; {
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
		add(reasonSummary, wording.Count(rest, "more item")+" incomplete; see the conditions "+FullyResolved+" and "+
			Diagnostics+".")
	}
	for _, d := range t.Warnings {
		if d.Code == code.ConnectionIgnored {
			add(reasonIgnored, d.Error())
		}
	}
	if len(t.fatal) > 0 {
		out = append(out, fatalResult(t.fatal, cmp.Or(t.Reason, ReasonFatal)))
	}
	return out
}

// message returns the reason why an item is not complete.
func (t *Account) message(i int) string {
	it := &t.Items[i]
	msg := t.names[i]
	if !it.Range.IsZero() {
		msg = it.Range.String() + ": " + msg
	}
	if it.State == Failed {
		return msg + " is left out: its " + it.Attribute + " fails: " + briefErrors(it.Errors, placeOf) + "."
	}
	return msg + " is waiting: " + it.needs("its "+it.Attribute, placeOf)
}

// fatalResult joins the errors into the one result at which Crossplane stops.
func fatalResult(list diag.List, reason string) Result {
	msg := brief(list, maxBrief, "\n", func(d *diag.Diagnostic) string { return wording.Clip(d.Error(), maxMessage) })
	return Result{Severity: SeverityFatal, Reason: reason, Message: wording.Clip(msg, maxMessage)}
}

// brief joins up to most texts and counts the rest.
func brief[T any](list []T, most int, sep string, text func(T) string) string {
	var parts []string
	for _, x := range list[:min(len(list), most)] {
		parts = append(parts, text(x))
	}
	if n := len(list); n > most {
		parts = append(parts, "and "+strconv.Itoa(n-most)+" more")
	}
	return strings.Join(parts, sep)
}

func itself(text string) string { return text }

// grouped groups things by their causes, in the order of the first ones.
//
// A thousand members of a collection that fail for one reason are one fact.
func grouped[T any, C comparable](list []T, cause func(T) C) [][]T {
	var out [][]T
	at := map[C]int{}
	for _, x := range list {
		c := cause(x)
		i, known := at[c]
		if !known {
			i = len(out)
			at[c], out = i, append(out, nil)
		}
		out[i] = append(out[i], x)
	}
	return out
}

// briefErrors joins errors. Errors at one place, such as the elements of a for, become one with a count.
func briefErrors(list diag.List, place placing) string {
	return brief(grouped(list, causeOfError), maxWaits, "; ", func(same []*diag.Diagnostic) string {
		told := *same[0]
		if place(told.Subject) == "" {
			told.Subject = source.Range{}
		}
		return strings.TrimSuffix(told.Error(), ".") + alike(len(same))
	})
}

// alike returns the number of similar cases that a sentence includes.
func alike(n int) string {
	if n < 2 {
		return ""
	}
	return " (and " + strconv.Itoa(n-1) + " more)"
}

// errorCause is the common part of errors that are one fact.
type errorCause struct {
	code string
	at   source.Range
	text string // if there is no place
}

func causeOfError(d *diag.Diagnostic) errorCause {
	if d.Subject.IsZero() {
		return errorCause{d.Code, d.Subject, d.Error()}
	}
	return errorCause{d.Code, d.Subject, ""}
}

// CodeIncomplete is the code of the warning that an item waits for its inputs, which is not a failure.
const CodeIncomplete = "incomplete"

// Diagnostics returns everything with its places: errors, and failures and waits as warnings.
func (t *Account) Diagnostics() diag.List {
	out := slices.Clone(t.fatal)
	if len(out) > 0 {
		for i, about := range t.Drops {
			out[i] = t.refusal(about, nowhere)
		}
	}
	for _, ring := range t.Circles {
		out.Add(t.ringWarning(ring, nowhere))
	}
	out = append(out, t.failures()...)
	out = append(out, t.waits()...)
	for _, d := range t.Warnings {
		if !slices.Contains(out, d) {
			out.Add(d)
		}
	}
	return out
}

// failures returns the errors that exclude items, each place once.
func (t *Account) failures() diag.List {
	type failure struct {
		item int
		*diag.Diagnostic
	}
	var all []failure
	for _, i := range t.Unresolved {
		if !t.told[i] {
			for _, d := range t.Items[i].Errors {
				all = append(all, failure{i, d})
			}
		}
	}
	var out diag.List
	for _, same := range grouped(all, func(f failure) errorCause { return causeOfError(f.Diagnostic) }) {
		w := *same[0].Diagnostic
		w.Severity = diag.Warning
		w.Detail = strings.TrimSpace(w.Detail + " This is in " + t.label(same[0].item) + ", which is left out.")
		switch n := len(same) - 1; n {
		case 0:
		case 1:
			w.Detail += " This happens once more."
		default:
			w.Detail += " This happens " + strconv.Itoa(n) + " more times."
		}
		out.Add(&w)
	}
	return out
}

// waits returns the warnings about items that wait; members of a collection that wait for the same input share one.
func (t *Account) waits() diag.List {
	type wait struct {
		at  source.Range
		why string
	}
	var waiting []int
	for _, i := range t.Unresolved {
		if t.Items[i].State == Waiting && !t.told[i] && len(t.untold(i)) > 0 {
			waiting = append(waiting, i)
		}
	}
	why := func(i int) wait {
		it := &t.Items[i]
		return wait{it.Cause, it.needs("its "+it.Attribute, nowhere)}
	}
	var out diag.List
	for _, same := range grouped(waiting, why) {
		i := same[0]
		w := why(i)
		d := &diag.Diagnostic{
			Severity: diag.Warning, Code: CodeIncomplete, Subject: w.at, Detail: wording.UpperFirst(w.why) + ".",
			Summary: wording.UpperFirst(t.label(i)) + " is waiting", Notes: t.Items[i].waitNotes(),
		}
		if n := len(same); n > 1 {
			d.Summary = wording.UpperFirst(t.label(i)) + " and " + strconv.Itoa(n-1) + " more are waiting"
		}
		out.Add(d)
	}
	return out
}

// waitNotes returns notes at the places where an item reads the inputs that it waits for.
func (it *Item) waitNotes() []diag.Note {
	var notes []diag.Note
	for _, o := range it.Waits[:min(len(it.Waits), maxWaits)] {
		if len(o.Path) > 0 && o.Range != it.Cause {
			notes = append(notes, diag.Note{Message: wording.Path(o.Path) + " is read here", Range: o.Range})
		}
	}
	return notes
}
