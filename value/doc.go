// Package value holds the values of HCL.
//
// A [Value] is one of
//
//   - null, of a certain type;
//   - unknown, of a certain type: a placeholder for a value that is not known yet, possibly with a
//     [Refinement] (what is known about it) and with [Origins] (the inputs that it waits for);
//   - a bool, a string (in Unicode normalization form C) or a number (exact: an integer of any
//     size, or a binary fraction of 512 bits);
//   - a list, set, map, tuple or object;
//   - an encapsulated value of the application.
//
// [String], [Int], [Bool], [Tuple], [Object], [ListOf], [Map] and [SetOf] create values, and
// [FromGo] creates a value from any Go value. [Value.AsString], [Value.AsInt64], [Value.Elems],
// [Value.Attr] and [ToGo] read values. [Null], [NullOf] and [Unknown] create values that are absent
// or not known yet. A value prints readably with any verb, without showing anything marked. It
// implements json.Marshaler, and go-cmp can compare it.
//
// # Marks
//
// Every value can have marks, and everything computed from the value has them, too. [Sensitive] is
// the mark of values that must not be shown.
//
// # Packages for special purposes
//
// Most programs do not need the packages below this one. Each has one purpose:
//
//   - calc: the operators: arithmetic, equality, order, and the steps .name and [key];
//   - numbers: the texts, bounds and rounding of numbers;
//   - valuejson: JSON with limits, styles and types;
//   - paths: sets of paths, and marks by path;
//   - unknowns: what is known about unknown values, what they wait for, and values that come later;
//   - host: containers whose parts are loaded on demand, objects that share their names, and the
//     cost of values.
//
// An origin is an input that an unknown value waits for. A container is open if it came from
// outside and is known to be partial: parts that it lacks may still appear. A container that a
// program constructs is closed.
//
// Operations that can fail because of a program return an [*Error], whose text is written for the
// author of that program. The other operations document for which values they are meant. For all
// other values they return a zero value or their argument. A nil profile means the Standard
// profile.
package value
