package composition

import (
	"context"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

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
	loaders  loaders
	req      value.Value
	xr       value.Value // req.composite
	overlay  value.Value // the composite's status in a recovery round; the zero Value in the first round
	steps    int64       // of the rounds before

	member string // the name of the member of a collection that is being evaluated
	full   bool   // the limit of resources is reached
	room   room   // what else the answer may hold

	items        []Item
	guards       []guard
	resources    []Resource
	rendered     map[string]int // by name, into resources
	requirements []Requirement
	heldBack     bool // a resource is not rendered because something in it is incomplete or failed (C10)

	status      contributions
	keptStatus  tree
	keptBlocks  map[*status]bool
	deferred    []deferredStatus
	connection  map[string]detail
	keepsDetail bool         // a connection block was deferred
	silent      source.Range // a connection block that was rendered and wrote nothing; zero if there is none
	context     map[string]*tree

	errors   diag.List // contract errors, which make the answer fatal
	wrong    wrongMembers
	decisive diag.List // what would drop something that exists
	refused  []refused // what decisive is about
	warnings diag.List
}

// contributions is a tree to which blocks contribute.
type contributions struct {
	tree  tree
	wrote bool
}

// detail is a connection detail with the block that wrote it.
type detail struct {
	data []byte
	from source.Range
}

// Run evaluates the program for the request of one call. It never fails: mistakes are part of the output. The deadline of ctx
// bounds it.
func (p *Program) Run(ctx context.Context, in *Input) (out *Output) {
	defer func() {
		if e := recover(); e != nil {
			out = panicked(e)
		}
	}()
	obs := newObserved(in.Resources)
	r := p.round(ctx, in, obs, value.Value{}, 0)
	for rounds := 0; ; rounds++ {
		status, more := r.recovered(rounds)
		if !more {
			break
		}
		r = p.round(ctx, in, obs, status, r.steps+r.thread.Steps())
	}
	return r.output()
}

// panicked is the answer to a mistake of this package: fatal for this call, harmless to all others (C12).
func panicked(e any) *Output {
	out := &Output{Fatal: true, Panic: PanicText(e)}
	d := internalError("The function failed in a way that it should not. Nothing was changed; the log has the details.")
	out.Diagnostics.Add(d)
	out.Conditions = []Condition{
		{Type: ConditionFullyResolved, Reason: reasonFatal, Message: d.Error()},
		{Type: ConditionDiagnostics, Reason: report.ReasonEval, Message: d.Error()},
	}
	out.Results = []Result{{Severity: SeverityFatal, Reason: reasonFatal, Message: d.Error()}}
	return out
}

// round evaluates the program once, with the status that the round before produced and after so many steps.
func (p *Program) round(ctx context.Context, in *Input, obs *observed, overlay value.Value, steps int64) *run {
	r := &run{p: p, in: in, observed: obs, overlay: overlay, steps: steps, rendered: make(map[string]int, len(obs.list)+8)}
	r.items = make([]Item, 0, p.blocks)
	r.room = newRoom(ctx, in.Limits)
	bytes := in.Limits.Bytes
	if bytes == 0 {
		bytes = defaultBytes
	}
	r.thread = eval.Thread{Context: ctx, Host: r, Limits: eval.Limits{Steps: stepsLeft(in.Limits.Steps, steps), Depth: maxCallDepth, Bytes: bytes}}
	r.frame = eval.NewFrame(p.layout, &r.thread)
	r.req = r.request()
	r.xr, _ = r.req.Attr("composite")
	r.frame.Set(p.reqSlot, r.req)
	r.elements(p.top.elements, -1)
	r.frame.Release()
	r.frame = nil
	r.tellKept()
	r.connectionSecret()
	r.checkGuards()
	return r
}

// elements runs the blocks of a group.
func (r *run) elements(list []element, parent int) {
	for _, e := range list {
		if r.ended() {
			return
		}
		e.run(r, parent)
	}
}

// ended reports whether a limit of the evaluation or of the answer is reached, so that nothing else needs to be looked at.
func (r *run) ended() bool { return r.room.lack != lackNone || r.thread.Fatal() != nil }

// add notes an item and returns its index.
func (r *run) add(n *node, parent int, state ItemState) int {
	r.items = append(r.items, Item{Kind: n.kind, State: state, Name: n.label, Parent: parent, Node: n.id, Range: n.rng})
	return len(r.items) - 1
}

// outcome is what evaluating an attribute came to.
type outcome struct {
	val    value.Value
	errors diag.List
}

// ok reports whether the value is finished.
func (o *outcome) ok() bool { return o.errors == nil && o.val.IsWhollyKnown() }

// state returns the state of a block of which an attribute is not finished.
func (o *outcome) state() ItemState {
	if o.errors != nil {
		return Failed
	}
	return Waiting
}

// eval evaluates an attribute.
func (r *run) eval(a *attribute) outcome {
	if !a.constant.IsZero() {
		return outcome{val: a.constant}
	}
	v := a.prog.Eval(r.frame)
	fatal := r.thread.Fatal()
	if len(r.thread.Diags) == 0 && fatal == nil {
		return outcome{val: v}
	}
	o := outcome{val: v}
	if fatal != nil && !slices.Contains(r.thread.Diags, fatal) {
		if fatal.Subject.IsZero() {
			fatal.Subject = a.rng()
		}
		r.thread.Diags.Add(fatal)
	}
	for _, d := range r.thread.Diags {
		switch {
		case d.Severity == diag.Warning:
			r.warnings.Add(d)
		case isContract(d):
			r.errors.Add(d)
			o.errors.Add(d)
		default:
			o.errors.Add(d)
		}
	}
	r.thread.Diags = nil
	return o
}

// isContract reports whether an error of an evaluation is always fatal (C2).
func isContract(d *diag.Diagnostic) bool {
	return d.Code == codeLimit || d.Code == codeDepth || d.Code == codeInvoke
}

// unfinished notes on an item that an attribute of it is not finished.
func (r *run) unfinished(item int, a *attribute, o *outcome) {
	it := &r.items[item]
	it.State, it.Cause, it.Attribute = o.state(), a.rng(), a.name
	it.Waits, it.Errors = r.waits(a, o.val), o.errors
	it.open = []unfinishedValue{{a, o.val}}
	for _, d := range o.errors {
		if isContract(d) {
			it.broken = true
		}
	}
}

// contract reports an error that makes the answer fatal whatever exists.
func (r *run) contract(item int, at source.Range, summary, detail string) {
	d := &diag.Diagnostic{Code: contract.Code, Summary: summary, Detail: detail, Subject: at}
	r.errors.Add(d)
	it := &r.items[item]
	it.State, it.Cause, it.broken = Failed, at, true
	it.Errors.Add(d)
}

// condition evaluates the condition of an item. It returns false if the item is not to be rendered; the item then has its state.
func (r *run) condition(item int, a *attribute) bool {
	if a == nil {
		return true
	}
	o := r.eval(a)
	if !o.ok() {
		r.unfinished(item, a, &o)
		return false
	}
	if !r.obeys(item, a, o.val, contract.Condition) {
		return false
	}
	v := unmarked(o.val)
	if !v.AsBool() {
		it := &r.items[item]
		it.State, it.Cause, it.Attribute = Excluded, a.rng(), a.name
	}
	return v.AsBool()
}

// finished evaluates an attribute that has to be finished. If it is not, the item notes that.
func (r *run) finished(item int, a *attribute) (value.Value, bool) {
	o := r.eval(a)
	if o.ok() {
		return o.val, r.fits(item, a, o.val)
	}
	r.unfinished(item, a, &o)
	return value.Value{}, false
}

// finish evaluates attributes of a block that all have to be finished; nil ones are left out. If one is not, the item notes that,
// and what all of them wait for.
func (r *run) finish(item int, attrs ...*attribute) ([]value.Value, bool) {
	vals := make([]value.Value, len(attrs))
	ok := true
	var waits []value.Origin
	var open []unfinishedValue
	for i, a := range attrs {
		if a == nil {
			continue
		}
		o := r.eval(a)
		vals[i] = o.val
		if o.ok() {
			continue
		}
		errs := r.items[item].Errors
		if ok || o.errors != nil && errs == nil {
			r.unfinished(item, a, &o)
		}
		waits = append(waits, r.waits(a, o.val)...)
		open = append(open, unfinishedValue{a, o.val})
		ok = false
	}
	if !ok {
		r.items[item].Waits, r.items[item].open = dedupeOrigins(waits), open
		return vals, false
	}
	for i, a := range attrs {
		if a != nil && !r.fits(item, a, vals[i]) {
			return vals, false
		}
	}
	return vals, true
}
