// Package laws attacks the promise that missing data only ever delays something. It generates expressions, evaluates
// each of them with less and with more of its inputs known, and holds three laws:
//
//  1. Known is final. What is known while less is known (a value, a part, a length, a type, a key set, a refinement) is
//     the same while more is known, or the evaluation is an error there.
//  2. Unknown is no error. What is an error while less is known is an error while more is known, but for values that
//     turn out to be null.
//  3. Not more unknown than needed. What another state of the engine knew and this one does not has two values of the
//     unknown that give different results.
//
// Terms: a [Case] is an expression with its locals and variables. A hole is an unknown part of a variable: the whole
// value, an element, a member of a set, or an attribute that an open object lacks; of the dynamic type or of another
// one, with a refinement or without. A chain fills the holes in two steps, in the last of which everything is known. A
// sort is what a place in an expression wants, finer than a type, so that arguments fit. A [Finding] is a case that
// breaks a law, and is made smaller by [Shrink].
//
// Functions come from the library: those that are new are called with arguments of their declared types, those in the
// table of signatures with better ones. Outside of the laws are try and can, which look at knowledge itself.
//
// The tests run a short form in a second or two. The long form is
//
//	go test ./internal/laws -run 'TestLaws$' -timeout 2h -laws.n 5000000
//
// and asserts besides that an unknown reached every parameter of every function beside fitting arguments at least
// 1,000 times. -laws.seed begins elsewhere. To hold the third law against another state of the engine, copy this
// folder there and run
//
//	go test ./internal/laws -run TestNothingLost -laws.n 300000 -laws.save before.json   # there
//	go test ./internal/laws -run TestNothingLost -laws.before before.json                # here
//
// and with -laws.defects -laws.within 1000000 TestDefectsAreFound shows what an engine without the fixes is caught at.
//
// The Compat profile follows HashiCorp's engine, also where that breaks the laws: it is held against both in the
// nested module difftest.
package laws
