// Package model is the semantic model of a composition: the declarations of its files, the meaning of every name, and
// the inputs of every block. A program is resolved once; the compiler, the checks, the graph and the tools read the
// result and do not look up names themselves. There is a model of every text, however broken. It knows neither values
// nor types of data, and evaluates nothing.
//
// # Terms
//
// A block is a block of the language, of one [Kind], with its attributes. An expression ([Expr]) is the value of an
// attribute or of a local. A scope is where names are looked up: the top level of the program, a block, or a function.
//
// A symbol is what a name means: a local, an argument, a function, a resource, a collection, a requirement, a variable
// of a for expression, or one of the variables of the language and their members. An undeclared name is a symbol too.
// Of several definitions the first one counts; the others are kept.
//
// A reference is a use of a symbol in an expression: the node, the symbol, and the rest of the path. If the name of a
// resource is computed, the reference is to the member of req that contains it. A reference is certain if it is
// evaluated whenever its expression is.
//
// A way is the chain of steps from req or self to a value, seen through locals. A read is an input that an expression
// reads directly or through locals. The inputs of a program are its ways in a form that outlives the model.
//
// # Facts
//
// The trees of the parser are shared and immutable. Facts about expressions are in separate slices, indexed by
// [Expr.Index] in its file, by the number of a node ([syntax.Expr]) in its file, and by the [SymbolKey] of a symbol.
// All places and numbers are relative to the file, so that [Program.Update] resolves only the edited file unless its
// declarations change.
//
// Both syntaxes give the same model: expressions of the JSON syntax are lowered to nodes of the native one.
//
// # Files
//
// language.go has a table of the blocks of the language with their attributes; read.go reads them into the types of
// file.go. Symbols and scopes are in symbol.go, the program with its lookups in program.go, references in resolve.go.
// way.go and reads.go find the inputs, keys.go the outputs, and inputs.go keeps the inputs for runs. pattern.go has
// names that are partly constant, graph.go makes the graph, query.go finds symbols by their place in the text.
package model
