package testrun

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/testfile"
)

// program is what most of the tests here are about.
const program = `
resource a {
  body = {
    apiVersion = "example.org/v1"
    kind       = "A"
    spec       = { size = size, tags = ["x", "y"] }
  }
}

resource b {
  condition = req.composite.spec.b
  body = { apiVersion = "example.org/v1", kind = "B", id = req.resource.a.status.id }
}

requirement r {
  select {
    apiVersion = "v1"
    kind       = "ConfigMap"
    matchName  = "r"
    namespace  = "n"
  }
}

locals {
  size = req.composite.spec.size
}

composite status {
  body = { id = req.resource.a.status.id, given = try(req.extra_resources.r[0].data.x, "none"), context = try(req.context.c, "none") }
}
`

const beginning = `
defaults {
  xr = { apiVersion = "example.org/v1", kind = "X", metadata = { name = "x" }, spec = { size = 1, b = true } }
}
stub "a" {
  status = { id = "id-${self.spec.size}" }
}
`

// tests run one run block against the program, after the beginning. What is wanted are parts of the failures, each in
// its order; with a place of the program or of the test behind "at". Nothing is wanted of a run that passes.
var tests = []struct {
	name, run string
	want      []string
}{
	{"settles", `round { until = "settled" }`, nil},
	{"expect", `round { expect = { a = { spec = { size = 1, tags = ["x", "y"] } } } }`, nil},
	{"expect differs", `round { expect = { a = { spec = { size = 2, tags = ["x", "z"] } } } }`, []string{
		`spec.size of "a" is 1; expected 2. at main.hcl:6`, `spec.tags[1] of "a" is "y"; expected "z". at main.hcl:6`,
	}},
	{"expect something absent", `round { expect = { a = { spec = { n = 1 } } } }`,
		[]string{`spec.n of "a" is absent; expected 1. at main.hcl:6`}},
	{"expect null", `round { expect = { a = { spec = { n = null } } } }`, nil},
	{"expect null of what is there", `round { expect = { a = { spec = { size = null } } } }`,
		[]string{`spec.size of "a" is 1; expected null.`}},
	{"expect another length", `round { expect = { a = { spec = { tags = ["x"] } } } }`, []string{`spec.tags of "a" is`}},
	{"expect a name that is wrong", `round { expect = { aa = {} } }`,
		[]string{`There is no "aa" after round 1. Did you mean "a"?`}},
	{"expect what waits", `round { expect = { b = {} } }`,
		[]string{`There is no "b" after round 1. It waits for req.resource.a.status.id.`}},
	{"expect what is excluded", `xr = { spec = { b = false } }
  round { expect = { b = {} } }`, []string{`There is no "b" after round 1. Its condition is false.`}},
	{"expect no object", `round { expect = ["a"] }`, []string{`expect maps the name of each composed object`}},
	{"exact", `round {
    exact  = true
    expect = { a = { apiVersion = "example.org/v1", kind = "A", spec = { size = 1, tags = ["x", "y"] } } }
  }`, nil},
	{"exact differs", `round {
    exact  = true
    expect = { a = { apiVersion = "example.org/v1", kind = "A", spec = { size = 1 } } }
  }`, []string{`spec.tags of "a" is ["x", "y"]; expected nothing. at main.hcl:6`}},
	{"absent", `round { absent = ["b", "c"] }`, nil},
	{"not absent", `round { absent = ["a"] }`, []string{`"a" exists after round 1. at main.hcl:2`}},
	{"waiting", `round { waiting = { b = ["req.resource.a.status.id"], a = [] } }`, nil},
	{"waiting for something else", `round { waiting = { b = ["x"] } }`,
		[]string{`"b" waits for "req.resource.a.status.id" in round 1; expected "x".`}},
	{"waiting for nothing", `round { waiting = { a = ["x"] } }`,
		[]string{`"a" waits for nothing in round 1; expected "x".`}},
	{"waiting without a block", `round { waiting = { none = [] } }`, nil},
	{"waiting for something without a block", `round { waiting = { none = ["x"] } }`,
		[]string{`Round 1 has no block "none".`}},
	{"a number of rounds", `round { until = 3 }
  round {
    assert { condition = round.number == 4 }
  }`, nil},
	{"no rounds", `round { until = 0 }`, []string{`until must be "settled" or a number of rounds from 1 to 50.`}},
	{"a part of a round", `round { until = 1.5 }`, []string{`until must be "settled" or a number`}},
	{"another text", `round { until = "done" }`, []string{`until must be "settled" or a number`}},
	{"fatal", `round { until = "settled" }
  round {
    set   = { a = { status = null } }
    fatal = ["existing-dropped"]
  }
  round { until = "settled" }`, nil},
	{"fatal without a word", `round { until = "settled" }
  round { set = { a = { status = null } } }`, []string{`Existing resource b would be dropped`}},
	{"fatal by something else", `round { until = "settled" }
  round {
    set   = { a = { status = null } }
    fatal = ["incomplete"]
  }`, []string{`is fatal because of "existing-dropped"; expected "incomplete".`}},
	{"not fatal", `round { fatal = "existing-dropped" }`, []string{`Round 1 is not fatal; expected "existing-dropped".`}},
	{"fatal as no text", `round { fatal = [1] }`, []string{`Expected strings.`}},
	{"a part of a status is lost", `round { until = "settled" }
  round {
    set   = { a = { status = { id = null } } }
    fatal = ["existing-dropped"]
  }
  round { until = "settled" }`, nil},
	{"delete", `round { until = "settled" }
  round {
    delete = ["a"]
    fatal  = ["existing-dropped"]
    absent = ["a"]
  }`, nil},
	{"delete what is not there", `round { delete = ["c"] }`, []string{`there is no composed object "c" in round 1`}},
	{"set what is not there", `round { set = { c = {} } }`, []string{`there is no composed object "c" in round 1`}},
	{"set no object", `round {}
  round { set = { a = 1 } }`, []string{`set maps the name of each composed object`}},
	{"the XR changes", `round { until = "settled" }
  round {
    xr     = { spec = { size = 7, b = false } }
    until  = "settled"
    absent = ["b"]
    expect = { a = { spec = { size = 7 }, status = { id = "id-7" } } }
    assert {
      condition     = round.status.id == "id-7"
      error_message = "no"
    }
  }`, nil},
	{"the program changes", `round { until = "settled" }
  round {
    source = "other.hcl"
    absent = ["a", "b"]
    expect = { other = {} }
  }`, nil},
	{"required", `round {
    until    = "settled"
    required = [{ apiVersion = "v1", kind = "ConfigMap", metadata = { name = "r", namespace = "n" }, data = { x = "found" } }]
    assert { condition = round.status.given == "found" && round.requirements.r == { apiVersion = "v1", kind = "ConfigMap", matchName = "r", namespace = "n" } }
  }`, nil},
	{"required as no object", `required = [1]
  round {}`, []string{`Expected a list of objects, but this list contains something else.`}},
	{"context", `context = { c = "first" }
  round {
    until = "settled"
    assert { condition = round.status.context == "first" && round.context.c == "first" }
  }
  round {
    context = { c = "second" }
    assert { condition = round.status.context == "second" }
  }`, nil},
	{"assert", `round {
    assert {
      condition     = round.resource.a.spec.size == 2
      error_message = "The size is another one."
    }
  }`, []string{`The size is another one.`}},
	{"assert nothing known", `round {
    assert { condition = "x" }
  }`, []string{`A condition must be true or false; found "x".`}},
	{"assert what is not there", `round {
    assert { condition = round.resource.b.id == 1 }
  }`, []string{`b`}},
	{"a stub by kind and label", `stub {
    match  = { kind = "B", labels = { x = "y" } }
    status = { never = true }
  }
  round {
    until  = "settled"
    expect = { b = { status = null } }
  }`, nil},
	{"a stub of the run comes first", `stub "a" {
    status = { id = "own" }
  }
  round {
    until  = "settled"
    expect = { b = { id = "own" } }
  }`, nil},
	{"a stub that delays", `stub "a" {
    after = 3
  }
  round { until = 3 }
  round { expect = { b = { id = "id-1" } } }`, nil},
	{"a stub that does not delay as long", `stub "a" {
    after = 4
  }
  round { until = 3 }
  round { expect = { b = { id = "id-1" } } }`, []string{`It waits for req.resource.a.status.id`}},
	{"a stub matches something else", `stub {
    match  = { kinds = "A" }
    status = {}
  }
  round {}`, []string{`Did you mean "kind"?`}},
	{"a stub without an object", `stub "a" {
    status = "x"
  }
  round { until = 2 }`, []string{`the status of a stub must be an object`}},
	{"a pending stub is waited for", `stub "a" {
    after = 6
  }
  round {
    until  = "settled"
    expect = { b = {} }
  }`, nil},
	{"no file", `xr = "none.yaml"
  round {}`, []string{`none.yaml`}},
	{"no source", `source = "none"
  round {}`, []string{`none`}},
	{"no golden", `round { want = "none.yaml" }`, []string{`There is no file`}},
}

func TestRuns(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "main.hcl", program)
	write(t, dir, "tests/other.hcl", `resource other { body = { apiVersion = "example.org/v1", kind = "O" } }`)
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			check(t, runText(t, filepath.Join(dir, "tests", "x.hcltest.hcl"), beginning+"run \"x\" {\n  "+c.run+"\n}\n"), c.want)
		})
	}
}

// programs break an invariant, or seem to.
var programs = []struct {
	name, program, run string
	want               []string
}{
	{"try flips when a status comes", `
resource flip {
  condition = try(req.resource.a.status.id, "") == ""
  body      = { apiVersion = "example.org/v1", kind = "B" }
}`, `round { until = "settled" }`, []string{`Round 2 drops "flip" at main.hcl:3`}},
	{"try flips after the last round of the test", `
resource flip {
  condition = try(req.resource.a.status.id, "") == ""
  body      = { apiVersion = "example.org/v1", kind = "B" }
}`, `round {}`, []string{`Round 2 drops "flip" at main.hcl:3`}},
	{"can flips when a status is lost", `
resource flip {
  condition = can(req.resource.a.status.id)
  body      = { apiVersion = "example.org/v1", kind = "B" }
}`, "round { until = \"settled\" }\nround { set = { a = { status = null } } }", []string{`drops "flip" at main.hcl:3`}},
	{"can flips around the block", `
group {
  condition = can(req.resource.a.status.id)
  resource flip {
    body = { apiVersion = "example.org/v1", kind = "B" }
  }
}`, "round { until = \"settled\" }\nround { set = { a = { status = null } } }", []string{`drops "flip" at main.hcl:5`}},
	{"a member flips", `
resources m {
  for_each = try(req.resource.a.status.names, ["x", "y"])
  name     = "m-${each.value}"
  body     = { apiVersion = "example.org/v1", kind = "B" }
}`, `round { until = "settled" }`, []string{`Round 2 drops "m-y" at main.hcl:3`}},
	{"a condition on data", `
resource honest {
  condition = req.resource.a.status.id == "id"
  body      = { apiVersion = "example.org/v1", kind = "B" }
}`, "round { until = \"settled\" }\nround {\n  set    = { a = { status = { id = \"other\" } } }\n  absent = " +
		"[\"honest\"]\n}", nil},
	{"a try that is not about what exists", `
resource honest {
  condition = try(req.composite.spec.b, true)
  body      = { apiVersion = "example.org/v1", kind = "B" }
}`, "round { until = \"settled\" }\nround {\n  xr     = { spec = { b = false } }\n  absent = [\"honest\"]\n}", nil},
	{"an answer that keeps what exists", `
resource kept {
  body = { apiVersion = "example.org/v1", kind = "B", id = req.resource.a.status.id }
}`, "round { until = \"settled\" }\nround {\n  set    = { a = { status = null } }\n  fatal  = " +
		"[\"existing-dropped\"]\n  expect = { kept = {} }\n}", nil},
	{"no end", `
resource grows {
  body = { apiVersion = "example.org/v1", kind = "B", metadata = { annotations = { n = "x${try(self.resource.metadata.annotations.n, "")}" } } }
}`, `round {}`, []string{`50 rounds after the last one of the test the program still changes something: grows.`}},
	{"no end is waited for", `
resource grows {
  body = { apiVersion = "example.org/v1", kind = "B", metadata = { annotations = { n = "x${try(self.resource.metadata.annotations.n, "")}" } } }
}`, `round { until = "settled" }`, []string{`After 50 rounds the program still changes something: grows.`}},
	{"no end of the status", `
composite status {
  body = { n = "x${try(req.composite.status.n, "")}" }
}`, `round { until = "settled" }`, []string{`the status of the composite resource.`}},
	{"two states that alternate", `
resource flips {
  body = { apiVersion = "example.org/v1", kind = "B", metadata = { annotations = { n = try(self.resource.metadata.annotations.n, "b") == "a" ? "b" : "a" } } }
}`, `round { until = "settled" }`, []string{`the program still changes something: flips.`}},
	{"what the schema refuses", `
resource invalid {
  body = { apiVersion = "v1", kind = "ConfigMap", data = { n = 1 } }
}`, `round {}`, []string{`data.n: found the number 1 where a string is expected at main.hcl:4`}},
	{"what the schema does not know", `
resource invalid {
  body = { apiVersion = "apps/v1", kind = "Deployment", spec = { replica = 1 } }
}`, `round {}`, []string{`"selector" is missing`, `"template" is missing`, `Did you mean "replicas"?`}},
	{"a name that no object can have", `
resource invalid {
  body = { apiVersion = "example.org/v1", kind = "B", metadata = { name = "A_b" } }
}`, `round {}`, []string{`"A_b" is not a valid name for an object at main.hcl:4`}},
	{"a name that no Service can have", `
resource invalid {
  body = { apiVersion = "v1", kind = "Service", metadata = { name = "a.b" }, spec = { ports = [{ port = 1 }] } }
}`, `round {}`, []string{`"a.b" is not a valid name for a Service`}},
	{"labels that no object can have", `
resource invalid {
  body = { apiVersion = "example.org/v1", kind = "B", metadata = { labels = { "a b" = "x", c = "-" } } }
}`, `round {}`, []string{`has the key "a b"`, `"-" is not a valid label value at main.hcl:4`}},
	{"a block that fails is named where something else is missed", `
resource fails {
  body = { apiVersion = "example.org/v1", kind = "B", n = [1][req.composite.spec.size] }
}`, "round {\n  assert { condition = can(round.resource.fails) }\n}",
		[]string{`false after round 1. at main.hcl:4`}},
}

func TestInvariants(t *testing.T) {
	for _, c := range programs {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "main.hcl", "resource a { body = { apiVersion = \"example.org/v1\", kind = \"A\" } }\n\n"+
				strings.TrimPrefix(c.program, "\n")+"\n")
			text := strings.Replace(beginning, `"id-${self.spec.size}"`, `"id", names = ["x"]`, 1) + "run \"x\" {\n" + c.run +
				"\n}\n"
			check(t, runText(t, filepath.Join(dir, "x.hcltest.hcl"), text), c.want)
		})
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func runText(t *testing.T, path, text string) *Result {
	t.Helper()
	file, diags := testfile.Parse(path, []byte(text))
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text)
	}
	r, err := Run(t.Context(), file, file.Runs[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// check compares failures with what is wanted of them.
func check(t *testing.T, r *Result, want []string) {
	t.Helper()
	if len(r.Failures) != len(want) {
		t.Fatalf("%d failures, %d expected: %v", len(r.Failures), len(want), r.Failures)
	}
	for i, w := range want {
		text, place, _ := strings.Cut(w, " at ")
		d := r.Failures[i]
		if !strings.Contains(d.Summary+" "+d.Detail, text) {
			t.Errorf("%q does not have %q", d.Summary+" "+d.Detail, text)
		}
		if d.Code == "" || d.Severity != diag.Error {
			t.Errorf("%q has the code %q", d.Detail, d.Code)
		}
		if place != "" && (len(d.Notes) == 0 || !strings.Contains(d.Notes[0].Range.Outermost().String(), place+",")) {
			t.Errorf("%q is not at %s: %v", d.Detail, place, d.Notes)
		}
	}
}
