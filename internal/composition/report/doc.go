// Package report describes the result of a run of a program: the conditions of the composite resource, events and when
// they are due, diagnostics for the terminal, and the data that the steps of one pipeline pass to each other.
//
// # Terms
//
// An item is a block in one run. A reason is a fact that makes an answer incomplete, or that an author should know: an
// error, an input that an item waits for, a warning. A digest is a short hash of all reasons of a step. It depends on
// items, codes, places and missing paths and never on data, so that it changes when the reasons do and not when a value
// does. It is the last word of the condition [Diagnostics], where the next reconciliation finds it: the observed
// conditions are the only memory.
//
// A step is a call of this function in a pipeline. Every step sets the same two conditions and the last one counts, so
// that each has to include those before it. An entry is the data that a step passes to later ones.
//
// account.go makes the reasons of a run from its items, and events and diagnostics from the reasons; the sentences are
// in missing.go (missing inputs), drop.go (resources that would be dropped) and circle.go (cycles of waits), and
// title.go names the items. condition.go and reason.go make conditions from reasons; entry.go has the data that steps
// pass to each other, and observed.go reads the conditions of the last reconciliation.
package report
