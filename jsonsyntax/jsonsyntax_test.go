package jsonsyntax_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/console"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/valuejson"
)

func expression(text string) (*jsonsyntax.Expression, diag.List) {
	return jsonsyntax.ParseExpression(source.NewFileString("t.json", text))
}

var full = &hcl.EvalContext{
	Variables: map[string]value.Value{"a": value.Int(1), "s": value.String("x"), "u": value.Unknown(types.String)},
	Functions: stdlib.Table(),
}

func TestValues(t *testing.T) {
	tests := []struct{ json, full, literal string }{
		{`1`, `1`, `1`}, {`-0.5e1`, `-5`, `-5`}, {`12345678901234567890`, `12345678901234567890`, `12345678901234567890`},
		{`true`, `true`, `true`}, {`null`, `null`, `null`}, {`"x"`, `"x"`, `"x"`},
		{`"${a}"`, `1`, `"$${a}"`}, {`"v${a}"`, `"v1"`, `"v$${a}"`}, {`"$${a}"`, `"$${a}"`, `"$$${a}"`},
		{`"\r\t\b\f"`, `"\r\t\u0008\u000c"`, `"\r\t\u0008\u000c"`},
		{`"\uD7FF\uE000\u00aF\ufffd"`, "\"\ud7ff\ue000\u00af\ufffd\"", "\"\ud7ff\ue000\u00af\ufffd\""},
		{`-0`, `0`, `0`}, {`0.50`, `0.5`, `0.5`}, {`10E-1`, `1`, `1`}, {`1e+2`, `100`, `100`},
		{"\t[\r\n1 , 2 ] ", `[1, 2]`, `[1, 2]`}, {`{ }`, `{}`, `{}`}, {`[ ]`, `[]`, `[]`},
		{`{"a" : 1 , "b":2}`, `{ a = 1, b = 2 }`, `{ a = 1, b = 2 }`},
		{`"\u0041\n\"\\\/"`, `"A\n\"\\/"`, `"A\n\"\\/"`}, {`"e\u0301"`, `"é"`, `"é"`}, {`"\ud83e\udd84"`, `"🦄"`, `"🦄"`},
		{`[1, "${a}", []]`, `[1, 1, []]`, `[1, "$${a}", []]`},
		{`{"k${a}": "${upper(s)}", "//": 1}`, `{ "//" = 1, k1 = "X" }`, `{ "//" = 1, "k$${a}" = "$${upper(s)}" }`},
		{`"%{ if true }y%{ endif }"`, `"y"`, `"%%{ if true }y%%{ endif }"`},
	}
	for _, tt := range tests {
		e, diags := expression(tt.json)
		if diags.HasErrors() {
			t.Errorf("%s: %v", tt.json, diags)
			continue
		}
		for ctx, want := range map[*hcl.EvalContext]string{full: tt.full, nil: tt.literal} {
			v, diags := eval.Value(e, ctx)
			if got := host.DebugString(v); diags.HasErrors() || got != shown(t, want) {
				t.Errorf("%s: got %s, want %s, %v", tt.json, got, want, diags)
			}
		}
	}
}

// shown evaluates a native expression.
func shown(t *testing.T, expr string) string {
	c := console.Console{Profile: types.Standard, Functions: stdlib.Table()}
	v, diags := c.Eval("want", expr)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return host.DebugString(v)
}

// Places inside strings account for escapes, in values and in diagnostics.
func TestPlacesBehindEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`"\n\"${nope}"`:                "t.json:1,8-12",
		`"\u00e9é${a + nope}"`:         "t.json:1,15-19",
		`["ok", "\t${a.b}"]`:           "t.json:1,14-16",
		`{"\"${nope}": 1}`:             "t.json:1,7-11",
		`"\ud83e\udd84${upper(1, 2)}"`: "t.json:1,25-26",
	} {
		e, diags := expression(text)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		_, diags = eval.Value(e, full)
		if len(diags) != 1 || diags[0].Subject.String() != want {
			t.Errorf("%s: %v, want %s", text, diags, want)
		}
	}
}

func TestDuplicateKeys(t *testing.T) {
	for _, text := range []string{`{"a": 1, "a": 2}`, `{"${s}": 1, "x": 2}`} {
		e, _ := expression(text)
		v, diags := eval.Value(e, full)
		if len(diags) != 1 || diags[0].Summary != "Duplicate object attribute" || !strings.Contains(host.DebugString(v),
			"= 1") {
			t.Errorf("%s: %s, %v", text, host.DebugString(v), diags)
		}
	}
}

// A marked key marks the object and does not end the process; its text is not shown.
func TestMarkedKey(t *testing.T) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"k": value.String("hunter2").Mark(value.Sensitive)}}
	e, _ := expression(`{"${k}": 1, "${k}": 2}`)
	v, diags := eval.Value(e, ctx)
	if !v.IsMarked() || strings.Contains(diags.String(), "hunter2") {
		t.Errorf("%v %v", v.IsMarked(), diags)
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct{ text, place, part string }{
		{``, "1,1-1", "ends where a value is expected"},
		{`{`, "1,2-2", "ends where a value is expected"},
		{`{"a"`, "1,5-5", "colon"},
		{`{"a": 1`, "1,1-2", "no closing brace"},
		{`[1`, "1,1-2", "no closing bracket"},
		{`{"a" = 1}`, "1,6-7", "not an equals sign"},
		{`{a: 1}`, "1,2-3", `must be in quotes: "a"`},
		{`{"a": 1,}`, "1,8-9", "comma after the last property"},
		{`[1,]`, "1,3-4", "comma after the last element"},
		{`{"a": 1 "b": 2}`, "1,9-12", "must be separated by commas"},
		{`{"a", "b"}`, "1,5-6", "brackets [ ]"},
		{`[1}`, "1,3-4", "not with a brace"},
		{`{"a": 1]]]`, "1,8-9", "not with a bracket"},
		{`["a": 1]`, "1,5-6", "no property names"},
		{`True`, "1,1-5", `Did you mean "true"?`},
		{`NaN`, "1,1-4", "not finite"},
		{`'a'`, "1,1-2", "A JSON value is"},
		{`01`, "1,1-3", "leading zeros"},
		{`+1`, "1,1-3", "plus sign"},
		{`.5`, "1,1-3", "digit before the decimal point"},
		{`1.`, "1,1-3", "digit after the decimal point"},
		{`1e`, "1,1-3", "no digits in the exponent"},
		{`"a`, "1,1-3", "no closing quote"},
		{"\"a\nb\"", "1,1-3", "no closing quote"},
		{"\"\x01\"", "1,2-3", "control character"},
		{`"\x"`, "1,2-4", "This escape is not valid"},
		{`"\ud800"`, "1,2-4", "surrogate pair"},
		{`"\u12"`, "1,2-4", "This escape is not valid"},
		{"\"\xff\"", "1,2-3", "not valid UTF-8"},
		{`1 2`, "1,3-4", "nothing can follow"},
		{"// c\n1", "1,1-3", "no comments"},
		{"[1/*c*/]", "1,3-4", "no comments"},
		{"{\"a\": 1 // c\n}", "1,9-10", "no comments"},
		{"\ufeff1", "1,1-1", "without it"},
		{" \ufeff1", "1,2-3", "A JSON value is"},
		{`[1, ]`, "1,3-4", "comma after the last element"},
		{`[,1]`, "1,2-3", "A JSON value is"},
		{`[1,,2]`, "1,4-5", "A JSON value is"},
		{`{"a": ]]]`, "1,7-8", "expected before this bracket"},
		{`{"a": }}}`, "1,7-8", "expected before this brace"},
		{`{"a": /`, "1,7-8", "A JSON value is"},
		{`[1 /`, "1,4-5", "must be separated by commas"},
		{`[1 //`, "1,4-5", "no comments"}, {`[1 /*`, "1,4-5", "no comments"},
		{`[1 /x]`, "1,4-5", "must be separated by commas"},
		{`/`, "1,1-2", "A JSON value is"},
		{`{ b_c1: 1}`, "1,3-7", `must be in quotes: "b_c1"`},
		{`{1: 2}`, "1,2-3", "this is a number"},
		{`{null: 2}`, "1,2-6", `must be in quotes: "null"`},
		{`{[1, 2]: 3}`, "1,2-3", "this is an array"},
		{`{{"x": 1}: 3}`, "1,2-3", "this is an object"},
		{`{"a" b_9: 1}`, "1,6-9", "A colon must separate"},
		{`{"a" "b": 1}`, "1,6-9", "A colon must separate"},
		{`{"a" é}`, "1,6-7", "A colon must separate"},
		{`{"a" }`, "1,6-7", "must have a value"},
		{`[1 "two" 3]`, "1,4-9", "must be separated by commas"},
		{`[1 "two`, "1,4-8", "must be separated by commas"},
		{"[1 \"two\n\"]", "1,4-2,1", "must be separated by commas"},
		{`[1 a`, "1,4-5", "must be separated by commas"},
		{`[1 Z`, "1,4-5", "must be separated by commas"},
		{`[1 z0]`, "1,4-6", "must be separated by commas"},
		{`[1 A9_]`, "1,4-7", "must be separated by commas"},
		{`zZaA_`, "1,1-6", "is not a JSON value"},
		{`[[1], {"a": [2}]`, "1,15-16", "not with a brace"},
		{`[{"a": [`, "1,9-9", "ends where a value is expected"},
		{`[[1]`, "1,1-2", "no closing bracket"},
		{` [ 1 `, "1,2-3", "no closing bracket"},
		{` {"a": 1 `, "1,2-3", "no closing brace"},
		{`-`, "1,1-2", "no digits after the sign"},
		{`-.5`, "1,1-4", "digit before the decimal point"},
		{`1e5.5`, "1,1-6", `The part ".5" does not belong`},
		{`1.5.5`, "1,1-6", `The part ".5" does not belong`},
		{`1-2`, "1,1-4", `The part "-2" does not belong`},
		{`1e+`, "1,1-4", "no digits in the exponent"},
		{`-01`, "1,1-4", "leading zeros"},
		{"[\"a\\", "1,2-5", "no closing quote"},
		{"\"a\rb\"", "1,1-3", "no closing quote"},
		{"\"ab\x1fc\"", "1,4-5", "control character"},
		{`["ab\x"]`, "1,5-7", "This escape is not valid"},
		{`"\"`, "1,1-4", "no closing quote"},
		{`"\n\t\q"`, "1,6-8", "This escape is not valid"},
		{`"\u123"`, "1,2-4", "This escape is not valid"},
		{`"\u+123"`, "1,2-4", "This escape is not valid"},
		{`"\u1_23"`, "1,2-4", "This escape is not valid"},
		{`"\u0041\ud800\u0041"`, "1,8-10", "surrogate pair"},
		{`"\udd84\ud83e"`, "1,2-4", "surrogate pair"},
		{`"\ud83e\udd84\ud83e"`, "1,14-16", "surrogate pair"},
		{"[\"ab\uFFFD\xffc\"]", "1,6-7", "not valid UTF-8"},
		{"\"\xe2\x82\"", "1,2-3", "not valid UTF-8"},
	}
	for _, tt := range tests {
		_, diags := expression(tt.text)
		if len(diags) != 1 || diags[0].Subject.String() != "t.json:"+tt.place ||
			!strings.Contains(diags[0].Detail, tt.part) {
			t.Errorf("%q: %v, want %s %q", tt.text, diags, tt.place, tt.part)
		}
	}
}

// What was understood before a mistake is kept.
func TestBrokenObjectKeepsWhatWasRead(t *testing.T) {
	f, diags := jsonsyntax.Parse(source.NewFileString("t.json", `{"a": 1, "b": {"c": 2 "d": 3}, "e": 4}`))
	if len(diags) != 1 {
		t.Fatal(diags)
	}
	attrs, _ := f.Body().JustAttributes()
	if len(attrs) != 2 || attrs[0].Name != "a" || attrs[1].Name != "b" {
		t.Errorf("%v", attrs)
	}
	for _, c := range []struct{ text, at, value string }{
		{`{"a": ?! }`, "1,7-8", "<unknown value>"}, {`{"a":`, "1,6-6", "<unknown value>"},
		{`{"a" 1}`, "1,6-7", "<unknown value>"}, {`{"a": "b`, "1,7-9", "<unknown value>"},
		{`{"a": [1, ?]}`, "1,7-11", "[1, <unknown value>]"}, {`{"a": [1, 2`, "1,7-12", "[1, 2]"},
		{`{"a": "b\qc"}`, "1,7-13", "\"b\ufffdqc\""},
	} {
		f, diags := jsonsyntax.Parse(source.NewFileString("t.json", c.text))
		if len(diags) != 1 {
			t.Errorf("%s: %v", c.text, diags)
		}
		attrs, diags := f.Body().JustAttributes()
		if len(attrs) != 1 || len(diags) != 0 {
			t.Errorf("%s: %v, %v", c.text, attrs, diags)
			continue
		}
		v, diags := eval.Value(attrs[0].Expr, full)
		if r := attrs[0].Expr.Range(); at(r) != c.at || host.DebugString(v) != c.value || len(diags) != 0 {
			t.Errorf("%s: %s at %s, %v", c.text, host.DebugString(v), at(r), diags)
		}
	}
}

func TestDepth(t *testing.T) {
	for _, text := range []string{strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000),
		strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000)} {
		_, diags := expression(text)
		if len(diags) != 1 || diags[0].Summary != "JSON nested too deeply" {
			t.Errorf("%v", diags)
		}
	}
	e, diags := expression(strings.Repeat("[", jsonsyntax.MaxDepth) + strings.Repeat("]", jsonsyntax.MaxDepth))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	_, _ = eval.Value(e, full) // bounded by the evaluator's own limit, if at all
	for _, open := range []string{"[", `{"a":`} {
		_, diags = expression(strings.Repeat(open, jsonsyntax.MaxDepth+1))
		if start := jsonsyntax.MaxDepth*len(open) + 1; len(diags) != 1 ||
			at(diags[0].Subject) != fmt.Sprintf("1,%d-%d", start, start+1) ||
			!strings.Contains(diags[0].Detail, "500 levels") {
			t.Errorf("one level too many: %v", diags)
		}
	}
}

// A few bytes spell a number of kilobytes. The large numbers of one expression are bounded together, exactly.
func TestLargeNumbers(t *testing.T) {
	of := func(n int, number string) diag.List {
		e, diags := expression("[" + strings.TrimSuffix(strings.Repeat(number+",", n), ",") + "]")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		_, diags = eval.Value(e, nil)
		return diags
	}
	const most = 1 << 18 // 4 MiB
	weighs := func(weight int64) (number string, n int) {
		for digits := 1; ; digits++ {
			number = strings.Repeat("9", digits)
			if v, err := numbers.ParseLiteral(number); err != nil {
				t.Fatal(err)
			} else if w := host.Weight(v); w == weight {
				return number, most / int(weight)
			} else if w > weight {
				t.Fatalf("no number weighs %d, but one %d", weight, w)
			}
		}
	}
	large, n := weighs(64)
	if diags := of(n, large); len(diags) != 0 {
		t.Errorf("%d numbers that take 4 MiB together: %v", n, diags)
	}
	start := n*(len(large)+1) + 2
	if diags := of(n+1, large); len(diags) != 1 || !strings.Contains(diags[0].Detail, "can take at most 4 MiB") ||
		at(diags[0].Subject) != fmt.Sprintf("1,%d-%d", start, start+len(large)) {
		t.Errorf("one number more: %v", diags)
	}
	if small, n := weighs(16); len(of(n+1, small)) != 0 {
		t.Errorf("numbers of usual size are counted: %s", small)
	}
	if diags := of(1, "1e20000"); len(diags) != 1 || at(diags[0].Subject) != "1,2-9" {
		t.Errorf("a number out of range: %v", diags)
	}
}

// Reading allocates in proportion to the text, not once for each of its values.
func TestAllocations(t *testing.T) {
	of := func(n int) float64 {
		f := source.NewFileString("t.json", "["+strings.Repeat(`{"a": ["x", 1, true]}, `, n)+"null]")
		return testing.AllocsPerRun(5, func() { _, _ = jsonsyntax.ParseExpression(f) })
	}
	if few, many := of(10), of(1000); many > few+20 {
		t.Errorf("%v allocations for 10 objects, %v for 1000", few, many)
	}
}

// Whatever encoding/json writes is read with the same meaning.
func TestAgainstEncodingJSONProperty(t *testing.T) {
	text := random.Text().Filter(func(s string) bool { // which are templates
		return !strings.Contains(s, "${") && !strings.Contains(s, "%{")
	})
	var gen *rapid.Generator[any]
	gen = rapid.Deferred(func() *rapid.Generator[any] {
		return rapid.OneOf(
			rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
			rapid.Map(rapid.Int32(), func(i int32) any { return float64(i) }),
			rapid.Map(text, func(s string) any { return s }),
			rapid.Map(rapid.SliceOfN(gen, 0, 3), func(l []any) any { return l }),
			rapid.Map(rapid.MapOfN(text, gen, 0, 3), func(m map[string]any) any { return random.Distinct(m) }),
		)
	})
	rapid.Check(t, func(t *rapid.T) {
		in := gen.Draw(t, "value")
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		e, diags := expression(string(text))
		if diags.HasErrors() {
			t.Fatalf("%s: %v", text, diags)
		}
		v, diags := eval.Value(e, nil)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		back, err := valuejson.Append(nil, v, valuejson.Style{EscapeHTML: true})
		want, wanted := json.Marshal(random.Normal(in))
		if err != nil || wanted != nil || string(back) != string(want) {
			t.Fatalf("%s became %s, %v", text, back, err)
		}
	})
}

// exprDiffering are the vectors of expressions that we do not follow, by id, each with the reason.
var exprDiffering = map[string]string{
	"jexpr-2ef39d7e5327": loneSurrogate, "jexpr-429135b43d93": loneSurrogate, "jexpr-0f2370f883be": loneSurrogate,
	"jexpr-43081a291493": loneSurrogate, "jexpr-7666226f4fbe": loneSurrogate,
	"jexpr-7b142253c4d2": escapes, "jexpr-432bc6fc1d5b": escapes, "jexpr-91e000f1d433": escapes,
	"jexpr-6406a89f6542": escapes,
	"jexpr-0fd123b00f85": "bytes that are no UTF-8 are an error, not silently replaced",
	"jexpr-215c75e86f40": "an object with a key that cannot be one is unknown, as in the native syntax",
	"jexpr-0a576745756d": "a null key is reported as in the native syntax",
}

const (
	loneSurrogate = "half of a surrogate pair is an error, not silently replaced"
	escapes       = "places inside a string account for escapes"
)

type exprVector struct {
	ID, JSON, JSONBase64, Scope string
	Functions                   []string
	outcome
	Literal *outcome
}

type outcome struct {
	Result, Unknown *struct{ Type types.Type }
	Diags           []struct {
		Severity string
		Range    *[6]int
	}
}

func TestExpressionVectors(t *testing.T) {
	vars, err := console.ReadVars(vectors.Text(t, "scopes.json"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for v := range vectors.All[exprVector](t, "json-expressions.jsonl") {
		if slices.ContainsFunc(v.Functions, func(name string) bool { return stdlib.Table()[name] == nil }) {
			continue
		}
		n++
		problem := v.check(vars.Scopes[v.Scope].Variables)
		reason, named := exprDiffering[v.ID]
		switch {
		case problem == "" && named:
			t.Errorf("%s does not differ any more (%s): take it off the list", v.ID, reason)
		case problem != "" && !named:
			t.Errorf("%s: %s\n%s", v.ID, v.JSON, problem)
		}
	}
	if n < 100 {
		t.Errorf("only %d vectors were checked", n)
	}
}

func (v *exprVector) check(variables map[string]value.Value) string {
	text := v.JSON
	if v.JSONBase64 != "" {
		b, _ := base64.StdEncoding.DecodeString(v.JSONBase64)
		text = string(b)
	}
	e, diags := expression(text)
	if diags.HasErrors() {
		// Where a text is refused, the places of the mistakes are our own: HashiCorp's parser often points behind them.
		if v.Result == nil && v.Unknown == nil && len(v.Diags) > 0 {
			return ""
		}
		return v.outcome.same(value.Value{}, diags)
	}
	ctx := &hcl.EvalContext{Variables: variables, Functions: stdlib.Table(), Profile: types.Compat}
	got, diags := eval.Value(e, ctx)
	if d := v.outcome.same(got, diags); d != "" {
		return d
	}
	if v.Literal == nil {
		return ""
	}
	got, diags = eval.Value(e, nil)
	if d := v.Literal.same(got, diags); d != "" {
		return "literal: " + d
	}
	return ""
}

func (o *outcome) same(v value.Value, diags diag.List) string {
	var want, got []string
	for _, d := range o.Diags {
		if d.Range != nil {
			want = append(want, d.Severity+fmt.Sprint(*d.Range))
		} else {
			want = append(want, d.Severity)
		}
	}
	for _, d := range diags {
		s, e := d.Subject.Start(), d.Subject.End()
		got = append(got, d.Severity.String()+fmt.Sprint([6]int{s.Line, s.Column, s.Byte, e.Line, e.Column, e.Byte}))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Sprintf("diagnostics: want %q, got %q %v", want, got, diags)
	}
	switch {
	case o.Unknown != nil && (!v.IsUnknown() || v.Type() != o.Unknown.Type):
		return fmt.Sprintf("want unknown %s, got %s", o.Unknown.Type, host.DebugString(v))
	case o.Result != nil && (!v.IsKnown() || v.Type() != o.Result.Type):
		return fmt.Sprintf("want type %s, got %s", o.Result.Type, host.DebugString(v))
	}
	return ""
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a": [1, "${x}"], "b": {"c": null}}`, `[`, `"\u00`, `{"a" = 1}`, "\"\xff\"",
		`{"//": 1}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, diags := expression(text)
		if valid := json.Valid([]byte(text)); valid && diags.HasErrors() && !strings.Contains(text, `\u`) &&
			!strings.ContainsRune(text, 0xFFFD) && strings.Count(text, "[")+strings.Count(text, "{") < jsonsyntax.MaxDepth &&
			isUTF8(text) {
			t.Fatalf("valid JSON %q is refused: %v", text, diags)
		} else if !valid && !diags.HasErrors() {
			t.Fatalf("%q is no JSON", text)
		}
		_, _ = eval.Value(e, full)
		_, _ = eval.Value(e, nil)
		_ = e.Variables()
	})
}

func isUTF8(s string) bool { return strings.ToValidUTF8(s, "") == s }

func BenchmarkParse(b *testing.B) {
	text := "{" + strings.Repeat(
		`"resource_name": {"count": "${var.count}", "tags": {"Name": "svc", "n": 12.5}, "list": ["a", "b", true, null]},`,
		2000) + `"end": 1}`
	f := source.NewFileString("t.json", text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, diags := jsonsyntax.Parse(f); diags.HasErrors() {
			b.Fatal(diags)
		}
	}
}

func ExampleParse() {
	f, diags := jsonsyntax.Parse(
		source.NewFileString("main.json", `{"//": "sizes", "size": 3, "subnet": {"a": {"cidr": "10.0.${size}.0/24"}}}`))
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	content, _ := f.Body().Content(&hcl.Schema{
		Attributes: []hcl.AttributeSchema{{Name: "size"}},
		Blocks:     []hcl.BlockSchema{{Type: "subnet", LabelNames: []string{"name"}}},
	})
	subnet, _ := content.Blocks[0].Body.JustAttributes()
	v, _ := eval.Value(subnet[0].Expr, &hcl.EvalContext{Variables: map[string]value.Value{"size": value.Int(3)}})
	fmt.Println(content.Blocks[0].Labels, v.AsString())
	// Output: [a] 10.0.3.0/24
}
