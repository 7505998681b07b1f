// Package conformance holds the statements of the information model, and those of the JSON syntax, against the packages
// that implement them. It has nothing but tests, which write docs/conformance-model.md:
//
//	go test ./internal/conformance -update
//
// A *statement* is a sentence of a specification, or a part of one, with the package that implements it and the checks
// that hold it. The tests also look for the sentence in the specification's text, where that is at hand.
package conformance
