// Package explore searches for composite resources that break a composition.
//
// # Terms
//
// A scenario is a composite resource (XR) that the schema of the XRD allows, with delays and faults: providers that
// answer late, and statuses that are lost, completely or in part. [Run] generates scenarios from a seed and runs each
// through all of its rounds, as package testrun does. If no stub sets a status, it is guessed from the schemas. A
// failure is a finding: a broken invariant, a program that never settles, a fatal result, an object that its schema
// rejects, or a block that fails. A program that refuses to continue while a status is lost, so that nothing is
// dropped, is not a finding.
//
// A finding is shrunk: parts of its scenario are removed or simplified as long as it fails in the same way. The result
// is the text of a test file, which fails in the same way, because the file itself was run.
//
// The same seed gives the same scenarios and the same finding, on any number of processors.
package explore
