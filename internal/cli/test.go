package cli

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/term"

	"github.com/hclx-lang/hclx/diag"
	diagrender "github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/internal/cli/jsonform"
	"github.com/hclx-lang/hclx/internal/coverage"
	"github.com/hclx-lang/hclx/internal/explore"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/schemas"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/internal/testrun"
	"github.com/hclx-lang/hclx/internal/wording"
)

type testCommand struct {
	Paths  []string `arg:"" optional:"" name:"path" default:"." help:"Test files, and directories that are searched for them, including subdirectories."`
	Only   string   `name:"run" placeholder:"REGEX" help:"Run only the tests whose names match."`
	Update bool     `help:"Write the files in the want attributes of rounds instead of comparing with them."`
	JUnit  string   `name:"junit" placeholder:"FILE" help:"Write a report in the format of JUnit, one case for each run."`
	Covers bool     `name:"coverage" help:"Print which parts of the compositions were evaluated, and the first that were not."`
	LCOV   string   `name:"coverage-lcov" placeholder:"FILE" help:"Write the coverage as a tracefile of lcov, and print it."`
	HTML   string   `name:"coverage-html" placeholder:"DIR" help:"Write the sources in the colours of their coverage, and print it."`
	Format string   `enum:"text,json,github" default:"text" help:"How to print failures: text, json or github."`

	Explore bool    `help:"Generate composite resources from the XRD's schema and search for one that the program does not handle; see docs/testing.md."`
	Runs    int     `default:"200" placeholder:"N" help:"With --explore: the number of composite resources."`
	Seed    *uint64 `placeholder:"N" help:"With --explore: the seed of the generator. The same seed generates the same composite resources. The default is a random seed, which is printed."`
}

// Help is the long description.
func (*testCommand) Help() string {
	return `Runs tests of compositions: files *.hcltest.hcl next to the sources or in a directory tests. Each run in a
file takes a composite resource through its rounds, on a control plane that is simulated in this process.
docs/testing.md describes the files.`
}

// Run runs the tests and prints what failed.
func (t *testCommand) Run(c *Context) error {
	if t.Explore {
		return t.explore(c)
	}
	only, err := regexp.Compile(t.Only)
	if err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	paths, err := testfile.Find(t.Paths)
	if err != nil {
		return err
	}
	options := testrun.Options{Update: t.Update, Coverage: t.covers(), SchemaCache: schemas.DefaultCache(),
		Kinds: &testrun.SharedKinds{}}
	results, err := t.results(c, paths, only, options)
	if err != nil {
		return err
	}
	if len(results) == 0 {
		printLine(c.Stderr, fmt.Sprintf("hclx: error: no tests found in %s; tests are in files *%s",
			strings.Join(t.Paths, ", "), testfile.Suffix))
		return endNoTest
	}
	covered, err := t.coverage(results)
	if err != nil {
		return err
	}
	if t.Format == "text" {
		t.text(c, results)
	}
	return t.report(c, results, options.Kinds, covered)
}

// results executes all runs of the files, as many at once as there are processors, and returns their results in order.
func (t *testCommand) results(c *Context, paths []string, only *regexp.Regexp,
	options testrun.Options) ([]*testrun.Result, error) {
	var jobs []func() (*testrun.Result, error)
	for _, path := range paths {
		file, diags := testfile.Read(path)
		if diags.HasErrors() {
			wrong := &testrun.Result{File: path, Failures: diags, Wrong: true}
			jobs = append(jobs, func() (*testrun.Result, error) { return wrong, nil })
			continue
		}
		for _, run := range file.Runs {
			if only.MatchString(run.Name) {
				jobs = append(jobs, func() (*testrun.Result, error) { return testrun.Run(c, file, run, options) })
			}
		}
	}
	step, end := progress(c, "tests", len(jobs))
	defer end()
	return inParallel(c, jobs, step)
}

// covers reports whether coverage is requested.
func (t *testCommand) covers() bool { return t.Covers || t.LCOV != "" || t.HTML != "" }

// coverage returns the merged coverage of the runs and writes its files. It returns nil if coverage is not requested.
func (t *testCommand) coverage(results []*testrun.Result) (*coverage.Profile, error) {
	if !t.covers() {
		return nil, nil
	}
	var all []*coverage.Profile
	for _, r := range results {
		all = append(all, r.Coverage)
	}
	covered := coverage.Merge(all...)
	if t.HTML != "" {
		if err := covered.HTML(t.HTML); err != nil {
			return nil, err
		}
	}
	if t.LCOV == "" {
		return covered, nil
	}
	var b bytes.Buffer
	if err := covered.LCOV(&b); err != nil {
		return nil, err
	}
	return covered, os.WriteFile(t.LCOV, b.Bytes(), 0o666)
}

func inParallel(ctx context.Context, jobs []func() (*testrun.Result, error), step func()) ([]*testrun.Result, error) {
	results := make([]*testrun.Result, len(jobs))
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, job := range jobs {
		if ctx.Err() != nil {
			break
		}
		workers.Go(func() (err error) {
			results[i], err = job()
			step()
			return err
		})
	}
	return results, errors.Join(workers.Wait(), ctx.Err())
}

// report writes the report for JUnit if one is asked for, and prints how many runs passed, or the failures in the other
// formats, and what was evaluated if it is known. It says with which code the command ends.
func (t *testCommand) report(c *Context, results []*testrun.Result, kinds *testrun.SharedKinds,
	covered *coverage.Profile) error {
	if note := plane.UncheckedNote(kinds.Unchecked()); note != "" {
		printLine(c.Stderr, "hclx: note: "+note)
	}
	if t.JUnit != "" {
		if err := writeJUnit(t.JUnit, results); err != nil {
			return err
		}
	}
	var all diag.List
	passed, failed, wrong := 0, 0, 0
	for _, r := range results {
		switch {
		case r.Passed():
			passed++
		case r.Wrong:
			wrong++
		default:
			failed++
		}
		all = append(all, r.Failures...)
	}
	switch t.Format {
	case "json":
		if err := jsonform.Write(c.Stdout, jsonform.TestedOf(all, covered)); err != nil {
			return err
		}
	case "github":
		if err := diagrender.GitHub(c.Stdout, all); err != nil {
			return err
		}
	default:
		printLine(c.Stdout, fmt.Sprintf("%d passed, %d failed", passed, failed+wrong))
	}
	if covered != nil && t.Format != formatJSON {
		if err := covered.Write(c.Stdout); err != nil {
			return err
		}
	}
	switch {
	case wrong > 0:
		return endNoTest
	case failed > 0:
		return endFailedTests
	}
	return nil
}

func (t *testCommand) text(c *Context, results []*testrun.Result) {
	for _, r := range results {
		mark := "ok"
		if !r.Passed() {
			mark = "FAIL"
		}
		printLine(c.Stdout, fmt.Sprintf("%-4s %s %s (%s)", mark, r.File, r.Run, wording.Count(r.Rounds, "round")))
		if !r.Passed() {
			_ = diagrender.Text(c.Stdout, r.Failures, diagrender.Options{Color: c.Color})
			_, _ = io.WriteString(c.Stdout, "\n")
		}
	}
}

// progressAfter is the time after which a progress line is shown, and progressEvery the time between updates.
const progressAfter, progressEvery = time.Second, 100 * time.Millisecond

// progress returns a function that is called after each step, by any goroutine, and one that is called at the end. It
// shows a line on the terminal, if there is one and it takes long.
func progress(c *Context, what string, total int) (step, end func()) {
	f, ok := c.Stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}, func() {}
	}
	var mu sync.Mutex
	done, next := 0, time.Now().Add(progressAfter)
	shown := false
	step = func() {
		mu.Lock()
		defer mu.Unlock()
		if done++; time.Now().After(next) {
			_, _ = fmt.Fprintf(f, "\r\x1b[K%d of %d %s", done, total, what)
			next, shown = time.Now().Add(progressEvery), true
		}
	}
	return step, func() {
		if shown {
			_, _ = io.WriteString(f, "\r\x1b[K")
		}
	}
}

// mostRuns limits the number of composite resources.
const mostRuns = 1_000_000

// explore searches for composite resources that break the programs.
func (t *testCommand) explore(c *Context) error {
	if t.Update || t.Only != "" || t.covers() || t.Runs < 1 || t.Runs > mostRuns {
		return fmt.Errorf("--explore takes --runs from 1 to %d, and excludes --run, --update and --coverage", mostRuns)
	}
	seed := rand.Uint64N(1 << 32)
	if t.Seed != nil {
		seed = *t.Seed
	}
	targets, err := explore.Targets(t.Paths)
	if err != nil {
		return err
	}
	var results []*testrun.Result
	kinds := &testrun.SharedKinds{}
	for _, target := range targets {
		r, err := t.exploreOne(c, target, seed, kinds)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	return t.report(c, results, kinds, nil)
}

func (t *testCommand) exploreOne(c *Context, target *explore.Target, seed uint64,
	kinds *testrun.SharedKinds) (*testrun.Result, error) {
	step, end := progress(c, "composite resources", t.Runs)
	report, err := explore.Run(c, target, explore.Options{
		Runs: t.Runs, Seed: seed, Progress: step, Test: testrun.Options{SchemaCache: schemas.DefaultCache(), Kinds: kinds},
	})
	end()
	if err != nil {
		return nil, err
	}
	for _, remark := range report.Remarks {
		printLine(c.Stderr, "hclx: note: "+target.Source+": "+remark)
	}
	made := fmt.Sprintf("%s, seed %d", wording.Count(t.Runs, "composite resource"), seed)
	found := report.Finding
	if found == nil {
		if t.Format == "text" {
			printLine(c.Stdout, fmt.Sprintf("ok   %s (%s)", target.Source, made))
		}
		return &testrun.Result{File: target.Source, Run: "explored"}, nil
	}
	path, err := target.Write(found.Text)
	if err != nil {
		return nil, err
	}
	if t.Format == "text" {
		printLine(c.Stdout, fmt.Sprintf("FAIL %s (number %d of %s)", target.Source, found.Run, made))
		_ = diagrender.Text(c.Stdout, found.Result.Failures, diagrender.Options{Color: c.Color})
		printLine(c.Stdout, "\nThe smallest composite resource found that fails:\n")
		if err := (&render.Output{XR: found.XR}).Write(c.Stdout, render.Include{}); err != nil {
			return nil, err
		}
		printLine(c.Stdout, fmt.Sprintf("\nIt is written as a test.\nRepeat it with: hclx test %s", path))
	}
	return found.Result, nil
}

// The elements of a JUnit report.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		ClassName string        `xml:"classname,attr"`
		Failure   *junitFailure `xml:"failure,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a report with a suite for each file and a case for each run.
func writeJUnit(path string, results []*testrun.Result) error {
	var report junitSuites
	for _, r := range results {
		if n := len(report.Suites); n == 0 || report.Suites[n-1].Name != r.File {
			report.Suites = append(report.Suites, junitSuite{Name: r.File})
		}
		suite := &report.Suites[len(report.Suites)-1]
		suite.Tests++
		one := junitCase{Name: r.Run, ClassName: r.File}
		if !r.Passed() {
			suite.Failures++
			one.Failure = &junitFailure{Message: r.Failures[0].Summary, Text: diagrender.String(r.Failures)}
		}
		suite.Cases = append(suite.Cases, one)
	}
	data, err := xml.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append([]byte(xml.Header), append(data, '\n')...), 0o666)
}
