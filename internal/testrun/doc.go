// Package testrun runs the tests of compositions that package testfile reads, each on its own simulated control plane.
//
// A failure is a diagnostic at the position in the test that is not met. If possible, a note contains the block of the
// program that wrote the wrong part. In addition to the expectations of a test, every run checks that existing objects
// are only dropped because a condition, a key of for_each or a block was removed, that every object is valid by its
// schema, and that the program settles.
package testrun
