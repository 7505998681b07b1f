package eval

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// Thread is the state of one evaluation: its limits, its diagnostics, and data of the host for its own functions. It
// may be used by one goroutine at a time. The zero Thread is ready to use, with the default limits.
//
// Limits are counted in fields of the thread, without atomics and without a call in the common case: a step is an
// addition and a comparison. Everything that has to be asked from time to time, such as the context, is behind the same
// comparison (next). To end an evaluation, next is set to 0: the next step of whatever runs then notices.
type Thread struct {
	// Context ends the evaluation when it is done; nil means never.
	Context context.Context
	// Diags are the diagnostics so far. To get those of one evaluation, a host records their number before it and then
	// reads t.Diags[mark:]. It must not shorten the list while an evaluation runs.
	Diags diag.List
	// Host is for the host's own functions.
	Host any
	// Counts has a count for every point of the programs; see [Env.Points]. If it is nil, nothing is counted.
	Counts []Count
	// Limits are the limits of the evaluation.
	Limits Limits

	levels
	steps int64
	next  int64 // the number of steps at which the limits are looked at again
	elems int
	bytes int

	fatal *diag.Diagnostic // the limit that ended the evaluation
	calls []*function.Call // memory for calls of functions
	text  []byte           // templates being written, one behind the other
	args  []value.Value    // arguments of the active calls, one call behind the other
}

// levels are the depths of the evaluation.
type levels struct {
	region  int   // where on Diags the innermost region begins
	running int   // programs and fillings of slots that are active; where none is, every reader has a region of its own
	depth   int   // of calls of the host
	active  int   // calls of functions
	fills   int32 // of lazy slots, one filling another
	trial   int32 // evaluations of arms of which it is not known whether they are chosen
	stack   int   // levels of programs that nest deeply
}

func (t *Thread) restore(l levels) { t.levels = l }

// Limits are the limits of a thread. Zero means the default. Exceeding a limit ends the evaluation with a diagnostic,
// which try and can do not hide.
type Limits struct {
	// Steps is the number of expression nodes evaluated; default 50 million.
	Steps int64
	// Depth is the maximum depth of calls; default 100.
	Depth int
	// Elements is the number of elements that expressions and functions put into collections; default 2.5 million.
	Elements int
	// Bytes limits the memory of the values that expressions and functions create: the bytes of texts, and
	// [function.ElementBytes] for each element of a collection; default 64 MiB. A value that exceeds the rest of it is not
	// built.
	Bytes int
}

// The default limits.
const (
	DefaultSteps    = 50_000_000
	DefaultDepth    = 100
	DefaultElements = 2_500_000
	DefaultBytes    = 64 << 20
)

// Limits that hosts cannot change.
const (
	checkEvery = 4096    // steps between two looks at the context
	maxFills   = 2000    // lazy slots that fill one another
	maxStack   = 500_000 // levels of deeply nested programs that are active at once
	maxDetail  = 8 << 10 // bytes of the text of a diagnostic
	maxDiags   = 5000    // diagnostics of one thread; more are dropped
	minChecked = 256     // bytes of text for which room is looked for while a template is written
	maxWeight  = 1 << 24 // parts of one value, shared ones counted wherever they occur; see value.Value.Weight

	partsPerStep    = 16 // parts that are compared in one step
	argumentPerStep = 32 // parts of arguments that a function, which may look at all of them, handles in one step
	smallArguments  = 64 // parts of arguments that are not worth looking at

	convertedPart = 48 // bytes that a part of a value takes at most when it is converted to another type
	numberPart    = 16 // bytes of a part of a large number
	textPerStep   = 64 // bytes of a text that a function looks at in one step
	unknownBytes  = 64 // of an unknown value, and of each of its origins
)

func or[T int | int64](n, def T) T {
	if n == 0 {
		return def
	}
	return n
}

// Enter begins a call of a function that the host evaluates on this thread. It returns false if calls nest too deeply;
// the host must then report an error, or end the evaluation with [Thread.End]. If it returns true, the call must end
// with [Thread.Leave].
func (t *Thread) Enter() bool {
	if t.depth >= or(t.Limits.Depth, DefaultDepth) {
		return false
	}
	t.depth++
	return true
}

// Leave ends a call.
func (t *Thread) Leave() { t.depth-- }

// CallDepth returns the number of active calls.
func (t *Thread) CallDepth() int { return t.depth }

// Steps returns the number of steps so far, for measurements and for golden counts in tests.
func (t *Thread) Steps() int64 { return t.steps }

// Fatal returns the diagnostic of the limit or cancellation that ended the evaluation, or nil.
func (t *Thread) Fatal() *diag.Diagnostic { return t.fatal }

// Report adds a diagnostic. The number of diagnostics of a thread is limited.
func (t *Thread) Report(d *diag.Diagnostic) {
	if len(d.Detail) > maxDetail {
		short := *d // which may belong to a program
		short.Detail = strings.ToValidUTF8(d.Detail[:maxDetail], "") + " ..."
		d = &short
	}
	if len(t.Diags) < maxDiags {
		t.Diags = append(t.Diags, d)
	}
}

// full reports whether additional diagnostics would be dropped, so that callers need not create them.
func (t *Thread) full() bool { return len(t.Diags) >= maxDiags }

// step counts n steps. It returns false if the evaluation has ended; the caller must then return [Thread.ended].
func (t *Thread) step(n int64) bool {
	t.steps += n
	return t.steps < t.next || t.look()
}

// look checks the limits that are not checked in every step.
func (t *Thread) look() bool {
	if t.fatal != nil {
		return false
	}
	limit := or(t.Limits.Steps, DefaultSteps)
	if t.steps > limit {
		t.stop("Too many steps", "The evaluation takes more than "+strconv.FormatInt(limit, 10)+
			" steps. Look for nested loops over large collections.")
		return false
	}
	if t.Context != nil && t.Context.Err() != nil {
		t.stop("Evaluation ended", "The time limit of this evaluation is exceeded.")
		return false
	}
	t.next = min(t.steps+checkEvery, limit+1)
	return true
}

// grow counts n elements of new collections.
func (t *Thread) grow(n int) bool {
	t.elems += n
	limit := or(t.Limits.Elements, DefaultElements)
	if t.elems <= limit {
		return t.write(n * function.ElementBytes)
	}
	t.stop("Too many elements", "The evaluation creates collections with more than "+strconv.Itoa(limit)+
		" elements in total.")
	return false
}

// write counts n bytes of new text.
func (t *Thread) write(n int) bool {
	if !t.fits(n) {
		return false
	}
	t.bytes += n
	return true
}

// fits reports whether there is room for n more bytes. If not, it ends the evaluation.
func (t *Thread) fits(n int) bool {
	limit := or(t.Limits.Bytes, DefaultBytes)
	if n <= limit-t.bytes {
		return true
	}
	t.stop("Too much text", "The evaluation creates strings and collections of more than "+strconv.Itoa(limit)+
		" bytes in total. "+
		"Look for a string or a collection that is repeatedly built from several copies of another one.")
	return false
}

// add appends to the text that is being written, if there is room for it.
func (t *Thread) add(s string) {
	if len(s) < minChecked || t.fits(len(t.text)+len(s)) {
		t.text = append(t.text, s...)
	}
}

// Room implements [function.Budget].
func (t *Thread) Room(n int) error {
	if t.fits(n) {
		return nil
	}
	return errEnded
}

// Reserve implements [function.Budget].
func (t *Thread) Reserve(n int) error {
	if t.write(n) {
		return nil
	}
	return errEnded
}

// Work implements [function.Budget].
func (t *Thread) Work(steps int64) error {
	if t.step(steps) {
		return nil
	}
	return errEnded
}

// errEnded is returned to functions if the evaluation has ended. The diagnostic of the limit is reported instead of it.
var errEnded = errors.New("the evaluation has ended")

// bear returns a value that an expression created. If visiting all of its parts would take too long, it ends the
// evaluation.
//
// The weight of a value is a field, so this costs a comparison, however large the value is. Four nested loops describe
// 10^12 parts in a few kilobytes; nothing that goes through them all would return.
func (t *Thread) bear(v value.Value, at source.Range) value.Value {
	if host.Weight(v) <= maxWeight {
		return v
	}
	t.stop("Value too large", "This creates a value of more than "+strconv.Itoa(maxWeight)+
		" parts, where a part that occurs several times counts each time. "+
		"Look for a large collection that is repeated within another one.")
	return t.ended(at)
}

// handle counts the steps of a function for large arguments, and the memory of arguments that must be converted,
// because the result may keep parts of them. It checks whether there is room for the text that the function creates
// from large texts.
func (t *Thread) handle(args []value.Value, site *function.Site, result types.Type) bool {
	w := int64(0)
	for i := range args {
		w += host.Weight(args[i])
	}
	// Almost all calls end here.
	if w < smallArguments {
		return true
	}
	text, converted := 0, int64(0)
	for i := range args {
		switch {
		case args[i].IsString():
			text += len(args[i].AsString())
		case site.Converts(i, args[i]):
			converted += host.Weight(args[i])
		}
	}
	if !t.step(w/argumentPerStep+int64(text/textPerStep)) || converted > maxWeight ||
		!t.write(int(converted)*convertedPart) {
		return false
	}
	return result != types.String || t.fits(text)
}

// made counts the memory of a number that an operation created. An int64 takes no memory.
func (t *Thread) made(v value.Value) value.Value {
	if !numbers.IsInt64(v) {
		t.weigh(v)
	}
	return v
}

// weigh counts a value that is neither a container nor a text. If there is no room for it, the evaluation ends with the
// next step.
func (t *Thread) weigh(v value.Value) bool {
	switch {
	case v.IsNumber():
		w := host.Weight(v) - 1
		return t.step(w) && t.write(int(w)*numberPart)
	case v.IsUnknown():
		return t.write((1 + len(v.Origins().List())) * unknownBytes)
	case v.IsMarked():
		return t.write(unknownBytes)
	}
	return true
}

// descend begins to fill a lazy slot.
func (t *Thread) descend() bool {
	if t.fills >= maxFills {
		t.stop("Values nested too deeply", "More than "+strconv.Itoa(maxFills)+" values depend on each other.")
		return false
	}
	t.fills++
	return true
}

// stop ends the evaluation. The code that notices it first sets the position; see [Thread.ended].
func (t *Thread) stop(summary, detail string) {
	if t.fatal != nil {
		return
	}
	t.fatal = &diag.Diagnostic{Code: code.Limit, Summary: summary, Detail: detail}
	// Every further step now takes the slow way and finds that the evaluation has ended, however deep the code is
	// nested.
	t.next = 0
}

// End ends the evaluation with a diagnostic of the host, as a limit does: try and can do not hide it, and nothing more
// is evaluated.
func (t *Thread) End(d *diag.Diagnostic) {
	if t.fatal == nil {
		t.fatal, t.next = d, 0
	}
	t.insist()
}

// ended returns the result of code when the evaluation has ended. The position of the first call is reported.
func (t *Thread) ended(at source.Range) value.Value {
	if t.fatal == nil {
		return value.DynamicUnknown
	}
	if t.fatal.Subject.IsZero() {
		t.fatal.Subject = at
	}
	t.insist()
	return value.DynamicUnknown
}

// insist adds the diagnostic that ended the evaluation to the innermost region, if it does not contain it.
//
// try, conditionals and operators take diagnostics off the list again. This one must survive that, or a limit could be
// hidden; a recursion behind it would go on for hours ("Deep recursion" in docs/decisions.md).
func (t *Thread) insist() {
	if t.fatal != nil && !slices.Contains(t.Diags[min(t.region, len(t.Diags)):], t.fatal) {
		t.Diags = append(t.Diags, t.fatal)
	}
}

// drop removes the diagnostics from mark on, for example because their expression was not chosen. It does not remove
// the diagnostic that ended the evaluation.
func (t *Thread) drop(mark int) {
	clear(t.Diags[mark:])
	t.Diags = t.Diags[:mark]
	if t.fatal != nil {
		t.insist()
	}
}

// failedSince reports whether an error is among the diagnostics from mark on.
func (t *Thread) failedSince(mark int) bool { return len(t.Diags) > mark && t.Diags[mark:].HasErrors() }

// moveUp moves the diagnostics from an index on to a smaller index.
func (t *Thread) moveUp(from, to int) {
	if from == to {
		return
	}
	later := slices.Clone(t.Diags[from:])
	copy(t.Diags[to+len(later):], t.Diags[to:from])
	copy(t.Diags[to:], later)
}

// repeat adds diagnostics that were reported before to the innermost region, if it does not contain them. At is the
// last index of the first one. It returns the current index.
//
// A failed local has many readers. Each reader has to see that it failed, because code decides by the diagnostics of
// its own region, but a person should read the error once. So it is added only if the region does not hold it yet.
// Where it was put last is remembered, since searching the list for every reader would be quadratic.
func (t *Thread) repeat(diags diag.List, at int) int {
	if t.running > 0 && at >= t.region && at < len(t.Diags) && t.Diags[at] == diags[0] {
		return at
	}
	at = len(t.Diags)
	if t.running == 0 {
		for _, d := range diags {
			t.Report(d)
		}
		return at
	}
	for _, d := range diags {
		if i := slices.Index(t.Diags[t.region:], d); i < 0 {
			t.Report(d)
		} else if d == diags[0] {
			at = t.region + i
		}
	}
	return at
}

// dropBetween removes the diagnostics in the half-open range from, to.
func (t *Thread) dropBetween(from, to int) {
	t.Diags = slices.Delete(t.Diags, from, to)
	if t.fatal != nil {
		t.insist()
	}
}

// maxKeptText limits the text buffer that a thread keeps.
const maxKeptText = 64 << 10

// cut removes the text from start on from the buffer.
func (t *Thread) cut(start int) {
	t.text = t.text[:start]
	// A thread lives in a pool. One long text must not stay with it.
	if start == 0 && cap(t.text) > maxKeptText {
		t.text = nil
	}
}

// callMemory returns memory for another call. The caller releases it by restoring the former value of active.
func (t *Thread) callMemory() *function.Call {
	if t.active == len(t.calls) {
		t.calls = append(t.calls, &function.Call{Evaluation: t})
	}
	c := t.calls[t.active]
	t.active++
	return c
}

// reset prepares the thread for another evaluation. It keeps only memory for reuse.
func (t *Thread) reset() {
	t.Diags, t.fatal = nil, nil
	t.levels, t.steps, t.next, t.elems, t.bytes = levels{}, 0, 0, 0, 0
	clear(t.args[:cap(t.args)])
}
