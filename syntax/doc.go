// Package syntax scans and parses the native syntax of HCL and holds its tree.
//
// A source text is cut into tokens ([Scan]), which cover it byte for byte. A parser makes a tree of it:
// [ParseConfig] for a configuration, a [Body] of attributes and blocks; [ParseExpression] and [ParseTemplate] for a single
// expression or template; [ParseTraversalAbs] and [ParseTraversalPartial] for the names of things; [ParseString] for
// a text in quotes. The grammar is that of "HCL Native Syntax Specification"; where practice and that text
// differ, practice counts (docs/conformance.md names the sentences).
//
// Parsing never fails. There is always a tree, and diagnostics beside it: a part that could not be understood is a [Bad]
// expression or a [BadItem] and holds what was understood of it, so that half-typed text can be completed by an editor. Each
// mistake is reported once, where it was made: a second reading of a text with errors finds the brackets and quotes that are missing or too
// many, and what comes after a mistake is read as if it was not there. Nesting, length and size
// are bounded ([MaxNesting], [MaxHeight], [MaxSourceSize]); what lies beyond is a diagnostic. The time is linear in the source.
//
// Nodes hold places as byte offsets ([source.Span]); the [source.File] makes lines and columns of them. Names and
// texts are pieces of the source wherever possible, so a tree keeps its source alive. Trees are immutable after parsing
// and safe for concurrent use.
//
// The package also answers questions about trees: [Walk], [Visit], [NodeAt] and [Parent] find nodes, [Variables] what an expression reads.
// [Expression] and [ConfigBody] present nodes as what package hcl asks for.
package syntax
