// Package bridge connects hclx with hashicorp/hcl and go-cty, so that a large project can migrate
// one package at a time.
//
// # What can be converted
//
// [ToCty], [FromCty], [ToCtyType] and [FromCtyType] convert values and types, [ToCtyFunction] and
// [FromCtyFunction] convert functions, [ToHCLDiagnostics] and [FromHCLDiagnostics] convert
// diagnostics, and [ToHCLBody] and [FromHCLBody] convert whole bodies with every expression in
// them. A converted body can be decoded by schema, gohcl, hcldec or package decode. Its expressions
// can be evaluated and analysed like native ones.
//
// # What is preserved
//
// Everything that both sides can express is preserved exactly: numbers digit for digit, unknown
// values with what is known about them, marks, null values with their types, the order of elements,
// and positions. A value that is converted to the other side and back is identical.
//
// Anything that one side cannot express is an [*Error] that names the place in the value. Only hclx
// has the types int, none, union, promise and output, and open containers, whose absent parts are
// unknown. A known number of type int is converted to a number. Two things are dropped, because
// they only serve as explanations: what an unknown value waits for, and where an open null was
// found.
//
// # Evaluation
//
// Expressions are evaluated by the rules of the side that they come from. Expressions of a native
// hclx body use the profile types.Compat, which follows hashicorp/hcl, unless the context says
// otherwise.
//
// This package is a separate module, so that only programs that use it depend on hashicorp/hcl. All
// functions are safe for concurrent use.
package bridge
