// Package numbers has what package value leaves out about numbers: their texts and bounds, rounding, infinities.
//
// A number is an integer of any size or a binary fraction of [Precision] bits. In the extended model of types, a number can be of the type
// int; it carries a flag for that, which [AsInt] sets and [AsPlain] takes away.
//
// The functions mean known numbers and return everything else as it is, or say no.
package numbers
