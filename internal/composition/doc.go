// Package composition compiles programs of the composition language. The folders beside this page hold the parts of a
// program's life; where a block of the language is defined, checked, run and reported is one file of each of them.
//
//   - Package model defines the language: it reads the blocks of the files and resolves every name.
//   - Package check says what is wrong with a program, or probably wrong, without running it.
//   - Package contract has the rules of finished values, which checks apply to constants, and runs to all others.
//   - Package run evaluates a compiled program: from what a composition function is given to what it answers.
//   - Package report says in conditions and events what happened.
//
// # Terms
//
// A program is one or more files, which are one unit. An archive is a text that holds several files. To compile is to
// make the form of a program that is run: every expression is compiled by package eval, and a variable becomes a slot
// of a frame.
//
// # How a program is compiled
//
// compile.go gives every local a lazy slot of the one frame that a run has, so that locals are evaluated when they are
// needed, once, and makes a compiled block of each block. The slots of a collection's template are used again for every
// member. A function of the program (function.go, invoke.go) has a layout of its own, and a frame for each call. After
// that neither the trees nor the model are kept.
package composition
