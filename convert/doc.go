// Package convert converts values between types and finds common types.
//
// A conversion from one type to another is safe, unsafe or impossible ([Kind]). A safe conversion
// never fails and maps distinct values to distinct values. An unsafe conversion may fail or lose
// information. [Conversion] reports the kind for two types, [Convert] converts a value, and [Unify]
// finds a type to which several types can be converted.
//
// A static type describes the values that an expression can have, before there are values. It
// describes more values than those that belong to it (see [Conforms]):
//
//   - list(T) also describes tuples of any length, and map(T) also describes objects with any
//     attributes, if T describes all of their parts.
//   - An object type also describes objects that lack some of its attributes, but not objects with
//     other attributes.
//   - int describes whole numbers, and none describes a null of no particular type. union(T, none)
//     describes what T describes, and any null.
//   - promise(T) and output(T) describe what T describes.
//
// The reason is that data with a schema reaches a program in this form: arrays are tuples, and
// objects have only the attributes that are set. [Cast] and [Join] are conversion and unification
// for static types. The static types that they return describe all possible results, and perhaps
// more.
//
// Where the specification, HashiCorp's implementation and the type extensions differ, a
// [types.Profile] selects the behaviour.
package convert
