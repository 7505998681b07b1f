// Package composition compiles programs of the composition language and runs them: from what a composition function is
// given to what it answers, without protobuf and without any input or output.
//
// # Terms
//
// A program is the compiled form of one or more files. It is immutable; [Program.Run] may be called by any number of goroutines.
// A block is incomplete when the finished value of one of its attributes contains something unknown; it is then
// deferred: left out of the answer until what it waits for, its origins, is there. A block fails when an expression
// in it fails for the data at hand. An item is a block as one run met it; a block of a collection's template is one item for every member.
// An answer is fatal when it must change nothing; see [Output].
//
// The decisions that the comments cite as C1 to C18 are those of the design's section about the composition language.
package composition
