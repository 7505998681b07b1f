// Package paths works with many paths into values at once: sets of paths, and the marks of a value
// by path.
//
// A [value.Path] is a sequence of steps. The empty path is the value itself. [All] yields the paths
// of all parts of a value. [Unmark] removes the marks of a value and returns where they were, and
// [Mark] adds them again.
package paths
