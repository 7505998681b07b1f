// Package bridge connects hclx with hashicorp/hcl and go-cty, so that a large project can move one package at a time.
//
// # What crosses
//
// Values and types cross in both directions with [ToCty], [FromCty], [ToCtyType] and [FromCtyType]; functions with
// [ToCtyFunction] and [FromCtyFunction]; diagnostics with [ToHCLDiagnostics] and [FromHCLDiagnostics]; whole bodies, with every
// expression in them, with [ToHCLBody] and [FromHCLBody]. A body that crossed can be decoded, by schema, gohcl, hcldec or package
// decode, and its expressions can be evaluated and analysed as if they were at home.
//
// # What is kept
//
// What both sides can say is kept exactly: numbers digit for digit, unknown values with what is known about them, marks, null
// values with their types, the order of elements, positions. A value that goes over and comes back is identical.
//
// What one side cannot say is an [*Error] that names the place in the value. The types int, none, union, promise and output are
// those of hclx alone, and so are open containers, whose absent parts are unknown. A known number of the type int crosses as the
// number that it is. Two things are dropped because they only explain: what an unknown value waits for, and where an
// open null was found.
//
// # Rules
//
// Expressions are evaluated by the rules of the side that they come from: those of a native hclx body under the profile
// types.Compat, which follows hashicorp/hcl, unless the context says otherwise.
//
// This package is a module of its own, so that nobody depends on hashicorp/hcl who does not use it. All functions are safe for
// concurrent use.
package bridge
