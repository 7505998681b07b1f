// Package decode fills Go values from configuration, and writes Go values as configuration.
//
// [Unmarshal] decodes a text, and [File] decodes a file. [Schema] returns the schema that a struct
// implies. [Body] decodes a body to a struct or map, and [Expression] and [Value] decode single
// values. [Marshal] encodes a Go value, and [MarshalInto] encodes it into a body that is being
// edited.
//
// # Struct tags
//
// A field is decoded if it has a tag hcl:"name,kind". The kinds are
//
//	attr (or none)  a required attribute. It is optional if the field is a pointer or an hcl.Expression.
//	                An attribute that is null counts as absent.
//	required        an attribute that is required even if the field is a pointer or an hcl.Expression
//	optional        an attribute that may be absent. The field then keeps its value, or gets its default.
//	                A nil hcl.Expression becomes an expression whose value is null.
//	block           blocks of this type: a struct for exactly one block, a pointer for at most one,
//	                a slice for any number, a map with string keys for blocks by their first label.
//	                To make a block optional, use a pointer: Limits *Limits with the tag
//	                hcl:"limits,block" stays nil if there is no block.
//	label           a label of the block that the struct represents, in the order of the fields.
//	                The name describes the label.
//	remain          everything that no other field takes: an hcl.Body, hcl.Attributes,
//	                map[string]hcl.Expression, map[string]value.Value or any map with string keys
//	body            the hcl.Body itself
//	def_range, type_range, label_range, attr_range, attr_name_range, attr_value_range
//	                a source.Range: the position of the block's header or type, of the label with this
//	                name, or of the attribute with this name, its name or its value
//
// An additional tag default:"text" sets the value of an absent attribute. The text is converted to
// the type of a scalar field. For other fields it is parsed as an expression. An embedded struct
// without a tag contributes its own fields.
//
// The same tags are used to fill a struct from an object. There, a field may have the tag
// cty:"name" of go-cty instead. An attribute of the object that no field takes is an error, like an
// argument of a body.
//
// # Go types
//
// An attribute is converted by the rules of HCL and then stored in the field. Fields may be bools,
// strings, numbers that fit exactly, time.Duration ("90s"), big numbers, encoding.TextUnmarshaler,
// json.Unmarshaler (from the value's JSON), slices, arrays, maps, structs (from objects, with the
// same tags), pointers (nil for null), any, value.Value, hcl.Expression and *hcl.Attribute (not
// evaluated).
//
// # Errors
//
// All problems are reported at once, each with its position in the source. If there are very many,
// only the first ones are reported. Mistakes in tags are reported as errors, too. Nothing panics.
//
// A type may have a method Validate() error or Validate() diag.List. It is called after a value was
// filled without errors, from a body or from a part of an expression, and for inner values first.
// It is not called for a value that is absent or null, nor for the parts of a struct without tags.
package decode

import (
	"reflect"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Unmarshal reads a text and fills target, a pointer to a struct or map. The name appears in messages; if it ends in
// .json, it selects the JSON syntax. Expressions must be literals, without variables and functions. The error contains
// the diagnostics; see [diag.Of].
func Unmarshal(name string, text []byte, target any) error {
	return UnmarshalContext(name, text, nil, target)
}

// UnmarshalContext is [Unmarshal] with variables and functions.
func UnmarshalContext(name string, text []byte, ctx *hcl.EvalContext, target any) error {
	file, diags := parse.Text(name, text)
	return parsed(file, diags, ctx, target)
}

// File is [UnmarshalContext] for a file of the operating system.
func File(path string, ctx *hcl.EvalContext, target any) error {
	file, diags := parse.ReadFile(path)
	return parsed(file, diags, ctx, target)
}

func parsed(file *parse.File, diags diag.List, ctx *hcl.EvalContext, target any) error {
	if !diags.HasErrors() {
		diags = append(diags, Body(file.Body(), ctx, target)...)
	}
	return diags.Err()
}

// Body fills target, a pointer to a struct or to a map with string keys, from a body. With a nil context, expressions
// must be literals. Fields that the body does not set keep their values.
func Body(b hcl.Body, ctx *hcl.EvalContext, target any) diag.List {
	d := &decoder{ctx: ctx}
	if b == nil {
		return d.misuse(source.Range{}, "The body to decode is nil.")
	}
	x, problem := pointer(target)
	if problem != "" {
		return d.misuse(b.MissingItemRange(), problem)
	}
	d.body(b, x, nil)
	d.diags.Sort()
	return d.diags
}

// Expression evaluates an expression and stores the result in the variable that target points to.
func Expression(e hcl.Expression, ctx *hcl.EvalContext, target any) diag.List {
	d := &decoder{ctx: ctx}
	if e == nil {
		return d.misuse(source.Range{}, "The expression to decode is nil.")
	}
	x, problem := pointer(target)
	if problem != "" {
		return d.misuse(e.Range(), problem)
	}
	d.expression(e, x)
	return d.diags
}

// Value stores a value in the variable that target points to. The diagnostics have no positions.
func Value(v value.Value, target any) diag.List {
	d := &decoder{}
	x, problem := pointer(target)
	if problem != "" {
		return d.misuse(source.Range{}, problem)
	}
	d.set(v, x, place{})
	return d.diags
}

func pointer(target any) (reflect.Value, string) {
	x := reflect.ValueOf(target)
	if x.Kind() != reflect.Pointer || x.IsNil() {
		return reflect.Value{}, "The target must be a pointer that is not nil."
	}
	t := x.Type().Elem()
	if t.Kind() == reflect.Map && t.Key().Kind() == reflect.String {
		t = t.Elem()
	}
	if reason := unfit(t); reason != "" {
		return reflect.Value{}, "The target cannot be used: " + reason + "."
	}
	return x.Elem(), ""
}

// decoder is the state of one decoding.
type decoder struct {
	ctx   *hcl.EvalContext
	diags diag.List
	// errors counts all reported errors, including those that were dropped.
	errors int
}

// misuse reports a mistake of the program that decodes.
func (d *decoder) misuse(at source.Range, detail string) diag.List {
	d.report(&diag.Diagnostic{
		Code: code.DecodeTarget, Summary: "Unsuitable target", Subject: at,
		Detail: detail + " This is a mistake in the program that reads the configuration, not in the configuration.",
	})
	return d.diags
}
