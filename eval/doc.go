// Package eval evaluates expressions.
//
// An expression is compiled once, to a tree of closures. Names become slots of a [Frame], constants
// are folded, and every operation has a fast path for known operands without marks. The result is a
// [Program], which is immutable and safe for concurrent use. The state of an evaluation is in a
// Frame (its variables) and in a [Thread] (its limits, diagnostics and host data). Each of these
// may be used by one goroutine at a time.
//
// There are two ways to use this package:
//
//   - [Value] evaluates an hcl.Expression in an hcl.EvalContext. It is for programs with single
//     expressions and a set of variables. Compiled programs are cached.
//   - [Compile] is for hosts that evaluate many expressions many times. A [Layout] assigns slots,
//     and a [Scope] maps names to slots. A slot may be lazy: it is computed when it is first read.
//
// Mistakes in expressions are diagnostics on the thread. The code that fails returns an unknown
// value, and everything computed from it is unknown too, so that one mistake causes one diagnostic.
// Without a diagnostic, an unknown value comes only from operands that are unknown or open.
//
// The semantics are those of the native syntax specification, section "Expressions", and of the
// information model. Where profiles differ, types.Profile selects the behaviour.
package eval
