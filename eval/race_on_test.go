//go:build race

package eval_test

// underRace says that the race detector is on. It makes sync.Pool drop what it is given at random, so that package
// regexp, for one, allocates anew for every match. What is allocated says nothing then.
const underRace = true
