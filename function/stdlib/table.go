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

import (
	"errors"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function"
)

//go:generate go test -run TestReferencePage . -update

// The groups of the reference, under the names by which users of Terraform know them.
const (
	groupNumeric    = "Numeric Functions"
	groupString     = "String Functions"
	groupCollection = "Collection Functions"
	groupEncoding   = "Encoding Functions"
	groupFile       = "Filesystem Functions"
	groupTime       = "Date and Time Functions"
	groupHash       = "Hash and Crypto Functions"
	groupIP         = "IP Network Functions"
	groupConvert    = "Type Conversion Functions"
	groupKubernetes = "Kubernetes Functions"
)

// Groups are the headings of the reference in its order. It must not be changed.
var Groups = []string{
	groupNumeric, groupString, groupCollection, groupEncoding, groupFile, groupTime, groupHash, groupIP, groupConvert,
	groupKubernetes,
}

// since is the version that introduced all functions so far.
const since = "0.1.0"

// decls are all declarations by group.
var decls = pure([][]*function.Decl{
	numericFuncs, stringFuncs, formatFuncs, regexFuncs, collectionFuncs, sequenceFuncs, mappingFuncs, setFuncs,
	encodingFuncs, textFuncs, csvFuncs, jsonFuncs, yamlFuncs, pathFuncs, timeFuncs, hashFuncs, cryptoFuncs, ipFuncs,
	convertFuncs, attemptFuncs, refusedFuncs, k8sNameFuncs, k8sQuantityFuncs, k8sObjectFuncs,
})

// pure declares what holds for the whole library: no function of it reads a clock, a file or anything else but its arguments.
func pure(decls [][]*function.Decl) [][]*function.Decl {
	for _, group := range decls {
		for _, d := range group {
			d.Pure = true
		}
	}
	return decls
}

// Table returns all functions by name, the refused ones included. The map is the caller's; the declarations are shared
// and must not be changed.
func Table() function.Table {
	t := make(function.Table, 160)
	for _, group := range decls {
		for _, d := range group {
			t[d.Name] = d
		}
	}
	return t
}

// Pick returns the functions with the given names. An error tells which names there are none for; the
// functions for the other names are returned all the same.
func Pick(names ...string) (function.Table, error) {
	all := Table()
	t := make(function.Table, len(names))
	var errs []error
	for _, n := range names {
		if d, ok := all[n]; ok {
			t[n] = d
			continue
		}
		errs = append(errs, errors.New("the library has no function \""+n+"\"."+diag.DidYouMean(n, sortedNames(all))))
	}
	return t, errors.Join(errs...)
}

func sortedNames(t function.Table) []string {
	names := make([]string, 0, len(t))
	for n := range t {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}
