//go:build !race

package eval_test

// underRace says that the race detector is on.
const underRace = false
