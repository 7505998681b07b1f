// Package explore looks for composite resources that a composition does not take well.
//
// # Terms
//
// A scenario is a composite resource (XR) that the schema of the XRD admits, with delays and faults: providers that
// answer late, and statuses that are lost, as a whole or in part. [Run] makes scenarios out of a seed and takes each
// through all of its rounds as package testrun does, with a status guessed from the schemas where no stub says one.
// What fails is a finding: an invariant that is broken, a program that never settles, a fatal result, an object that
// its schema refuses, a block that fails. That a program refuses to go on while a status is lost, so that nothing is
// dropped, is none.
//
// A finding is shrunk: parts of its scenario are left out or made simpler as long as it fails in the same way. The
// result is the text of a test file, which fails as the scenario does, because it is what was run.
//
// The same seed gives the same scenarios and the same finding, on any number of processors.
package explore
