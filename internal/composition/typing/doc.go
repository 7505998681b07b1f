// Package typing checks a composition against the schemas of the objects that it reads and writes, without running it:
// it infers a term for every expression, and compares it with the values that the API server would accept.
//
// # Terms
//
// A term is the knowledge about the values of an expression: a constant, a type, the schema of the object that is read,
// or a constructor with the terms of its parts. Terms keep the places that their parts come from, so that a mistake is
// reported where it was written: in a local, in the argument of a function, in the member of a for_each. A choice is a
// term of which one of several alternatives holds, such as the arms of a conditional.
//
// A finding is a mistake at a place. An expression is judged on its own: it is wrong if every value is refused that it
// can have there. Under a choice that is made elsewhere, such as that of the kind or of an arm of a local, a place is
// visited several times; it is an error only if every visit refuses it, else a warning. Inside of try, can and lookup
// with a default a finding is a warning at most, and so is one in a local or function that nothing needs.
//
// A guard is a fact about a path that a condition implies: that it is not null, or exists.
//
// The check is total and never evaluates. Unknown parts can be anything. Its work is limited in proportion to the
// program; parts beyond the limit can be anything, too.
//
// # Files
//
// term.go has the terms. infer.go infers them for expressions, with names.go for variables, steps.go for what is read
// of a term, loops.go, operators.go, calls.go and merge.go; guards.go narrows. against.go compares terms with schemas.
// blocks.go checks the blocks; kinds.go finds the schemas of bodies. finding.go judges the mistakes.
package typing
