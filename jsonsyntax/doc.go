// Package jsonsyntax is the JSON syntax of HCL. It reads JSON documents as bodies and expressions
// of the information model.
//
// [Parse] parses a file, and [ParseExpression] parses one expression. A document is stored as a
// flat tree of offsets. A property becomes an attribute or a block only when a schema asks for it.
// Expressions are translated to nodes of the native syntax, so one evaluator and one type checker
// serve both syntaxes: arrays become tuples, and objects become objects whose keys are templates.
// Strings become templates, and literals in literal-only mode.
//
// A property is a name and a value inside a JSON object. A comment is a property named "//" in an
// object that represents a body.
//
// See the specification "HCL JSON Syntax Specification".
package jsonsyntax
