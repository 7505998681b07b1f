package testfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// whole is a test file with every key of the form.
const whole = `defaults {
  source    = ".."
  xr        = "../xr.yaml"
  observed  = []
  required  = "extra.yaml"
  context   = { a = 1 }
  schemas   = ["schemas"]
  functions = "functions.yaml"
  guess     = true
}

stub "vpc" {
  after  = 2
  status = { id = self.metadata.name }
}

stub {
  match  = { kind = "VPC", labels = { a = "b" } }
  status = {}
}

run "one" {
  source    = "."
  xr        = { spec = {} }
  observed  = "observed.yaml"
  required  = []
  context   = "context.yaml"
  schemas   = "schemas"
  functions = "functions"
  guess     = false

  stub "late" {
    after = 3
  }

  round {
    xr       = {}
    source   = "other.hcl"
    required = []
    context  = {}
    until    = "settled"
    set      = { vpc = { status = null } }
    delete   = ["vpc"]
    expect   = { vpc = {} }
    exact    = true
    absent   = ["a", "b"]
    waiting  = { a = ["req.composite.spec.x"] }
    fatal    = []
    want     = "want.yaml"
    assert {
      condition     = round.number == 1
      error_message = "no"
    }
  }

  round {}
}
`

func TestParse(t *testing.T) {
	f, diags := Parse("x/a.hcltest.hcl", []byte(whole))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if f.Path != "x/a.hcltest.hcl" || len(f.Stubs) != 2 || len(f.Runs) != 1 || !*f.Defaults.Guess {
		t.Errorf("%+v", f)
	}
	s, r := f.Stubs, f.Runs[0]
	if s[0].Name != "vpc" || s[0].After != 2 || s[1].Name != "" || s[1].After != 0 || IsAbsent(s[1].Match) ||
		IsAbsent(s[0].Status) || !IsAbsent(s[0].Match) {
		t.Errorf("%+v %+v", s[0], s[1])
	}
	if r.Name != "one" || *r.Guess || len(r.Stubs) != 1 || !IsAbsent(r.Stubs[0].Status) || len(r.Rounds) != 2 {
		t.Errorf("%+v", r)
	}
	first, second := r.Rounds[0], r.Rounds[1]
	got := []any{first.Delete, first.Exact, first.Absent, first.Waiting, first.Want, len(first.Asserts),
		first.Asserts[0].ErrorMessage}
	want := []any{[]string{"vpc"}, true, []string{"a", "b"}, map[string][]string{"a": {"req.composite.spec.x"}},
		"want.yaml", 1, "no"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for name, e := range map[string]bool{
		"xr": IsAbsent(second.XR), "until": IsAbsent(second.Until), "set": IsAbsent(second.Set),
		"expect": IsAbsent(second.Expect), "fatal": IsAbsent(second.Fatal),
	} {
		if !e {
			t.Errorf("%s is there", name)
		}
	}
	if place := first.AbsentRange.Start(); place.Line != 46 || first.WantRange.Start().Line != 49 ||
		first.Range.Start().Line != 36 {
		t.Error(place, first.WantRange, first.Range)
	}
}

// mistakes are changes to the whole file, and what is said of them.
var mistakes = []struct{ old, new, want string }{
	{`guess     = true`, `guess     = "maybe"`, "bool"},
	{`guess     = true`, `gues      = true`, `An argument named "gues" is not expected here. Did you mean "guess"?`},
	{`source    = ".."`, `sources   = ".."`, `Did you mean "source"?`},
	{`source    = ".."`, "source = \"..\"\n  source = \".\"", `source`},
	{`defaults {`, "defaults {}\ndefaults {", `defaults`},
	{`defaults {`, `default {`, `Did you mean "defaults"?`},
	{`defaults {`, `defaults "x" {`, `defaults`},
	{`stub "vpc" {`, `stub "vpc" "x" {`, `stub`},
	{`stub "vpc" {`, `stubs "vpc" {`, `Did you mean "stub"?`},
	{`stub "vpc" {`, `stub {`,
		`A stub needs the name of a resource as its label, or the attribute match with kind or labels.`},
	{`after  = 2`, `after  = "soon"`, `number`},
	{`after  = 2`, `afters = 2`, `Did you mean "after"?`},
	{"after  = 2\n  status = { id = self.metadata.name }", ``, `A stub needs the attribute status`},
	{`    after = 3`, ``, `A stub needs the attribute status`},
	{`run "one" {`, `run {`, `run`},
	{`run "one" {`, "run \"one\" {}\nrun \"one\" {", `There is another run "one".`},
	{`run "one" {`, `runs "one" {`, `Did you mean "run"?`},
	{`  round {}`, `  rounds {}`, `Did you mean "round"?`},
	{`  round {}`, `  round "x" {}`, `round`},
	{`until    = "settled"`, `untill   = "settled"`, `Did you mean "until"?`},
	{`delete   = ["vpc"]`, `delete   = { a = 1 }`, `Expected a list`},
	{`delete   = ["vpc"]`, `delet    = ["vpc"]`, `Did you mean "delete"?`},
	{`expect   = { vpc = {} }`, `expects  = { vpc = {} }`, `Did you mean "expect"?`},
	{`exact    = true`, `exact    = "yes"`, `bool`},
	{`absent   = ["a", "b"]`, `absent   = [["a"]]`, `string`},
	{`waiting  = { a = ["req.composite.spec.x"] }`, `waiting  = ["a"]`, `map`},
	{`fatal    = []`, `fatals   = []`, `Did you mean "fatal"?`},
	{`want     = "want.yaml"`, `want     = ["a"]`, `string`},
	{`want     = "want.yaml"`, `wants    = "want.yaml"`, `Did you mean "want"?`},
	{`condition     = round.number == 1`, ``, `condition`},
	{`error_message = "no"`, `error_mesage = "no"`, `Did you mean "error_message"?`},
	{`error_message = "no"`, `error_message = []`, `string`},
	{`    assert {`, `    asserts {`, `Did you mean "assert"?`},
	{`  round {}`, `  round {`, `no "}" that closes`},
}

func TestMistakes(t *testing.T) {
	for _, c := range mistakes {
		text := strings.Replace(whole, c.old, c.new, 1)
		if text == whole {
			t.Fatalf("%q is not there", c.old)
		}
		_, diags := Parse("a.hcltest.hcl", []byte(text))
		if !diags.HasErrors() {
			t.Errorf("%q is taken for %q", c.new, c.old)
			continue
		}
		if len(diags) != 1 {
			t.Errorf("%q: %d errors, one is expected: %v", c.new, len(diags), diags)
		}
		if d := diags[0]; !strings.Contains(strings.ToLower(d.Summary+" "+d.Detail), strings.ToLower(c.want)) ||
			d.Subject.IsZero() || d.Code == "" {
			t.Errorf("%q: %q does not have %q (%s at %s)", c.new, d.Summary+" "+d.Detail, c.want, d.Code, d.Subject)
		}
	}
}

func TestNoRun(t *testing.T) {
	_, diags := Parse("a.hcltest.hcl", []byte("defaults {}\n"))
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, "this one has none") {
		t.Error(diags)
	}
}

func TestReadStubs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stubs.hcl")
	for text, want := range map[string]string{
		`stub "a" { status = {} }`: "",
		`run "a" {}`:               "run",
		`stub { status = {} }`:     "A stub needs the name",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, diags := ReadStubs(path)
		if ok := len(diags) == 0; ok != (want == "") || !ok && !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%s: %v", text, diags)
		}
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.hcltest.hcl", "tests/a.hcltest.hcl", ".git/c.hcltest.hcl", "main.hcl",
		"x.hcltest.hcl.txt"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Find([]string{dir, filepath.Join(dir, "b.hcltest.hcl")})
	want := []string{filepath.Join(dir, "b.hcltest.hcl"), filepath.Join(dir, "tests", "a.hcltest.hcl")}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Error(err, d)
	}
	for _, wrong := range []string{filepath.Join(dir, "main.hcl"), filepath.Join(dir, "none")} {
		if _, err := Find([]string{wrong}); err == nil {
			t.Errorf("%s is found", wrong)
		}
	}
}
