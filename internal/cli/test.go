package cli

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/diag"
	diagrender "github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/internal/schemas"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/internal/testrun"
	"github.com/hclx-lang/hclx/internal/wording"
)

type testCommand struct {
	Paths  []string `arg:"" optional:"" name:"path" default:"." help:"Test files, and directories in which and below which they are looked for."`
	Only   string   `name:"run" placeholder:"REGEX" help:"Run only the tests whose names match."`
	Update bool     `help:"Write the files that rounds want instead of comparing with them."`
	JUnit  string   `name:"junit" placeholder:"FILE" help:"Write a report in the format of JUnit, one case for each run."`
	Format string   `enum:"text,json,github" default:"text" help:"How to print failures: text, json or github."`
}

// Help is the long description.
func (*testCommand) Help() string {
	return `Runs tests of compositions: files *.hcltest.hcl beside the sources or in a directory tests. Every run of a file takes a composite
resource through its rounds, on a control plane that is simulated in this process: docs/testing.md describes the files.`
}

// Run runs the tests and prints what failed.
func (t *testCommand) Run(c *Context) error {
	only, err := regexp.Compile(t.Only)
	if err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	paths, err := testfile.Find(t.Paths)
	if err != nil {
		return err
	}
	results, err := t.results(c, paths, only)
	if err != nil {
		return err
	}
	if len(results) == 0 {
		printLine(c.Stderr, fmt.Sprintf("hclx: error: there is no test in %s; tests stand in files *%s", strings.Join(t.Paths, ", "), testfile.Suffix))
		return endNoTest
	}
	if t.JUnit != "" {
		if err := writeJUnit(t.JUnit, results); err != nil {
			return err
		}
	}
	return t.print(c, results)
}

// results runs all runs of the files, as many at once as there are processors, and returns what became of them in their order.
func (t *testCommand) results(c *Context, paths []string, only *regexp.Regexp) ([]*testrun.Result, error) {
	options := testrun.Options{Update: t.Update, SchemaCache: schemas.DefaultCache(), Kinds: &testrun.SharedKinds{}}
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
	return inParallel(c, jobs)
}

func inParallel(ctx context.Context, jobs []func() (*testrun.Result, error)) ([]*testrun.Result, error) {
	results, errs := make([]*testrun.Result, len(jobs)), make([]error, len(jobs))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(len(jobs), runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range next {
				results[i], errs[i] = jobs[i]()
			}
		})
	}
	for i := range jobs {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	workers.Wait()
	return results, errors.Join(append(errs, ctx.Err())...)
}

// print prints what failed, and how many runs passed.
func (t *testCommand) print(c *Context, results []*testrun.Result) error {
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
		if err := diagrender.JSON(c.Stdout, all); err != nil {
			return err
		}
	case "github":
		if err := diagrender.GitHub(c.Stdout, all); err != nil {
			return err
		}
	default:
		t.text(c, results)
		printLine(c.Stdout, fmt.Sprintf("%d passed, %d failed", passed, failed+wrong))
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
