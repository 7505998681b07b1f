// Package typeexpr reads types that are written as HCL expressions in any syntax, such as list(string) or object({ name
// = string, port = optional(number, 80) }). The expressions are read by their form and never evaluated.
//
// An exact type describes a value's type completely. A type constraint may be incomplete: any means any type, and
// optional marks an attribute that may be missing. A constraint with [Defaults] also contains the values of missing
// attributes. [Reader] selects one of these, and on request adds the extended types: int, none, union, promise, output.
//
// [String] writes a type in this notation, and [Convert] is the function that converts a value to a
// type in this notation.
//
// Package types reads the same notation from plain texts, without positions.
package typeexpr
