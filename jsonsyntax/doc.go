// Package jsonsyntax is the JSON syntax of HCL: it reads JSON documents as bodies and expressions of the information model.
//
// [Parse] reads a file, [ParseExpression] one expression. A document is kept as a flat tree of offsets; a property becomes an attribute
// or a block only when a schema asks for it. Expressions are lowered to nodes of the native syntax, so one evaluator and one type checker serve both
// syntaxes: arrays become tuples, objects become objects whose keys are templates, strings become templates in full expression mode and
// literals in literal-only mode.
//
// Terms: a property is a name and a value inside a JSON object; a comment is a property named "//" in an object that stands for a
// body.
//
// See the specification "HCL JSON Syntax Specification".
package jsonsyntax
