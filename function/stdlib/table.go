// Package stdlib is the function library: every function of Terraform 1.5.7 that needs no files, no
// clock and no random numbers, with Terraform's behaviour, and some functions for authors of
// Kubernetes objects in the namespace k8s.
//
// [Table] returns all functions, and [Pick] returns functions by name. Each function is one
// [function.Decl] with its documentation, parameters, examples and implementation.
// docs/functions.md is generated from the declarations, and the examples run as tests.
//
// Two terms are used in this package:
//
//   - A function is refused if it exists only to explain why it is not available and what to use
//     instead. An example is timestamp, which would make results depend on the clock.
//   - A function is structural if it only rearranges its arguments, such as concat. Structural
//     functions leave the marks of elements on the elements and work with unknown elements. All
//     other functions pass on the marks of all arguments, and wait for everything that is unknown.
//
// The profile of a call (package types) affects conversion, unification and equality. In addition,
// try and can treat a value that is not wholly known as a failure in the Extended profile, and as
// undecided elsewhere.
//
// All functions are safe for concurrent use, pure and bounded: this package limits what they build,
// and exceeding a limit is an error.
package stdlib

import (
	"errors"
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

//go:generate go test -run TestReferencePage . -update

// The groups of the reference, with the names in Terraform's documentation.
const (
	groupNumeric    = "Numeric Functions"
	groupString     = "String Functions"
	groupCollection = "Collection Functions"
	groupEncoding   = "Encoding Functions"
	groupFile       = "Filesystem Functions"
	groupTime       = "Date and Time Functions"
	groupHash       = "Hash and Crypto Functions"
	groupIP         = "IP Network Functions"
	groupConvert    = "Type Conversion Functions"
	groupKubernetes = "Kubernetes Functions"
)

// Groups are the headings of the reference in its order. It must not be changed.
var Groups = []string{
	groupNumeric, groupString, groupCollection, groupEncoding, groupFile, groupTime, groupHash, groupIP, groupConvert,
	groupKubernetes,
}

// since is the version that introduced all functions so far.
const since = "0.1.0"

// decls are all declarations by group.
var decls = pure([][]*function.Decl{
	numericFuncs, stringFuncs, formatFuncs, regexFuncs, collectionFuncs, sequenceFuncs, mappingFuncs, setFuncs,
	encodingFuncs, textFuncs, csvFuncs, jsonFuncs, yamlFuncs, pathFuncs, timeFuncs, hashFuncs, cryptoFuncs, ipFuncs,
	convertFuncs, attemptFuncs, refusedFuncs, k8sNameFuncs, k8sQuantityFuncs, k8sObjectFuncs,
})

// pure declares all functions of the library as pure: they depend only on their arguments.
func pure(decls [][]*function.Decl) [][]*function.Decl {
	for _, group := range decls {
		for _, d := range group {
			d.Pure = true
		}
	}
	return decls
}

// Table returns all functions by name, including the refused ones. The map belongs to the caller. The declarations are
// shared and must not be changed.
func Table() function.Table {
	t := make(function.Table, 160)
	for _, group := range decls {
		for _, d := range group {
			t[d.Name] = d
		}
	}
	return t
}

// Pick returns the functions with the given names. The error lists the names without a function; the functions with the
// other names are returned even then.
func Pick(names ...string) (function.Table, error) {
	all := Table()
	t := make(function.Table, len(names))
	var errs []error
	for _, n := range names {
		if d, ok := all[n]; ok {
			t[n] = d
			continue
		}
		hint := diag.DidYouMean(n, slices.Sorted(maps.Keys(all)))
		errs = append(errs, errors.New("the library has no function \""+n+"\"."+hint))
	}
	return t, errors.Join(errs...)
}

// Operators returns functions for the operators of the language, for languages without operators or with other names:
// add, subtract, multiply, divide, modulo, negate; equal, notequal; lessthan, lessthanorequal, greaterthan,
// greaterthanorequal; and, or, not. Both arguments of and and or are evaluated. They are not part of [Table]. The map
// belongs to the caller. The declarations are shared and must not be changed.
func Operators() function.Table {
	t := make(function.Table, len(operators))
	for _, d := range operators {
		t[d.Name] = d
	}
	return t
}

var operators = []*function.Decl{
	arithmetic("add", "Returns the sum of two numbers.", func(c *function.Call) (value.Value, error) {
		return calc.Add(c.Args[0], c.Args[1])
	}),
	arithmetic("subtract", "Returns the difference of two numbers.", func(c *function.Call) (value.Value, error) {
		return calc.Sub(c.Args[0], c.Args[1])
	}),
	arithmetic("multiply", "Returns the product of two numbers.", func(c *function.Call) (value.Value, error) {
		return calc.Mul(c.Args[0], c.Args[1])
	}),
	arithmetic("divide", "Returns the quotient of two numbers.", func(c *function.Call) (value.Value, error) {
		return calc.Div(c.Args[0], c.Args[1], c.Profile)
	}),
	arithmetic("modulo", "Returns the remainder of a division.", func(c *function.Call) (value.Value, error) {
		return calc.Mod(c.Args[0], c.Args[1], c.Profile)
	}),
	{Name: "negate", Summary: "Returns a number with the opposite sign.",
		Params: []function.Param{{Name: "num", Description: "The number.", Type: types.Number}},
		Result: types.Number, Pure: true, Impl: func(c *function.Call) (value.Value, error) {
			return calc.Neg(c.Args[0]), nil
		}},
	equality("equal", "Reports whether two values are equal.", func(v value.Value) value.Value { return v }),
	equality("notequal", "Reports whether two values differ.", negation),
	comparison("lessthan", "Reports whether a number is less than another.", func(order int) bool { return order < 0 }),
	comparison("lessthanorequal", "Reports whether a number is not greater than another.", func(order int) bool {
		return order <= 0
	}),
	comparison("greaterthan", "Reports whether a number is greater than another.", func(order int) bool {
		return order > 0
	}),
	comparison("greaterthanorequal", "Reports whether a number is not less than another.", func(order int) bool {
		return order >= 0
	}),
	logic("and", "Reports whether both conditions hold.", func(a, b bool) bool { return a && b }),
	logic("or", "Reports whether one of two conditions holds.", func(a, b bool) bool { return a || b }),
	{Name: "not", Summary: "Reports whether a condition does not hold.",
		Params: []function.Param{{Name: "condition", Description: "The condition.", Type: types.Bool}},
		Result: types.Bool, Direct: negation},
}

// two are the parameters of a function of two values.
func two(t types.Type) []function.Param {
	return []function.Param{{Name: "a", Description: "The left operand.", Type: t},
		{Name: "b", Description: "The right operand.", Type: t}}
}

func arithmetic(name, summary string, impl func(c *function.Call) (value.Value, error)) *function.Decl {
	return &function.Decl{Name: name, Summary: summary, Params: two(types.Number), Result: types.Number, Pure: true,
		Impl: impl}
}

func equality(name, summary string, of func(value.Value) value.Value) *function.Decl {
	params := two(types.Dynamic)
	for i := range params {
		params[i].AllowNull, params[i].AllowUnknown, params[i].AllowDynamic = true, true, true
	}
	return &function.Decl{Name: name, Summary: summary, Params: params, Result: types.Bool, Pure: true,
		Impl: func(c *function.Call) (value.Value, error) {
			return of(calc.Equal(c.Args[0], c.Args[1], c.Profile)), nil
		}}
}

// negation returns the negation of a bool, which may be unknown.
func negation(v value.Value) value.Value {
	if !v.IsBool() {
		return v
	}
	return value.Bool(!v.AsBool())
}

func comparison(name, summary string, holds func(order int) bool) *function.Decl {
	return &function.Decl{Name: name, Summary: summary, Params: two(types.Number), Result: types.Bool, Pure: true,
		Impl: func(c *function.Call) (value.Value, error) {
			return value.Bool(holds(calc.Compare(c.Args[0], c.Args[1]))), nil
		}}
}

func logic(name, summary string, of func(a, b bool) bool) *function.Decl {
	return &function.Decl{Name: name, Summary: summary, Params: two(types.Bool), Result: types.Bool, Pure: true,
		Impl: func(c *function.Call) (value.Value, error) {
			return value.Bool(of(c.Args[0].AsBool(), c.Args[1].AsBool())), nil
		}}
}

const (
	noFiles = "Files are not available, so that a program gives the same result wherever it runs. "
	noClock = "The clock is not available, so that a program gives the same result whenever it runs. "
	noDice  = "Random values are not available, so that a program gives the same result each time it runs. "
	passIt  = "Write the content in the program, or pass it in as a variable."
	hashIt  = "Pass the hash in as a variable, or hash a string with "
)

var refusedFuncs = []*function.Decl{
	refuse("abspath", groupFile, "Resolves a path against the working directory.", noFiles+"Write the full path."),
	refuse("file", groupFile, "Reads a file.", noFiles+passIt),
	refuse("filebase64", groupFile, "Reads a file and encodes it in base64.", noFiles+passIt),
	refuse("fileexists", groupFile, "Reports whether a file exists.", noFiles+passIt),
	refuse("fileset", groupFile, "Lists the files that match a pattern.", noFiles+"Write the names as a list."),
	refuse("pathexpand", groupFile, "Replaces ~ with the home directory.", noFiles+"Write the full path."),
	refuse("templatefile", groupFile, "Renders a template from a file.", noFiles+
		"Write the template as a template expression or a heredoc in the program."),
	refuse("filebase64sha256", groupHash, "Hashes a file.", noFiles+hashIt+"base64sha256."),
	refuse("filebase64sha512", groupHash, "Hashes a file.", noFiles+hashIt+"base64sha512."),
	refuse("filemd5", groupHash, "Hashes a file.", noFiles+hashIt+"md5."),
	refuse("filesha1", groupHash, "Hashes a file.", noFiles+hashIt+"sha1."),
	refuse("filesha256", groupHash, "Hashes a file.", noFiles+hashIt+"sha256."),
	refuse("filesha512", groupHash, "Hashes a file.", noFiles+hashIt+"sha512."),
	refuse("bcrypt", groupHash, "Hashes a password with a random salt.", noDice+
		"Hash the password elsewhere and pass the hash in as a variable."),
	refuse("uuid", groupHash, "Generates a random identifier.", noDice+
		"For a stable identifier, use sha1 of what identifies the object, or k8s::name."),
	refuse("uuidv5", groupHash, "Creates an identifier from a namespace and a name.",
		"UUIDs are not available. For a stable identifier, use sha1 of the namespace and the name, "+
			"or k8s::name."),
	refuse("timestamp", groupTime, "Returns the current time.", noClock+
		"Pass the time in as a variable, or read one from the data that the program works on."),
	refuse("plantimestamp", groupTime, "Returns the time of the plan.", noClock+
		"Pass the time in as a variable, or read one from the data that the program works on."),
	refuse("list", groupCollection, "Created a list.",
		"Terraform 0.12 removed this function. Write tolist([...]) instead."),
	refuse("map", groupCollection, "Created a map.", "Terraform 0.12 removed this function. Write tomap({...}) instead."),
}

func refuse(name, group, summary, why string) *function.Decl {
	return &function.Decl{
		Name: name, Group: group, Since: since, Summary: summary, Refused: why,
		Variadic: new(whatever("args", "Ignored.")),
	}
}
