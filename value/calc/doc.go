// Package calc implements the operators of expressions: arithmetic, equality and order, and the
// steps .name and [key].
//
// Operators take known, unmarked operands unless they say otherwise. Package eval does the rest:
// conversion, unknown operands and marks. To use the operators on values of any kind, as in
// expressions, call the functions add, equal, not and so on of package function/stdlib.
//
// Where specifications differ, a profile selects the behaviour; nil means types.Standard. A step
// takes the position in the source at which it is written, so that a missing value can name it. The
// zero source.Range means that there is no position.
//
// An error is a *[value.Error], whose text is written for the author of the program. [KindOf]
// returns its kind.
package calc
