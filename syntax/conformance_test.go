package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// shape writes an expression as nested names, which is enough to see how it was understood.
func shape(e Expr) string {
	name := strings.TrimPrefix(fmt.Sprintf("%T", e), "*syntax.")
	switch n := e.(type) {
	case nil:
		return "-"
	case *Literal:
		return dumpValue(n)
	case *Traversal:
		return stepShape(n.Steps)
	case *RelTraversal:
		return shape(n.Of) + stepShape(n.Steps)
	case *Splat:
		marker := ".*"
		if n.Full {
			marker = "[*]"
		}
		return shape(n.Of) + marker + "<" + shape(n.Each) + ">"
	case *SplatItem:
		return "_"
	case *Call:
		name = n.Name
		if n.Expand {
			name += "..."
		}
	case *Binary:
		name = [...]string{"||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"}[n.Op]
	case *Unary:
		name = [...]string{"-", "!"}[n.Op]
	}
	var parts []string
	Children(e, func(c Node) bool {
		parts = append(parts, shape(c.(Expr)))
		return true
	})
	return name + "(" + strings.Join(parts, " ") + ")"
}

func stepShape(steps []Step) string {
	var b strings.Builder
	for _, s := range steps {
		switch s.Kind {
		case StepRoot:
			b.WriteString(s.Key.AsString())
		case StepAttr:
			b.WriteString("." + s.Key.AsString())
		default:
			b.WriteString("[" + dumpValue(&Literal{Value: s.Key}) + "]")
		}
	}
	return b.String()
}

// specCase is a statement of the specification, or what is done instead. The shape "error" means that the text is
// refused.
type specCase struct{ name, how, text, want string }

func (c *specCase) check(t *testing.T) {
	t.Helper()
	f := source.NewFileString("t", c.text)
	var e Expr
	var diags diag.List
	got := ""
	switch c.how {
	case "config":
		var file *File
		file, diags = ParseConfig(f)
		got = bodyShape(file.Body)
	case "template":
		e, diags = ParseTemplate(f)
		got = shape(e)
	default:
		e, diags = ParseExpression(f)
		got = shape(e)
	}
	if len(diags) > 0 {
		got = "error"
	}
	if got != c.want {
		t.Errorf("%q: got %s, want %s (%v)", c.text, got, c.want, diags)
	}
}

func bodyShape(b *Body) string {
	var parts []string
	for _, item := range b.Items {
		switch item := item.(type) {
		case *Attribute:
			parts = append(parts, item.Name+"="+shape(item.Expr))
		case *Block:
			header := item.Type
			for _, l := range item.Labels {
				header += " " + l.Text
			}
			parts = append(parts, header+"{"+bodyShape(item.Body)+"}")
		}
	}
	return strings.Join(parts, "; ")
}

// TestSpecOverruled holds the sentences of the native syntax specification that practice overrules. Each is a row of
// docs/conformance.md.
func TestSpecOverruled(t *testing.T) {
	for _, c := range []specCase{
		{"byte-order-mark", "config", "\ufeffa = 1\n", "a=1"},
		{"byte-order-mark-template", "template", "\ufeffx", `Template("x")`},
		{"byte-order-mark-elsewhere", "config", "a = 1\n\ufeffb = 2\n", "error"},
		{"invalid-utf8-in-comment", "config", "a = 1 # \xff\n", "a=1"},
		{"not-normalised-variable", "expression", "[e\u0301, a.e\u0301]", "Tuple(e\u0301 a.\u00e9)"},
		{"not-normalised", "config", "e\u0301 = 1\n\u00e9 = 2\n", "e\u0301=1; \u00e9=2"},
		{"identifier-start", "config", "_a = 1\na- = 2\na--b = 3\n", "_a=1; a-=2; a--b=3"},
		{"identifier-joiner", "config", "a\u200db = 1\n", "a\u200db=1"},
		{"number-without-fraction", "expression", "1.e3", "1000"},
		{"number-leading-zeros", "expression", "007", "7"},
		{"tuple-newline", "expression", "[\n1\n2\n]", "error"},
		{"tuple-comma", "expression", "[\n1,\n2\n]", "Tuple(1 2)"},
		{"object-newline-in-item", "expression", "{ a =\n 1 }", "error"},
		{"object-newline-before-equals", "expression", "{ a\n= 1 }", "error"},
		{"object-newline-before-comma", "expression", "{ a = 1\n, b = 2 }", "error"},
		{"object-newline-in-operation", "expression", "{ a = 1 +\n 2 }", "error"},
		{"object-newline-in-parentheses", "expression", "{ a = (1 +\n 2) }", "Object(a Parens(+(1 2)))"},
		{"object-repeated-newlines", "expression", "{\n\na = 1,\n\n}", "Object(a 1)"},
		{"attribute-at-end-of-file", "config", "a = 1", "a=1"},
		{"block-at-end-of-file", "config", "a {\n}", "a{}"},
		{"unary-of-unary", "expression", "--a", "-(-(a))"},
		{"namespaced-call", "expression", "a :: b::f(1)", "a::b::f(1)"},
		{"for-grouping-without-if", "expression", "{for k, v in m : k => v...}", "For(m k v)"},
		{"heredoc-end-trimmed", "config", "a = <<E\nx\n \u2003E\t\n", `a=Template("x\n")`},
		{"heredoc-end-after-interpolation", "config", "a = <<E\n${b}E\nE\n", `a=Template(b "E\n")`},
		{"heredoc-end-needs-newline", "config", "a = <<E\nx\nE", "error"},
		{"heredoc-flush-blank-lines", "config", "a = <<-E\n    x\n  \n    y\n  E\n", `a=Template("x\n  \ny\n")`},
		{"heredoc-flush-interpolation-first", "config", "a = <<-E\n  x\n${b}\nE\n", `a=Template("  x\n" b "\n")`},
		{"strip-one-line", "config", "a = <<E\n${b ~}\n\n  x\nE\n", `a=Template(b "\n  x\n")`},
		{"splat-legacy-index", "expression", "a.*.0", "a.*<_[0]>"},
		{"template-for-one-name", "template", "%{ for x in y }z%{ endfor }", `Template(TemplateFor(y Template("z")))`},
		{"argument-trailing-comma", "expression", "f(1,)", "f(1)"},
		{"newline-in-standalone-expression", "expression", "1 +\n2", "+(1 2)"},
	} {
		t.Run(c.name, c.check)
	}
}

// TestSpecFollowed holds statements and examples of the native syntax specification about how texts are understood.
func TestSpecFollowed(t *testing.T) {
	for _, c := range []specCase{
		{"line-comment", "config", "# a\n// b\na = 1 # c\n", "a=1"},
		{"inline-comment", "config", "a = /* b\n c */ 1\n", "a=1"},
		{"comment-in-comment", "config", "/* a /* b */ a = 1\n", "a=1"},
		{"comment-in-interpolation", "expression", `"${ /* a */ b }"`, "TemplateWrap(b)"},
		{"no-comment-in-template", "expression", `"# a"`, `"# a"`},
		{"no-reserved-words", "config", "for = 1\nif = 2\nnull = 3\n", "for=1; if=2; null=3"},
		{"number", "expression", "[1, 1.5, 1e5, 1E+5, 1.5e-1]", "Tuple(1 1.5 100000 100000 0.15)"},
		{"attribute-twice", "config", "a = 1\na = 2\n", "error"},
		{"block-labels", "config", "a \"b\" c {\n}\n", "a b c{}"},
		{"one-line-block", "config", "a { b = 1 }\nc {}\n", "a{b=1}; c{}"},
		{"one-line-block-two", "config", "a { b = 1, c = 2 }\n", "error"},
		{"parentheses-newlines", "expression", "(\n1\n+\n2\n)", "Parens(+(1 2))"},
		{"literals", "expression", "[true, false, null]", "Tuple(true false null)"},
		{"object-name", "expression", `{foo = "baz"}`, `Object(foo "baz")`},
		{"object-variable", "expression", `{(foo) = "baz"}`, `Object(Parens(foo) "baz")`},
		{"object-colon", "expression", `{a : 1, "b" = 2}`, `Object(a 1 "b" 2)`},
		{"for-first-in-tuple", "expression", "[for, foo, baz]", "error"},
		{"for-in-parentheses", "expression", "[(for), foo, baz]", "Tuple(Parens(for) foo baz)"},
		{"for-first-in-object", "expression", "{for = 1, baz = 2}", "error"},
		{"for-quoted", "expression", `{"for" = 1, baz = 2}`, `Object("for" 1 baz 2)`},
		{"for-later", "expression", "{baz = 2, for = 1}", "Object(baz 2 for 1)"},
		{"for-key-parentheses", "expression", "{(for) = 1, baz = 2}", "Object(Parens(for) 1 baz 2)"},
		{"escapes", "expression", `"\n\r\t\"\\\u00e9\U0001F600"`, `"\n\r\t\"\\é😀"`},
		{"quoted-newline", "expression", "\"a\nb\"", "error"},
		{"heredoc", "config", "a = <<EOT\nx ${b}\nEOT\n", `a=Template("x " b "\n")`},
		{"heredoc-flush", "config", "a = <<-EOT\n  x\n    y\n  EOT\n", `a=Template("x\n  y\n")`},
		{"label-interpolation", "config", "a \"${b}\" {\n}\n", "error"},
		{"call", "expression", "f(a, b...)", "f...(a b)"},
		{"call-newlines", "expression", "f(\na\n,\nb\n)", "f(a b)"},
		{"for-tuple", "expression", `[for v in ["a", "b"]: v]`, `For(Tuple("a" "b") v)`},
		{"for-object", "expression", `{for i, v in ["a", "b"]: v => i}`, `For(Tuple("a" "b") v i)`},
		{"for-if", "expression", `[for i, v in ["a", "b", "c"]: v if i < 2]`, `For(Tuple("a" "b" "c") v <(i 2))`},
		{"for-tuple-key", "expression", "[for v in a: v => v]", "error"},
		{"index", "expression", "a[\nb\n]", "Index(a b)"},
		{"legacy-index", "expression", "a.0.b", "a[0].b"},
		{"legacy-index-chain", "expression", "foo.0.0.bar", "error"},
		{"attribute-splat", "expression", "tuple.*.foo.bar[0]", "tuple.*<_.foo.bar>[0]"},
		{"full-splat", "expression", "tuple[*].foo.bar[0]", "tuple[*]<_.foo.bar[0]>"},
		{"splat-alone", "expression", "any_number.*", "any_number.*<_>"},
		{"left-associative", "expression", "x / y * z", "*(/(x y) z)"},
		{"precedence", "expression", "a || b && c == d < e + f * g", "||(a &&(b ==(c <(d +(e *(f g))))))"},
		{"unary-highest", "expression", "-a * !b", "*(-(a) !(b))"},
		{"conditional", "expression", "a ? b : c ? d : e", "Conditional(a b Conditional(c d e))"},
		{"escaped-openers", "template", "$${a} %%{b}", `Template("${a} %{b}")`},
		{"strip-left", "template", `hello ${~ "world" }`, `Template("hello" "world")`},
		{"strip-directive", "template", "%{ if true ~} hello %{~ endif }", `Template(TemplateIf(true Template("hello")))`},
		{"strip-not-values", "template", `${"hello" ~}${" world"}`, `Template("hello" " world")`},
		{"if-else", "template", "%{ if a }b%{ else }c%{ endif }", `Template(TemplateIf(a Template("b") Template("c")))`},
		{"for-directive", "template", "%{ for k, v in m }${k}%{ endfor }", "Template(TemplateFor(m Template(k)))"},
		{"unwrap", "template", "${true}", "TemplateWrap(true)"},
		{"unwrap-nested", "template", `${"${true}"}`, "TemplateWrap(TemplateWrap(true))"},
		{"unwrap-not-text", "template", "hello ${true}", `Template("hello " true)`},
		{"unwrap-not-two", "template", `${""}${true}`, `Template("" true)`},
		{"unwrap-not-directive", "template", "%{ for v in [true] }${v}%{ endfor }",
			"Template(TemplateFor(Tuple(true) Template(v)))"},
	} {
		t.Run(c.name, c.check)
	}
}

// TestBadEncoding holds that texts are UTF-8, and that one problem is reported for a source.
func TestBadEncoding(t *testing.T) {
	for _, bad := range []string{"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82"} {
		for _, text := range []string{"a = \"x" + bad + "\"\n", "a = <<E\n" + bad + "\nE\n", "a \"" + bad + "\" {\n}\n",
			"a = \"" + bad + "\\n${b}" + bad + "\"\n", "a = \"\\" + bad + "\"\n", "a = \"é" + bad + "\"\n",
			"a = \"\\né\\" + bad + "\"\n"} {
			_, diags := ParseConfig(source.NewFileString("t", text))
			n := 0
			for _, d := range diags {
				if d.Code == "invalid-encoding" && d.Subject.Text()[0] == bad[0] {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%q: %v", text, diags)
			}
		}
	}
}

// TestNumberBounds holds that numbers are exact or refused, at once.
func TestNumberBounds(t *testing.T) {
	for text, ok := range map[string]bool{
		"1e16384": true, "1e16385": false, "1e-16384": true, "1e10000000": false, `"x${1e10000000}"`: false,
		strings.Repeat("9", 65536): true, strings.Repeat("9", 65537): false,
	} {
		if diags := parseAs("expression", text); (len(diags) == 0) != ok {
			t.Errorf("%.20s: %v", text, diags)
		}
	}
}
