package laws

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"
)

var (
	saveTo = flag.String("laws.save", "", "a file to write down in what each expression gives while less is known")
	before = flag.String("laws.before", "", "a file that -laws.save of another engine wrote, to compare with")
)

// TestNothingLost compares with what another state of the engine knew. What was known there and is unknown now needs two values that
// give different results.
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
		out := Generate(*seed, n, profiles[n%2]).Less()
		if err := enc.Encode(out.Knowledge()); err != nil {
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
	lost, justified, printed := 0, 0, 0
	dec := json.NewDecoder(bufio.NewReader(f))
	for n := uint64(0); dec.More(); n++ {
		var was []string
		if err := dec.Decode(&was); err != nil {
			t.Fatal(err)
		}
		c := Generate(*seed, n, profiles[n%2])
		is := c.Less()
		if is.Failed || is.Ended || slices.Equal(was, []string{"error"}) {
			continue
		}
		now := is.Knowledge()
		for _, fact := range was {
			if slices.Contains(now, fact) || known(now, fact) {
				continue
			}
			lost++
			vals, pair, ok := c.Undecided(fact, 400)
			if ok {
				justified++
				if printed++; printed <= *most {
					t.Logf("%s [%s, number %d] was %s, is %s: %s and %s", c.Source(), ProfileName(c.Profile), n, fact, Show(is.Value), pair[0].show(), pair[1].show())
				}
			} else {
				t.Errorf("%s [%s, number %d]\n  was %s, is %s; no two values of the unknown decide it, as %s", c.Source(), ProfileName(c.Profile), n, fact, Show(is.Value), pair[0].show())
				for i, v := range c.Variables {
					if c.mentions(v.Name) && vals[0] != nil {
						t.Logf("    %s = %s, then %s", v.Name, Show(v.Less), Show(vals[0][i]))
					}
				}
			}
			break
		}
	}
	t.Logf("%d expressions have lost something, %d of them with two values that decide it", lost, justified)
}

// known reports whether something else is known now about the place of a fact.
func known(now []string, fact string) bool {
	at := place(fact)
	return slices.ContainsFunc(now, func(f string) bool { return place(f) == at })
}

func place(fact string) string {
	for i := range len(fact) {
		if fact[i] == '=' {
			return fact[:i]
		}
	}
	return fact
}
