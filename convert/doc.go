// Package convert converts values between types and finds common types.
//
// A conversion from one type to another is none, unsafe or safe ([Kind]). A safe
// conversion never fails and gives distinct values for distinct values; an unsafe one may fail or
// lose something. [Conversion] tells which for types, [Convert] does it to a
// value, and [Unify] finds the type that several types all convert to.
//
// Where the text of the specification, HashiCorp's practice and the type
// extensions differ, a [types.Profile] decides.
package convert
