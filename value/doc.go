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
// Any of them can carry marks, which travel with everything computed from the value. A value that
// the host will have later is unknown until then; an [Eventual] is the handle on it.
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
