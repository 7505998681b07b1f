// Package run runs compiled compositions: from what a composition function is given to what it answers, without
// protobuf and without any input or output.
//
// # Terms
//
// A [Program] is immutable; [Program.Run] may be called by any number of goroutines. A block is incomplete when the
// finished value of one of its attributes contains something unknown; it is then deferred: left out of the answer until
// what it waits for, its origins, is there. A block fails when an expression in it fails for the data at hand. An item
// is a block as one run met it; a block of a collection's template is one item for every member. An answer is fatal
// when it must change nothing; see [Output].
//
// # How a program is run
//
// The compiled blocks are evaluated in the order of the source: run.go evaluates attributes, blocks.go has what each
// block does with them, with collections in collection.go and what is written to the composite in composite.go. The
// request is read from request.go. What is not finished becomes an item that waits, with a guard if it may exist
// already (guard.go, exempt.go). Status, connection details and context grow in trees (tree.go); of a deferred status
// block the observed values are kept at the paths that it would write. At the end the guards decide whether the answer
// is fatal; if so, the program is evaluated once more with the status that it has produced (recover.go). Package report
// says what happened; output.go gives it what it needs.
//
// What runs need of the text of a program ([Program.Model]) is made when the first block waits.
package run
