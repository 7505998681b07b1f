// Package parse parses texts and files of either syntax, native or JSON, into one type of file. The
// file name selects the syntax.
//
// [Text] parses a text, and [ReadFile] parses a file of the operating system. [Expression],
// [Template] and [Traversal] parse native syntax into the types of package hcl. A [Parser] parses
// several files and keeps them.
//
// Every range contains its file, so package diag/render can print diagnostics with their source
// without a table of files. For syntax trees, and for features of only one syntax, see packages
// syntax and jsonsyntax.
package parse
