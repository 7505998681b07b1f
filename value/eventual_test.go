package value_test

import (
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

func TestEventual(t *testing.T) {
	vpc := unknowns.NewOutput(types.String, value.Origin{Path: value.Path{value.AttrStep("vpc"), value.AttrStep("id")}},
		value.NewMarks("from vpc"))
	zone := unknowns.NewPromise(types.Number, value.Origin{Path: value.Path{value.AttrStep("zone")}})
	before := vpc.Value()
	if !before.Marks().Has("from vpc") || before.IsKnown() || before.Type() != types.String {
		t.Errorf("an output is %s before it is resolved", host.DebugString(before))
	}
	compute := func() value.Value {
		sum := unknowns.From(types.Number, zone.Value().Origins())
		if z := zone.Value(); z.IsKnown() {
			sum, _ = calc.Add(z, value.Int(1))
		}
		return value.Tuple(vpc.Value(), sum)
	}
	v := compute()
	if p := unknowns.Pending(v); len(p) != 2 || p[0] != vpc || p[1] != zone {
		t.Errorf("pending are %v", p)
	}
	if !vpc.Resolve(str("vpc-1")) || vpc.Resolve(str("vpc-2")) || !zone.Resolve(value.Int(3)) {
		t.Error("not the first resolution counts")
	}
	<-vpc.Done()
	if got := host.DebugString(unknowns.Current(v)); got != `["vpc-1"<marked>, <unknown number>]` {
		t.Errorf("current is %s", got)
	}
	if got := compute(); host.DebugString(got) != `["vpc-1"<marked>, 4]` || len(unknowns.Pending(got)) != 0 {
		t.Errorf("computed again it is %s", host.DebugString(got))
	}
}

func TestEventualsFlatten(t *testing.T) {
	a, b := unknowns.NewPromise(types.Dynamic, value.Origin{}),
		unknowns.NewOutput(types.Dynamic, value.Origin{}, value.NewMarks("b"))
	a.Resolve(value.Tuple(b.Value()))
	if b.Resolve(a.Value()) || b.Resolve(value.Tuple(b.Value())) {
		t.Error("a circle of handles was not refused")
	}
	b.Resolve(value.Int(1))
	if got := host.DebugString(a.Value()); got != "[1<marked>]" {
		t.Errorf("a is %s", got)
	}
}

// Handles are told apart by nothing but themselves.
func TestPending(t *testing.T) {
	p, q := unknowns.NewPromise(types.Number, value.Origin{}), unknowns.NewPromise(types.Number, value.Origin{})
	e := calc.Equal(p.Value(), q.Value(), types.Standard)
	if got := unknowns.Pending(e); len(got) != 2 || got[0] != p || got[1] != q {
		t.Errorf("%d handles are pending", len(got))
	}
	p.Resolve(value.Int(1))
	if got := unknowns.Pending(e); len(got) != 1 || got[0] != q {
		t.Errorf("%d handles are pending after one was resolved", len(got))
	}
	var many []value.Value
	for range 2 * unknowns.MaxOrigins {
		many = append(many, unknowns.NewPromise(types.Bool, value.Origin{}).Value(), q.Value().Mark("m"))
	}
	if got := unknowns.Pending(value.Tuple(many...)); len(got) != 2*unknowns.MaxOrigins+1 {
		t.Errorf("%d handles of many are pending", len(got))
	}
}

func TestResolveRefusesCircles(t *testing.T) {
	isTrue := func(v value.Value) value.Value { return calc.Equal(v, value.True, types.Standard) }
	p, q, r := unknowns.NewPromise(types.Bool, value.Origin{}), unknowns.NewPromise(types.Bool, value.Origin{}),
		unknowns.NewPromise(types.Bool, value.Origin{})
	if p.Resolve(isTrue(p.Value())) || p.Resolve(value.Tuple(isTrue(p.Value().Mark("m")))) {
		t.Error("a value that was computed from the handle is not refused")
	}
	if !p.Resolve(isTrue(q.Value())) || !q.Resolve(isTrue(r.Value())) {
		t.Error("a value that was computed from another handle is refused")
	}
	if r.Resolve(isTrue(p.Value())) || r.Resolve(isTrue(q.Value())) {
		t.Error("a circle through other handles is not refused")
	}
	if !r.Resolve(value.True) {
		t.Error("a plain value is refused")
	}
}

// The types of values to come are plain, however the type was wrapped.
func TestEventualTypesFlatten(t *testing.T) {
	list := types.List(types.String)
	wrapped := types.Output(types.Promise(list))
	o := unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep("a")}})
	for i, v := range []value.Value{unknowns.NewPromise(wrapped, value.Origin{}).Value(),
		unknowns.NewOutput(wrapped, value.Origin{}, nil).Value(), value.Unknown(wrapped),
		unknowns.From(wrapped, o), unknowns.NotNullOf(wrapped), value.NullOf(wrapped), host.NullAs(value.Null, wrapped)} {
		if v.Type() != list {
			t.Errorf("%d is of type %s", i, v.Type())
		}
	}
	if e, err := calc.Index(unknowns.From(wrapped, o), value.Int(0), types.Standard, source.Range{}); err != nil ||
		e.Type() != types.String {
		t.Errorf("an element is of type %s, %v", e.Type(), err)
	}
	if v := unknowns.WithOrigins(value.Unknown(types.String).Mark("m"), o); len(v.Origins().List()) != 1 ||
		!v.Marks().Has("m") {
		t.Error("a marked unknown takes no origins")
	}
}

func TestEventualIsSafeForConcurrentUse(t *testing.T) {
	e := unknowns.NewPromise(types.Number, value.Origin{})
	var wg sync.WaitGroup
	won := make(chan bool, 8)
	for i := range 8 {
		wg.Go(func() {
			won <- e.Resolve(value.Int(int64(i)))
			_ = e.Value()
		})
	}
	wg.Wait()
	n := 0
	for range 8 {
		if <-won {
			n++
		}
	}
	if n != 1 || !e.Value().IsKnown() {
		t.Errorf("%d resolutions counted", n)
	}
}
