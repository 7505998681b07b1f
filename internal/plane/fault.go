package plane

import (
	"fmt"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/render"
)

// Set changes a composed object like a user with kubectl: objects are merged, null removes, other values replace, and
// unknown fields are dropped. A removed part of a status comes back when its stub is due again.
func (p *Plane) Set(name string, part *structpb.Struct) error {
	o := p.objects[name]
	if o == nil {
		return fmt.Errorf("there is no composed object %q in round %d", name, p.number+1)
	}
	k, err := p.kinds.of(kindOf(o.content))
	if err != nil {
		return err
	}
	next := *o
	// Touched keeps the next round from skipping the apply, although Crossplane desires what it desired before: it is
	// how a manual change of a managed field is undone in a cluster.
	next.content, next.touched = counted(o.content, k.complete(Overlay(o.content, part))), true
	if removes(render.Field(part, "status")) {
		next.written, next.due = 0, p.number+1+p.delay(name, next.content)
	}
	p.objects[name], p.faulty = &next, true
	return nil
}

// removes reports whether writing a part removes something.
func removes(part *structpb.Value) bool {
	if _, null := part.GetKind().(*structpb.Value_NullValue); null {
		return true
	}
	for _, v := range part.GetStructValue().GetFields() {
		if removes(v) {
			return true
		}
	}
	return false
}

// Delete removes a composed object like a user with kubectl.
func (p *Plane) Delete(name string) error {
	if p.objects[name] == nil {
		return fmt.Errorf("there is no composed object %q in round %d", name, p.number+1)
	}
	delete(p.objects, name)
	p.faulty = true
	return nil
}

// Edit replaces the fields of the composite resource that users write. Identity, Crossplane's own fields and status
// stay.
//
// What the editor left out of these fields is taken over: a person sends what they write in a file, and the API server
// keeps what Crossplane has written beside it.
func (p *Plane) Edit(xr *structpb.Struct) {
	next := xr
	for _, path := range [][]string{{"metadata", "uid"}, {"metadata", "generation"}, {"metadata", "creationTimestamp"},
		{"metadata", "finalizers"}, {"spec", "crossplane"}, {"status"}} {
		if v := render.Field(p.xr, path...); v != nil && render.Field(next, path...) == nil {
			next = with(next, v, path...)
		}
	}
	p.xr, p.faulty = next, true
}

// Replace changes the Composition, and with it the programs.
func (p *Plane) Replace(c *render.Composition) { p.inputs.Composition, p.faulty = c, true }

// Require sets the objects that requirements find.
func (p *Plane) Require(objects []*render.Object) { p.inputs.Required, p.faulty = objects, true }

// Provide sets the initial context of the pipeline.
func (p *Plane) Provide(context map[string]*structpb.Value) {
	p.inputs.Context, p.faulty = context, true
}
