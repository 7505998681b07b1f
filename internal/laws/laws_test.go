package laws

import (
	"flag"
	"testing"

	"github.com/hclx-lang/hclx/types"
)

var (
	number = flag.Uint64("laws.n", 20_000, "how many expressions to check")
	seed   = flag.Uint64("laws.seed", 1, "where they begin")
	most   = flag.Int("laws.findings", 10, "how many findings to print")
)

var profiles = []*types.Profile{types.Standard, types.Extended}

// enough is how often an unknown has to reach each parameter, and in how many expressions.
const enough, enoughIn = 1000, 5_000_000

func TestLaws(t *testing.T) {
	var counts Counts
	seen := map[string]int{}
	for n := range *number {
		f := Generate(*seed, n, profiles[n%2]).Check(&counts)
		if f == nil {
			continue
		}
		f = Shrink(f)
		if seen[signatureOf(f)]++; seen[signatureOf(f)] == 1 && len(seen) <= *most {
			t.Error(f)
		}
	}
	if len(seen) > 0 {
		t.Errorf("%d findings", len(seen))
	}
	if *number >= enoughIn {
		counts.Each(func(function, param string, n int) {
			t.Logf("%9d %s of %s", n, param, function)
			if n < enough {
				t.Errorf("an unknown reached %s of %s only %d times beside arguments that fit", param, function, n)
			}
		})
	}
}
