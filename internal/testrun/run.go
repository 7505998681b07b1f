package testrun

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/coverage"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
)

// Options are the options of Run.
type Options struct {
	// Update writes the files of the attribute want instead of comparing with them.
	Update bool
	// Coverage records which parts of the programs are evaluated.
	Coverage bool
	// SchemaCache is the folder for the index of schemas; see render.Paths.
	SchemaCache string
	// Kinds are shared by all runs. The zero value is ready to use.
	Kinds *SharedKinds
}

// SharedKinds are the kinds of the catalogs that runs share, so that a schema is prepared once.
type SharedKinds struct {
	mu    sync.Mutex
	known map[string]*plane.Kinds
}

// of returns the kinds of a catalog, which is known by where it was found.
//
// Preparing the schema of a large kind takes longer than many tests, and the tests of a folder nearly always use the
// same schemas.
func (s *SharedKinds) of(found string, catalog schema.Catalog) *plane.Kinds {
	if s == nil {
		return plane.NewKinds(catalog)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]*plane.Kinds{}
	}
	if s.known[found] == nil {
		s.known[found] = plane.NewKinds(catalog)
	}
	return s.known[found]
}

// Unchecked returns the names of the kinds that were met and have rules in the Common Expression Language, which are
// not evaluated.
func (s *SharedKinds) Unchecked() (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.known {
		out = append(out, k.Unchecked()...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Result is the result of a run.
type Result struct {
	File, Run string
	// Failures are the failed expectations. If Wrong is set, they are errors in the test file itself.
	Failures diag.List
	Wrong    bool
	// Fatal are the codes of an unexpected fatal result.
	Fatal []string
	// Rounds is the number of rounds, and Last the last round, or nil if there was none.
	Rounds int
	Last   *plane.Round
	// Coverage is the coverage of the programs, if the options request it.
	Coverage *coverage.Profile
}

// Passed reports whether nothing failed.
func (r *Result) Passed() bool { return len(r.Failures) == 0 }

// mostRounds is the maximum number of rounds until a program must settle.
const mostRounds = 50

// runner is the state of one run.
type runner struct {
	options Options
	file    *testfile.File
	run     *testfile.Run
	result  *Result

	inputs *render.Inputs
	seen   *coverage.Recorder // nil if nobody asked
	steps  *steps
	plane  *plane.Plane
	edited bool // the test changed what goes in since the last round
}

// Run executes a run of a file. The error is that of the context, or a [*run.Panic]; everything else is in the result.
func Run(ctx context.Context, file *testfile.File, of *testfile.Run, o Options) (_ *Result, err error) {
	defer run.Recover(&err) // runs go on in goroutines of their own
	r := &runner{options: o, file: file, run: of, result: &Result{File: file.Path, Run: of.Name}}
	if err := r.begin(); err != nil {
		r.problem(code.TestInput, of.Range, err)
		r.result.Wrong = true
	}
	for _, round := range of.Rounds {
		if !r.result.Passed() {
			break // what follows would fail for the same reason
		}
		if err := r.round(ctx, round); err != nil {
			return nil, err
		}
	}
	if r.result.Passed() {
		if err := r.end(ctx); err != nil {
			return nil, err
		}
	}
	if r.seen != nil {
		r.result.Coverage = r.seen.Profile()
	}
	return r.result, nil
}

// begin creates the plane.
func (r *runner) begin() error {
	paths, err := r.paths()
	if err != nil || !r.result.Passed() {
		return err
	}
	if r.inputs, err = render.Load(paths); err != nil {
		return err
	}
	kinds := r.options.Kinds.of(fmt.Sprint(paths.Composition, paths.Schemas), r.inputs.Schemas)
	stubs := r.stubs()
	var guesser *plane.Guesser
	if r.guesses() {
		guesser = plane.NewGuesser(kinds)
		stubs = append(stubs, guesser.Stub())
	}
	if r.options.Coverage {
		r.seen = &coverage.Recorder{}
	}
	r.steps = newSteps(r.inputs.Composition, guesser, r.seen)
	r.plane, err = plane.New(plane.Config{
		Inputs: r.inputs, Kinds: kinds, Stubs: stubs,
		Options: render.Options{Function: r.steps, Begin: r.steps.begin, Untagged: true},
	})
	return err
}

// round runs the rounds of a round block and checks the results.
//
// A failure ends the loop at once: what later rounds make of a wrong state would only repeat it, and the last round
// should be the one that the messages are about.
func (r *runner) round(ctx context.Context, t *testfile.Round) error {
	most, settle := r.until(t)
	if err := r.prepare(t); err != nil {
		r.problem(code.TestInput, t.Range, err)
		r.result.Wrong = true
	}
	for i := 0; i < most && r.result.Passed() && !(settle && i > 0 && r.plane.Settled()); i++ {
		if err := r.step(ctx, t, i == most-1 || settle); err != nil {
			return err
		}
	}
	if !r.result.Passed() {
		return nil
	}
	// Not settling is a failure of its own, because in a cluster such a program writes objects again with every
	// reconciliation, for ever.
	if settle && !r.plane.Settled() {
		r.fail(code.NotSettled, t.Range, fmt.Sprintf("After %d rounds the program still changes something: %s.", most,
			changes(r.plane.Last())))
		return nil
	}
	r.compare(t)
	return nil
}

// until returns the maximum number of rounds of a round block, and whether it ends when the plane has settled.
func (r *runner) until(t *testfile.Round) (most int, settle bool) {
	v := r.value(t.Until, nil)
	switch {
	case v.IsNull():
		return 1, false
	case v.IsString() && v.AsString() == "settled":
		return mostRounds, true
	case v.IsNumber():
		if n, ok := v.AsInt64(); ok && n >= 1 && n <= mostRounds {
			return int(n), false
		}
	}
	r.fault(t.Until, fmt.Sprintf(`The attribute until must be "settled" or a number of rounds from 1 to %d.`, mostRounds))
	return 0, false
}

// prepare makes the changes and faults before a round.
func (r *runner) prepare(t *testfile.Round) error {
	if path := r.input(t.Source).path; path != "" {
		c, err := r.inputs.LoadComposition(path)
		if err != nil {
			return err
		}
		*r.steps = *newSteps(c, r.steps.guesser, r.seen)
		r.plane.Replace(c)
		r.edited = true
	}
	if in := r.input(t.XR); in.path != "" || in.given != nil {
		xr := plane.Overlay(r.inputs.XR.Fields, in.given.GetStructValue())
		if in.path != "" {
			var err error
			if xr, err = render.LoadXR(in.path); err != nil {
				return err
			}
		}
		xr, err := r.inputs.Complete(xr)
		if err != nil {
			return err
		}
		r.inputs.XR = render.NewObject(xr)
		r.plane.Edit(xr)
		r.edited = true
	}
	if !testfile.IsAbsent(t.Required) {
		if err := r.require(t); err != nil {
			return err
		}
	}
	if !testfile.IsAbsent(t.Context) {
		c, err := r.context(t.Context)
		if err != nil {
			return err
		}
		r.plane.Provide(c)
		r.edited = true
	}
	return r.disturb(t)
}

// require changes what requirements find.
func (r *runner) require(t *testfile.Round) error {
	var path string
	var given []*structpb.Struct
	r.objects(t.Required, &path, &given)
	objects := make([]*render.Object, len(given))
	for i, o := range given {
		objects[i] = render.NewObject(o)
	}
	if path != "" {
		var err error
		if objects, err = render.LoadObjects(path); err != nil {
			return err
		}
	}
	r.plane.Require(objects)
	r.edited = true
	return nil
}

// disturb makes the faults before a round.
func (r *runner) disturb(t *testfile.Round) error {
	set := r.value(t.Set, nil)
	for i, name := range set.Names() {
		part := render.MessageOf(set.At(i)).GetStructValue()
		if part == nil {
			r.fault(t.Set, "The attribute set maps the name of each composed object to an object that is written to it.")
			return nil
		}
		if err := r.plane.Set(name, part); err != nil {
			return err
		}
	}
	for _, name := range t.Delete {
		if err := r.plane.Delete(name); err != nil {
			return err
		}
	}
	return nil
}

// step runs one round.
func (r *runner) step(ctx context.Context, t *testfile.Round, fatalExpected bool) error {
	round, err := r.plane.Round(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		r.problem(code.TestInput, t.Range, err)
		return nil
	}
	r.done(t.Range, round)
	if round.Err == nil || round.Fatal() != nil && fatalExpected && !testfile.IsAbsent(t.Fatal) {
		return nil
	}
	r.refused(t.Range, round)
	return nil
}

// done records a round, and checks the invariants.
//
// What holds in each round is checked here, so that it is checked for rounds that no block of the test names as well.
func (r *runner) done(at source.Range, round *plane.Round) {
	before := r.result.Last
	r.result.Rounds, r.result.Last = round.Number, round
	r.keeps(at, before, round)
	r.edited = false
}

// end checks that the program settles at the end of a run.
//
// This holds for every run, also for those that say nothing of it: an author who tests single rounds would otherwise
// not learn that the program goes on changing things.
func (r *runner) end(ctx context.Context) error {
	if r.plane.Last().Err != nil {
		return nil // the test says that this is how it ends
	}
	for range mostRounds {
		if r.plane.Settled() || !r.result.Passed() {
			return nil
		}
		round, err := r.plane.Round(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.problem(code.TestInput, r.run.Range, err)
			return nil
		}
		r.done(r.run.Range, round)
		if round.Err != nil {
			r.refused(r.run.Range, round)
		}
	}
	r.fail(code.NotSettled, r.run.Range,
		fmt.Sprintf("%d rounds after the last one of the test the program still changes something: %s.",
			mostRounds, changes(r.plane.Last())))
	return nil
}

// changes names what a round changed.
func changes(r *plane.Round) string {
	all := slices.Concat(r.Created, r.Changed, r.Deleted)
	if len(all) == 0 {
		return "the status of the composite resource"
	}
	return strings.Join(all, ", ")
}

// wrong reports mistakes of the test file.
func (r *runner) wrong(diags diag.List) {
	if diags.HasErrors() {
		r.result.Wrong = true
	}
	r.result.Failures = append(r.result.Failures, diags...)
}

const droppedByAccident = code.DroppedByAccident // where code is a parameter

// fail reports a failed expectation. The places are in the program.
func (r *runner) fail(code string, at source.Range, detail string, places ...source.Range) {
	d := &diag.Diagnostic{Code: code, Summary: summaries[code], Subject: at, Detail: detail}
	for _, p := range places {
		if !p.IsZero() {
			message := "This part of the program writes it."
			if code == droppedByAccident {
				message = "This block leaves it out now."
			}
			d.Notes = append(d.Notes, diag.Note{Range: p, Message: message})
		}
	}
	r.result.Failures.Add(d)
}

// problem reports an error without a position in the test.
func (r *runner) problem(code string, at source.Range, err error) {
	if list := diag.Of(err); len(list) > 0 {
		r.result.Failures = append(r.result.Failures, list...)
		return
	}
	r.fail(code, at, err.Error())
}

// summaries are the titles of failures.
var summaries = map[string]string{
	code.TestInput:         "Cannot be tested",
	code.NotSettled:        "Never settles",
	code.DroppedByAccident: "Dropped unexpectedly",
	code.InvalidObject:     "Invalid object",
	code.UnexpectedFatal:   "Fatal result",
	code.NotAsExpected:     "Not as expected",
	code.AssertionFailed:   "Assertion failed",
	code.GoldenDiffers:     "Differs from the file",
}
