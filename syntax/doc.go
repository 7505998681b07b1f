// Package syntax scans and parses the native syntax of HCL, and defines its syntax tree.
//
// A source text is split into tokens ([Scan]), which cover it byte for byte. The parser creates a
// tree:
//
//   - [ParseConfig] parses a configuration, which is a [Body] of attributes and blocks.
//   - [ParseExpression] and [ParseTemplate] parse a single expression or template.
//   - [ParseTraversalAbs] and [ParseTraversalPartial] parse references.
//   - [ParseString] parses a quoted text.
//
// The grammar is that of "HCL Native Syntax Specification". Where HashiCorp's implementation
// differs from the specification, this package follows the implementation (docs/conformance.md
// lists the sentences).
//
// Parsing never fails. It always returns a tree, and diagnostics beside it. A part that could not
// be parsed is a [Bad] expression or a [BadItem]. It contains what was understood, so that an
// editor can complete unfinished text. Each mistake is reported once, where it was made: a text
// with errors is read a second time to find brackets and quotes that are missing or superfluous,
// and the text after a mistake is parsed as usual. Nesting, length and size are limited
// ([MaxNesting], [MaxHeight], [MaxSourceSize]), and exceeding a limit is a diagnostic. The time is
// linear in the size of the source.
//
// Nodes store positions as byte offsets ([source.Span]), from which [source.File] computes lines
// and columns. Names and texts are slices of the source where possible, so a tree keeps its source
// in memory. Trees are immutable after parsing and safe for concurrent use.
//
// The package also answers questions about trees: [Walk], [Visit], [NodeAt] and [Parent] find
// nodes, and [Variables] finds what an expression reads. [Expression] and [ConfigBody] implement
// the interfaces of package hcl for nodes.
package syntax
