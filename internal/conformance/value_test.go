package conformance

import (
	"math/big"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/types"
)

var valueStatements = []statement{
	{"Values and Value Types",
		"Two values are equal if and only if they have identical types and their values are equal according to the rules " +
			"of their shared type.", "value", "equality",
		[]check{gives(`1 == 1.0`, "true"), gives(`1 == "1"`, "false"), gives(`["a"] == tolist(["a"])`, "false"),
			gives(`tolist(["a"]) == tolist(["a"])`, "true")}},
	{"Primitive Types", "Two strings are equal if NFC normalization ... of each string produces two identical sequences " +
		"of characters.", "value", "normalisation",
		[]check{gives("\"e\u0301\" == \"\u00e9\"", "true"), gives("length(\"e\u0301\")", "1")}},
	{"Primitive Types", "Two bool values are equal if and only if they are either both true or both false.", "value",
		"bools", []check{gives(`true == true`, "true"), gives(`true == false`, "false")}},
	{"Primitive Types", "An implementation must make the full-precision values available to the calling application",
		"value decode", "full-precision", []check{fullPrecision}},
	{"Primitive Types", "Integers are represented with at least 256 bits.", "value", "integers",
		[]check{gives("115792089237316195423570985008687907853269984665640564039457584007913129639935 + 1 - "+
			"115792089237316195423570985008687907853269984665640564039457584007913129639935", "1")}},
	{"Primitive Types", "Non-integer numbers are represented as floating point values with a mantissa of at least 256 " +
		"bits and a signed binary exponent of at least 16 bits.", "value", "fractions",
		[]check{gives(`1 + 1e-70 == 1`, "false"), gives(`1e4000 * 1e4000 > 1e7999`, "true"),
			gives(`1e-4000 * 1e-4000 > 0`, "true")}},
	{"Primitive Types", "An error is produced if an integer value given in source cannot be represented precisely.",
		"value syntax", "integer-bound", []check{gives(`1e99999`, "error")}},
	{"Primitive Types", "An error is produced if a non-integer value cannot be represented due to overflow.",
		"value syntax", "fraction-bound", []check{gives(`1.5e99999`, "error")}},
	{"Primitive Types", "The number type also requires representation of both positive and negative infinity. A \"not a " +
		"number\" (NaN) value is not provided nor used.", "value", "infinity",
		[]check{gives(`infinity == infinity`, "true"), gives(`infinity == negative`, "false"),
			gives(`infinity > 1e9000`, "true"), gives(`negative < -1e9000`, "true"), gives(`infinity - infinity`, "error")}},
	{"Structural Types", "Attribute names are always strings.", "value", "object-names",
		[]check{gives(`{ 1 = "a" }["1"]`, `"a"`)}},
	{"Structural Types", "A structural type value is equal to another if and only if all of the corresponding " +
		"attributes or elements are equal.", "value", "structural-equality",
		[]check{gives(`{ a = 1, b = "x" } == { b = "x", a = 1 }`, "true"), gives(`[1, "x"] == [1, "x"]`, "true"),
			gives(`[1, "x"] == [1, "y"]`, "false")}},
	{"Structural Types", "Two structural types are identical if they are of the same kind and have attributes or " +
		"elements with identical types.", "types", "structural-types",
		[]check{sameType("object({a = string, b = number})", "object({b = number, a = string})", true),
			sameType("tuple([string])", "tuple([number])", false), sameType("tuple([])", "object({})", false)}},
	{"Collection Types", "For each of these kinds and each distinct element type there is a distinct collection type.",
		"types", "collection-types",
		[]check{sameType("list(string)", "set(string)", false), sameType("list(string)", "list(number)", false),
			sameType("map(string)", "map(string)", true)}},
	{"Collection Types", "A collection type value is equal to another if and only if both have the same number of " +
		"elements and their corresponding elements are equal.", "value", "collection-equality",
		[]check{gives(`toset(["a", "b", "a"]) == toset(["b", "a"])`, "true"),
			gives(`tolist(["a", "b"]) == tolist(["b", "a"])`, "false"),
			gives(`tomap({ a = 1 }) == tomap({ a = 1, b = 2 })`, "false")}},
	{"Null values", "Each type has a null value.", "value", "nulls",
		[]check{typed(`tostring(null)`, "string"), typed(`null`, "dynamic")}},
	{"Null values", "Calling applications should consider an attribute with a null value as equivalent to the value not " +
		"being present at all.", "decode", "null-attribute", []check{nullAttribute}},
	{"Null values", "A null value of a particular type is equal to itself.", "value", "null-equality",
		[]check{gives(`tostring(null) == tostring(null)`, "true"), gives(`null == null`, "true")}},
	{"Unknown Values and the Dynamic Pseudo-type",
		"Operations on unknown values themselves return unknown values that have a type appropriate to the operation.",
		"eval value", "unknown-operations",
		[]check{gives(`number + number`, "<unknown number>"), gives(`string == string`, "<unknown bool>"),
			typed(`"${string}!"`, "string"), gives(`!bool`, "<unknown bool>")}},
	{"Unknown Values and the Dynamic Pseudo-type",
		"The only values of this type are its null value and its unknown value.", "value", "dynamic-values",
		[]check{typed(`dynamic`, "dynamic"), typed(`null`, "dynamic"), typed(`[dynamic]`, "tuple([dynamic])")}},
	{"Unknown Values and the Dynamic Pseudo-type",
		"adding together a number and the dynamic value produces an unknown number", "eval", "dynamic-operations",
		[]check{gives(`1 + dynamic`, "<unknown number>"), gives(`!dynamic`, "<unknown bool>"),
			typed(`dynamic.a.b[0]`, "dynamic")}},
	{"Unknown Values and the Dynamic Pseudo-type",
		"produce an error if any operation is provably invalid with only type information", "eval", "partial-checking",
		[]check{gives(`number.a`, "error"), gives(`[string] + 1`, "error"), gives(`upper([string])`, "error")}},
	{"Unknown Values and the Dynamic Pseudo-type",
		"must never be returned from operations unless at least one operand is unknown or dynamic", "eval",
		"unknown-from-unknown", []check{gives(`[for v in [1, 2] : v + 1]`, "[2, 3]"), gives(`{ a = 1 }.a`, "1")}},
	{"Unknown Values and the Dynamic Pseudo-type", "The dynamic pseudo-type is identical only to itself.", "types",
		"dynamic-identity", []check{sameType("dynamic", "dynamic", true), sameType("dynamic", "string", false)}},
	{"Capsule Types", "A particular capsule type is identical only to itself.", "types", "capsule-types",
		[]check{capsuleTypes}},
	{"Capsule Types", "The equality of two values of the same capsule type is defined by the calling application. No " +
		"other operations are supported for values of capsule types.", "value", "capsule-values",
		[]check{gives(`capsule == same`, "true"), gives(`capsule == other`, "false"), gives(`capsule + 1`, "error"),
			gives(`"x${capsule}"`, "error")}},
	{"Type Specifications", "Any type matches any type that it is identical to.", "types", "matches-identical",
		[]check{matches("list(string)", "list(string)", true), matches("list(string)", "list(number)", false)}},
	{"Type Specifications", "Any type matches the dynamic pseudo-type.", "types", "matches-dynamic",
		[]check{matches("object({a = string})", "dynamic", true)}},
	{"Type Specifications", "given a type specification \"list of dynamic pseudo-type\", the concrete types \"list of " +
		"string\" and \"list of map\" match, but the type \"set of string\" does not", "types", "matches-inside",
		[]check{matches("list(string)", "list(dynamic)", true), matches("list(map(string))", "list(dynamic)", true),
			matches("set(string)", "list(dynamic)", false)}},
}

var conversionStatements = []statement{
	{"Type Conversions and Unification", "A given type can always be converted to itself, which is a no-op.", "convert",
		"to-itself", []check{converts(`["a"]`, "tuple([string])", `["a"]`, convert.Safe)}},
	{"Conversion of Null Values", "All null values are safely convertable to a null value of any other type", "convert",
		"null-conversion",
		[]check{func() string { return differ("null of bool to list", kindOfNull(), "null") }}},
	{"Conversion to and from the Dynamic Pseudo-type",
		"Conversion from the dynamic pseudo-type to any other type always succeeds, producing an unknown value of the " +
			"target type.", "convert", "from-dynamic",
		[]check{converts(`dynamic`, "number", "<unknown number>", convert.Unsafe)}},
	{"Conversion to and from the Dynamic Pseudo-type",
		"Conversion of any value to the dynamic pseudo-type is a no-op. The result is the input value, verbatim.", "convert",
		"to-dynamic", []check{converts(`[1, "a"]`, "dynamic", `[1, "a"]`, convert.Safe)}},
	{"Primitive Type Conversions", "Conversion from bool to string is safe, while the converse is unsafe.", "convert",
		"bool-string", []check{converts(`true`, "string", `"true"`, convert.Safe),
			converts(`"false"`, "bool", "false", convert.Unsafe)}},
	{"Primitive Type Conversions",
		"The strings \"1\" and \"0\" are alternative string representations of true and false respectively. It is an error " +
			"to convert a string other than the four in this paragraph to type bool.", "convert", "string-bool",
		[]check{converts(`"1"`, "bool", "true", convert.Unsafe), converts(`"0"`, "bool", "false", convert.Unsafe),
			converts(`"True"`, "bool", "error", convert.Unsafe), converts(`"yes"`, "bool", "error", convert.Unsafe)}},
	{"Primitive Type Conversions",
		"No exponent portion is included. The number is converted at its full precision. Conversion from number to string " +
			"is safe.", "convert", "number-string",
		[]check{converts(`1e20`, "string", `"100000000000000000000"`, convert.Safe),
			converts(`0.25`, "string", `"0.25"`, convert.Safe), converts(`-12.5`, "string", `"-12.5"`, convert.Safe)}},
	{"Primitive Type Conversions",
		"No exponent portion is allowed. Conversion from string to number is unsafe. It is an error to convert a string " +
			"that does not comply with the expected syntax to type number.", "convert", "string-number",
		[]check{converts(`"12.5"`, "number", "12.5", convert.Unsafe), converts(`"1e3"`, "number", "error", convert.Unsafe),
			converts(`"x"`, "number", "error", convert.Unsafe)}},
	{"Primitive Type Conversions", "No direct conversion is available between the bool and number types.", "convert",
		"bool-number", []check{converts(`true`, "number", "error", convert.None),
			converts(`1`, "bool", "error", convert.None)}},
	{"Collection and Structural Type Conversions",
		"Conversion from set types to list types is safe, as long as their element types are safely convertable.", "convert",
		"set-list",
		[]check{converts(`toset(["b", "a"])`, "list(string)", `tolist(["a", "b"])`, convert.Safe),
			converts(`toset(["1"])`, "list(number)", `tolist([1])`, convert.Unsafe)}},
	{"Collection and Structural Type Conversions",
		"Conversion from list types to set types is unsafe, as long as their element types are convertable.", "convert",
		"list-set", []check{converts(`tolist(["a", "a"])`, "set(string)", `toset(["a"])`, convert.Unsafe)}},
	{"Collection and Structural Type Conversions",
		"Conversion from tuple types to list types permitted if all of the tuple element types are convertable to the " +
			"target list element type.", "convert", "tuple-list",
		[]check{converts(`[1, true]`, "list(string)", `tolist(["1", "true"])`, convert.Safe),
			converts(`["1"]`, "list(number)", `tolist([1])`, convert.Unsafe),
			converts(`[true]`, "list(number)", "error", convert.None)}},
	{"Collection and Structural Type Conversions",
		"Conversion from tuple types to set types is permitted, behaving as if the tuple type was first converted to a list",
		"convert", "tuple-set", []check{converts(`["a", "a"]`, "set(string)", `toset(["a"])`, convert.Unsafe)}},
	{"Collection and Structural Type Conversions",
		"Conversion from object types to map types is permitted if all of the object attribute types are convertable to " +
			"the target map element type.", "convert", "object-map",
		[]check{converts(`{ a = 1, b = "x" }`, "map(string)", `tomap({a = "1", b = "x"})`, convert.Safe)}},
	{"Collection and Structural Type Conversions",
		"It is an error to convert a list or set to a tuple type whose number of elements does not match the list or set " +
			"length.", "convert", "list-tuple",
		[]check{converts(`tolist(["a"])`, "tuple([string])", `["a"]`, convert.Unsafe),
			converts(`tolist(["a"])`, "tuple([string, string])", "error", convert.Unsafe)}},
	{"Collection and Structural Type Conversions",
		"It is an error to convert from a map value whose set of keys does not exactly match the target type's attributes.",
		"convert", "map-object",
		[]check{converts(`tomap({ a = "1" })`, "object({a = number})", `{a = 1}`, convert.Unsafe),
			converts(`tomap({ a = "1", b = "2" })`, "object({a = number})", "error", convert.Unsafe),
			converts(`tomap({ b = "2" })`, "object({a = number})", "error", convert.Unsafe)}},
	{"Collection and Structural Type Conversions",
		"Any attribute present in the target type but not in the source type is populated with a null value of the " +
			"appropriate type.", "convert", "object-object",
		[]check{converts(`{ a = 1 }`, "object({a = string, b = string})", `{a = "1", b = null}`, convert.Safe)}},
	{"Collection and Structural Type Conversions",
		"Conversion from one tuple type to another is permitted as long as the tuples have the same length and the " +
			"elements have convertable types.", "convert", "tuple-tuple",
		[]check{converts(`[1, "2"]`, "tuple([string, number])", `["1", 2]`, convert.Unsafe),
			converts(`[1]`, "tuple([string, number])", "error", convert.None)}},
	{"Type Unification", "unification fails if any of the given types are not convertable (per the above rules) to the " +
		"selected result type", "convert", "unify-fails",
		[]check{unifies("error", "string", "list(string)"), unifies("error", "tuple([])", "object({})")}},
	{"Type Unification", "Number and bool types both unify with string by preferring string.", "convert", "unify-string",
		[]check{unifies("string", "number", "string"), unifies("string", "string", "bool"),
			unifies("string", "number", "bool", "string"), unifies("error", "number", "bool")}},
	{"Type Unification", "Two collection types of the same kind unify according to the unification of their element " +
		"types.", "convert", "unify-elements",
		[]check{unifies("list(string)", "list(number)", "list(string)"), unifies("map(string)", "map(string)", "map(bool)")}},
	{"Type Unification", "List and set types unify by preferring the list type.", "convert", "unify-list-set",
		[]check{unifies("list(string)", "set(string)", "list(number)")}},
	{"Type Unification", "Map and object types unify by preferring the object type.", "convert", "unify-map-object",
		[]check{unifies("object({a = string})", "map(number)", "object({a = string})")}},
	{"Type Unification", "List, set and tuple types unify by preferring the tuple type.", "convert", "unify-tuple",
		[]check{unifies("tuple([string, string])", "list(number)", "tuple([string, string])", "set(string)")}},
	{"Type Unification", "The dynamic pseudo-type unifies with any other type by selecting that other type. The dynamic " +
		"pseudo-type is the result type only if all input types are the dynamic pseudo-type.", "convert", "unify-dynamic",
		[]check{unifies("number", "dynamic", "number"), unifies("dynamic", "dynamic", "dynamic")}},
	{"Type Unification", "Two object types unify by constructing a new type whose attributes are the union of those of " +
		"the two input types. Any common attributes themselves have their types unified.", "convert", "unify-objects",
		[]check{unifies("object({a = string, b = bool, c = number})", "object({a = string, b = bool})",
			"object({a = number, c = number})")}},
	{"Type Unification", "Two tuple types of the same length unify constructing a new type of the same length whose " +
		"elements are the unification of the corresponding elements in the two input types.", "convert", "unify-tuples",
		[]check{unifies("tuple([string, bool])", "tuple([string, bool])", "tuple([number, bool])"),
			unifies("error", "tuple([string])", "tuple([string, string])")}},
}

func fullPrecision() string {
	var n *big.Int
	v, _ := evaluate("340282366920938463463374607431768211457", nil)
	if diags := decode.Value(v, &n); diags.HasErrors() {
		return diags.String()
	}
	return differ("integer", n, "340282366920938463463374607431768211457")
}

func sameType(a, b string, want bool) check {
	return func() string { return differ(a+" is "+b, typeOf(a) == typeOf(b), want) }
}

func matches(t, spec string, want bool) check {
	return func() string { return differ(t+" matches "+spec, types.Matches(typeOf(t), typeOf(spec)), want) }
}

func nullAttribute() string {
	var c struct {
		A string `hcl:"a,optional" default:"x"`
	}
	if err := decode.Unmarshal("t.hcl", []byte("a = null\n"), &c); err != nil {
		return err.Error()
	}
	return differ("a", c.A, "x")
}

func capsuleTypes() string {
	other := types.NewCapsule(&types.Capsule{Name: "box"})
	return differ("capsule types of one name are one", boxType == other, false)
}
