// Package coverage says which parts of compositions were evaluated while tests ran.
//
// A point is a part of a program that a test can reach or miss, and a goal is one thing that tests should see there: a
// condition has two, being true and being false. A [Recorder] gathers what the runs of one test evaluate; its [Profile]
// is plain data, by file, in which places are those of the files that people open. Profiles of several tests are put
// together by [Merge], in any order.
//
// The points in expressions are those of package eval. Inside of what is folded to a constant there are none: it is
// evaluated where what is around it is. Blocks that can wait for what is observed should be seen waiting and rendered.
// A block can wait if it always reads, not just in an arm or in an argument of try, lookup or invoke, a composed
// resource, its connection details, an answer to a requirement, or the status of the composite.
package coverage
