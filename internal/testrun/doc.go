// Package testrun runs the tests of compositions that package testfile reads, each on a simulated control plane of its
// own.
//
// A failure is a diagnostic at the place in the test that was not fulfilled; a note leads to the block of the program
// that wrote the wrong part, where that is known. Beside what a test says, some things have to hold in every run: what
// exists is dropped only because a condition, a key of for_each or a block went; every object is valid by its schema;
// the program settles.
package testrun
