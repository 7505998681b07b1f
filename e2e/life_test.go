package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	simulation "github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
)

// life is a composite resource that lives twice: on the control plane, and in a simulation that is told the same. Every
// reconciliation of the control plane begins with a call of the first step; before that is answered the simulation runs
// a round, and the calls of both are compared.
type life struct {
	*example
	statuses map[string]map[string]any // what providers write; see stubStatuses
	then     []action                  // what happens, one after the other, whenever nothing changes anymore
	paths    render.Paths
	sim      *simulation.Plane
	composed *recorder // the calls that the simulation makes

	mu       sync.Mutex
	real     []*fnv1.RunFunctionRequest   // the calls of the reconciliation that is going on
	want     []*fnv1.RunFunctionRequest   // those of the simulated round that it is
	rounds   [][]*fnv1.RunFunctionRequest // those of simulated rounds that core has not come to
	met      bool                         // the first of them were equal
	unlike   []string                     // how they were not, since they were equal last
	round    int
	observed map[string]*fnv1.Resource // by the call of this round
	silent   bool                      // providers write nothing
	written  map[string]bool           // the objects whose status was written
	over     bool
	done     chan struct{} // closed when it is over
	failed   string
}

// recorder is a function that remembers what it was called with.
type recorder struct {
	*crossplane.Function
	calls []*fnv1.RunFunctionRequest
}

func (r *recorder) RunFunction(ctx context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	r.calls = append(r.calls, proto.CloneOf(req))
	return r.Function.RunFunction(ctx, req)
}

// mostStale is how many reconciliations may see less than there is: core reads from caches.
const mostStale = 10

// meet is called with every call of the control plane, before it is answered.
func (l *life) meet(req *fnv1.RunFunctionRequest) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return
	}
	if err := l.step(req); err != nil {
		l.failed = fmt.Sprintf("round %d: %v", l.round, err)
		l.end()
	}
}

// end lets the test go on. Calls are not looked at any more.
func (l *life) end() {
	l.over = true
	close(l.done)
}

func (l *life) step(req *fnv1.RunFunctionRequest) error {
	if !l.first(req) {
		l.real = append(l.real, req)
		return nil
	}
	if l.met {
		if d := differences(l.want, l.real); d != "" {
			return fmt.Errorf("the later calls of the round differ (-simulated +real)\n%s", d)
		}
	}
	l.real = []*fnv1.RunFunctionRequest{req}
	if l.sim == nil {
		if err := l.begin(req.GetObserved().GetComposite().GetResource()); err != nil {
			return err
		}
	}
	if l.met {
		l.met, l.rounds = false, nil
	}
	d := l.others(req)
	if d == "" && len(l.rounds) <= len(l.unlike) { // a call that saw less than there is was a round of its own
		if err := l.simulate(req); err != nil {
			return err
		}
	}
	for i, round := range slices.Backward(l.rounds) {
		if d = differences(round[:1], l.real); d != "" {
			continue
		}
		if i < len(l.rounds)-1 {
			return nil // core has not come as far as the simulation yet
		}
		l.met, l.want, l.unlike = true, round, nil
		return l.outside(req)
	}
	return l.late(d)
}

// late notes that core does not observe what there is: it reads from caches, so that is allowed for a while.
func (l *life) late(difference string) error {
	if l.unlike = append(l.unlike, difference); len(l.unlike) <= mostStale {
		return nil
	}
	return fmt.Errorf("what core observes is not what the simulation does (-simulated +real). First:\n%s\nLast:\n%s",
		l.unlike[0], difference)
}

// others says which objects core observes that the simulation does not have, and the other way round.
func (l *life) others(req *fnv1.RunFunctionRequest) string {
	var want []string
	if last := l.sim.Last(); last != nil {
		want = sortedKeys(last.Objects)
	}
	if got := sortedKeys(req.GetObserved().GetResources()); !slices.Equal(want, got) {
		return fmt.Sprintf("\t- %v\n\t+ %v", want, got)
	}
	return ""
}

// fillIn writes what the code of the API server has filled in of its own kinds to the simulation, which has schemas
// only.
func (l *life) fillIn(req *fnv1.RunFunctionRequest) error {
	for name, o := range req.GetObserved().GetResources() {
		version, _, _ := strings.Cut(o.GetResource().GetFields()["apiVersion"].GetStringValue(), "/")
		if !isBuiltIn(version) {
			continue
		}
		have := l.sim.Last().Objects[name].AsMap()
		part := map[string]any{}
		for field, v := range o.GetResource().AsMap() {
			if more := missing(have[field], v); more != nil && field != "metadata" {
				part[field] = more
			}
		}
		if len(part) == 0 {
			continue
		}
		message, err := structpb.NewStruct(part)
		if err != nil {
			return err
		}
		if err := l.sim.Set(name, message); err != nil {
			return err
		}
	}
	return nil
}

// missing is what has to be written over a value so that it has all fields of another one: nil if it has them. Lists of
// equal length are completed element by element.
func missing(have, all any) any {
	switch all := all.(type) {
	case map[string]any:
		fields, _ := have.(map[string]any)
		out := map[string]any{}
		for name, v := range all {
			if more := missing(fields[name], v); more != nil {
				out[name] = more
			}
		}
		if len(out) > 0 || have == nil {
			return out
		}
		return nil
	case []any:
		if list, ok := have.([]any); ok && len(list) == len(all) {
			for i := range all {
				if missing(list[i], all[i]) != nil {
					return all
				}
			}
			return nil
		}
	}
	if have == nil {
		return all
	}
	return nil
}

// first reports whether a call is the first one of a reconciliation.
func (l *life) first(req *fnv1.RunFunctionRequest) bool {
	//nolint:staticcheck // both fields are in use
	return len(req.GetRequiredResources())+len(req.GetExtraResources()) == 0 &&
		len(req.GetDesired().GetResources()) == 0 &&
		len(req.GetContext().GetFields()) == 0
}

// simulate runs a round of the simulation and notes its calls.
func (l *life) simulate(req *fnv1.RunFunctionRequest) error {
	if l.sim.Last() != nil {
		if err := l.fillIn(req); err != nil {
			return err
		}
	}
	l.round++
	l.composed.calls = nil
	r, err := l.sim.Round(context.Background())
	if err != nil {
		return err
	}
	if len(l.composed.calls) == 0 {
		return fmt.Errorf("the simulation did not call the function: %v", r.Err)
	}
	l.rounds = append(l.rounds, l.composed.calls)
	return nil
}

// outside lets providers write, and if there is nothing left to write and nothing has changed, takes the next action.
// What is written now is seen in the next round.
func (l *life) outside(req *fnv1.RunFunctionRequest) error {
	l.observed = req.GetObserved().GetResources()
	for _, name := range l.sim.Last().Deleted {
		delete(l.written, name)
	}
	before := len(l.written)
	if err := l.answer(); err != nil {
		return err
	}
	busy := len(l.written) != before
	if !busy && l.sim.Last().Still {
		if len(l.then) == 0 {
			l.end()
			return nil
		}
		next := l.then[0]
		l.then = l.then[1:]
		if err := next.do(l); err != nil {
			return fmt.Errorf("%s: %w", next.name, err)
		}
		busy = true
	}
	if busy {
		time.Sleep(time.Second) // until core's caches have it
	}
	return nil
}

// answer lets providers write the statuses of the objects that core observes and that have none, unless they are
// silent.
func (l *life) answer() error {
	for _, name := range sortedKeys(l.observed) {
		o := &object{Object: l.observed[name].GetResource().AsMap()}
		if l.silent || !due(name, o, l.statuses) || l.written[name] {
			continue
		}
		l.written[name] = true
		if err := l.set(name, o, map[string]any{"status": finished(o, l.statuses[name])}, "status"); err != nil {
			return err
		}
	}
	return nil
}

// set merges something into an object, in both worlds.
func (l *life) set(name string, o *object, part map[string]any, subresources ...string) error {
	text, err := json.Marshal(part)
	if err != nil {
		return err
	}
	if err := l.merge(o, text, subresources...); err != nil {
		return err
	}
	if l.sim.Last().Objects[name] == nil {
		return nil // the round that is about to run deletes it
	}
	message, err := structpb.NewStruct(plain(part))
	if err != nil {
		return err
	}
	return l.sim.Set(name, message)
}

// plain is v as JSON has it, in which all numbers are of one type.
func plain(v map[string]any) map[string]any {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	out := map[string]any{}
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return out
}

// begin makes the simulation of what was installed on the control plane. The composite gets its uid from the real one,
// on which names depend.
func (l *life) begin(xr *structpb.Struct) error {
	in, err := render.Load(l.paths)
	if err != nil {
		return err
	}
	own := proto.CloneOf(in.XR.Fields)
	own.Fields["metadata"].GetStructValue().Fields["uid"] = xr.GetFields()["metadata"].GetStructValue().GetFields()["uid"]
	in.XR = render.NewObject(own)
	l.composed = &recorder{Function: crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table()})}
	l.sim, err = simulation.New(simulation.Config{Inputs: in, Options: render.Options{Function: l.composed}})
	return err
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
