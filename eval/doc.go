// Package eval evaluates expressions.
//
// An expression is compiled once, to a tree of closures: names become slots of a
// [Frame], constants are folded, and every operation has a fast path for known operands that
// carry no marks. The result is a [Program]; it is immutable and safe for
// concurrent use. What an evaluation changes lives in a Frame (its variables) and in a
// [Thread] (its limits, diagnostics and host data), each of which belongs to one
// goroutine at a time.
//
// Two ways in:
//
//   - [Value] evaluates an hcl.Expression in an hcl.EvalContext, for whoever has one
//     expression and a set of variables. Compiled programs are remembered.
//   - [Compile] is for hosts that evaluate many expressions many times. A [Layout] hands out the slots, a
//     [Scope] says which name stands for which slot, and a slot may be lazy: it is filled
//     when it is first read.
//
// Mistakes in expressions are diagnostics on the thread, reported out of band: the code
// that failed returns an unknown value, and whatever is computed from that is unknown
// too, so that one mistake gives one diagnostic. An unknown value without a diagnostic comes only
// from operands that are unknown or open.
//
// The semantics are those of the native syntax specification, section "Expressions", and of
// the information model; where profiles differ, the rules of types.Profile decide.
package eval
