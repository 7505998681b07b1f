// Package typing finds the types of expressions, and mistakes in them, before there are values.
//
// A [Scope] gives variables types instead of values. [Expression] finds the static type of an
// expression in one pass, without evaluating anything. It reports what fails for all possible
// values: reading an attribute that the type does not have, an operand that cannot be converted, an
// argument that no call accepts. It never rejects an expression that fails only for some values.
// Package convert defines static types. Dynamic is the type of everything that is not known.
//
// Every expression is checked on its own. An arm of a conditional that is always wrong is an error,
// even if it may never be chosen. Only the arguments of functions that expect failure, such as try,
// may be wrong. Conditions do not narrow the types of the variables they test.
//
// The profile selects the rules, as in evaluation.
package typing
