// Package calc does with values what the operators of expressions do: arithmetic, equality and order, and the steps .name and [key].
//
// Operators take known, unmarked operands unless they say otherwise; package eval does the rest, which is conversion, unknown operands and
// marks. A program that wants the operators as they are in expressions, on values of any kind, calls the functions add, equal, not and so on of
// package function/stdlib.
//
// A profile decides where specifications differ; nil means types.Standard. A step says where in the source it was taken, so that what is
// missing can name the place; the zero source.Range is no place.
//
// An error is a *[value.Error], whose text is for the person who wrote the program. [KindOf] tells the reasons apart.
package calc
