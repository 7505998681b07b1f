// Package model is the semantic model of a composition: what its files declare, what every name in them means, and
// which block reads what. A program is resolved once; the compiler, the checks, the graph and the tools read the result
// and look up no name themselves. There is a model of every text, however broken. It knows neither values nor types of
// data, and evaluates nothing.
//
// # Terms
//
// A block is a block of the language, of one [Kind], with its attributes. An expression ([Expr]) is the value of an
// attribute or of a local. A scope is where names are looked up: the top level of the program, a block, or a function.
//
// A symbol is what a name means: a local, an argument, a function, a resource, a collection, a requirement, a variable
// of a for expression, or one of the variables of the language and their members. A name that nothing declares is a
// symbol too. Of several definitions the first one counts; the others are kept.
//
// A reference is a use of a symbol in an expression: the node, the symbol, and the steps that are left of the path.
// Where the name of a resource is computed, the reference is to the member of req that holds it. A reference is certain
// if it is evaluated whenever its expression is.
//
// A way is how a program gets from req or self to something, seen through locals. A read is an input that an expression
// reads itself or through locals. The inputs of a program are its ways in a form that outlives the model.
//
// # Facts
//
// The trees of the parser are shared and immutable. Facts about expressions stand in slices beside them: by
// [Expr.Index] in its file, by the number of a node ([syntax.Expr]) in its file, and by the [SymbolKey] of a symbol.
// All places and numbers are relative to the file, so that [Program.Update] resolves only the file that was edited
// while the declarations of that file stay the same.
//
// Both syntaxes give the same model: expressions of the JSON syntax are lowered to nodes of the native one.
//
// # Where is what
//
// The blocks of the language with their attributes are the table in language.go; read.go reads them into what file.go
// has. Symbols and scopes are in symbol.go, the program with its lookups in program.go, references in resolve.go.
// way.go and reads.go say what is read, keys.go what is written, inputs.go what of it is kept for runs; pattern.go
// knows names that are partly constant, graph.go makes the graph. query.go answers questions about places in the text.
package model
