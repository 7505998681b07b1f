// Package typing checks a composition against the schemas of what it reads and writes, without running it: it works out
// what can be known of every expression, and compares that with what the API server would take.
//
// # Terms
//
// A term is what is known of the values of an expression: a constant, a type, the schema of the object that is read, or
// a constructor with the terms of its parts. Terms keep the places that their parts come from, so that a mistake is
// told where it was written: in a local, in the argument of a function, in the member of a for_each. A choice is a term
// of which one of several alternatives holds, such as the arms of a conditional.
//
// A finding is a mistake at a place. An expression is judged by itself: it is wrong if every value is refused that it
// can have there. Under a choice that is made elsewhere, such as that of the kind or of an arm of a local, a place is
// visited several times; it is an error only if every visit refuses it, else a warning. Inside of try, can and lookup
// with a default a finding is a warning at most, and so is one in a local or function that nothing needs.
//
// A guard is what a condition says about the paths that it looks at: not null, or there.
//
// The check is total and never evaluates. What it does not understand can be anything. Its work is bounded in
// proportion to the program; what lies beyond the bound can be anything, too.
//
// # Where is what
//
// term.go has the terms. infer.go works them out for expressions, with names.go for variables, steps.go for what is
// read of a term, loops.go, operators.go, calls.go and merge.go; guards.go narrows. against.go compares terms with
// schemas. blocks.go goes through the blocks; kinds.go finds the schemas of bodies. finding.go decides what becomes of
// a mistake.
package typing
