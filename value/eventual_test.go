package value_test

import (
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

func TestEventual(t *testing.T) {
	vpc := value.NewOutput(types.String, value.Origin{Path: value.Path{value.AttrStep("vpc"), value.AttrStep("id")}}, value.NewMarks("from vpc"))
	zone := value.NewPromise(types.Number, value.Origin{Path: value.Path{value.AttrStep("zone")}})
	before := vpc.Value()
	if !before.HasMark("from vpc") || before.IsKnown() || before.Type() != types.String {
		t.Errorf("an output is %s before it is resolved", value.DebugString(before))
	}
	compute := func() value.Value {
		sum := value.UnknownFrom(types.Number, zone.Value().Origins())
		if z := zone.Value(); z.IsKnown() {
			sum, _ = value.Add(z, value.Int(1))
		}
		return value.Tuple(vpc.Value(), sum)
	}
	v := compute()
	if p := value.Pending(v); len(p) != 2 || p[0] != vpc || p[1] != zone {
		t.Errorf("pending are %v", p)
	}
	if !vpc.Resolve(str("vpc-1")) || vpc.Resolve(str("vpc-2")) || !zone.Resolve(value.Int(3)) {
		t.Error("not the first resolution counts")
	}
	<-vpc.Done()
	if got := value.DebugString(value.Current(v)); got != `["vpc-1"<marked>, <unknown number>]` {
		t.Errorf("current is %s", got)
	}
	if got := compute(); value.DebugString(got) != `["vpc-1"<marked>, 4]` || len(value.Pending(got)) != 0 {
		t.Errorf("computed again it is %s", value.DebugString(got))
	}
}

func TestEventualsFlatten(t *testing.T) {
	a, b := value.NewPromise(types.Dynamic, value.Origin{}), value.NewOutput(types.Dynamic, value.Origin{}, value.NewMarks("b"))
	a.Resolve(value.Tuple(b.Value()))
	if b.Resolve(a.Value()) || b.Resolve(value.Tuple(b.Value())) {
		t.Error("a circle of handles was not refused")
	}
	b.Resolve(value.Int(1))
	if got := value.DebugString(a.Value()); got != "[1<marked>]" {
		t.Errorf("a is %s", got)
	}
}

func TestEventualIsSafeForConcurrentUse(t *testing.T) {
	e := value.NewPromise(types.Number, value.Origin{})
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
