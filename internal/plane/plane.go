package plane

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/hclx-lang/hclx/internal/composition/applied"
	"github.com/hclx-lang/hclx/internal/render"
)

// Config is the configuration of a plane.
type Config struct {
	// Inputs are the inputs of the pipeline. Their observed objects exist from the beginning. They are not changed.
	Inputs *render.Inputs
	// Options are the options for running the pipeline.
	Options render.Options
	// Kinds may be shared by planes with the same schemas; nil means the schemas of Inputs.
	Kinds *Kinds
	// Stubs write statuses. The first stub that matches an object is used.
	Stubs []Stub
}

// Plane is a composite resource with its composed objects, over any number of rounds. It may be used by one goroutine
// at a time. Planes are independent of each other, even if they share inputs and kinds.
type Plane struct {
	inputs  render.Inputs // of the next round; its slices belong to others
	options render.Options
	kinds   *Kinds
	stubs   []Stub
	applier *applier

	number  int
	xr      *structpb.Struct
	objects map[string]*object // by composition resource name
	last    *Round
	faulty  bool // something happened from outside since the last round
}

// object is an existing composed object. It is replaced and never changed.
//
// That is why rounds can hand out contents without copying them, and why a round that was kept from earlier still shows
// what was there then.
type object struct {
	content  *structpb.Struct // without managed fields
	managers fieldpath.ManagedFields
	applied  *structpb.Struct // what Crossplane last applied; nil if it did not make the object
	touched  bool             // somebody else wrote what Crossplane applies
	fields   *structpb.Value  // the managed fields, once they are asked for

	due     int   // the round in which the provider writes the status
	written int64 // the generation of which it has written it; 0 for none
}

// Round is the result of one reconciliation. It is never changed.
type Round struct {
	// Number counts from 1.
	Number int
	// XR is the composite resource after the round, with status and conditions.
	XR *structpb.Struct
	// Objects are the composed objects that exist after the round, by composition resource name, without managed fields.
	Objects map[string]*structpb.Struct
	// Output is the output of the pipeline, or nil if it failed.
	Output *render.Output
	// Err is the reason why nothing was applied: a [*render.FatalError], a [*render.StepError], or a list of errors in
	// desired objects.
	Err error
	// Created, Changed and Deleted are the names of objects, sorted.
	Created, Changed, Deleted []string
	// Still reports whether the round changed nothing, including the composite.
	Still bool
}

// Composed returns the composed objects by name, as a render prints them.
func (r *Round) Composed() (out []*structpb.Struct) {
	for _, name := range slices.Sorted(maps.Keys(r.Objects)) {
		out = append(out, r.Objects[name])
	}
	return out
}

// Fatal returns the fatal result that ended the pipeline, or nil.
func (r *Round) Fatal() *render.FatalError {
	var fatal *render.FatalError
	errors.As(r.Err, &fatal)
	return fatal
}

// New returns a plane before its first round.
func New(c Config) (*Plane, error) {
	p := &Plane{inputs: *c.Inputs, options: c.Options, kinds: c.Kinds, stubs: c.Stubs, objects: map[string]*object{},
		xr: begun(c.Inputs)}
	if p.kinds == nil {
		p.kinds = NewKinds(c.Inputs.Schemas)
	}
	p.applier = newApplier(p.kinds, applied.Manager(render.ValueOf(structpb.NewStructValue(p.xr))))
	for _, o := range c.Inputs.Observed {
		p.objects[render.ResourceName(o.Fields)] = &object{content: o.Fields, written: generation(o.Fields)}
	}
	return p, nil
}

// finalizer is the finalizer that Crossplane adds to a composite before it composes anything.
const finalizer = "composite.apiextensions.crossplane.io"

func isLegacy(in *render.Inputs) bool { return in.Definition != nil && in.Definition.Legacy }

// begun returns the composite in its state before the first round.
func begun(in *render.Inputs) *structpb.Struct {
	xr := in.XR.Fields
	finalizers := render.Field(xr, "metadata", "finalizers").GetListValue().GetValues()
	if !slices.ContainsFunc(finalizers, func(v *structpb.Value) bool { return v.GetStringValue() == finalizer }) {
		// Clip makes append take new memory: the list belongs to the inputs, which other planes use at the same time.
		finalizers = append(slices.Clip(finalizers), structpb.NewStringValue(finalizer))
		xr = with(xr, structpb.NewListValue(&structpb.ListValue{Values: finalizers}), "metadata", "finalizers")
	}
	policy := []string{"spec", "crossplane", "compositionUpdatePolicy"}
	if isLegacy(in) {
		policy = []string{"spec", "compositionUpdatePolicy"}
	}
	if render.Field(xr, policy...) == nil {
		xr = with(xr, structpb.NewStringValue("Automatic"), policy...)
	}
	return xr
}

// Round runs one reconciliation: providers write due statuses, the pipeline runs, and its desired state is applied. The
// error is one of the simulation itself; errors of the pipeline are in the Round.
//
// The order is that of a cluster seen from Crossplane: what providers did since the last reconciliation is there before
// the next one begins. If the pipeline fails nothing is applied and, above all, nothing is deleted, as Crossplane stops
// before it compares what exists with what is desired.
func (p *Plane) Round(ctx context.Context) (*Round, error) {
	p.number++
	wrote, err := p.provide()
	if err != nil {
		return nil, err
	}
	// The first round never counts as still: nothing came before it, so it cannot have left that as it was.
	r := &Round{Number: p.number, Still: !wrote && !p.faulty && p.last != nil}
	p.faulty = false
	in := p.inputs
	in.XR, in.Observed = render.NewObject(p.xr), p.observed()
	r.Output, r.Err = render.Render(ctx, &in, p.options)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.Err == nil {
		r.Err = admit(r.Output)
	}
	xr := p.xr
	if r.Err != nil {
		p.xr = render.Unsynced(p.xr, r.Err) // nothing else changes: what is ready stays ready
	} else if err := p.apply(r); err != nil {
		return nil, err
	}
	r.Still = r.Still && proto.Equal(xr, p.xr) && len(r.Created)+len(r.Changed)+len(r.Deleted) == 0
	r.XR, r.Objects = p.xr, make(map[string]*structpb.Struct, len(p.objects))
	for name, o := range p.objects {
		r.Objects[name] = o.content
	}
	p.last = r
	return r, nil
}

// Settled reports whether the last round changed nothing, and no stub is pending.
func (p *Plane) Settled() bool { return p.last != nil && p.last.Still && !p.faulty && !p.pending() }

// Last returns the last round, or nil before the first one.
func (p *Plane) Last() *Round { return p.last }

// observed returns the composed objects in the form that Crossplane passes to functions.
func (p *Plane) observed() []*render.Object {
	out := make([]*render.Object, 0, len(p.objects))
	for _, name := range slices.Sorted(maps.Keys(p.objects)) {
		o := p.objects[name]
		if o.fields == nil && len(o.managers) > 0 {
			o.fields = managedFields(o.managers)
		}
		content := o.content
		if o.fields != nil {
			content = with(content, o.fields, "metadata", "managedFields")
		}
		out = append(out, render.NewObject(content))
	}
	return out
}

// apply applies the desired state of the pipeline.
//
// Whatever is not desired any more is gone at once. In a cluster deletion may take several reconciliations, during
// which the object is still observed; finalizers of other controllers are not simulated.
func (p *Plane) apply(r *Round) error {
	kept := map[string]*object{}
	for _, body := range r.Output.Composed {
		name := render.ResourceName(body)
		before := p.objects[name]
		after, err := p.applier.apply(before, body)
		if err != nil {
			return fmt.Errorf("composed resource %q: %w", name, err)
		}
		switch kept[name] = after; {
		case before == nil:
			// The status is observed in a later round, at the earliest the next, since a provider can only act on what
			// was applied.
			after.due = p.number + p.delay(name, after.content)
			r.Created = append(r.Created, name)
		case before.content != after.content:
			// A change of labels or annotations alone gives the provider nothing to do, and the status stays as it is.
			if generation(before.content) != generation(after.content) {
				after.due = p.number + p.delay(name, after.content)
			}
			r.Changed = append(r.Changed, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.objects)) {
		if kept[name] == nil {
			r.Deleted = append(r.Deleted, name)
		}
	}
	p.objects = kept
	p.xr = p.composite(r.Output.XR)
	if isLegacy(&p.inputs) { // only those have connection details
		p.connect(p.xr, r.Output.Connection)
	}
	return nil
}

// composite returns the composite with Crossplane's own fields and the status.
func (p *Plane) composite(written *structpb.Struct) *structpb.Struct {
	xr := with(p.xr, nil, "status")
	xr = Overlay(xr, written)
	k, err := p.kinds.of(kindOf(xr))
	if err != nil || k.Kind == nil {
		return xr
	}
	return k.complete(xr)
}

func generation(o *structpb.Struct) int64 {
	return max(1, int64(render.Field(o, "metadata", "generation").GetNumberValue()))
}
