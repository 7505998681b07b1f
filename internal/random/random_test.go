package random

import (
	"flag"
	"strconv"
	"testing"
)

func TestParseSeed(t *testing.T) {
	for text, want := range map[string]uint64{"": fixed, "1": 1, "18446744073709551615": 1<<64 - 1} {
		if got, isFresh := parseSeed(text); got != want || isFresh {
			t.Errorf("%q gives %d, fresh: %t; want %d", text, got, isFresh, want)
		}
	}
	first, isFresh := parseSeed("random")
	if second, _ := parseSeed("random"); first == second || !isFresh {
		t.Errorf("two fresh seeds are %d and %d", first, second)
	}
	for _, text := range []string{"0", "-1", "1.5", "fresh"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is accepted", text)
				}
			}()
			parseSeed(text)
		}()
	}
}

func TestRapidHasTheSeed(t *testing.T) {
	f := flag.Lookup("rapid.seed")
	chosen := f.DefValue != "0"
	flag.Visit(func(set *flag.Flag) { chosen = chosen || set == f })
	if chosen {
		t.Skip("rapid has a seed of its own")
	}
	if want := strconv.FormatUint(Seed(), 10); !isFresh && f.Value.String() != want {
		t.Errorf("rapid begins with seed %s, want %s", f.Value, want)
	}
}

func TestCases(t *testing.T) {
	t.Setenv("HCLX_CASES", "")
	if n := Cases(7); n != 7 {
		t.Errorf("%d cases without the variable, want 7", n)
	}
	t.Setenv("HCLX_CASES", "12")
	if n := Cases(7); n != 12 {
		t.Errorf("%d cases, want 12", n)
	}
}

// Two streams differ, and one stream gives the same numbers again.
func TestNew(t *testing.T) {
	first := New(t, 1).Uint64()
	if second := New(t, 1).Uint64(); first != second {
		t.Errorf("one stream begins with %d and with %d", first, second)
	}
	if other := New(t, 2).Uint64(); first == other {
		t.Error("two streams begin alike")
	}
}
