package console

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func testConsole() *Console {
	return &Console{Profile: types.Compat, Functions: stdlib.Table()}
}

const scopes = `{"scopes": {"s": {
  "variables": {
    "n": {"type": "number", "value": "12345678901234567890"},
    "l": {"type": ["list", "string"], "value": ["x", {"$unknown": "string"}]},
    "nul": {"null": ["map", "bool"]},
    "u": {"unknown": "number", "refinement": {"notNull": true, "min": {"value": "1", "inclusive": true}}},
    "set": {"type": ["set", "number"], "value": ["2", "1"]},
    "inf": {"type": "number", "value": "inf"}
  },
  "functions": ["upper"]
}}}`

func TestBatch(t *testing.T) {
	c := testConsole()
	vars, err := ReadVars([]byte(scopes))
	if err != nil {
		t.Fatal(err)
	}
	c.Vars = *vars
	tests := []struct{ in, want string }{
		{`{"expr": "1 + 1"}`, `{"result":{"type":"number","value":"2"},"diags":[]}`},
		{`{"expr": "a", "vars": {"a": {"b": [1.5, null]}}}`,
			`{"result":{"type":["object",{"b":["tuple",["number","dynamic"]]}],"value":{"b":["1.5",null]}},"diags":[]}`},
		{`{"expr": "n + 1", "scope": "s"}`, `{"result":{"type":"number","value":"12345678901234567891"},"diags":[]}`},
		{`{"expr": "l", "scope": "s"}`,
			`{"result":{"type":["list","string"],"value":["x",{"$unknown":"string"}],"partial":true},"diags":[]}`},
		{`{"expr": "nul", "scope": "s"}`, `{"result":{"type":["map","bool"],"value":null},"diags":[]}`},
		{`{"expr": "u", "scope": "s"}`,
			`{"unknown":{"type":"number","refinement":{"notNull":true,"min":{"value":"1","inclusive":true}}},"diags":[]}`},
		{`{"expr": "set", "scope": "s"}`, `{"result":{"type":["set","number"],"value":["1","2"]},"diags":[]}`},
		{`{"expr": "-inf", "scope": "s"}`, `{"result":{"type":"number","value":"-inf"},"diags":[]}`},
		{`{"expr": "upper(\"a\")", "scope": "s"}`, `{"result":{"type":"string","value":"A"},"diags":[]}`},
		{`{"template": "${1}<&>"}`, `{"result":{"type":"string","value":"1<&>"},"diags":[]}`},
		{`{"exprBase64": "MSArIDE="}`, `{"result":{"type":"number","value":"2"},"diags":[]}`},
		{`{"expr": "1", "scope": "x"}`, `{"diags":[],"error":"there is no scope \"x\", only \"s\""}`},
		{`{"exp": "1"}`, `{"diags":[],"error":"a request must have \"expr\" or \"template\"; \"exp\" is not known. Did ` +
			`you mean \"expr\"?"}`},
		{`{"Vars": {}, "a": 1}`, `{"diags":[],"error":"a request must have \"expr\" or \"template\""}`},
		{`{"expr": "1", "template": "2"}`,
			`{"diags":[],"error":"a request has both \"expr\" and \"template\"; set only one of them"}`},
		{`{"templateBase64": "", "expr": "1", "template": null}`,
			`{"diags":[],"error":"a request has both \"expr\" and \"templateBase64\"; set only one of them"}`},
		{`{"exprBase64": "*"}`, `{"diags":[],"error":"\"exprBase64\": illegal base64 data at input byte 0"}`},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		if err := c.Batch(strings.NewReader(tt.in+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(out.String()); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.in, got, tt.want)
		}
	}
}

// Diagnostics carry the places of their subjects; a broken line does not end the batch.
func TestBatchGoesOn(t *testing.T) {
	var out bytes.Buffer
	if err := testConsole().Batch(
		strings.NewReader("{\"expr\": \"1 +\"}\n\nnonsense\n{\"expr\": \"lower(1, 2)\"}\n{\"expr\": \"1\"}\n"),
		&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d answers:\n%s", len(lines), out.String())
	}
	for i, part := range []string{`"range":[1,4,3,1,4,3]`, `"error":`, `"severity":"error"`, `"value":"1"`} {
		if !strings.Contains(lines[i], part) {
			t.Errorf("answer %d has no %s: %s", i+1, part, lines[i])
		}
	}
}

// What the vectors hold comes back from the notation as it was, and what the evaluator gives is what the batch answers.
func TestVectors(t *testing.T) {
	vars, err := ReadVars(vectors.Text(t, "scopes.json"))
	if err != nil {
		t.Fatal(err)
	}
	c := testConsole()
	c.Vars = *vars
	type vector struct {
		Expr, Scope string
		Result      *struct {
			Type  types.Type
			Value json.RawMessage
		}
	}
	n := 0
	for v := range vectors.All[vector](t, "expressions.jsonl") {
		if v.Result == nil || v.Expr == "" {
			continue
		}
		n++
		want, err := read(v.Result.Value, v.Result.Type)
		if err != nil {
			t.Fatalf("%s: %v", v.Expr, err)
		}
		again := backAndForth(t, want)
		if !want.Equal(again) {
			t.Errorf("%s: %s became %s", v.Expr, host.DebugString(want), host.DebugString(again))
		}
		checkAnswer(t, c, v.Expr, v.Scope)
	}
	if n < 1000 {
		t.Errorf("only %d vectors have a result", n)
	}
}

func backAndForth(t *testing.T, v value.Value) value.Value {
	x, err := write(v)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(x)
	again, err := read(text, v.Type())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return again
}

func checkAnswer(t *testing.T, c *Console, expr, scope string) {
	line, _ := json.Marshal(map[string]string{"expr": expr, "scope": scope})
	a := c.answer(line)
	if a.Error != "" {
		t.Errorf("%s: %s", expr, a.Error)
		return
	}
	ctx, _ := c.context(scope, nil)
	file := source.NewFileString("<expr>", expr)
	e, diags := syntax.ParseExpression(file)
	if diags.HasErrors() {
		return
	}
	v, more := eval.Value(syntax.NewExpression(file, e), ctx)
	if len(a.Diags) != len(diags)+len(more) {
		t.Errorf("%s: %d diagnostics, want %d", expr, len(a.Diags), len(diags)+len(more))
	}
	if (a.Unknown != nil) != v.IsUnknown() || a.Result != nil && a.Result.Type != v.Type() {
		t.Errorf("%s: answered %+v for %s", expr, a, host.DebugString(v))
	}
}

type script struct {
	lines      []string
	out        *bytes.Buffer
	remembered []string
}

func (s *script) ReadLine(prompt string) (string, error) {
	if len(s.lines) == 0 {
		return "", io.EOF
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	fmt.Fprintf(s.out, "%s%s\n", prompt, line)
	return line, nil
}

// Remember writes down what the person could bring back.
func (s *script) Remember(input string) { s.remembered = append(s.remembered, input) }

func TestDialogue(t *testing.T) {
	var out bytes.Buffer
	in := &script{lines: []string{"x = 2", "[", "  x,", "  \"a\"", "]", ":type [x]", "nope(1)", ":vars", ":typ", "", "<<E",
		"t", "E", "f(", "", ":quit", "never"}, out: &out}
	c := testConsole()
	if err := c.Dialogue(in, &out, false); err != nil {
		t.Fatal(err)
	}
	const want = `> x = 2
> [
.   x,
.   "a"
. ]
[2, "a"]
> :type [x]
tuple([number])
> nope(1)
Error: `
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("got:\n%s", out.String())
	}
	for _, part := range []string{"x  number\n", "Unknown command \":typ\". Did you mean \":type\"?", "\"t\\n\"\n",
		"on <input "} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in:\n%s", part, out.String())
		}
	}
	if want := []string{"x = 2", "[\n  x,\n  \"a\"\n]", ":type [x]", "nope(1)", ":vars", ":typ", "<<E\nt\nE", "f(",
		":quit"}; !slices.Equal(in.remembered, want) {
		t.Errorf("remembered %q", in.remembered)
	}
	if strings.Contains(out.String(), "never") || c.Vars.Variables != nil {
		t.Error("the session went on, or changed the console")
	}
}

func TestShow(t *testing.T) {
	secret := value.String("hunter2").Mark(value.Sensitive)
	v := host.ObjectOf(host.NewShape([]string{"a b", "s", "u"}),
		[]value.Value{value.Tuple(value.Int(1), secret), secret, value.Unknown(types.String)})
	const want = "{\n  \"a b\" = [\n    1,\n    (sensitive),\n  ]\n  s = (sensitive)\n  u = (unknown string)\n}"
	if got := Show(v); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if _, err := JSON(v); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("JSON of a secret: %v", err)
	}
}

func TestReadVarsErrors(t *testing.T) {
	for text, want := range map[string]string{
		`[1]`: "must be a JSON object", `{`: "",
		`{"scopes": {"s": {"variables": {"x": {}}}}}`: `scope "s": variable "x": expected an ` +
			`object with "type"`,
		`{"scopes": {"s": {"variables": {"x": {"type": "string"}}}}}`: `scope "s": variable "x": ` +
			`"value" is missing; it is required with "type"`,
		`{"scopes": {"s": {"variables": [1]}}}`: `"scopes.variables" must ` +
			`be an object, but is of JSON type array`,
		`{"scopes": {"s": {"variables": {"x": {"type": "string", "value": [1]}}}}}`: `variable "x": expected ` +
			`a string`,
		`{"scopes": {"s": {"variables": {"x": {"type": ["list", "string"], "value": {}}}}}}`: `variable "x": expected ` +
			`an array`,
		`{"scopes": {"s": {"variables": {"x": {"type": ["map", ["tuple", ["string", "number"]]], "value": {"k": ["1", ` +
			`2]}}}}}}`: `variable "x": element ["k"][1]: a number must be written as a string, such as "1", which keeps all ` +
			`its digits, but this is a bare number`,
		`{"scopes": {"s": {"variables": {"x": {"type": "number", "value": true}}}}}`:                                    `variable "x": a number must be written as a string`,
		`{"scopes": {"s": {"variables": {"x": {"type": ["object", {"a": ["list", "bool"]}], "value": {"a": ["x"]}}}}}}`: `element ["a"][0]: expected true or false`,
		`{"scopes": {"s": {"variables": {"x": {"type": ["tuple", ["string"]], "value": []}}}}}`:                         "0 elements were found",
	} {
		if _, err := ReadVars([]byte(text)); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "Go value") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// What a value may not show does not hide what went wrong beside it, and that it is unknown is not a secret.
func TestBatchMarked(t *testing.T) {
	c := testConsole()
	c.Profile = types.Extended
	c.Vars.Variables = map[string]value.Value{
		"u": value.Unknown(types.String).Refine(value.Refinement{Prefix: "hunter"}).Mark(value.Sensitive),
		"o": value.NullOf(types.NewCapsule(&types.Capsule{Name: "handle"})),
	}
	for expr, want := range map[string]string{
		`[sensitive(1), foo]`: `{"diags":[{"severity":"error","summary":"Unknown variable",`,
		`sensitive(1)`: `{"diags":[],"error":"the value is marked as sensitive, so it is not shown; nonsensitive() ` +
			`removes the mark"}`,
		`u`:      `{"unknown":{"type":"string"},"diags":[]}`,
		`[u, 1]`: `{"result":{"type":["tuple",["string","number"]],"value":[{"$unknown":"string"},"1"],"partial":true},"diags":[]}`,
		`o`:      `{"diags":[],"error":"`,
	} {
		line, _ := json.Marshal(map[string]string{"expr": expr})
		var out bytes.Buffer
		if err := c.Batch(bytes.NewReader(line), &out); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.HasPrefix(got, want) || strings.Contains(got, "json:") {
			t.Errorf("%s\ngot  %swant %s", expr, got, want)
		}
	}
}

// A program may wait for an answer before it sends the next request.
func TestBatchAnswersAtOnce(t *testing.T) {
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	go func() { _ = out.CloseWithError(testConsole().Batch(in, out)) }()
	lines := bufio.NewScanner(answers)
	for range 3 {
		// The second request is not complete, so it does not hold up the answer to the first one.
		if _, err := io.WriteString(requests, "{\"expr\": \"1\"}\n{\"expr\""); err != nil || !lines.Scan() {
			t.Fatal(err, lines.Err())
		}
		if _, err := io.WriteString(requests, ": \"2\"}\n"); err != nil || !lines.Scan() {
			t.Fatal(err, lines.Err())
		}
	}
	_ = requests.Close()
	if lines.Scan() || lines.Err() != nil {
		t.Errorf("%s %v", lines.Text(), lines.Err())
	}
}

// Requests that come together are answered together.
func TestBatchWritesRarely(t *testing.T) {
	var out countingWriter
	if err := testConsole().Batch(strings.NewReader(strings.Repeat("{\"expr\": \"1\"}\n", 100)), &out); err != nil {
		t.Fatal(err)
	}
	if out.writes > 4 {
		t.Errorf("%d writes for 100 answers", out.writes)
	}
}

type countingWriter struct{ writes int }

func (w *countingWriter) Write(p []byte) (int, error) {
	w.writes++
	return len(p), nil
}

// What stands before a line that is too long is answered.
func TestBatchLongLine(t *testing.T) {
	var out bytes.Buffer
	in := io.MultiReader(strings.NewReader("{\"expr\": \"1\"}\n"), bytes.NewReader(bytes.Repeat([]byte(" "), maxLine+1)))
	err := testConsole().Batch(in, &out)
	if err == nil || err.Error() != "a line of a batch can have at most 64 MiB, but the next one has more" ||
		!strings.Contains(out.String(), `"result"`) {
		t.Error(err, out.String())
	}
}

func TestScopeNames(t *testing.T) {
	v := Vars{Scopes: map[string]Scope{}}
	for i := range 12 {
		v.Scopes[fmt.Sprintf("s%02d", i)] = Scope{}
	}
	if got := v.ScopeNames(); !strings.HasSuffix(got, `"s08", "s09" and 2 more`) {
		t.Error(got)
	}
}

// A request that is not an object, or has a property of another kind, is answered in words.
func TestBatchRefusals(t *testing.T) {
	for text, want := range map[string]string{
		`[]`: "expected an object", `{"expr": 5}`: `\"expr\" must be a string, but is of JSON type number`,
		`{`: "not JSON, at byte 1",
	} {
		var out bytes.Buffer
		err := testConsole().Batch(strings.NewReader(text), &out)
		if err != nil || !strings.Contains(out.String(), want) || strings.Contains(out.String(), "Go value") {
			t.Errorf("%s: %s %v", text, out.String(), err)
		}
	}
}

func FuzzBatch(f *testing.F) {
	f.Add(`{"expr": "1 + x", "vars": {"x": 1}}`)
	f.Add(`{"template": "%{ for"}`)
	f.Fuzz(func(t *testing.T, line string) {
		var out bytes.Buffer
		if err := testConsole().Batch(strings.NewReader(line), &out); err != nil {
			t.Fatal(err)
		}
	})
}
