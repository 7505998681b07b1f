// Package value holds the values of HCL.
//
// A [Value] is one of
//   - null, of a certain type;
//   - unknown, of a certain type: a placeholder for a value that is not known
//     yet, perhaps with a [Refinement] (what is known about it) and with
//     [Origins] (which inputs it waits for);
//   - a bool, a string (in Unicode normalisation form C) or a number (exact: an
//     integer of any size, or a binary fraction of 512 bits);
//   - a list, set, map, tuple or object;
//   - an encapsulated value of the application.
//
// Values are made by [String], [Int], [Bool], [Tuple], [Object], [ListOf], [Map] and [SetOf], or by [FromGo] of any Go value, and read by
// [Value.AsString], [Value.AsInt64], [Value.Elems], [Value.Attr] and [ToGo]. [Null], [NullOf] and [Unknown] are what is absent or not known yet.
// Printed with any verb a value is readable and shows nothing that is marked. It is a json.Marshaler, and go-cmp compares it.
//
// # Marks
//
// Any of them can carry marks, which travel with everything computed from the value. [Sensitive] is the mark of what must not be shown.
//
// # More than most programs need
//
// Packages below this one have the rest, each for one purpose:
//   - calc: what the operators do: arithmetic, equality, order, the steps .name and [key];
//   - numbers: the texts, bounds and rounding of numbers;
//   - valuejson: JSON with limits, styles and types;
//   - paths: sets of paths, and marks by their paths;
//   - unknowns: what unknown values are known to be, what they wait for, and values that come later;
//   - host: containers whose parts are loaded while a program reads them, objects that share their names, and what values cost.
//
// Terms: an origin is what an unknown value waits for. A container is open if it came from outside and is known to be partial: what it
// lacks may still come. A container that a program constructs is closed.
//
// Operations that a program can get wrong return an [*Error], whose text is made for the person who wrote the program. The others state
// for which values they are meant; for all others they return a zero value or what they were given. A nil profile means the Standard one.
package value
