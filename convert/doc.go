// Package convert converts values between types and finds common types.
//
// A conversion from one type to another is none, unsafe or safe ([Kind]). A safe
// conversion never fails and gives distinct values for distinct values; an unsafe one may fail or
// lose something. [Conversion] tells which for types, [Convert] does it to a
// value, and [Unify] finds the type that several types all convert to.
//
// A *static type* says of an expression, before there are values, which values it can have. It describes more values than belong to
// it as they are (see [Conforms]): list(T) describes tuples of any length too, and map(T) objects with any attributes, if T
// describes all of their parts; an object type describes objects that lack some of its attributes, but none that have others; int
// describes whole numbers, none a null of no particular type, union(T, none) what T describes and any null, and promise(T) and output(T) what T does. That is how data with a schema reach
// a program: arrays are tuples, and objects have the attributes that are set. [Cast] and [Join] say what conversion and unification
// make of values that static types describe; their results describe all of that, and perhaps more.
//
// Where the text of the specification, HashiCorp's practice and the type
// extensions differ, a [types.Profile] decides.
package convert
