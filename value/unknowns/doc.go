// Package unknowns is about values that are not known yet: what is certain about them, what they wait for, and handles on values
// that come later.
//
// What is known about an unknown value is its [value.Refinement]: that it is not null, how a string begins, between which
// bounds a number lies. An origin says which input is missing, and where in the source it was read; whatever is computed from an unknown
// value has its origins too, so that a program can say at the end what it waits for.
//
// An [Eventual] is a handle on a value that the host will have later. Until it is resolved it stands in programs as an unknown value.
package unknowns
