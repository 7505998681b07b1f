package composition_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
)

const callees = `
function none { body = 1 }
function one {
  arg name {}
  body = name
}
function many {
  arg first {}
  arg second {}
  arg third { default = 3 }
  body = [first, second, third]
}
locals {
  dynamic = req.composite.spec.args
  text    = "one"
}
`

// errorsOf are the errors among diagnostics: the text at each, its code and what it says.
func errorsOf(diags diag.List) string {
	var out []string
	for _, d := range diags.Errors() {
		text := d.Subject.Text() + ": " + d.Detail + " (" + d.Code + ")"
		for _, n := range d.Notes {
			text += " " + n.Message + ": " + n.Range.Text()
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}

// TestInvoke: a call names a function by a constant and gives it an object of its arguments; each mistake is one error
// at its place.
func TestInvoke(t *testing.T) {
	const wrongCall = "invoke takes two arguments: the name of a function as a plain string, and an object with its " +
		"arguments, as in invoke(\"name\", { x = 1 }). (invoke)"
	const wrongName = "The name of the function to invoke must be a plain string such as \"name\", without variables or " +
		"interpolation. (invoke)"
	for _, tt := range []struct{ call, want string }{
		{`invoke("none", {})`, ""}, {`invoke("one", { name = 1 })`, ""}, {`invoke("one", { "name" = 1 })`, ""},
		{`invoke("many", { first = 1, second = 2 })`, ""},
		{`invoke("many", { third = 1, second = 2, first = 3 })`, ""}, {`invoke("one", dynamic)`, ""},
		{`invoke("one", { (text) = 1 })`, ""},
		{`invoke()`, "invoke(): " + wrongCall}, {`invoke("none")`, `invoke("none"): ` + wrongCall},
		{`invoke("none", {}, {})`, `invoke("none", {}, {}): ` + wrongCall},
		{`invoke(["none", {}]...)`, `invoke(["none", {}]...): ` + wrongCall},
		{`invoke("none", {}...)`, `invoke("none", {}...): ` + wrongCall},
		{`invoke(text, {})`, "text: " + wrongName}, {`invoke("${"one"}", {})`, `"${"one"}": ` + wrongName},
		{`invoke("${text}x", {})`, `"${text}x": ` + wrongName},
		{`invoke(1, {})`, "1: " + wrongName},
		{`invoke("mony", { first = nosuch })`,
			"\"mony\": There is no function block named \"mony\". Did you mean \"many\"? (invoke)\nnosuch: "},
		{`invoke("different", {})`,
			`"different": There is no function block named "different". The program has "many", "none" and "one". (invoke)`},
		{`invoke("none", 1)`, `1: The arguments of function "none" must be an object such as { x = 1 }, but this is a ` +
			`number.`},
		{`invoke("none", null)`, "null: The arguments of function \"none\" must be an object such as { x = 1 }, but this " +
			"is null."},
		{`invoke("none", "a${text}")`, "but this is a string."}, {`invoke("none", [])`, "but this is a list."},
		{`invoke("none", "x")`, "but this is a string."},
		{`invoke("none", { a = 1 })`, `a: The function "none" has no argument named "a". It takes none. (invoke-arguments)`},
		{`invoke("one", { nam = 1 })`,
			`nam: The function "one" has no argument named "nam". Did you mean "name"? (invoke-arguments)`},
		{`invoke("many", { zzzz = 1, first = 1, second = 2 })`,
			`zzzz: The function "many" has no argument named "zzzz". It takes "first", "second" and "third". ` +
				`(invoke-arguments)`},
		{`invoke("one", {})`, `invoke("one", {}): The function "one" requires the argument "name", which is not given here ` +
			"and has no default. (invoke-arguments) it is declared here: name"},
		{`invoke("many", {})`, "invoke(\"many\", {}): The function \"many\" requires the argument \"first\", which is not " +
			"given here and has no default. (invoke-arguments) it is declared here: first\ninvoke(\"many\", {}): The function " +
			"\"many\" requires the argument \"second\", which is not given here and has no default. (invoke-arguments) it is " +
			"declared here: second"},
		{`invoke("many", { zzzz = 1 })`,
			"invoke(\"many\", { zzzz = 1 }): The function \"many\" requires the argument \"second\", which is not given here " +
				"and has no default. (invoke-arguments) it is declared here: second\n" +
				"zzzz: The function \"many\" has no argument named \"zzzz\". It takes \"first\", \"second\" and \"third\". " +
				"(invoke-arguments)"},
	} {
		got := errorsOf(compositiontest.Diagnostics(callees + "resource r { body = { v = " + tt.call + " } }\n"))
		if ok := got == tt.want || tt.want != "" && strings.Count(got, "\n") == strings.Count(tt.want, "\n") &&
			strings.Contains(got, tt.want); !ok {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.call, got, tt.want)
		}
	}
	if got := errorsOf(compositiontest.Diagnostics("resource r { body = { v = invoke(\"f\", {}) } }")); !strings.Contains(
		got,
		"A function of the program is written as function name { ... }; a built-in one is called directly") {
		t.Errorf("without functions: %s", got)
	}
	if got := errorsOf(compositiontest.Diagnostics(
		"function f { body = ( }\nresource r { body = { v = invoke(\"g\", {}), " +
			"w = invoke(\"f\", { x = 1 }) } }")); strings.Contains(got, "invoke") {
		t.Errorf("what may be in a broken file is reported as missing: %s", got)
	}
}

// rendered is the value of an expression of a program as it is written to a resource, and the errors of the run.
func rendered(t *testing.T, text, expr string, spec map[string]any) (any, string) {
	t.Helper()
	p := compositiontest.Compile(t, text+"resource r { body = { v = "+expr+" } }\n")
	out := p.Run(context.Background(), &run.Input{Composite: compositiontest.Object(map[string]any{"spec": spec})})
	for _, r := range out.Resources {
		return compositiontest.Plain(r.Body).(map[string]any)["v"], errorsOf(out.Diagnostics)
	}
	return nil, errorsOf(out.Diagnostics)
}

// TestInvokeByValue: an object that is computed gives the arguments as one that is written out does.
func TestInvokeByValue(t *testing.T) {
	type spec = map[string]any
	for _, tt := range []struct {
		call string
		args any
		want string // or a part of the one error
	}{
		{`invoke("one", dynamic)`, spec{"name": "x"}, "x"},
		{`invoke("one", { (dynamic) = 7 })`, "name", "7"},
		{`join(",", invoke("many", dynamic))`, spec{"first": "a", "second": "b"}, "a,b,3"},
		{`join(",", invoke("many", dynamic))`, spec{"third": "c", "first": "a", "second": "b"}, "a,b,c"},
		{`join(",", invoke("many", { first = "a", second = dynamic }))`, "b", "a,b,3"},
		{`invoke("none", dynamic)`, spec{}, "1"},
		{`invoke("none", dynamic)`, spec{"a": 1}, `dynamic: The function "none" has no argument named "a". It takes none.`},
		{`invoke("one", dynamic)`, spec{"nam": 1, "name": 1}, `no argument named "nam". Did you mean "name"?`},
		{`invoke("one", dynamic)`, spec{},
			`dynamic: The function "one" requires the argument "name", which is not given here`},
		{`invoke("one", dynamic)`, "x", "must be an object such as { x = 1 }, but this is a string."},
		{`invoke("one", dynamic)`, []any{}, "must be an object such as { x = 1 }, but this is a list."},
		{`invoke("one", dynamic)`, nil, "must be an object such as { x = 1 }, but this is null."},
	} {
		got, errs := rendered(t, callees, tt.call, spec{"args": tt.args})
		if text := fmt.Sprint(got); text != tt.want && (got != nil || !strings.Contains(errs, tt.want) ||
			strings.Contains(errs, "\n")) {
			t.Errorf("%s of %v: %v, %s, want %s", tt.call, tt.args, got, errs, tt.want)
		}
	}
}

// TestSecretArguments: the name of an argument that is sensitive is not shown.
func TestSecretArguments(t *testing.T) {
	_, errs := rendered(t, callees, `invoke("one", sensitive({ s3cret = 1 }))`, nil)
	if strings.Contains(errs, "s3cret\"") || !strings.Contains(errs, `has no argument of the name given here, which is `+
		`sensitive. It takes "name".`) {
		t.Error(errs)
	}
}

// TestRecursion: calls nest exactly as deep as the limit says.
func TestRecursion(t *testing.T) {
	const text = `
function down {
  arg n {}
  body = n <= 0 ? "end" : invoke("down", { n = n - 1 })
}
`
	if got, errs := rendered(t, text, `invoke("down", { n = req.composite.spec.n })`,
		map[string]any{"n": run.MaxCallDepth - 1}); got != "end" || errs != "" {
		t.Errorf("%d calls: %v, %s", run.MaxCallDepth, got, errs)
	}
	_, errs := rendered(t, text, `invoke("down", { n = req.composite.spec.n })`, map[string]any{"n": run.MaxCallDepth})
	if want := fmt.Sprintf("Calls can be nested %d levels deep, and this call of function \"down\" would be one level "+
		"more.",
		run.MaxCallDepth); !strings.Contains(errs, want) || strings.Contains(errs, "\n") {
		t.Errorf("%d calls: %s", run.MaxCallDepth+1, errs)
	}
	// A call that has returned counts no more.
	if got, errs := rendered(t, text, `[for i in range(300) : invoke("down", { n = 3 })][299]`, nil); got != "end" {
		t.Errorf("many calls: %v, %s", got, errs)
	}
}

// TestFunctionsSeeOnlyTheirOwn: a function reads its arguments and its locals, in any order, and is evaluated anew for
// each call.
func TestFunctionsSeeOnlyTheirOwn(t *testing.T) {
	const text = `
locals { x = "outer" }
function f {
  locals {
    b = "${a}!"
    a = upper(x)
  }
  arg x { default = "d" }
  body = b
}
`
	for call, want := range map[string]string{
		`invoke("f", {})`: "D!", `invoke("f", { x = "y" })`: "Y!", `"${invoke("f", { x = "y" })}${invoke("f", {})}"`: "Y!D!",
		`invoke("f", { x = x })`: "OUTER!", `invoke("f", { x = invoke("f", {}) })`: "D!!",
	} {
		if got, errs := rendered(t, text, call, nil); got != want {
			t.Errorf("%s: %v, %s, want %s", call, got, errs, want)
		}
	}
}

// TestTooLarge: the files of a program count together.
func TestTooLarge(t *testing.T) {
	file := func(n int) *source.File { return source.NewFileString("main.hcl", strings.Repeat("#", n)) }
	for _, tt := range []struct {
		files []*source.File
		large bool
	}{
		{nil, false}, {[]*source.File{file(composition.MaxBytes)}, false},
		{[]*source.File{file(composition.MaxBytes + 1)}, true},
		{[]*source.File{file(composition.MaxBytes), file(0)}, false},
		{[]*source.File{file(composition.MaxBytes), file(1)}, true},
		{[]*source.File{file(1), file(composition.MaxBytes)}, true},
	} {
		d := composition.TooLarge(tt.files...)
		if (d != nil) != tt.large {
			t.Errorf("%d files: %v", len(tt.files), d)
		}
		if d != nil && (d.Code != "source-size" || !strings.Contains(d.Detail, "1572865 bytes in total, but a program can "+
			"have at most 1572864") || d.Subject.File != tt.files[0]) {
			t.Errorf("%s: %s", d.Code, d.Detail)
		}
	}
}

// TestCompilerFailure: if compiling fails by a mistake of the compiler, the answer says so, and the host gets the rest.
func TestCompilerFailure(t *testing.T) {
	told := ""
	for _, listener := range []func(string){func(text string) { told = text }, nil} {
		p, diags := composition.Compile([]*source.File{nil}, composition.Options{OnPanic: listener})
		if p != nil || len(diags) != 1 || !strings.Contains(diags[0].Detail, "the compiler failed unexpectedly") ||
			strings.Contains(diags[0].Detail, "goroutine") {
			t.Fatal(p != nil, diags)
		}
	}
	if !strings.Contains(told, "goroutine") {
		t.Errorf("the host is told %q", told)
	}
}

// TestPoints: what coverage counts are the parts that runs evaluate: no defaults and descriptions, which are evaluated
// once, and all that follows them.
func TestPoints(t *testing.T) {
	const text = `
function f {
  description = true ? "said" : "unsaid"
  arg x {
    default     = true ? "given" : "other"
    description = true ? "an x" : "no x"
  }
  body = x == "given" ? "body1" : "body2"
}
resource r {
  condition = true ? true : false
  body      = { a = invoke("f", {}), b = req.composite.spec.x ? "arm1" : "arm2" }
}
`
	for _, coverage := range []bool{false, true} {
		p, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", text)},
			composition.Options{Functions: compositiontest.Functions(), Coverage: coverage})
		if p == nil {
			t.Fatal(diags)
		}
		counted := map[string]bool{}
		for _, point := range p.Points {
			counted[point.Range.Text()] = true
		}
		for _, part := range []string{`"body1"`, `"body2"`, `"arm1"`, `"arm2"`, `true ? true : false`} {
			if counted[part] != coverage {
				t.Errorf("coverage %t: %s is counted: %t", coverage, part, counted[part])
			}
		}
		for _, part := range []string{`"said"`, `"unsaid"`, `"given"`, `"other"`, `"an x"`, `"no x"`} {
			if counted[part] {
				t.Errorf("%s is counted, which no run evaluates", part)
			}
		}
	}
}

// TestSize: the size of a program counts its text, its blocks and attributes, and its locals.
func TestSize(t *testing.T) {
	size := func(text string) int { return compositiontest.Compile(t, text).Size }
	const block = "resource r {\n  body = { a = req.composite.spec.a }\n}\n"
	base := size(block)
	for name, more := range map[string]struct {
		text        string
		least, most int
	}{
		"a comment":      {block + "# " + strings.Repeat("x", 998), 4000, 4004},
		"a local":        {block + "locals { l = req.composite.spec.b }\n", 300, 2000},
		"a block":        {block + strings.Replace(block, "r {", "s {", 1), 600, 4000},
		"an attribute":   {strings.Replace(block, "  body", "  condition = req.composite.spec.a\n  body", 1), 300, 2000},
		"many operators": {strings.Replace(block, "spec.a }", "spec.a"+strings.Repeat(" + 1", 100)+" }", 1), 2000, 40000},
	} {
		if grown := size(more.text) - base; grown < more.least || grown > more.most {
			t.Errorf("%s adds %d bytes, want %d to %d", name, grown, more.least, more.most)
		}
	}
	if base < 4000 || base > 8000 {
		t.Errorf("a small program has %d bytes", base)
	}
}
