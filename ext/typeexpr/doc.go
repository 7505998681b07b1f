// Package typeexpr reads types that are written as HCL expressions, such as list(string) or
// object({ name = string, port = optional(number, 80) }), in any syntax. They are read by their shape and never evaluated.
//
// An exact type says all about a value's type. A type constraint may leave something open: any stands for any type, and
// optional marks an attribute that may be missing. A constraint with [Defaults] says besides what a missing attribute is.
// [Reader] chooses among these, and adds the extended types if asked: int, none, union, promise, output.
//
// [String] writes a type in this notation, and [Convert] is the function that converts a value to a type that is written out.
//
// Package types reads the same notation from plain texts, where no expression with positions is at hand.
package typeexpr
