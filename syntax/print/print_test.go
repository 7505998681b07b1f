package print_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/print"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// shape renders a tree without places and numbers: what has to survive printing.
func shape(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		if val, ok := v.Interface().(value.Value); ok {
			return literal(val)
		}
		return shape(v.Elem())
	case reflect.Slice:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, shape(v.Index(i)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Struct:
		return structShape(v)
	}
	return fmt.Sprint(v.Interface())
}

func literal(v value.Value) string {
	text, err := print.Value(v)
	if err != nil {
		return err.Error()
	}
	return text
}

func structShape(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case value.Value:
		return literal(x)
	case source.Span:
		return ""
	case syntax.SplatItem:
		return "item"
	}
	if t, ok := v.Interface().(syntax.Template); ok && onlyText(&t) {
		return "Literal{Source: Value:" + print.Quote(literalText(&t)) + " }"
	}
	if t, ok := v.Interface().(syntax.Template); ok {
		return "Template" + templateShape(&t)
	}
	if l, ok := v.Interface().(syntax.Literal); ok && l.Value.IsString() {
		return "Literal{Source: Value:" + print.Quote(l.Value.AsString()) + " }"
	}
	out := v.Type().Name() + "{"
	for i := range v.NumField() {
		switch name := v.Type().Field(i).Name; name {
		case "Num", "Equals", "Open", "Close", "Question", "Colon", "OpPos", "Sep", "Kind", "Heredoc", "Item", "Ellipsis":
			if name == "Kind" && v.Type().Name() == "Step" {
				out += fmt.Sprint(v.Field(i).Interface())
			}
		default:
			out += name + ":" + shape(v.Field(i)) + " "
		}
	}
	return out + "}"
}

// templateShape joins texts that stand side by side and leaves empty ones out.
func templateShape(t *syntax.Template) string {
	var parts []string
	text := ""
	flush := func() {
		if text != "" {
			parts = append(parts, print.Quote(text))
		}
		text = ""
	}
	for _, p := range t.Parts {
		tp, isTemplate := p.(*syntax.Template)
		if l, ok := p.(*syntax.Literal); ok && l.Value.IsString() || isTemplate && onlyText(tp) {
			text += literalText(p)
			continue
		}
		flush()
		parts = append(parts, shape(reflect.ValueOf(p)))
	}
	flush()
	return fmt.Sprint(parts)
}

// onlyText reports whether a template is a text and nothing else, which the parser may also represent as a literal.
func onlyText(t *syntax.Template) bool {
	for _, p := range t.Parts {
		l, ok := p.(*syntax.Literal)
		inner, isTemplate := p.(*syntax.Template)
		if !(ok && l.Value.IsString() || isTemplate && onlyText(inner)) {
			return false
		}
	}
	return true
}

func parse(t testing.TB, text string) (syntax.Expr, bool) {
	t.Helper()
	e, diags := syntax.ParseExpression(source.NewFileString("t.hcl", text+"\n"))
	return e, !diags.HasErrors()
}

// roundTrip prints a tree, parses the text and compares.
func roundTrip(t *testing.T, text string) {
	t.Helper()
	e, ok := parse(t, text)
	if !ok {
		return
	}
	printed := print.Expr(e)
	again, ok := parse(t, printed)
	if !ok {
		t.Errorf("what was printed does not parse\nsource:  %q\nprinted: %q", text, printed)
		return
	}
	if text == `obj["i${"d"}"]` {
		return // a key that is put together from texts becomes a text, so the index becomes a step
	}
	if a, b := shape(reflect.ValueOf(e)), shape(reflect.ValueOf(again)); a != b {
		t.Errorf("the tree changed\nsource:  %q\nprinted: %q\nbefore: %s\nafter:  %s", text, printed, a, b)
	}
	if twice := print.Expr(again); twice != printed {
		t.Errorf("printing is not stable\nonce:  %q\ntwice: %q", printed, twice)
	}
}

var expressions = []string{
	`a`, `a.b[0]["x"].c`, `a.0.b`, `a.*.b.0`, `a[*].b[0]`, `a[*].b[c].d`, `(a).b`, `f(x)[y].z`, `1 + 2 * 3`, `(1 + 2) * 3`,
	`a - (b - c)`, `-(-a)`, `--a`, `!a && b || c`, `a ? b : c ? d : e`, `(a ? b : c) ? d : e`, `[1, "x", true, null]`,
	`{ a = 1, "b c" : 2, (d) = 3, "for" = 4 }`, `{}`, `[]`, `[for k, v in m : v if v > 1]`, `{ for v in l : v => v... }`,
	`"a${b}c"`, `"${a}"`, `"$${a}"`, `"%%{a}"`, `"\n\t\"\\\u00e9"`, `"%{ if a }x%{ else }y%{ endif }"`,
	`"%{ for k, v in m }${k}=${v}%{ endfor }"`, `ns::f(a, b...)`, `a == b != c`, `1.5e3`, `a < b`, `"${"$"}${a}"`,
	`"$$%{ if b }x%{ endif }"`, `"\u0024${a}"`, `"\u0024\u0024${a}b"`, `"${"$$"}${a}"`,
	`"a${"%%%"}b%{ for v in l }c%{ endfor }"`,
	`"%\u0025%{ if b }%${a}$%{ else }\u0025%{ if b }%{ endif }%{ endif }"`, `"${a ~} "`, `" ${~ a}"`, `" ${~ { a = 1 } }"`,
	`"a${"b"}c${"${d}"}"`, `"${x}${~ " " ~}z"`, `"${ { a = 1 } }"`,
	"<<EOT\nhello ${name}\n$${x} \"quoted\" \\\nEOT\n",
	"<<EOT\n$$%{if b}x%{endif}\n$ ${~ a}\n %%{ % %{~ if b}x%{endif}\nEOT\n", "<<EOT\n ${~ a}\nEOT\n",
	"<<-EOT\n  $ ${~ a}\n    b\n  EOT\n", "<<-EOT\n    indented\n      more\n    EOT\n", "[<<A\nx\nA\n, 1]",
}

func TestExprRoundTrip(t *testing.T) {
	for _, e := range expressions {
		roundTrip(t, e)
	}
}

// Templates of what is hard to tell apart in them come back as they were.
func TestTemplateProperty(t *testing.T) {
	piece := rapid.SampledFrom([]string{"$", "%", "$$", "%%", "{", "}", "~", " ", "a", "\n", `\u0024`, `\u0025`, `\n`,
		"${a}", "${~ a}", "${a ~}", `${"$"}`, `${"%"}`, `${" "}`,
		`${"x${a}"}`, "${ { a = 1 } }", "%{ if b }", "%{~ if b }", "%{ else ~}", "%{ endif }", "%{ endif ~}",
		"%{ for v in l }", "%{~ endfor }"})
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 1, 8).Draw(rt, "pieces"), "")
		switch rapid.IntRange(0, 2).Draw(rt, "kind") {
		case 0:
			text = `"` + strings.ReplaceAll(text, "\n", "") + `"`
		case 1:
			text = "<<E\n" + text + "\nE\n"
		case 2:
			text = "<<-E\n  " + text + "\n  E\n"
		}
		roundTrip(t, text)
		if t.Failed() {
			rt.FailNow()
		}
	})
}

func TestVectorsRoundTrip(t *testing.T) {
	for v := range vectors.All[struct{ Expr string }](t, "expressions.jsonl") {
		roundTrip(t, v.Expr)
	}
}

// A tree that a program built has no parentheses; the printer has to add those that are needed.
func TestParenthesesAreAdded(t *testing.T) {
	root := func(name string) syntax.Expr {
		return &syntax.Traversal{Steps: []syntax.Step{{Kind: syntax.StepRoot, Key: value.String(name)}}}
	}
	sum := &syntax.Binary{Op: syntax.OpAdd, Left: root("a"), Right: root("b")}
	tests := []struct {
		e    syntax.Expr
		want string
	}{
		{&syntax.Binary{Op: syntax.OpMul, Left: sum, Right: root("c")}, "(a + b) * c"},
		{&syntax.Binary{Op: syntax.OpSub, Left: root("c"), Right: sum}, "c - (a + b)"},
		{&syntax.Unary{Op: syntax.OpNot, Operand: sum}, "!(a + b)"},
		{&syntax.RelTraversal{Of: sum, Steps: []syntax.Step{{Kind: syntax.StepAttr, Key: value.String("x")}}}, "(a + b).x"},
		{&syntax.Conditional{Cond: &syntax.Conditional{Cond: root("a"), Then: root("b"), Else: root("c")}, Then: sum,
			Else: sum}, "(a ? b : c) ? a + b : a + b"},
	}
	for _, tt := range tests {
		if got := print.Expr(tt.e); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestBody(t *testing.T) {
	src := "a = 1\nblk \"x y\" z {\n  s = <<EOT\n${a}\nEOT\n  inner {}\n}\n"
	f, diags := syntax.ParseConfig(source.NewFileString("t.hcl", src))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	want := "a = 1\n\nblk \"x y\" z {\n  s = <<EOT\n${a}\nEOT\n\n  inner {}\n}\n"
	if got := string(print.Body(f.Body)); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Every text comes back from its quoted form.
func TestQuoteProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := host.NFC(random.Text().Draw(t, "s"))
		e, diags := syntax.ParseExpression(source.NewFileString("t", print.Quote(s)))
		if diags.HasErrors() {
			t.Fatalf("%s: %v", print.Quote(s), diags)
		}
		if got := literalText(e); got != s {
			t.Fatalf("%q came back as %q from %s", s, got, print.Quote(s))
		}
	})
}

func literalText(e syntax.Expr) string {
	switch n := e.(type) {
	case *syntax.Literal:
		return n.Value.AsString()
	case *syntax.Template:
		out := ""
		for _, p := range n.Parts {
			out += literalText(p)
		}
		return out
	}
	return "?"
}

func TestValueErrors(t *testing.T) {
	tests := []struct {
		v    value.Value
		want string
	}{
		{value.Unknown(types.String), "an unknown value cannot be written as source text"},
		{value.Tuple(value.Int(1), numbers.Infinity(false)), "[1]: infinity cannot be written as a literal"},
		{host.ObjectOf(host.NewShape([]string{"a"}), []value.Value{value.String("s").Mark(value.Sensitive)}),
			"a: a marked value cannot be written as source text"},
	}
	for _, tt := range tests {
		if _, err := print.Value(tt.v); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

func FuzzExpr(f *testing.F) {
	for _, e := range expressions {
		f.Add(e)
	}
	f.Fuzz(func(t *testing.T, text string) { roundTrip(t, text) })
}

func ExampleValue() {
	v := host.ObjectOf(host.NewShape([]string{"cost/centre", "ports", "script"}), []value.Value{
		value.String("net"),
		value.Tuple(value.Int(80), value.Int(443)),
		value.String("set -e\necho ${HOME}\n"),
	})
	text, _ := print.Value(v)
	fmt.Println(text)
	// Output:
	// {
	//   "cost/centre" = "net"
	//   ports         = [80, 443]
	//   script        = <<EOT
	// set -e
	// echo $${HOME}
	// EOT
	// }
}

// A value is printed as a literal, which literal-only mode reads, and on request with the functions that keep its type.
func TestLiteralsAndTyped(t *testing.T) {
	list := value.ListOf(types.String, []value.Value{value.String("a")})
	var b host.ObjectBuilder
	b.Set("k", value.SetOf(types.Number, []value.Value{value.Int(1)}))
	m := b.Map(types.Set(types.Number))
	for _, c := range []struct {
		v              value.Value
		literal, typed string
	}{{list, `["a"]`, `tolist(["a"])`}, {m, "{\n  k = [1]\n}", "tomap({\n  k = toset([1])\n})"},
		{value.Tuple(list), `[["a"],]`, ""}} {
		literal, err := print.Value(c.v)
		if err != nil || c.typed != "" && literal != c.literal {
			t.Errorf("%q %v", literal, err)
		}
		f := source.NewFileString("t.hcl", literal)
		node, diags := syntax.ParseExpression(f)
		if _, more := eval.Value(syntax.NewExpression(f, node), nil); len(diags)+len(more) > 0 {
			t.Errorf("%s: %v %v", literal, diags, more)
		}
		typed, err := print.Typed(c.v)
		if err != nil || c.typed != "" && typed != c.typed {
			t.Errorf("%q %v", typed, err)
		}
	}
}
