package explore

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/internal/testrun"
	"github.com/hclx-lang/hclx/schema"
)

// Options are the options of Run.
type Options struct {
	// Runs is the number of scenarios.
	Runs int
	// Seed selects the scenarios.
	Seed uint64
	// Test contains the options for running each scenario.
	Test testrun.Options
	// Progress, if not nil, is called after each scenario, by any goroutine.
	Progress func()
}

// Report is the result of exploring a target.
type Report struct {
	// Finding is the first finding, shrunk, or nil if there is none.
	Finding *Finding
	// Remarks describe what could not be explored.
	Remarks []string
}

// Finding is a scenario that fails.
type Finding struct {
	// Run is the number of the scenario, from 1.
	Run int
	// XR is the composite resource.
	XR *structpb.Struct
	// Text is a test file that fails in this way, and Result is its result.
	Text   string
	Result *testrun.Result
}

// Run explores a target. It returns an error if the target cannot be explored or the context ends.
func Run(ctx context.Context, t *Target, o Options) (*Report, error) {
	kind, err := t.kind(o.Test.SchemaCache)
	if err != nil {
		return nil, err
	}
	e := &explorer{target: t, options: o, kind: kind, refused: map[string]bool{}}
	first, f, err := e.search(ctx)
	if err != nil {
		return nil, err
	}
	r := &Report{Remarks: e.remarks()}
	if f == nil {
		return r, nil
	}
	if f, err = e.shrink(ctx, f); err != nil {
		return nil, err
	}
	r.Finding, err = e.finding(ctx, first, f)
	return r, err
}

// explorer is the state of one exploration.
type explorer struct {
	target  *Target
	options Options
	kind    *schema.Kind

	mu      sync.Mutex
	refused map[string]bool // what the schema said against XRs that could not be made up
}

// failed is a scenario that failed. Scenarios with the same key fail in the same way.
type failed struct {
	scenario *scenario
	key      string
}

// search runs scenarios until one fails, and returns the failure with the least number.
//
// Numbers are handed out in ascending order, and none above the least that has failed. When the workers end, every
// number below it has been run, so the result does not depend on which worker was the fastest.
func (e *explorer) search(ctx context.Context) (first int, found *failed, err error) {
	first = e.options.Runs
	next := 0
	var mu sync.Mutex
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1, next <= first && err == nil
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				f, wrong := e.try(ctx, i)
				mu.Lock()
				if wrong != nil && err == nil {
					err = wrong
				}
				if f != nil && i < first {
					first, found = i, f
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return first, found, err
}

// try generates and runs the scenario with a number.
func (e *explorer) try(ctx context.Context, i int) (*failed, error) {
	if e.options.Progress != nil {
		defer e.options.Progress()
	}
	// Each scenario has a generator of its own, which only depends on the seed and the number. That is how a single run
	// can be repeated later, without those before it.
	g := &generator{style: styleOf(i), rand: rand.New(rand.NewPCG(e.options.Seed, uint64(i)))}
	xr, problems := g.object(e.kind, e.target.xr)
	if len(problems) > 0 {
		e.refuse(problems)
		return nil, nil
	}
	s := &scenario{xr: xr}
	result, key, err := e.run(ctx, s)
	if err != nil || key != "" {
		return &failed{s, key}, err
	}
	// Only a scenario that went well is disturbed: which objects there are to delay or to lose is known from its last
	// round.
	if g.disturb(s, result.Last); s.late == nil && s.lost == nil {
		return nil, nil
	}
	if _, key, err = e.run(ctx, s); err != nil || key == "" {
		return nil, err
	}
	return &failed{s, key}, nil
}

func (e *explorer) refuse(problems []schema.Problem) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range problems {
		e.refused[fmt.Sprintf("%s: %s", p.Path, p.Message)] = true
	}
}

// mostStalls is the maximum number of rounds in which a program may refuse to continue because of one loss.
const mostStalls = 8

// run runs a scenario, and returns the key of its failure, or "". If the program refuses to continue while something is
// lost, it adds this to the scenario.
//
// Why this one fatal result is expected is in docs/decisions.md under "Losing a status". How many rounds it lasts
// cannot be known before, so the scenario is run again with one more until it passes, fails in another way, or the
// number is no longer plausible.
func (e *explorer) run(ctx context.Context, s *scenario) (*testrun.Result, string, error) {
	for {
		// It goes through the text of a test file even here; see "What `--explore` runs" in docs/decisions.md.
		text, err := s.text("", e.target)
		if err != nil {
			return nil, "", err
		}
		file, result, err := e.test(ctx, text)
		switch {
		case err != nil:
			return nil, "", err
		case result.Passed():
			return result, "", nil
		case s.lost != nil && s.stalls < mostStalls && result.Last != nil && slices.Equal(result.Fatal,
			[]string{code.ExistingDropped}) &&
			result.Failures[0].Subject != file.Runs[0].Rounds[0].Range: // where nothing is lost yet
			s.stalls++
		default:
			return result, keyOf(result.Failures), nil
		}
	}
}

// test runs the text of a test file.
func (e *explorer) test(ctx context.Context, text string) (*testfile.File, *testrun.Result, error) {
	file, diags := testfile.Parse(e.target.Path, []byte(text))
	if diags.HasErrors() {
		return nil, nil, diags.Err()
	}
	result, err := testrun.Run(ctx, file, file.Runs[0], e.options.Test)
	if err == nil && result.Wrong {
		err = result.Failures.Err()
	}
	return file, result, err
}

// keyOf returns the key of a failure: the code and the position in the program.
//
// The message is not a part of it: it contains values, which change while the scenario gets smaller. The code and the
// place stay, as long as it is the same mistake.
func keyOf(failures diag.List) string {
	d := failures[0]
	key := d.Code
	if len(d.Notes) > 0 {
		key += " " + d.Notes[0].Range.Outermost().String()
	}
	return key
}

// mostRemarks is the maximum number of remarks of one kind.
const mostRemarks = 5

func (e *explorer) remarks() (out []string) {
	for _, text := range slices.Sorted(maps.Keys(e.refused)) {
		if out = append(out, "no composite resource that matches its schema could be generated: "+text); len(
			out) == mostRemarks {
			break
		}
	}
	return out
}

// finding runs a scenario again, with a description as a comment.
func (e *explorer) finding(ctx context.Context, run int, f *failed) (*Finding, error) {
	result, _, err := e.run(ctx, f.scenario)
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("// %s, found by hclx test --explore --seed %d in run %d. Remove this file, or give the run a "+
		"name, once it passes.\n\n",
		result.Failures[0].Summary, e.options.Seed, run+1)
	text, err := f.scenario.text(head, e.target)
	if err != nil {
		return nil, err
	}
	if _, result, err = e.test(ctx, text); err != nil {
		return nil, err
	}
	xr, err := structpb.NewStruct(f.scenario.xr)
	return &Finding{Run: run + 1, XR: xr, Text: text, Result: result}, err
}
