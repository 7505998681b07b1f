// Package coverage reports which parts of compositions were evaluated by tests.
//
// A point is a part of a program that a test can reach or miss. A goal is an event at a point that tests should cause:
// a condition has two goals, being true and being false. A [Recorder] records what the runs of one test evaluate. Its
// [Profile] is plain data by file, with positions in the files that people open. [Merge] merges the profiles of several
// tests, in any order.
//
// The points in expressions are those of package eval. Constant expressions contain none. For blocks that can wait,
// waiting and being rendered are goals. A block can wait if it always (and not only in an arm or in an argument of try,
// lookup or invoke) reads a composed resource, its connection details, an answer to a requirement, or the status of the
// composite.
package coverage
