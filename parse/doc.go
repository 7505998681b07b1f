// Package parse is one entry to both syntaxes: it reads texts and files as configuration, native or JSON by their names, into one type of
// file.
//
// [Text] parses a text, [ReadFile] a file of the operating system. [Expression], [Template] and [Traversal] parse pieces of native syntax into
// the terms of package hcl. A [Parser] reads several files and keeps them.
//
// Every range knows the file that it is in, so diagnostics can be shown with their source by package diag/render without a table of
// files. For trees of nodes, and for what only one of the syntaxes has, see packages syntax and jsonsyntax.
package parse
