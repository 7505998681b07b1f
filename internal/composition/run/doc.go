// Package run runs compiled compositions: from the request of a composition function to its response, without protobuf
// and without any input or output.
//
// # Terms
//
// A [Program] is immutable; [Program.Run] may be called by any number of goroutines. A block is incomplete when the
// finished value of one of its attributes contains something unknown; it is then deferred: left out of the answer until
// its missing inputs, its origins, exist. A block fails when an expression in it fails for the data at hand. An item is
// a block in one run; a block of a collection's template is one item for every member. An answer is fatal when it must
// change nothing; see [Output].
//
// # How a program is run
//
// The compiled blocks are evaluated in the order of the source: run.go evaluates attributes, blocks.go implements the
// blocks, with collections in collection.go and the output to the composite in composite.go. The request is read from
// request.go. An unfinished block becomes an item that waits, with a guard if its resource may exist already (guard.go,
// exempt.go). Status, connection details and context grow in trees (tree.go); of a deferred status block the observed
// values are kept at the paths that it would write. At the end the guards decide whether the answer is fatal; if so,
// the program is evaluated once more with the status that it has produced (recover.go). Package report describes the
// result; output.go gives it the data.
//
// The facts about the text of a program that runs need ([Program.Model]) are made when the first block waits.
package run
