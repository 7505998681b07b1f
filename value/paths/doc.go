// Package paths works with many paths into values at once: sets of them, and the marks of a value by where they are.
//
// A [value.Path] is a sequence of steps; the empty one leads to the value itself. [All] yields the paths of all parts of a value, [Unmark]
// takes the marks off a value and says where they were, [Mark] puts them on again.
package paths
