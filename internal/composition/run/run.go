package run

import (
	"cmp"
	"context"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// A run evaluates all blocks in the order of the source. Locals and parts of the request are evaluated when they are
// first read, so this order affects only diagnostics. A block with an unfinished attribute is left out; the resources
// that it governs get a guard. After all blocks have been evaluated the content of the answer is known, and every guard
// is checked for existing resources that are missing from the answer. If there are any, the answer is fatal and changes
// nothing, or the resources are kept as last applied.

// The default limits of a run.
const (
	defaultResources = 20_000
	defaultBytes     = 64 << 20
)

// run is one evaluation of a program. It belongs to one goroutine.
type run struct {
	p        *Program
	in       *Input
	thread   eval.Thread
	frame    *eval.Frame
	observed *observed
	parts    [5]part // of req
	req      value.Value
	xr       value.Value // req.composite
	overlay  value.Value // the composite's status in a recovery round; the zero Value in the first round
	steps    int64       // of the previous rounds

	member string // the name of the member of a collection that is being evaluated
	full   bool   // the limit of resources is reached
	room   room   // the remaining capacity of the answer

	items        []report.Item
	states       []itemState // of the items
	guards       []guard
	resources    []Resource
	rendered     map[string]int // by name, into resources
	requirements []Requirement
	heldBack     bool // a resource is not rendered because a part of it is incomplete or failed

	status      tree // the values from status blocks
	keptStatus  tree
	kept        map[*Block]bool // the deferred status blocks
	deferred    []deferredStatus
	connection  map[string]detail
	keepsDetail bool         // a connection block was deferred
	silent      source.Range // a connection block that was rendered and wrote nothing; zero if there is none
	context     map[string]*tree

	errors   diag.List // contract errors, which make the answer fatal
	wrong    wrongMembers
	drops    []report.Drop // existing resources that would be dropped, which makes it fatal, too
	warnings diag.List
}

// itemState is the state of an item that is not reported.
type itemState struct {
	broken bool              // it broke a contract, which makes the answer fatal: it is not an incomplete item
	open   []unfinishedValue // the attributes that are not finished
}

// Run evaluates the program for the request of one call. It never fails: errors are part of the output. The deadline of
// ctx limits it.
func (p *Program) Run(ctx context.Context, in *Input) (out *Output) {
	defer func() {
		if e := recover(); e != nil {
			out = panicked(e)
		}
	}()
	obs := newObserved(in.Resources)
	counts := make([]eval.Count, len(p.Points))
	// Usually there is one round. See "Repeated evaluation for recovery" in docs/decisions.md for the others.
	r := p.round(ctx, in, obs, counts, value.Value{}, 0)
	for rounds := 0; ; rounds++ {
		status, more := r.recovered(rounds)
		if !more {
			break
		}
		r = p.round(ctx, in, obs, counts, status, r.steps+r.thread.Steps())
	}
	r.keepExisting()
	out = r.output()
	out.Counts = counts
	return out
}

// panicked returns the answer to a bug in this package: fatal for this call, harmless to all others.
func panicked(e any) *Output {
	out := &Output{Fatal: true, Panic: PanicText(e)}
	d := InternalError("The function failed unexpectedly. Nothing was changed. The log has the details.")
	out.Diagnostics.Add(d)
	out.Conditions = []report.Condition{
		{Type: report.FullyResolved, Reason: report.ReasonFatal, Message: d.Error()},
		{Type: report.Diagnostics, Reason: report.ReasonEval, Message: d.Error()},
	}
	out.Results = []report.Result{{Severity: report.SeverityFatal, Reason: report.ReasonFatal, Message: d.Error()}}
	return out
}

// round evaluates the program once, with the status from the previous round and after so many steps.
func (p *Program) round(ctx context.Context, in *Input, obs *observed, counts []eval.Count, overlay value.Value,
	steps int64) *run {
	r := &run{p: p, in: in, observed: obs, overlay: overlay, steps: steps, rendered: make(map[string]int, len(obs.list)+8)}
	r.items, r.states = make([]report.Item, 0, p.nodes), make([]itemState, 0, p.nodes)
	r.room = newRoom(ctx, in.Limits)
	r.thread = eval.Thread{Context: ctx, Host: r, Counts: counts, Limits: eval.Limits{
		Steps: stepsLeft(in.Limits.Steps, steps), Depth: MaxCallDepth, Bytes: cmp.Or(in.Limits.Bytes, defaultBytes),
	}}
	r.frame = eval.NewFrame(p.Layout, &r.thread)
	r.req = r.request()
	r.xr, _ = r.req.Attr("composite")
	r.frame.Set(p.Req, r.req)
	r.blocks(p.Blocks, -1)
	r.frame.Release()
	r.frame = nil
	r.tellKept()
	r.connectionSecret()
	r.checkGuards()
	return r
}

// ended reports whether a limit of the evaluation or of the answer is exceeded, so that the run can stop.
func (r *run) ended() bool { return r.room.lack != nil || r.thread.Fatal() != nil }

// add adds an item and returns its index.
func (r *run) add(b *Block, parent int, state report.State) int {
	r.states = append(r.states, itemState{})
	r.items = append(r.items, report.Item{Kind: b.Kind, State: state, Name: b.Label, Parent: parent, Node: int(b.Node),
		Range: b.Range})
	return len(r.items) - 1
}

// outcome is the result of evaluating an attribute.
type outcome struct {
	val    value.Value
	errors diag.List
}

// ok reports whether the value is finished.
func (o *outcome) ok() bool { return o.errors == nil && o.val.IsWhollyKnown() }

// eval evaluates an attribute.
func (r *run) eval(a *Attribute) outcome {
	if !a.Constant.IsZero() {
		return outcome{val: a.Constant}
	}
	o := outcome{val: a.Program.Eval(r.frame)}
	for _, d := range r.thread.Diags {
		if d.Severity == diag.Warning {
			r.warnings.Add(d)
			continue
		}
		if isContract(d) {
			r.errors.Add(d)
		}
		o.errors.Add(d)
	}
	// Each attribute has its own region: its diagnostics belong to its item. Locals that failed report again to the
	// next attribute that reads them.
	r.thread.Diags = nil
	return o
}

// MaxCallDepth is the exact maximum number of nested calls of functions.
const MaxCallDepth = 100

// isContract reports whether an error of an evaluation is always fatal.
func isContract(d *diag.Diagnostic) bool {
	return d.Code == code.Limit || d.Code == code.CallDepth || d.Code == code.InvokeArguments
}

// unfinished records an unfinished attribute of an item.
func (r *run) unfinished(item int, a *Attribute, o *outcome) {
	it := &r.items[item]
	it.State, it.Cause, it.Attribute = report.Waiting, a.Range, a.Name
	it.Waits, it.Errors = r.waits(a, o.val), o.errors
	r.states[item] = itemState{slices.ContainsFunc(o.errors, isContract), []unfinishedValue{{a, o.val}}}
	if o.errors != nil {
		it.State = report.Failed
	}
}

// contract reports an error that makes the answer fatal, whichever resources exist.
func (r *run) contract(item int, at source.Range, summary, detail string) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: contract.Code, Summary: summary, Detail: detail, Subject: at}
	r.breaks(item, at, d)
	return d
}

// breaks records an error that makes the answer fatal on its item.
func (r *run) breaks(item int, at source.Range, d *diag.Diagnostic) {
	r.errors.Add(d)
	it := &r.items[item]
	r.states[item].broken = true
	it.State, it.Cause = report.Failed, at
	it.Errors.Add(d)
}

// obeys applies the rules of an attribute to its finished value. A violation makes the answer fatal.
func (r *run) obeys(item int, a *Attribute, v value.Value) bool {
	var list []contract.Violation
	if a.Rules.Value != nil {
		list = a.Rules.Value(v)
	}
	if len(list) == 0 && a.Rules.Written != nil && r.room.refused {
		r.room.refused = false
		list = a.Rules.Written(v)
	}
	for _, bad := range list {
		at := a.Range
		if len(bad.Path) > 0 {
			at = r.p.place(a.Expr, bad.Path)
		}
		r.noteMember(item, r.contract(item, at, bad.Summary, bad.Detail))
	}
	return len(list) == 0
}

// condition evaluates the condition of an item. It returns false if the item is not rendered; the item then has its
// state.
func (r *run) condition(item int, a *Attribute) bool {
	if a == nil {
		return true
	}
	o := r.eval(a)
	if !o.ok() {
		r.unfinished(item, a, &o)
		return false
	}
	if !r.obeys(item, a, o.val) {
		return false
	}
	holds := unmarked(o.val).AsBool()
	if !holds {
		it := &r.items[item]
		it.State, it.Cause, it.Attribute = report.Excluded, a.Range, a.Name
	}
	return holds
}

// finished evaluates an attribute that must be finished, and applies its rules. If it is invalid, the item records
// that.
func (r *run) finished(item int, a *Attribute) (value.Value, bool) {
	o := r.eval(a)
	if !o.ok() {
		r.unfinished(item, a, &o)
		return o.val, false
	}
	return o.val, r.fits(item, a, o.val) && r.obeys(item, a, o.val)
}

// finish is finished for attributes of a block that must all be finished. The item records the waits of all of them.
func (r *run) finish(item int, attrs []Attribute) ([]value.Value, bool) {
	vals := make([]value.Value, len(attrs))
	ok := true
	var waits []value.Origin
	var open []unfinishedValue
	for i := range attrs {
		a := &attrs[i]
		o := r.eval(a)
		vals[i] = o.val
		if o.ok() {
			continue
		}
		if ok || o.errors != nil && r.items[item].Errors == nil {
			r.unfinished(item, a, &o)
		}
		waits = append(waits, r.waits(a, o.val)...)
		open = append(open, unfinishedValue{a, o.val})
		ok = false
	}
	if !ok {
		r.items[item].Waits, r.states[item].open = dedupeOrigins(waits), open
		return vals, false
	}
	for i := range attrs {
		if !r.fits(item, &attrs[i], vals[i]) {
			return vals, false
		}
	}
	for i := range attrs {
		ok = r.obeys(item, &attrs[i], vals[i]) && ok
	}
	return vals, ok
}
