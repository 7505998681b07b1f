// Package report says what a run of a program has to tell: the conditions of the composite resource, events and when
// they are due, diagnostics for the terminal, and what the steps of one pipeline tell each other.
//
// # Terms
//
// An item is a block as one run met it. A reason is something because of which an answer is not complete, or that an
// author should know: an error, an input that an item waits for, a warning. A digest stands for all reasons of a step
// in a few characters. It is made of items, codes, places and missing paths and never of data, so that it changes when
// the reasons do and not when a value does. It is the last word of the condition [Diagnostics], where the next
// reconciliation finds it: the observed conditions are all the memory there is.
//
// A step is a call of this function in a pipeline. Every step sets the same two conditions and the last one counts, so
// that each has to speak for those before it. An entry is what a step leaves for the later ones.
//
// account.go gathers the reasons of a run from its items, and makes events and diagnostics of them; the sentences are
// in missing.go (what an item waits for), drop.go (what would be dropped) and circle.go (what waits for itself), and
// title.go names the items. condition.go and reason.go make the conditions of reasons; entry.go has what steps leave
// for each other, and observed.go what the last reconciliation left.
package report
