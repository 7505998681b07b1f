package laws

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/hclx-lang/hclx/value"
)

var (
	saveTo = flag.String("laws.save", "", "a file to write down in what each expression gives while less is known")
	before = flag.String("laws.before", "", "a file that -laws.save of another engine wrote, to compare with")
)

// TestNothingLost compares with what another state of the engine knew. What was known there and is unknown now needs
// two values that give different results.
func TestNothingLost(t *testing.T) {
	switch {
	case *saveTo != "":
		save(t)
	case *before != "":
		compareWith(t)
	default:
		t.Skip("-laws.before names no file")
	}
}

func save(t *testing.T) {
	f, err := os.Create(*saveTo)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	enc := json.NewEncoder(w)
	for n := range *number {
		var all [][]string
		for _, c := range Generate(*seed, n, profiles[n%2]).Operations() {
			all = append(all, c.Less().Knowledge())
		}
		if err := enc.Encode(all); err != nil {
			t.Fatal(err)
		}
	}
}

func compareWith(t *testing.T) {
	f, err := os.Open(*before)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lost, decided := 0, map[string]int{}
	for n, dec := uint64(0), json.NewDecoder(bufio.NewReader(f)); dec.More(); n++ {
		var was [][]string
		if err := dec.Decode(&was); err != nil {
			t.Fatal(err)
		}
		c, place := firstLoss(Generate(*seed, n, profiles[n%2]), was)
		if c == nil {
			continue
		}
		lost++
		c, vals, pair, ok := c.Undecided(place, 600)
		if !ok && factAt(c.Less().Knowledge(), place) != "" {
			continue // an operand can turn out to be an error, which decides it
		}
		if !ok {
			t.Errorf("%s [%s, number %d] is %s; no two values of the unknown decide it, as %s%s",
				c.Source(), ProfileName(c.Profile), n, c.Less().show(), pair[0].show(), inputs(c, vals[0]))
			continue
		}
		if key := numberless(c.Source()); decided[key] == 0 && len(decided) < *most {
			t.Logf("%s [%s, number %d] is %s, as %s and %s%s%s", c.Source(), ProfileName(c.Profile), n, c.Less().show(),
				pair[0].show(), pair[1].show(), inputs(c, vals[0]), inputs(c, vals[1]))
			decided[key]++
		}
	}
	t.Logf("%d expressions have lost something", lost)
}

// firstLoss returns the innermost operation of which less is known than was, and the place of the loss.
func firstLoss(c *Case, was [][]string) (op *Case, place string) {
	for i, op := range c.Operations() {
		is := op.Less()
		if is.Failed || is.Ended || slices.Equal(was[i], []string{"error"}) {
			continue
		}
		now := is.Knowledge()
		for _, fact := range was[i] {
			if factAt(now, Place(fact)) == "" {
				return op, Place(fact)
			}
		}
	}
	return nil, ""
}

func inputs(c *Case, vals []value.Value) string {
	s := ""
	for i, v := range c.Variables {
		if c.mentions(v.Name) && vals != nil {
			s += "\n    " + v.Name + " = " + Show(v.Less) + ", then " + Show(vals[i])
		}
	}
	return s
}
