package conformance

import (
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// check is something that a statement says. It returns what is wrong, or "".
type check func() string

// differ compares what code gives with what a statement says. Every check compares by it.
func differ(what string, got, want any) string {
	g, w := fmt.Sprint(got), fmt.Sprint(want)
	if compared++; compared == altered {
		w += " and something else"
	}
	if g != w {
		return fmt.Sprintf("%s: got %s, want %s", what, g, w)
	}
	return ""
}

// Compared counts the comparisons of a check. The one with the number altered, from 1, expects something else than the
// statement says.
var compared, altered int

// scope is what expressions are evaluated in.
func scope() *hcl.EvalContext {
	return &hcl.EvalContext{Functions: stdlib.Table(), Variables: map[string]value.Value{
		"number": value.Unknown(types.Number), "string": value.Unknown(types.String), "bool": value.Unknown(types.Bool),
		"dynamic":  value.Unknown(types.Dynamic),
		"infinity": numbers.Infinity(false), "negative": numbers.Infinity(true), "capsule": capsule(1), "same": capsule(1),
		"other": capsule(2),
	}}
}

var boxType = types.NewCapsule(&types.Capsule{Name: "box", Equal: func(a, b any) bool { return a == b }})

func capsule(n int) value.Value { return value.Capsule(boxType, n) }

func evaluate(text string, ctx *hcl.EvalContext) (value.Value, diag.List) {
	f := source.NewFileString("t.hcl", text)
	e, diags := syntax.ParseExpression(f)
	if diags.HasErrors() {
		return value.Value{}, diags
	}
	return eval.Value(syntax.NewExpression(f, e), ctx)
}

// gives says what an expression evaluates to, in Standard; "error" if it must not.
func gives(text, want string) check {
	return func() string {
		v, diags := evaluate(text, scope())
		if diags.HasErrors() {
			return differ(text, "error", want)
		}
		return differ(text, host.DebugString(v), want)
	}
}

// typed says of what type an expression's value is.
func typed(text, want string) check {
	return func() string {
		v, diags := evaluate(text, scope())
		if diags.HasErrors() {
			return differ(text, diags, want)
		}
		return differ(text, v.Type(), want)
	}
}

func typeOf(text string) types.Type {
	t, err := types.ParseExpr(text)
	if err != nil {
		panic(text + ": " + err.Error())
	}
	return t
}

// converts says what the value of an expression becomes in a type, and of which kind the conversion of the types is.
func converts(text, to, want string, kind convert.Kind) check {
	return func() string {
		v, diags := evaluate(text, scope())
		if diags.HasErrors() {
			return differ(text, diags, want)
		}
		got := "error"
		if out, err := convert.Convert(v, typeOf(to), nil); err == nil {
			got = host.DebugString(out)
		}
		if p := differ(text+" to "+to, got, want); p != "" {
			return p
		}
		return differ("conversion from "+v.Type().String()+" to "+to, convert.Conversion(v.Type(), typeOf(to), nil), kind)
	}
}

// unifies says to what types unify; "error" if they do not.
func unifies(want string, from ...string) check {
	return func() string {
		ts := make([]types.Type, len(from))
		for i, text := range from {
			ts[i] = typeOf(text)
		}
		got, ok := convert.Unify(ts, convert.Unsafe, nil)
		if !ok {
			return differ(strings.Join(from, ", "), "error", want)
		}
		return differ(strings.Join(from, ", "), got, want)
	}
}

func nativeBody(text string) hcl.Body {
	f, diags := syntax.ParseConfig(source.NewFileString("t.hcl", text))
	if diags.HasErrors() {
		panic(diags)
	}
	return f.HCL()
}

func jsonBody(text string) hcl.Body {
	f, diags := jsonsyntax.Parse(source.NewFileString("t.json", text))
	if diags.HasErrors() {
		panic(diags)
	}
	return f.Body()
}

// schema reads a schema from words: "a" is an attribute, "a!" a required one, "a()" a block without labels, "a(x,y)"
// one with two.
func schema(words string) *hcl.Schema {
	s := &hcl.Schema{}
	for _, word := range strings.Fields(words) {
		name, labels, isBlock := strings.Cut(strings.TrimSuffix(word, ")"), "(")
		switch {
		case isBlock:
			s.Blocks = append(s.Blocks,
				hcl.BlockSchema{Type: name, LabelNames: strings.FieldsFunc(labels, func(r rune) bool { return r == ',' })})
		default:
			name, required := strings.CutSuffix(word, "!")
			s.Attributes = append(s.Attributes, hcl.AttributeSchema{Name: name, Required: required})
		}
	}
	return s
}

func shownContent(c *hcl.Content, diags diag.List) string {
	var parts []string
	for _, a := range c.Attributes {
		parts = append(parts, a.Name)
	}
	for _, b := range c.Blocks {
		parts = append(parts, b.Type+"("+strings.Join(b.Labels, ",")+")")
	}
	if diags.HasErrors() {
		parts = append(parts, "error")
	}
	return strings.Join(parts, " ")
}

// holds says what a schema finds in a body.
func holds(b func() hcl.Body, words, want string) check {
	return func() string { return differ(words, shownContent(b().Content(schema(words))), want) }
}

// leaves says what a schema finds in a body, and what another one finds in the rest.
func leaves(b func() hcl.Body, words, want, rest, wantRest string) check {
	return func() string {
		content, remaining, diags := b().PartialContent(schema(words))
		if p := differ(words, shownContent(content, diags), want); p != "" {
			return p
		}
		return differ("rest by "+rest, shownContent(remaining.Content(schema(rest))), wantRest)
	}
}

// just says which attributes dynamic attributes processing finds.
func just(b func() hcl.Body, want string) check {
	return func() string {
		attributes, diags := b().JustAttributes()
		return differ("attributes", shownContent(&hcl.Content{Attributes: attributes}, diags), want)
	}
}

func inNative(text string) func() hcl.Body { return func() hcl.Body { return nativeBody(text) } }
func inJSON(text string) func() hcl.Body   { return func() hcl.Body { return jsonBody(text) } }

// jsonGives says what a JSON text evaluates to as an expression; nil is literal-only mode.
func jsonGives(text, want string, ctx func() *hcl.EvalContext) check {
	return func() string {
		e, diags := jsonsyntax.ParseExpression(source.NewFileString("t.json", text))
		if diags.HasErrors() {
			return differ(text, diags, want)
		}
		var in *hcl.EvalContext
		if ctx != nil {
			in = ctx()
		}
		v, diags := eval.Value(e, in)
		if diags.HasErrors() {
			return differ(text, "error", want)
		}
		return differ(text, host.DebugString(v), want)
	}
}

// static says what the four analyses make of an expression: "list 2 map 0 call f traversal a.b", where - stands for an
// error.
func static(e hcl.Expression) string {
	out := "list -"
	if items, diags := hcl.ExprList(e); !diags.HasErrors() {
		out = fmt.Sprint("list ", len(items))
	}
	if pairs, diags := hcl.ExprMap(e); diags.HasErrors() {
		out += " map -"
	} else {
		out += fmt.Sprint(" map ", len(pairs))
	}
	if call, diags := hcl.ExprCall(e); diags.HasErrors() {
		out += " call -"
	} else {
		out += fmt.Sprintf(" call %s/%d", call.Name, len(call.Args))
	}
	if traversal, diags := hcl.ExprTraversal(e); diags.HasErrors() {
		return out + " traversal -"
	} else {
		return out + fmt.Sprintf(" traversal %s/%d", traversal.Root(), len(traversal))
	}
}

func nativeStatic(text, want string) check {
	return func() string {
		f := source.NewFileString("t.hcl", text)
		e, _ := syntax.ParseExpression(f)
		return differ(text, static(syntax.NewExpression(f, e)), want)
	}
}

func jsonStatic(text, want string) check {
	return func() string {
		e, _ := jsonsyntax.ParseExpression(source.NewFileString("t.json", text))
		return differ(text, static(e), want)
	}
}

func evaluateConfig(text string) (*syntax.File, diag.List) {
	return syntax.ParseConfig(source.NewFileString("t.hcl", text))
}
