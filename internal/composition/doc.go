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
// The blocks are read by their schemas (schema.go, build.go) into a tree of elements (program.go). Every block that has
// locals is a scope (scope.go); a local is a lazy slot of the one frame that a run has, so that locals are evaluated when they are
// needed, once. The slots of a collection's template are used again for every member. A function of the program (function.go, invoke.go) has
// a layout of its own, and a frame for each call. Then the program is checked as a whole: references (refs.go), cycles (cycle.go), and what
// is wrong or suspicious in it (lint.go, certain.go, exclusive.go, drop.go, drop_calls.go, facts.go). What finished values have to fulfil (rule.go)
// is checked of constants then, and of all others in a run; place.go finds where a part of a value is written.
// The graph (graph.go, member.go) is made when somebody asks for it.
//
// # How a program is run
//
// The elements are evaluated in the order of the source (run.go, exec.go, nested.go). What is not finished becomes an
// item that waits, with a guard if it may exist already (guard.go). Status, connection details and context grow in trees
// (tree.go); of a deferred status block the observed values are kept at the paths that it would write (keys.go). At the end the guards
// decide whether the answer is fatal; if so, the program is evaluated once more with the status that it has produced (overlay.go). The report (report.go,
// waits.go) says what happened in conditions and results.
package composition
