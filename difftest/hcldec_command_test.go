package difftest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// commandCase is a run of both commands in a folder with some files.
type commandCase struct {
	name  string
	files map[string]string
	args  []string
	stdin string
	// differs is set where the original gives no result.
	differs *commandDifference
}

// commandDifference is a difference that is meant: what ours prints and the original, which fails, says.
type commandDifference struct{ reason, ours, theirs string }

const objectSpec = "object {\n  attr \"a\" {}\n  attr \"b\" {\n    type = list(string)\n  }\n  block_list \"c\" {\n  " +
	"  attr {\n      name = \"x\"\n      type = number\n    }\n  }\n}\n"

var commandCases = []commandCase{
	{name: "plain", files: map[string]string{"s": objectSpec, "c.hcl": "a = 1\nb = [1, true]\nc {\n x = \"2\"\n}\n"},
		args: []string{"--spec", "s", "c.hcl"}},
	{name: "nulls are dropped", files: map[string]string{"s": objectSpec, "c.hcl": ""},
		args: []string{"-s", "s", "c.hcl"}},
	{name: "nulls are kept", files: map[string]string{"s": objectSpec, "c.hcl": ""},
		args: []string{"-ss", "c.hcl", "--keep-nulls"}},
	{name: "type", files: map[string]string{"s": objectSpec, "c.hcl": "a = {z = 1, y = [null, \"<&>\"]}"},
		args: []string{"--spec=s", "--with-type", "c.hcl"}},
	{name: "type and nulls", files: map[string]string{"s": objectSpec, "c.hcl": "a = {z = 1, y = [null, \"<&>\"]}"},
		args: []string{"--spec=s", "--with-type", "--keep-nulls", "c.hcl"}},
	{name: "type of null", files: map[string]string{"s": "attr {\n name = \"a\"\n}"},
		args: []string{"--spec=s", "--with-type"}},
	{name: "type of typed null", files: map[string]string{"s": "attr {\n name = \"a\"\n type = string\n}"},
		args: []string{"--spec=s", "--with-type"}},
	{name: "JSON syntax", files: map[string]string{"s": objectSpec, "c.json": `{"a": "${x}", "c": [{"x": 1}, {"x": 2}]}`},
		args: []string{"--spec=s", "c.json"}},
	{name: "JSON syntax with variables", files: map[string]string{"s": objectSpec, "c.json": `{"a": "${x}"}`},
		args: []string{"--spec=s", "-V", `{"x": "y"}`, "c.json"}},
	{name: "standard input", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s"}, stdin: "a = 1"},
	{name: "standard input with an error", files: map[string]string{"s": objectSpec},
		args: []string{"--spec=s", "--diags=json"}, stdin: "a = = 1"},
	{name: "several files", files: map[string]string{"s": objectSpec, "a.hcl": "a = 1\nc {\n x = 1\n}",
		"b.json": `{"b": ["x"], "c": {"x": 2}}`}, args: []string{"--spec=s", "a.hcl", "b.json"}},
	{name: "twice in several files", files: map[string]string{"s": objectSpec, "a.hcl": "a = 1", "b.hcl": "a = 2"},
		args: []string{"--spec=s", "--diags=json", "a.hcl", "b.hcl"}},
	{name: "required in several files", files: map[string]string{"s": "attr {\n name = \"a\"\n required = true\n}",
		"a.hcl": "", "b.hcl": "a = 2"}, args: []string{"--spec=s", "a.hcl", "b.hcl"}},
	{name: "variables of the specification",
		files: map[string]string{"s": "variables {\n x = 1\n y = upper(\"a\")\n}\n" + objectSpec, "v.hcl": "x = 2"},
		args:  []string{"--spec=s", "--vars", "v.hcl"}, stdin: "a = [x, y]"},
	{name: "variables of several kinds", files: map[string]string{"s": objectSpec, "v.json": `{"x": {"y": [1, 2.5]}}`},
		args: []string{"--spec=s", "--vars", "v.json", `--vars={"z": "q"}`}, stdin: "a = [x.y, z]"},
	{name: "bad variables", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s", "-V", `{"x": `},
		stdin: "a = x"},
	{name: "variables file missing", files: map[string]string{"s": objectSpec},
		args: []string{"--spec=s", "--diags=json", "-V", "nowhere.hcl"}, stdin: "a = x"},
	{name: "functions", files: map[string]string{"s": "function \"f\" {\n params = [a]\n variadic_param = b\n result = " +
		"concat([a], b)\n}\n" + objectSpec}, args: []string{"--spec=s"}, stdin: "a = f(1, 2, 3)"},
	{name: "function fails", files: map[string]string{"s": "function \"f\" {\n params = [a]\n result = a.b\n}\n" +
		objectSpec}, args: []string{"--spec=s", "--diags=json"}, stdin: "a = f({})"},
	{name: "all functions of specifications",
		files: map[string]string{"s": "literal {\n value = [abs(-1), coalesce(null, \"\", \"b\"), concat([1], [\"a\"]), " +
			"hasindex([1], 0), hasindex([1], 2), int(-1.5), jsondecode(\"{\\\"a\\\":1}\"), jsonencode({a = \"<\"}), " +
			"length([1, 2]), lower(\"ABC\"), max(1, 2), min(1, 2), reverse(\"abc\"), strlen(\"héé\"), substr(\"hello\", 1, " +
			"2), upper(\"a\")]\n}"}, args: []string{"--spec=s", "--with-type"}},
	{name: "references", files: map[string]string{"s": objectSpec},
		args:  []string{"--spec=s", "--var-refs", "-V", `{"x": {"y": [5, 6]}}`},
		stdin: "a = x.y[1]\nc {\n x = q[\"k\"].z\n}\n"},
	{name: "no references", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s", "--var-refs"},
		stdin: "a = 1"},
	{name: "no specification", args: []string{"c.hcl"}},
	{name: "specification missing", args: []string{"--spec=nowhere", "--diags=json"}},
	{name: "file missing", files: map[string]string{"s": objectSpec},
		args: []string{"--spec=s", "--diags=json", "nowhere.hcl"}},
	{name: "wrong format", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s", "--diags=xml"}},
	{name: "unknown flag", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s", "--nonsense"}},
	{name: "output file", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s", "-o", "out.json"},
		stdin: "a = 1"},
	{name: "output folder missing", files: map[string]string{"s": objectSpec},
		args: []string{"--spec=s", "-o", "no/out.json"}, stdin: "a = 1"},
	{name: "unexpected argument", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s", "--diags=json"},
		stdin: "a = 1\nzz = 2\n"},
	{name: "wrong type", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s", "--diags=json"},
		stdin: "b = 2\n"},
	{name: "required", files: map[string]string{"s": "attr {\n name = \"a\"\n required = true\n}"},
		args: []string{"--spec=s", "--diags=json"}, stdin: "\n\n"},
	{name: "null is enough for required", files: map[string]string{"s": "attr {\n name = \"a\"\n required = true\n}"},
		args: []string{"--spec=s", "--diags=json"}, stdin: "a = null"},
	{name: "spec kinds", files: map[string]string{"s": "array {\n block_set {\n block_type = \"b\"\n attr {\n name = " +
		"\"x\"\n type = number\n }\n }\n block_map {\n block_type = \"m\"\n labels = [\"k\", \"l\"]\n attr {\n name = " +
		"\"x\"\n type = bool\n }\n }\n default {\n attr {\n name = \"d\"\n }\n literal {\n value = 9\n }\n }\n transform " +
		"{\n attr {\n name = \"t\"\n type = number\n }\n result = nested * 2\n }\n}"}, args: []string{"--spec=s"},
		stdin: "b {\n x = 2\n}\nb {\n x = 1\n}\nm \"p\" \"q\" {\n x = true\n}\nt = 4"},
	{name: "duplicate block", files: map[string]string{"s": "block {\n block_type = \"b\"\n attr {\n name = \"x\"\n }\n}"},
		args: []string{"--spec=s", "--diags=json"}, stdin: "b {}\nb {}\n"},
	{name: "numbers", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s"},
		stdin: "a = [1/3, 123456789012345678901234567890, 1e30, 0.1, -0.0000001, 2.50]"},
	{name: "spec with an error", files: map[string]string{"s": "object {\n attr \"a\" {\n typ = string\n }\n}"},
		args: []string{"--spec=s", "--diags=json"}},
	{name: "block_attrs", files: map[string]string{"s": "block_attrs {\n block_type = \"b\"\n element_type = string\n}"},
		args: []string{"--spec=s"}, stdin: "b {\n x = 1\n}",
		differs: &commandDifference{"the kind is documented, but the original refuses it", "{\"x\":\"1\"}\n",
			"Unsupported block type"}},
	{name: "default alone", files: map[string]string{"s": "default {\n attr {\n name = \"a\"\n }\n}"},
		args: []string{"--spec=s"}, stdin: "a = 1",
		differs: &commandDifference{"the original panics", "1\n", "panic: runtime error: index out of range"}},
	{name: "dynamic map", files: map[string]string{"s": "block_map {\n block_type = \"b\"\n labels = [\"k\"]\n attr {\n " +
		"name = \"x\"\n }\n}"}, args: []string{"--spec=s"}, stdin: "b \"l\" {\n x = 1\n}",
		differs: &commandDifference{"the original refuses maps of blocks with parts of any type", "{\"l\":1}\n",
			"Invalid block_map spec"}},
	{name: "infinity", files: map[string]string{"s": objectSpec}, args: []string{"--spec=s"}, stdin: "a = 1/0"},
}

// commandOutcome is what a run gave.
type commandOutcome struct {
	code           int
	stdout, stderr string
	file           string // what was written by -o
}

func runCommand(t *testing.T, command string, c commandCase) commandOutcome {
	t.Helper()
	dir := t.TempDir()
	for name, text := range c.files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(command, c.args...)
	run.Dir, run.Stdin = dir, strings.NewReader(c.stdin)
	var stdout, stderr strings.Builder
	run.Stdout, run.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := run.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	out := commandOutcome{code: run.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
	if text, err := os.ReadFile(filepath.Join(dir, "out.json")); err == nil {
		out.file = string(text)
	}
	return out
}

// places reduces JSON diagnostics to their severities and places: the words are each implementation's own.
func places(text string) ([]string, error) {
	var doc struct {
		Diagnostics []struct {
			Severity string
			Subject  any
		}
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	var out []string
	for _, d := range doc.Diagnostics {
		out = append(out, fmt.Sprint(d.Severity, " ", d.Subject))
	}
	slices.Sort(out)
	return out, nil
}

// sortedItems brings the items of a JSON array into an order: that of the original's references is random.
func sortedItems(text string) string {
	var items []json.RawMessage
	if err := json.Unmarshal([]byte(text), &items); err != nil {
		return text
	}
	slices.SortFunc(items, func(a, b json.RawMessage) int { return strings.Compare(string(a), string(b)) })
	return fmt.Sprintf("%s", items) + text[strings.LastIndexByte(text, ']'):]
}

// difference describes how two outcomes differ: in the output byte by byte, in the exit code, and in diagnostics where
// they are not words.
func (c commandCase) difference(ours, theirs commandOutcome) string {
	both := fmt.Sprintf("ours %d %q %q\ntheirs %d %q %q\n%s\n%s", ours.code, ours.stdout, ours.file, theirs.code,
		theirs.stdout, theirs.file, ours.stderr, theirs.stderr)
	if d := c.differs; d != nil {
		want := commandOutcome{stdout: d.ours}
		if ours != want || theirs.code == 0 || !strings.Contains(theirs.stderr, d.theirs) {
			return "not as it differs: " + both
		}
		return ""
	}
	if slices.Contains(c.args, "--var-refs") {
		ours.stdout, theirs.stdout = sortedItems(ours.stdout), sortedItems(theirs.stdout)
	}
	if ours.code != theirs.code || ours.stdout != theirs.stdout || ours.file != theirs.file ||
		(ours.stderr == "") != (theirs.stderr == "") {
		return both
	}
	if slices.Contains(c.args, "--diags=json") && ours.code == 2 {
		a, err := places(ours.stderr)
		b, theirErr := places(theirs.stderr)
		if err != nil || theirErr != nil || !slices.Equal(a, b) {
			return fmt.Sprintf("ours %v %v\ntheirs %v %v\n%s", a, err, b, theirErr, both)
		}
	}
	return ""
}

// commandMistakes are mistakes that our command could make. Each changes the outcome, or reports that it cannot.
var commandMistakes = map[string]func(o *commandOutcome) bool{
	"the exit code is another one": func(o *commandOutcome) bool {
		o.code = 2 - o.code
		return o.code != 1
	},
	"the last byte of the output is lost": func(o *commandOutcome) bool {
		had := o.stdout != ""
		o.stdout = o.stdout[:max(0, len(o.stdout)-1)]
		return had
	},
	"the output is empty": func(o *commandOutcome) bool {
		had := o.stdout != ""
		o.stdout = ""
		return had
	},
	"the file is not written": func(o *commandOutcome) bool {
		had := o.file != ""
		o.file = ""
		return had
	},
	noDiagnostics: func(o *commandOutcome) bool {
		had := o.stderr != ""
		o.stderr = ""
		return had
	},
	"something is said without a reason": func(o *commandOutcome) bool {
		had := o.stderr != ""
		o.stderr = "careful"
		return !had
	},
	otherPlace: func(o *commandOutcome) bool {
		before := o.stderr
		o.stderr = strings.Replace(o.stderr, `"byte":`, `"byte":1`, 1)
		return o.stderr != before
	},
}

// TestCommand compares our command with the original, also when ours makes a mistake.
func TestCommand(t *testing.T) {
	p, noticed := build(t), mistakes{}
	var reasons []string
	for _, c := range commandCases {
		t.Run(c.name, func(t *testing.T) {
			ours, theirs := runCommand(t, p.ours, c), runCommand(t, p.theirs, c)
			if d := c.difference(ours, theirs); d != "" {
				t.Error(d)
			}
			for name, mistake := range commandMistakes {
				if wrong := ours; mistake(&wrong) {
					noticed.add(c.reason(), name, c.difference(wrong, theirs) != "")
				}
			}
		})
		reasons = append(reasons, c.reason())
	}
	noticed.check(t, reasons)
}

// reason returns why the outcomes differ, if they do.
func (c commandCase) reason() string {
	if c.differs == nil {
		return agree
	}
	return c.differs.reason
}
