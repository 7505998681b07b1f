// Package unknowns is about values that are not known yet: what is certain about them, what they
// wait for, and handles for values that come later.
//
// A [value.Refinement] describes what is known about an unknown value: that it is not null, the beginning of a string,
// or the bounds of a number. An origin records which input is missing, and where in the source it was read. Everything
// that is computed from an unknown value has its origins, too, so that a program can report what it waits for.
//
// An [Eventual] is a handle for a value that the host will have later. Until it is resolved, it is
// an unknown value.
package unknowns
