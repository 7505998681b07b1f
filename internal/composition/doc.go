// Package composition compiles programs of the composition language. Its subpackages are the stages in the life of a
// program.
//
//   - Package model defines the language: it reads the blocks of the files and resolves every name.
//   - Package check finds errors and probable mistakes in a program without running it.
//   - Package contract has the rules of finished values, which checks apply to constants, and runs to all others.
//   - Package run evaluates a compiled program: from the request of a composition function to its response.
//   - Package report describes the result of a run in conditions and events.
//
// # Terms
//
// A program is one or more files, which are one unit. An archive is a text that holds several files. To compile is to
// make the form of a program that runs: package eval compiles every expression, and a variable becomes a slot of a
// frame.
//
// # How a program is compiled
//
// compile.go gives every local a lazy slot of the one frame that a run has, so that locals are evaluated once, when
// they are needed, and compiles each block. All members of a collection use the slots of its template. A function of
// the program (function.go, invoke.go) has its own layout, and a frame for each call. Afterwards neither the trees nor
// the model are kept.
package composition
