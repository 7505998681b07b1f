// Package random is where the random data of tests come from: from one seed, which is the same in every run, so that
// a test passes or fails by what the code does and not by chance.
//
// The environment variable HCLX_SEED sets another seed. The value "random" takes a fresh one for every run, which finds
// what the fixed one does not; a test that fails prints the seed that repeats it. HCLX_CASES sets how many cases the
// tests that ask [Cases] generate.
//
// Importing the package gives the tests that use pgregory.net/rapid the same seed. Their flag -rapid.seed and their
// variable RAPID_SEED go before it.
package random

import (
	"flag"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	_ "pgregory.net/rapid" // registers the flag that init sets
)

// fixed is the seed of a run that asks for no other.
const fixed = 1

var seed, isFresh = parseSeed(os.Getenv("HCLX_SEED"))

func init() {
	if f := flag.Lookup("rapid.seed"); f.DefValue == "0" && !isFresh {
		if err := f.Value.Set(strconv.FormatUint(seed, 10)); err != nil {
			panic(err)
		}
	}
}

// parseSeed returns the seed that a value of HCLX_SEED stands for, and whether it is a fresh one.
func parseSeed(text string) (seed uint64, isFresh bool) {
	switch text {
	case "":
		return fixed, false
	case "random":
		return rand.Uint64(), true
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil || seed == 0 {
		panic("HCLX_SEED is " + strconv.Quote(text) + ": set it to a positive whole number, or to random")
	}
	return seed, false
}

// Seed returns the seed of this run. A test that uses it says so when it fails; [New] does.
func Seed() uint64 { return seed }

// Cases returns how many cases a test generates: usual, unless HCLX_CASES has another number.
func Cases(usual int) int {
	text := os.Getenv("HCLX_CASES")
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		panic("HCLX_CASES is " + strconv.Quote(text) + ": set it to a positive whole number")
	}
	return n
}

// New returns a source of random numbers for a test. If the test fails, it prints the seed. The numbers of two streams
// are independent of each other.
func New(t testing.TB, stream uint64) *rand.Rand {
	t.Logf("HCLX_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, stream))
}
