// Package typing says which types expressions have, and what can never be right in them, before there are values.
//
// A [Scope] gives variables types instead of values. [Expression] works out the static type of an expression in it, in one pass that evaluates
// nothing, and reports what fails whatever the values are: a step to an attribute that the type lacks, an operand that never
// converts, an argument that no call takes. It never refuses an expression for what only may fail. Package convert says what a static type
// is; dynamic is the type of what is not known.
//
// Every expression is judged by itself: the arm of a conditional that is always wrong is an error, whether it is ever chosen or not. Only the
// arguments of functions that expect failure, as try does, may be wrong. Conditions do not narrow what they speak of.
//
// Which rules hold is up to the profile, as in evaluation.
package typing
