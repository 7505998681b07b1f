package testrun

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// compare reports the failed expectations of a round block.
func (r *runner) compare(t *testfile.Round) {
	round := r.plane.Last()
	r.fatal(t, round)
	r.expect(t, round)
	for _, name := range t.Absent {
		if round.Objects[name] != nil {
			r.fail(code.NotAsExpected, t.AbsentRange, fmt.Sprintf("%q exists after round %d.", name, round.Number),
				r.steps.written(name, nil))
		}
	}
	r.waiting(t, round)
	if t.Want != "" {
		r.golden(t, round)
	}
	r.asserts(t, round)
}

// fatal compares the codes of a fatal result. An unexpected fatal result was reported when the round ran.
func (r *runner) fatal(t *testfile.Round, round *plane.Round) {
	if testfile.IsAbsent(t.Fatal) {
		return
	}
	want, got := r.texts(t.Fatal), r.codes(round)
	slices.Sort(want)
	switch {
	case slices.Equal(want, got):
	case len(got) == 0:
		r.fail(code.NotAsExpected, t.Fatal.Range(),
			fmt.Sprintf("Round %d is not fatal; expected %s.", round.Number, list(want)))
	case len(want) == 0:
		r.refused(t.Fatal.Range(), round)
	default:
		r.fail(code.NotAsExpected, t.Fatal.Range(), fmt.Sprintf("Round %d is fatal because of %s; expected %s.", round.Number,
			list(got), list(want)))
	}
}

// codes returns the codes of the errors of a fatal result, sorted.
//
// Codes are compared and not messages: they stay the same when a text is improved, and tests belong to users.
func (r *runner) codes(round *plane.Round) []string {
	if round.Fatal() == nil {
		return nil
	}
	var out []string
	for _, d := range r.steps.failures() {
		out = append(out, d.Code)
	}
	if len(out) == 0 {
		out = []string{code.UnexpectedFatal} // of a function that tells no codes
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// list names texts in messages.
func list(texts []string) string {
	if len(texts) == 0 {
		return "nothing"
	}
	return wording.List(texts)
}

// expect compares objects, or parts of them.
func (r *runner) expect(t *testfile.Round, round *plane.Round) {
	want := r.value(t.Expect, nil)
	if want.IsNull() {
		return
	}
	if want.Kind() != types.KindObject {
		r.fault(t.Expect, "The attribute expect maps the name of each composed object to an object with the parts to "+
			"compare.")
		return
	}
	for i, name := range want.Names() {
		o := round.Objects[name]
		if o == nil {
			r.fail(code.NotAsExpected, r.placeIn(t.Expect, name, nil),
				fmt.Sprintf("There is no %q after round %d.%s", name, round.Number, r.missing(name, round)))
			continue
		}
		got := o
		if t.Exact {
			if got = nil; round.Output != nil {
				got = round.Output.Desired.GetResources()[name].GetResource()
			}
		}
		for _, d := range differences(want.At(i), render.ValueOf(structpb.NewStructValue(got)), t.Exact, nil) {
			r.fail(code.NotAsExpected, r.placeIn(t.Expect, name, d.path),
				fmt.Sprintf("%s of %q is %s; expected %s.", d.title(), name, d.got, d.want), r.steps.written(name, d.path))
		}
	}
}

// missing returns the reason why there is no object with a name.
func (r *runner) missing(name string, round *plane.Round) string {
	why := ""
	known := slices.Sorted(maps.Keys(round.Objects))
	r.steps.items(func(it *report.Item) {
		known = append(known, it.Name)
		switch {
		case it.Name != name:
		case it.State == report.Waiting:
			var paths []string
			for _, o := range it.Waits {
				paths = append(paths, o.Path.String())
			}
			slices.Sort(paths)
			why = fmt.Sprintf(" It waits for %s.", strings.Join(slices.Compact(paths), ", "))
		case it.State == report.Excluded:
			why = " Its condition is false."
		case it.State == report.Failed:
			why = " Its block failed."
		}
	})
	if why != "" {
		return why
	}
	return diag.DidYouMean(name, known)
}

// placeIn returns the range of the expected part of an object in the test.
//
// The test file is an expression, so the value has no places; they are found by following the path through what the
// author wrote, as far as it can be followed.
func (r *runner) placeIn(e hcl.Expression, name string, path value.Path) source.Range {
	at := e.Range()
	for _, step := range append(value.Path{value.AttrStep(name)}, path...) {
		entries, diags := hcl.ExprMap(e)
		if diags.HasErrors() {
			return at
		}
		found := false
		for _, entry := range entries {
			name := hcl.ExprKeyword(entry.Key)
			if key, ok := hcl.ConstantValue(entry.Key); ok && key.IsString() {
				name = key.AsString()
			}
			if name == step.Name {
				e, at, found = entry.Value, entry.Value.Range(), true
			}
		}
		if !found {
			return at
		}
	}
	return at
}

// waiting compares what blocks wait for.
func (r *runner) waiting(t *testfile.Round, round *plane.Round) {
	for _, name := range slices.Sorted(maps.Keys(t.Waiting)) {
		var got []string
		known := false
		r.steps.items(func(it *report.Item) {
			if it.Name != name {
				return
			}
			known = true
			if it.State == report.Waiting {
				for _, o := range it.Waits {
					got = append(got, o.Path.String())
				}
			}
		})
		want := slices.Clone(t.Waiting[name])
		slices.Sort(want)
		slices.Sort(got)
		got = slices.Compact(got)
		switch {
		case slices.Equal(want, got):
		case !known:
			r.fail(code.NotAsExpected, t.WaitingRange, fmt.Sprintf("Round %d has no block %q.", round.Number, name))
		default:
			r.fail(code.NotAsExpected, t.WaitingRange, fmt.Sprintf("%q waits for %s in round %d; expected %s.", name, list(got),
				round.Number, list(want)))
		}
	}
}

// golden compares all objects with a file, or writes it.
//
// The file has what a cluster would show, in the form of hclx render, so that it can be read, and compared, without the
// test.
func (r *runner) golden(t *testfile.Round, round *plane.Round) {
	var b bytes.Buffer
	out := render.Output{XR: round.XR, Composed: round.Composed()}
	if err := out.Write(&b, render.Include{}); err != nil {
		r.problem(code.GoldenDiffers, t.WantRange, err)
		return
	}
	path := r.path(t.Want)
	if r.options.Update {
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			r.problem(code.GoldenDiffers, t.WantRange, err)
		}
		return
	}
	want, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.fail(code.GoldenDiffers, t.WantRange, fmt.Sprintf("There is no file %s. To write it, use --update.", path))
	case err != nil:
		r.problem(code.GoldenDiffers, t.WantRange, err)
	case !bytes.Equal(want, b.Bytes()):
		text := diff.Diff(path, want, fmt.Sprintf("round %d", round.Number), b.Bytes())
		r.fail(code.GoldenDiffers, t.WantRange,
			"The objects differ from the file. To write the file again, use --update.\n\n"+string(text))
		r.result.Failures[len(r.result.Failures)-1].Notes = r.origins(source.NewFile(path, want), round)
	}
}

// mostOrigins is the maximum number of positions in the program that are shown for a file that differs.
const mostOrigins = 5

// origins returns the positions in the program that wrote the differences to a file.
func (r *runner) origins(want *source.File, round *plane.Round) (notes []diag.Note) {
	docs, err := manifest.Parse(want)
	if err != nil {
		return nil // it differs, whatever it is
	}
	for _, doc := range docs {
		name := render.ResourceName(render.MessageOf(doc.Value).GetStructValue())
		o := round.Objects[name]
		if o == nil {
			continue
		}
		for _, d := range differences(doc.Value, render.ValueOf(structpb.NewStructValue(o)), true, nil) {
			if at := r.steps.written(name, d.path); !at.IsZero() && len(notes) < mostOrigins {
				notes = append(notes, diag.Note{Range: at, Message: fmt.Sprintf("%s of %q is %s; the file has %s.", d.title(), name,
					d.got, d.want)})
			}
		}
	}
	return notes
}

// asserts evaluates conditions with the variable round.
func (r *runner) asserts(t *testfile.Round, round *plane.Round) {
	if len(t.Asserts) == 0 {
		return
	}
	variables := map[string]value.Value{"round": r.describe(round)}
	for _, a := range t.Asserts {
		v, diags := eval.Value(a.Condition, scope(variables))
		if diags.HasErrors() {
			r.result.Failures = append(r.result.Failures, eval.Explain(diags, a.Condition, scope(variables))...)
			continue
		}
		// A test may look at what is marked, since its values come from the test itself. What a message shows is
		// another matter.
		v, _ = v.UnmarkDeep()
		switch {
		case !v.IsBool():
			r.fault(a.Condition, fmt.Sprintf("A condition must be true or false; found %s.", literal(v)))
			continue
		case v.AsBool():
			continue
		}
		detail := fmt.Sprintf("This is false after round %d.", round.Number)
		if a.ErrorMessage != "" {
			detail = a.ErrorMessage
		}
		r.result.Failures = append(r.result.Failures, eval.Explain(diag.List{{
			Code: code.AssertionFailed, Summary: summaries[code.AssertionFailed], Subject: a.Condition.Range(), Detail: detail,
			Notes: r.mistakes(),
		}}, a.Condition, scope(variables))...)
	}
}

// mistakes returns the errors because of which blocks of the program were left out in the last round.
func (r *runner) mistakes() (notes []diag.Note) {
	r.steps.items(func(it *report.Item) {
		if it.State == report.Failed {
			for _, d := range it.Errors {
				notes = append(notes, diag.Note{Range: d.Subject, Message: d.Summary + ": " + d.Detail})
			}
		}
	})
	return notes
}

// describe returns the variable round.
func (r *runner) describe(round *plane.Round) value.Value {
	resources := map[string]value.Value{}
	for name, o := range round.Objects {
		resources[name] = render.ValueOf(structpb.NewStructValue(o))
	}
	status := map[string]value.Value{}
	conditions := map[string]value.Value{}
	xr := render.ValueOf(structpb.NewStructValue(round.XR))
	if s, ok := xr.Attr("status"); ok && s.Kind() == types.KindObject {
		for i, name := range s.Names() {
			status[name] = s.At(i)
		}
		if list, ok := s.Attr("conditions"); ok {
			for _, c := range list.Elems() {
				if t, ok := c.Attr("type"); ok && t.IsString() {
					conditions[t.AsString()] = c
				}
			}
		}
	}
	connection, context, results := map[string]value.Value{}, value.Object(nil), []value.Value{}
	if out := round.Output; out != nil {
		for key, v := range out.Connection {
			connection[key] = value.String(string(v))
		}
		if out.Context != nil {
			context = render.ValueOf(structpb.NewStructValue(out.Context))
		}
		for _, res := range out.Results {
			results = append(results, value.Object(map[string]value.Value{
				"severity": value.String(res.Severity), "reason": value.String(res.Reason),
				"message": value.String(res.Message), "step": value.String(res.Step),
			}))
		}
	}
	codes := []value.Value{}
	for _, c := range r.codes(round) {
		codes = append(codes, value.String(c))
	}
	return value.Object(map[string]value.Value{
		"number": value.Int(int64(round.Number)), "resource": value.Object(resources), "status": value.Object(status),
		"connection": value.Object(connection), "context": context, "conditions": value.Object(conditions),
		"results": value.Tuple(results...), "requirements": r.requirements(), "fatal": value.Tuple(codes...),
	})
}

// requirements returns the requirements of the programs in the last round, by name.
func (r *runner) requirements() value.Value {
	all := map[string]value.Value{}
	for _, step := range r.steps.order {
		for _, q := range r.steps.answers[step].out.Requirements {
			o := map[string]value.Value{"apiVersion": value.String(q.APIVersion), "kind": value.String(q.Kind)}
			if q.HasLabels {
				labels := map[string]value.Value{}
				for _, l := range q.MatchLabels {
					labels[l.Key] = value.String(l.Value)
				}
				o["matchLabels"] = value.Object(labels)
			} else {
				o["matchName"] = value.String(q.MatchName)
			}
			if q.Namespace != "" {
				o["namespace"] = value.String(q.Namespace)
			}
			all[q.Name] = value.Object(o)
		}
	}
	return value.Object(all)
}

// refused reports a round in which nothing was applied.
func (r *runner) refused(at source.Range, round *plane.Round) {
	var wrong render.ErrorList
	switch {
	case round.Fatal() != nil:
		failures := r.steps.failures()
		r.result.Fatal = r.codes(round)
		detail := fmt.Sprintf("Round %d: %s", round.Number, round.Err)
		d := &diag.Diagnostic{Code: code.UnexpectedFatal, Summary: summaries[code.UnexpectedFatal], Subject: at,
			Detail: detail}
		for _, f := range failures {
			d.Notes = append(d.Notes, diag.Note{Range: f.Subject, Message: f.Summary + ": " + f.Detail})
		}
		r.result.Failures.Add(d)
	case errors.As(round.Err, &wrong):
		for _, e := range wrong {
			var c *render.ComposedError
			if errors.As(e, &c) {
				r.fail(code.InvalidObject, at, fmt.Sprintf("Round %d: %s", round.Number, e), r.steps.written(c.Resource, c.Path))
			} else {
				r.problem(code.InvalidObject, at, e)
			}
		}
	default:
		r.problem(code.TestInput, at, round.Err)
	}
}

// keeps reports objects that a round has dropped by accident: the test did not change the input, and no condition or
// for_each excludes the block for a lasting reason.
//
// What is removed by accident is rarely in the test of an author, because nobody thinks of it. It is found here by what
// cannot be intended: only providers have written since, and the compiler says that the block depends on what is known.
// See "Accidental removal" in docs/decisions.md.
func (r *runner) keeps(at source.Range, before, round *plane.Round) {
	if r.edited {
		return
	}
	for _, name := range round.Deleted {
		collection := ""
		if before != nil {
			collection = plane.Collection(before.Objects[name])
		}
		place, honest := r.steps.leftOut(name, collection)
		if honest {
			continue
		}
		r.fail(code.DroppedByAccident, at,
			fmt.Sprintf("Round %d drops %q, although only providers changed anything. "+
				"Whether it is rendered depends on which values are known yet, for example through try, can or lookup.",
				round.Number, name), place)
	}
}
