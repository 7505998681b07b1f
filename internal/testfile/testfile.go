// Package testfile reads tests of compositions from files *.hcltest.hcl, which docs/testing.md describes.
//
// # Terms
//
// A run is a test of one composite resource. It consists of rounds, each of which is one or more reconciliations. A
// stub represents a provider and sets the status of an object. A fault is a change from outside before a round.
// Expressions are not evaluated here: those of stubs are evaluated during a test with the variable self, and conditions
// of asserts with the variable round.
package testfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Suffix is the suffix of the names of test files.
const Suffix = ".hcltest.hcl"

// A File is a test file.
type File struct {
	Path     string
	Defaults *Settings `hcl:"defaults,block"`
	Stubs    []*Stub   `hcl:"stub,block"`
	Runs     []*Run    `hcl:"run,block"`
}

// Settings are the program to test and its inputs. Paths are relative to the folder of the file.
type Settings struct {
	// Source is the path of a folder, an .hcl file or a Composition.
	Source hcl.Expression `hcl:"source"`
	// XR, Observed, Required and Context are paths or values; Schemas and Functions are paths.
	XR        hcl.Expression `hcl:"xr"`
	Observed  hcl.Expression `hcl:"observed"`
	Required  hcl.Expression `hcl:"required"`
	Context   hcl.Expression `hcl:"context"`
	Schemas   hcl.Expression `hcl:"schemas"`
	Functions hcl.Expression `hcl:"functions"`
	// Guess guesses statuses without a stub from schemas.
	Guess *bool `hcl:"guess"`
}

// Stub sets the status of objects.
type Stub struct {
	Name   string         `hcl:"name,label"` // of a resource; "" with Match
	Match  hcl.Expression `hcl:"match"`
	After  int            `hcl:"after,optional"` // 0 is 1
	Status hcl.Expression `hcl:"status"`         // without one the stub only delays the next one that matches
	Range  source.Range   `hcl:",def_range"`
}

// Run is a test of one composite resource.
type Run struct {
	Name string `hcl:"name,label"`
	Settings
	Stubs  []*Stub      `hcl:"stub,block"`
	Rounds []*Round     `hcl:"round,block"`
	Range  source.Range `hcl:",def_range"`
}

// Round is the next round, or the rounds until a condition is met, with the expected results.
type Round struct {
	// XR, Source, Required and Context are new inputs from this round on.
	XR       hcl.Expression `hcl:"xr"`
	Source   hcl.Expression `hcl:"source"`
	Required hcl.Expression `hcl:"required"`
	Context  hcl.Expression `hcl:"context"`
	// Until is the number of rounds, or the text "settled".
	Until hcl.Expression `hcl:"until"`
	// Set and Delete are faults before the round.
	Set    hcl.Expression `hcl:"set"`
	Delete []string       `hcl:"delete,optional"`
	// Expect contains parts of objects by name, or with Exact complete objects.
	Expect hcl.Expression `hcl:"expect"`
	Exact  bool           `hcl:"exact,optional"`
	// Absent are names of objects that must not exist, Waiting is what blocks wait for, and Fatal are the codes of a fatal
	// result.
	Absent  []string            `hcl:"absent,optional"`
	Waiting map[string][]string `hcl:"waiting,optional"`
	Fatal   hcl.Expression      `hcl:"fatal"`
	// Want is the path of a file with everything that exists after the round.
	Want    string       `hcl:"want,optional"`
	Asserts []*Assert    `hcl:"assert,block"`
	Range   source.Range `hcl:",def_range"`

	AbsentRange  source.Range `hcl:"absent,attr_range"`
	WaitingRange source.Range `hcl:"waiting,attr_range"`
	WantRange    source.Range `hcl:"want,attr_range"`
}

// Assert is a condition that must be true after the round.
type Assert struct {
	Condition    hcl.Expression `hcl:"condition,required"`
	ErrorMessage string         `hcl:"error_message,optional"`
}

// Read reads a test file.
func Read(path string) (*File, diag.List) {
	parsed, diags := parse.ReadFile(path)
	if diags.HasErrors() {
		return nil, diags
	}
	return read(path, parsed, diags)
}

// Parse is like [Read] for the text of a file that need not exist.
func Parse(path string, text []byte) (*File, diag.List) {
	parsed, diags := parse.Text(path, text)
	if diags.HasErrors() {
		return nil, diags
	}
	return read(path, parsed, diags)
}

func read(path string, parsed *parse.File, diags diag.List) (*File, diag.List) {
	f := &File{Path: path}
	diags = append(diags, decode.Body(named(parsed), nil, f)...)
	seen := map[string]*Run{}
	for _, r := range f.Runs {
		if first := seen[r.Name]; first != nil {
			diags.Add(&diag.Diagnostic{
				Code: code.TestInput, Summary: "Duplicate run", Subject: r.Range,
				Detail: fmt.Sprintf("There is another run %q. The names of runs must be unique; rename this one.",
					r.Name),
				Notes: []diag.Note{{Range: first.Range, Message: "The first one is here."}},
			})
		}
		seen[r.Name] = r
	}
	if len(f.Runs) == 0 && !diags.HasErrors() {
		diags.Add(&diag.Diagnostic{
			Code: code.TestInput, Summary: "No run", Subject: parsed.Body().MissingItemRange(),
			Detail: "A test file consists of run blocks, and this one has none.",
		})
	}
	return f, append(diags, f.checkStubs()...)
}

// ReadStubs reads a file with nothing but stubs.
func ReadStubs(path string) (*File, diag.List) {
	parsed, diags := parse.ReadFile(path)
	if diags.HasErrors() {
		return nil, diags
	}
	var only struct {
		Stubs []*Stub `hcl:"stub,block"`
	}
	diags = append(diags, decode.Body(named(parsed), nil, &only)...)
	f := &File{Path: path, Stubs: only.Stubs}
	return f, append(diags, f.checkStubs()...)
}

func (f *File) checkStubs() (diags diag.List) {
	stubs := slices.Clone(f.Stubs)
	for _, r := range f.Runs {
		stubs = append(stubs, r.Stubs...)
	}
	for _, s := range stubs {
		if s.Name == "" && IsAbsent(s.Match) {
			diags.Add(&diag.Diagnostic{
				Code: code.TestInput, Summary: "Stub for nothing", Subject: s.Range,
				Detail: "A stub needs the name of a resource as its label, or the attribute match with kind or labels.",
			})
		}
		if s.After == 0 && IsAbsent(s.Status) {
			diags.Add(&diag.Diagnostic{
				Code: code.TestInput, Summary: "Stub without a status", Subject: s.Range,
				Detail: "A stub needs the attribute status: what the provider writes. With only after, it delays the status of " +
					"another stub or of guess.",
			})
		}
	}
	return diags
}

// IsAbsent reports whether an attribute is absent or null.
func IsAbsent(e hcl.Expression) bool {
	if e == nil {
		return true
	}
	v, ok := hcl.ConstantValue(e)
	return ok && v.IsNull()
}

// named is the body of a file in which all stubs have labels.
func named(f *parse.File) hcl.Body {
	if f.Native == nil {
		return f.Body()
	}
	copied := *f.Native
	copied.Body = nameStubs(copied.Body)
	return copied.HCL()
}

// nameStubs adds an empty label to stubs without one. With match they need no name, but schemas require a fixed number
// of labels.
func nameStubs(b *syntax.Body) *syntax.Body {
	named := *b
	named.Items = slices.Clone(b.Items)
	for i, item := range b.Items {
		block, ok := item.(*syntax.Block)
		if !ok {
			continue
		}
		copied := *block
		switch {
		case block.Type == "run":
			copied.Body = nameStubs(block.Body)
		case block.Type == "stub" && len(block.Labels) == 0:
			copied.Labels = []syntax.Label{{Source: block.TypeSpan()}}
		default:
			continue
		}
		named.Items[i] = &copied
	}
	return &named
}

// Find returns the test files at paths, sorted: the given files, and those in folders and below. It skips folders whose
// names begin with a dot.
func Find(paths []string) ([]string, error) {
	var out []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			if !strings.HasSuffix(p, Suffix) {
				return nil, fmt.Errorf("%s is not a test file: the names of test files end in %s", p, Suffix)
			}
			out = append(out, filepath.Clean(p))
			continue
		}
		err = filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && path != p && strings.HasPrefix(d.Name(), "."):
				return fs.SkipDir
			case !d.IsDir() && strings.HasSuffix(d.Name(), Suffix):
				out = append(out, path)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
