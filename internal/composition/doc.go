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
//
// # How a program is compiled
//
// Package model reads the blocks and resolves every name. compile.go gives every local a lazy slot of the one frame that a run has, so that
// locals are evaluated when they are needed, once; blocks.go and resources.go make a compiled block of each block. The slots of a collection's
// template are used again for every member. A function of the program (function.go, invoke.go) has a layout of its own, and a frame for each
// call. Package check says what is wrong or suspicious; package contract has the rules of finished values, which are applied to constants
// then, and to all others in a run. After that neither the trees nor the model are kept: what runs need of the text (program.go) is made when the
// first block waits.
//
// # How a program is run
//
// The compiled blocks are evaluated in the order of the source (run.go, resources.go, blocks.go). What is not finished becomes an
// item that waits, with a guard if it may exist already (guard.go, exempt.go). Status, connection details and context grow in trees
// (tree.go); of a deferred status block the observed values are kept at the paths that it would write. At the end the guards
// decide whether the answer is fatal; if so, the program is evaluated once more with the status that it has produced (overlay.go). The report
// (report.go, ring.go, missing.go, and package report) says what happened in conditions and results.
package composition
