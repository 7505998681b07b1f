package conformance

import (
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
)

// jsonExact reads a number that no float64 holds.
func jsonExact() string {
	const digits = "123456789012345678901234567890"
	e, _ := jsonsyntax.ParseExpression(source.NewFileString("t.json", digits))
	v, _ := eval.Value(e, nil)
	return differ("number", v.NumberText(), digits)
}

var jsonStatements = []statement{
	{"Structural Elements", "A body is represented in JSON as either a single JSON object or a JSON array of objects.",
		"jsonsyntax", "json-body",
		[]check{holds(inJSON(`{"a": 1}`), "a", "a"), holds(inJSON(`[{"a": 1}, {"b": 2}]`), "a b", "a b")}},
	{"Structural Elements", "Body processing is in terms of JSON object properties, visited in the order they appear in " +
		"the input.", "jsonsyntax", "json-order", []check{holds(inJSON(`{"z": 1, "a": 2, "m": 3}`), "a m z", "z a m")}},
	{"Structural Elements", "If any element of the array is not a JSON object then the input is erroneous.", "jsonsyntax",
		"json-array-element", []check{holds(inJSON(`[{"a": 1}, 2]`), "a", "a error")}},
	{"Structural Elements", "the allowance of a JSON array in the previous paragraph does not apply and instead a " +
		"single JSON object is always required", "jsonsyntax", "json-dynamic-attributes",
		[]check{just(inJSON(`[{"a": 1}]`), "error"), just(inJSON(`{"a": 1, "b": {}}`), "a b")}},
	{"Structural Elements", "The special property name `\"//\"`, when used in an object representing a HCL body, is " +
		"parsed and ignored.", "jsonsyntax", "json-comment",
		[]check{holds(inJSON(`{"//": "x", "a": 1, "//": 2}`), "a", "a"), just(inJSON(`{"//": 1, "a": 1}`), "a")}},
	{"Structural Elements", "(This special property name is not processed in this way for any other HCL constructs that " +
		"are represented as JSON objects.)", "jsonsyntax", "json-comment-elsewhere",
		[]check{jsonGives(`{"//": 1}`, `{"//" = 1}`, scope), holds(inJSON(`{"b": {"//": {}}}`), "b(n)", "b(//)")}},
	{"Attributes", "Where the given schema describes an attribute with a given name, the object property with the " +
		"matching name — if present — serves as the attribute's definition.", "jsonsyntax", "json-attribute",
		[]check{holds(inJSON(`{"foo": {"bar": 1}}`), "foo", "foo")}},
	{"Blocks", "each object property with the matching name serves as a definition of zero or more blocks of that type",
		"jsonsyntax", "json-blocks",
		[]check{holds(inJSON(`{"foo": {"child_attr": "baz"}}`), "foo()", "foo()"),
			holds(inJSON(`{"foo": [{}, {}]}`), "foo()", "foo() foo()"), holds(inJSON(`{"foo": []}`), "foo()", "")}},
	{"Blocks", "a nested JSON object or JSON array of objects is required for each labelling level", "jsonsyntax",
		"json-labels",
		[]check{holds(inJSON(`{"foo": {"bar": {"baz": {}, "boz": {}}, "boz": {"baz": [{}, {}]}}}`), "foo(p,q)",
			"foo(bar,baz) foo(bar,boz) foo(boz,baz) foo(boz,baz)"),
			holds(inJSON(`{"foo": [{"bar": {"baz": {}}}, {"bar": [{"boz": {}}, {"baz": {}}]}]}`), "foo(p,q)",
				"foo(bar,baz) foo(bar,boz) foo(bar,baz)"), holds(inJSON(`{"foo": {"bar": 1}}`), "foo(p,q)", "error")}},
	{"Blocks", "A JSON HCL parser must support duplicate definitions of the same property name within a single object, " +
		"preserving all of them and the relative ordering between them.", "jsonsyntax", "json-duplicates",
		[]check{holds(inJSON(`{"foo": {"bar": {}, "bar": {}}, "a": {}, "foo": {"boz": {}}}`), "foo(p) a()",
			"foo(bar) foo(bar) a() foo(boz)")}},
	{"Objects", "a JSON object represents a value of a HCL object type", "jsonsyntax eval", "json-object",
		[]check{jsonGives(`{"a": 1, "b": ["x"]}`, `{a = 1, b = ["x"]}`, scope)}},
	{"Objects", "The property name string given in the JSON input is interpreted as a string expression as described " +
		"below, and its result is converted to string", "jsonsyntax eval", "json-keys",
		[]check{jsonGives(`{"${1 + 1}": 1, "${upper(\"a\")}": 2}`, `{"2" = 1, A = 2}`, scope),
			jsonGives(`{"${[]}": 1}`, "error", scope)}},
	{"Objects", "If any evaluated property name strings produce null values, an error is produced and evaluation fails. " +
		"If any produce unknown values, the entire object's result is an unknown value of the dynamic pseudo-type",
		"jsonsyntax eval", "json-bad-keys",
		[]check{jsonGives(`{"${null}": 1}`, "error", scope),
			jsonGives(`{"a": 1, "${string}": 2}`, "<unknown value>", scope)}},
	{"Objects", "It is an error to define the same property name multiple times within a single JSON object interpreted " +
		"as an expression. In full expression mode, this constraint applies to the name expression results after " +
		"conversion to string", "jsonsyntax eval", "json-duplicate-keys",
		[]check{jsonGives(`{"a": 1, "a": 2}`, "error", nil), jsonGives(`{"A": 1, "${upper(\"a\")}": 2}`, "error", scope),
			jsonGives(`{"A": 1, "${upper(\"a\")}": 2}`, `{"$${upper(\"a\")}" = 2, A = 1}`, nil)}},
	{"Arrays", "a JSON array represents a value of a HCL tuple type", "jsonsyntax eval", "json-array",
		[]check{jsonGives(`[1, "a", []]`, `[1, "a", []]`, scope)}},
	{"Numbers", "a JSON HCL parser must be able to translate exactly the value given to a number of corresponding " +
		"precision", "jsonsyntax", "json-number",
		[]check{jsonGives(`"${123456789012345678901234567890 - 123456789012345678901234567889}"`, `1`, scope), jsonExact,
			jsonGives(`-0.5e1`, `-5`, nil)}},
	{"Boolean Values", "represent the corresponding HCL boolean values", "jsonsyntax", "json-bool",
		[]check{jsonGives(`true`, `true`, nil), jsonGives(`false`, `false`, nil)}},
	{"The Null Value", "represents a HCL null value of the dynamic pseudo-type", "jsonsyntax", "json-null",
		[]check{jsonGives(`null`, `null`, nil)}},
	{"Strings", "Template interpolations and directives MUST NOT be processed in this mode, allowing any characters " +
		"that appear as introduction sequences to pass through literally", "jsonsyntax eval", "json-literal-string",
		[]check{jsonGives(`"a ${ b"`, `"a $${ b"`, nil), jsonGives(`"%{ if"`, `"%%{ if"`, nil)}},
	{"Strings", "the literal string is instead interpreted as a standalone template in the HCL Native Syntax",
		"jsonsyntax eval", "json-template", []check{jsonGives(`"a ${1 + 1}%{ if true } b%{ endif }"`, `"a 2 b"`, scope),
			jsonGives(`"a ${"`, "error", scope)}},
	{"Strings", "the Template Interpolation Unwrapping requirement from the HCL native syntax specification must be " +
		"implemented", "jsonsyntax eval", "json-unwrapping",
		[]check{jsonGives(`"${1 + 1}"`, `2`, scope), jsonGives(`"${[1]}"`, `[1]`, scope)}},
	{"Static List", "An expression interpreted as a static list must be a JSON array.", "jsonsyntax", "json-static-list",
		[]check{jsonStatic(`["a", {}]`, "list 2 map - call - traversal -"),
			jsonStatic(`"[a]"`, "list - map - call - traversal -")}},
	{"Static Map", "An expression interpreted as a static map must be a JSON object.", "jsonsyntax", "json-static-map",
		[]check{jsonStatic(`{"a": 1, "${b}": 2}`, "list - map 2 call - traversal -")}},
	{"Static Call", "The content of the string is interpreted as a native syntax expression (not a template, unlike " +
		"normal evaluation) and then the static call analysis is delegated to that expression.", "jsonsyntax",
		"json-static-call",
		[]check{jsonStatic(`"f(1)"`, "list - map - call f/1 traversal -"),
			jsonStatic(`"${f(1)}"`, "list - map - call - traversal -"), jsonStatic(`"f("`, "list - map - call - traversal -")}},
	{"Static Traversal", "The content of the string is interpreted as a native syntax expression (not a template, " +
		"unlike normal evaluation) and then static traversal analysis is delegated to that expression.", "jsonsyntax",
		"json-static-traversal",
		[]check{jsonStatic(`"a.b"`, "list - map - call - traversal a/2"),
			jsonStatic(`"${a.b}"`, "list - map - call - traversal -")}},
}
