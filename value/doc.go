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
// # What a program needs that uses HCL
//
// Values are made by [String], [Int], [Bool], [Tuple], [Object], [ListOf], [Map] and [SetOf], or by [FromGo] of any Go value, and read by
// [Value.AsString], [Value.AsInt64], [Value.Elems], [Value.Attr] and [ToGo]. [Null], [NullOf] and [Unknown] are what is absent or not known yet. [Add], [Equal],
// [Compare], [GetAttr] and [Index] are what the operators do. [AppendJSON] and [ParseJSON] are JSON. Printed with any verb a value is readable and
// shows nothing that is marked.
//
// # Marks
//
// Any of them can carry marks, which travel with everything computed from the value. A value that
// the host will have later is unknown until then; an [Eventual] is the handle on it.
//
// # What a host needs whose data is loaded while it is read
//
// The rest of the package, [OpenObject], [OpenTuple], [Shape], [Place], [Origin], [Flags] and [Eventual] with what belongs to them, is for hosts that
// hand over data from outside piece by piece; others need not know it.
//
// A container is open if it came from outside and is known to be partial: what it
// lacks may still come. A container that a program constructs is closed.
//
// Terms: the flags of a value are facts gathered at construction; a shape is the
// sorted set of attribute names that objects share; a place is where in the outside
// world an open container was found, and an origin what an unknown value waits for.
//
// Operations that a program can get wrong return an [*Error], whose text is made for the person who wrote the program. The others state
// for which values they are meant; for all others they return a zero value or what they were given.
package value
