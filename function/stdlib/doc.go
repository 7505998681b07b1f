// Package stdlib is the function library: every function of Terraform 1.5.7 that needs neither files nor a clock nor
// randomness, with Terraform's behaviour, and a few functions for authors of Kubernetes objects in the namespace k8s.
//
// [Table] gives all of them, [Pick] those with the names one wants. Each function is one [function.Decl] with its
// documentation, parameters, examples and implementation; docs/functions.md is generated from them and the
// examples run as tests.
//
// Terms: a function is refused if it exists only to say why it is not available and what to do instead, as timestamp,
// which would make results depend on the clock. A function is structural if it only rearranges what it is given, as
// concat; such functions leave the marks of elements on the elements and work with unknown elements. All others take
// the marks of everything they are given, and wait for everything that is unknown.
//
// Behaviour that follows the profile of a call (package types) is that of conversion, unification and
// equality. Besides, try and can treat what is not wholly known as a failure where null is none (the Extended
// profile) and as undecided elsewhere.
//
// All functions are safe for concurrent use, pure and bounded: what they build is limited by the limits of this
// package, each reported as an error.
package stdlib

//go:generate go test -run TestReferencePage . -update
