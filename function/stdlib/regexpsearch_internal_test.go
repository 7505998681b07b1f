package stdlib

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/function"
)

// TestSearchFindsWhatRegexpFinds compares the search that counts with package regexp, above all where a match depends
// on what stands before it.
func TestSearchFindsWhatRegexpFinds(t *testing.T) {
	patterns := []string{``, `a`, `a*`, `a|ab`, `ab|a`, `^`, `$`, `^a`, `a$`, `(?m)^`, `(?m)$`, `(?m)^a*$`, `\b`, `\B`,
		`\ba`, `a\b`, `\Aa`, `a\z`,
		`x.*y|x`, `(?s)x.*y|x`, `(a)|b`, `(?P<n>a)(b)?`, `(?i)É`, `.`, `(?s).`, `[^a]+?`, `(a*)(b*)`, `(?U)a+`, `é|e`}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.SampledFrom([]rune("aabxyé \n")), 0, 12, -1).Draw(t, "text")
		p := compilePattern(rapid.SampledFrom(patterns).Draw(t, "pattern"))
		f := search{pattern: p, call: &function.Call{}, text: s}
		all, err := f.all()
		if want := p.re.FindAllStringSubmatchIndex(s, -1); err != nil || !reflect.DeepEqual(all, want) {
			t.Errorf("found %v, %v; want %v", all, err, want)
		}
		f = search{pattern: p, call: &function.Call{}, text: s}
		first, err := f.next(0)
		if want := p.re.FindStringSubmatchIndex(s); err != nil || !reflect.DeepEqual(first, want) {
			t.Errorf("found %v first, %v; want %v", first, err, want)
		}
	})
}

// meter allows so many steps.
type meter struct {
	function.Budget
	left int64
}

var errSpent = errors.New("spent")

func (m *meter) Work(steps int64) error {
	if m.left -= steps; m.left < 0 {
		return errSpent
	}
	return nil
}

func (m *meter) Room(int) error { return nil }

// TestSearchCountsWhatItReads looks for matches that each look at the whole text: the work is that of the square of its
// length, and ends early.
func TestSearchCountsWhatItReads(t *testing.T) {
	work := func(n int, left int64) (int64, error) {
		p := compilePattern(`x.*y|x`)
		m := &meter{left: left}
		_, err := p.matches(&function.Call{Evaluation: m}, strings.Repeat("x", n))
		return left - m.left, err
	}
	small, err := work(4_000, 1<<50)
	if err != nil {
		t.Fatal(err)
	}
	large, err := work(8_000, 1<<50)
	if err != nil || large < 3*small || large > 5*small {
		t.Errorf("%d steps for 8000 bytes, %d for 4000, %v", large, small, err)
	}
	if spent, err := work(1<<20, 1_000_000); !errors.Is(err, errSpent) || spent > 3_000_000 {
		t.Errorf("%d steps for a megabyte, %v", spent, err)
	}
	p := compilePattern(strings.Repeat(`(a|b|c){50}`, 20))
	if _, err := p.first(&function.Call{Evaluation: &meter{left: 1000}}, strings.Repeat("a", 1<<20)); !errors.Is(err,
		errSpent) {
		t.Errorf("a large pattern on a large text: %v", err)
	}
}
