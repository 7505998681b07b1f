// Package numbers contains operations on numbers that package value leaves out: texts, bounds,
// rounding, and infinities.
//
// A number is an integer of any size or a binary fraction of [Precision] bits. In the extended type
// model, a number can have the type int. A flag records this; [AsInt] sets it and [AsPlain] clears
// it.
//
// The functions are meant for known numbers. For all other values they return the argument, or
// report false.
package numbers
