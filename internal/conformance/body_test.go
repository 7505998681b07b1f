package conformance

import (
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/value/host"
)

const (
	nativeText = "a = 1\nb {\n}\nc \"x\" \"y\" {\n  d = 2\n}\nb {\n}\n"
	jsonText   = `{"a": 1, "b": [{}, {}], "c": {"x": {"y": {"d": 2}}}}`
)

var bodyStatements = []statement{
	{"Structural Elements", "A configuration file has its own body, representing the top-level attributes and blocks.",
		"syntax jsonsyntax", "file-body",
		[]check{holds(inNative(nativeText), "a b() c(p,q)", "a b() c(x,y) b()"),
			holds(inJSON(jsonText), "a b() c(p,q)", "a b() b() c(x,y)")}},
	{"Structural Elements", "Attribute names are unique within a given body.", "syntax jsonsyntax", "unique-attributes",
		[]check{holds(inJSON(`{"a": 1, "a": 2}`), "a", "a error"), duplicateNative}},
	{"Structural Elements", "A block is a nested structure that has a type name, zero or more string labels (e.g. " +
		"identifiers), and a nested body.", "hcl", "blocks",
		[]check{nested(inNative(nativeText)), nested(inJSON(jsonText)),
			holds(inNative("b x \"y z\" {\n}\n"), "b(p,q)", "b(x,y z)")}},
	{"Schema-driven Processing",
		"An attribute schema provides the name of an attribute and whether its presence is required.", "hcl",
		"required-attribute",
		[]check{holds(inNative(""), "a", ""), holds(inNative(""), "a!", "error"), holds(inJSON(`{}`), "a!", "error"),
			holds(inJSON(`{}`), "a", "")}},
	{"Schema-driven Processing",
		"A block header schema provides a block type name and the semantic names assigned to each of the labels of that " +
			"block type, if any.", "hcl", "block-header",
		[]check{holds(inNative("b \"x\" {\n}\n"), "b()", "error"), holds(inNative("b {\n}\n"), "b(p)", "error"),
			holds(inJSON(`{"b": {"x": {}}}`), "b(p)", "b(x)")}},
	{"Schema-driven Processing",
		"Within a schema, it is an error to request the same attribute name twice or to request a block type whose name is " +
			"also an attribute name.", "hcl", "schema-names-twice",
		[]check{holds(inNative(nativeText), "a a", "error"), holds(inNative(nativeText), "a a()", "error"),
			holds(inJSON(jsonText), "a a()", "error")}},
	{"Schema-driven Processing",
		"The attribute map is a map data structure whose keys are attribute names and whose values are expressions", "hcl",
		"attribute-map", []check{attributeMap}},
	{"Schema-driven Processing", "The block sequence is an ordered sequence of blocks", "hcl", "block-sequence",
		[]check{holds(inNative("b x {\n}\na y {\n}\nb z {\n}\n"), "a(n) b(n)", "b(x) a(y) b(z)"),
			holds(inJSON(`{"b": {"x": {}}, "a": {"y": {}}, "b": {"z": {}}}`), "a(n) b(n)", "b(x) a(y) b(z)")}},
	{"Dynamic Attributes Processing",
		"Processing in this mode behaves as if a schema had been constructed without any block header schemata and with an " +
			"attribute schema for each distinct key", "hcl", "dynamic-attributes",
		[]check{just(inNative("z = 1\na = 2\n"), "z a"), just(inNative(nativeText), "a error"),
			just(inJSON(jsonText), "a b c")}},
	{"Partial Processing of Body Content",
		"by default the given schema is assumed to be exhaustive, such that any attribute or block not matched by schema " +
			"elements is considered an error", "hcl", "exhaustive",
		[]check{holds(inNative(nativeText), "a b()", "a b() b() error"),
			holds(inNative(nativeText), "b() c(p,q)", "b() c(x,y) b() error"), holds(inJSON(jsonText), "a", "a error")}},
	{"Partial Processing of Body Content",
		"Any attribute whose name is specified in the schema is returned in body content and elided from the new body.",
		"hcl", "partial-attribute",
		[]check{leaves(inNative("a = 1\nb = 2\n"), "a", "a", "a b", "b"),
			leaves(inJSON(`{"a": 1, "b": 2}`), "a", "a", "a b", "b")}},
	{"Partial Processing of Body Content",
		"Any block whose type is specified in the schema is returned in body content and elided from the new body.", "hcl",
		"partial-block",
		[]check{leaves(inNative(nativeText), "b()", "b() b()", "a b() c(p,q)", "a c(x,y)"),
			leaves(inJSON(jsonText), "b()", "b() b()", "a b() c(p,q)", "a c(x,y)")}},
	{"Partial Processing of Body Content",
		"Any attribute or block not meeting the above conditions is placed into the new body, unmodified.", "hcl",
		"partial-rest",
		[]check{leaves(inNative(nativeText), "", "", "a b() c(p,q)", "a b() c(x,y) b()"),
			leaves(inJSON(jsonText), "", "", "a", "a error")}},
	{"Partial Processing of Body Content",
		"Processing a body in two steps — first partial processing of a source body, then exhaustive processing of the " +
			"returned body — is equivalent to single-step processing", "hcl", "two-steps",
		[]check{leaves(inNative(nativeText), "a c(p,q)", "a c(x,y)", "b()", "b() b()"),
			holds(inNative(nativeText), "a b() c(p,q)", "a b() c(x,y) b()")}},
	{"Expressions", "an expression may just be a literal value or it may describe a computation in terms of literal " +
		"values, variables, and functions", "eval", "expressions",
		[]check{gives(`1`, "1"), gives(`upper("a")`, `"A"`), gives(`number + 1`, "<unknown number>")}},
	{"Expression Evaluation", "In literal-only mode, variables and functions are not available", "eval", "literal-only",
		[]check{literalOnly(`1 + 2`, true), literalOnly(`number`, false), literalOnly(`upper("a")`, false)}},
	{"Expression Evaluation", "In full expression mode, variables and functions are defined", "eval", "full-expression",
		[]check{gives(`"${upper("a")}${1 + 1}"`, `"A2"`)}},
	{"Expression Evaluation",
		"literal-only mode may disable such processing, allowing literal strings to pass through without interpretation as " +
			"templates", "jsonsyntax", "literal-strings",
		[]check{jsonGives(`"${upper(x)}"`, `"$${upper(x)}"`, nil), jsonGives(`"${upper(\"x\")}"`, `"X"`, scope)}},
	{"Static Analysis", "producing error diagnostics if they are applied to inappropriate expressions", "hcl",
		"static-inappropriate",
		[]check{nativeStatic(`1 + 2`, "list - map - call - traversal -"),
			jsonStatic(`1`, "list - map - call - traversal -")}},
	{"Static Analysis", "Static List: Require list/tuple construction syntax to be used and return a list of " +
		"expressions for each of the elements given.", "hcl syntax jsonsyntax", "static-list",
		[]check{nativeStatic(`[a, b.c]`, "list 2 map - call - traversal -"),
			jsonStatic(`[1, "${a}"]`, "list 2 map - call - traversal -")}},
	{"Static Analysis", "Static Map: Require map/object construction syntax to be used and return a list of key/value " +
		"pairs -- both expressions -- for each of the elements given. The usual constraint that a map key must be a string " +
		"must not apply", "hcl syntax jsonsyntax", "static-map",
		[]check{nativeStatic(`{ a = 1, (b.c) = 2, [1] = 3 }`, "list - map 3 call - traversal -"),
			jsonStatic(`{"a": 1}`, "list - map 1 call - traversal -")}},
	{"Static Analysis", "Static Call: Require function call syntax to be used and return an object describing the " +
		"called function name and a list of expressions representing each of the call arguments.", "hcl syntax jsonsyntax",
		"static-call",
		[]check{nativeStatic(`f(a, 1)`, "list - map - call f/2 traversal -"),
			jsonStatic(`"f(a, 1)"`, "list - map - call f/2 traversal -")}},
	{"Static Analysis", "Static Traversal: Require a reference to a symbol in the variable scope and return a " +
		"description of the path from the root scope to the accessed attribute or index.", "hcl syntax jsonsyntax",
		"static-traversal",
		[]check{nativeStatic(`a.b[0]["c"]`, "list - map - call - traversal a/4"),
			jsonStatic(`"a.b[0]"`, "list - map - call - traversal a/3")}},
}

func duplicateNative() string {
	_, diags := evaluateConfig("a = 1\na = 2\n")
	return differ("a native body with one name twice is an error", diags.HasErrors(), true)
}

func nested(b func() hcl.Body) check {
	return func() string {
		content, _ := b().Content(schema("a b() c(p,q)"))
		for _, block := range content.Blocks.OfType("c") {
			return differ("inside", shownContent(block.Body.Content(schema("d"))), "d")
		}
		return "there is no block"
	}
}

func attributeMap() string {
	content, _ := nativeBody("a = 1 + 1\nb = 2\n").Content(schema("b a"))
	v, diags := eval.Value(content.Attributes.Get("a").Expr, nil)
	if diags.HasErrors() {
		return diags.String()
	}
	if p := differ("a", host.DebugString(v), "2"); p != "" {
		return p
	}
	return differ("no attribute", content.Attributes.Get("c") == nil, true)
}

func literalOnly(text string, ok bool) check {
	return func() string {
		_, diags := evaluate(text, nil)
		return differ(text+" is allowed", !diags.HasErrors(), ok)
	}
}
