package coverage_test

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/coverage"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/internal/testrun"
	"github.com/hclx-lang/hclx/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// profile runs the tests of an archive, at once, and puts together what they evaluated.
func profile(t *testing.T, a *txtar.Archive) *coverage.Profile {
	t.Helper()
	dir := t.TempDir()
	for _, f := range a.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	paths, err := testfile.Find([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var all []*coverage.Profile
	var running sync.WaitGroup
	for _, path := range paths {
		file, diags := testfile.Read(path)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for _, run := range file.Runs {
			running.Go(func() {
				r, err := testrun.Run(context.Background(), file, run, testrun.Options{Coverage: true})
				if err != nil || !r.Passed() {
					t.Errorf("%s: %v %v", run.Name, err, r.Failures)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				all = append(all, r.Coverage)
			})
		}
	}
	running.Wait()
	return coverage.Merge(all...)
}

// points writes all points of a profile with their counts.
func points(p *coverage.Profile) string {
	var b strings.Builder
	for _, f := range p.Files {
		src := source.NewFileString(f.Name, f.Text)
		for _, p := range f.Points {
			fmt.Fprintf(&b, "%s %s", source.Range{File: src, Span: p.Span}, p.Kind)
			if p.Name != "" && p.Name != string(p.Kind) {
				fmt.Fprintf(&b, " %s", p.Name)
			}
			fmt.Fprintf(&b, ": %d", p.Evaluated)
			for _, n := range []struct {
				word  string
				times int
			}{{"true", p.True}, {"false", p.False}, {"waited", p.Waited}} {
				if n.times > 0 {
					fmt.Fprintf(&b, ", %s %d", n.word, n.times)
				}
			}
			if missed := p.Missed(); len(missed) > 0 {
				fmt.Fprintf(&b, " (%s)", strings.Join(missed, "; "))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// TestPoints runs every archive below testdata: a program with its tests, and the points with their counts ("want").
func TestPoints(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, want := archive(t, path)
			p := profile(t, a)
			compare(t, points(p), want, func(got string) {
				a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
			})
			checkLCOV(t, p)
		})
	}
}

// archive reads an archive without what is wanted of it.
func archive(t *testing.T, path string) (a *txtar.Archive, want string) {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool {
		if f.Name == "want" {
			want = string(f.Data)
		}
		return f.Name == "want"
	})
	return a, want
}

func compare(t *testing.T, got, want string, write func(got string)) {
	t.Helper()
	switch {
	case *update:
		write(got)
	case got != want:
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// checkLCOV reads a tracefile line by line, as strictly as its format is described, and compares it with the profile.
func checkLCOV(t *testing.T, p *coverage.Profile) {
	t.Helper()
	var b bytes.Buffer
	if err := p.LCOV(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	next := func(prefix string) (rest string, ok bool) {
		if len(lines) == 0 || !strings.HasPrefix(lines[0], prefix) {
			return "", false
		}
		rest, lines = lines[0][len(prefix):], lines[1:]
		return rest, true
	}
	number := func(prefix string, want int) {
		t.Helper()
		if got, ok := next(prefix); !ok || got != strconv.Itoa(want) {
			t.Fatalf("%s%s, want %d; then %q", prefix, got, want, lines)
		}
	}
	for _, f := range p.Files {
		src := source.NewFileString(f.Name, f.Text)
		if name, ok := next("TN:"); !ok || name != "" {
			t.Fatalf("TN:%s, want none", name)
		}
		if name, _ := next("SF:"); name != f.Name {
			t.Fatalf("SF:%s, want %s", name, f.Name)
		}
		branches, taken, seen := 0, 0, map[[3]int]bool{}
		for rest, ok := next("BRDA:"); ok; rest, ok = next("BRDA:") {
			n := numbers(t, rest, 4)
			if branch := [3]int(n[:3]); seen[branch] || n[0] < 1 || n[0] > src.LineCount() {
				t.Errorf("BRDA:%s is there twice, or beyond the text", rest)
			} else {
				seen[branch] = true
			}
			branches++
			if n[3] > 0 {
				taken++
			}
		}
		wantBranches, wantTaken := 0, 0
		for _, p := range f.Points {
			if goals := p.Goals(); p.Kind != coverage.Attribute && !(p.Kind == coverage.Block && len(goals) == 1) {
				wantBranches += len(goals)
				wantTaken += len(goals) - len(p.Missed())
			}
		}
		if branches != wantBranches || taken != wantTaken {
			t.Errorf("%d of %d branches, want %d of %d", taken, branches, wantTaken, wantBranches)
		}
		number("BRF:", branches)
		number("BRH:", taken)
		found, hit, last := 0, 0, 0
		for rest, ok := next("DA:"); ok; rest, ok = next("DA:") {
			n := numbers(t, rest, 2)
			if n[0] <= last || n[0] > src.LineCount() {
				t.Errorf("DA:%s does not come after line %d, or is beyond the text", rest, last)
			}
			last = n[0]
			found++
			if n[1] > 0 {
				hit++
			}
			if want := most(f, src.LineSpan(n[0])); n[1] > want {
				t.Errorf("%s:%d is evaluated %d times, what is on it only %d times", f.Name, n[0], n[1], want)
			}
		}
		number("LF:", found)
		number("LH:", hit)
		if rest, ok := next("end_of_record"); !ok || rest != "" {
			t.Fatalf("no end of the record: %q", lines)
		}
	}
	if len(lines) > 0 {
		t.Errorf("more lines: %q", lines)
	}
}

// most is how often something was evaluated that has a part on a line.
func most(f coverage.File, line source.Span) int {
	n := 0
	for _, p := range f.Points {
		if p.Span.Start <= line.End && p.Span.End >= line.Start {
			n = max(n, p.Evaluated, p.Waited)
		}
	}
	return n
}

func numbers(t *testing.T, list string, want int) []int {
	t.Helper()
	parts := strings.Split(list, ",")
	if len(parts) != want {
		t.Fatalf("%s: want %d numbers", list, want)
	}
	out := make([]int, want)
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 {
			t.Fatalf("%s: %q is no number", list, p)
		}
		out[i] = n
	}
	return out
}

// anyProfile draws a profile of a few files, of which some are there with several texts.
func anyProfile(t *rapid.T) *coverage.Profile {
	kinds := []coverage.Kind{coverage.Block, coverage.Attribute, coverage.Condition, coverage.Arm, coverage.Operand,
		coverage.Filter, coverage.Alternative}
	count := rapid.IntRange(0, 3)
	var files []coverage.File
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b"}), 0, 2, rapid.ID).Draw(t, "files") {
		f := coverage.File{Name: name, Text: rapid.SampledFrom([]string{"0123456789", "012345678x"}).Draw(t, "text")}
		for range rapid.IntRange(0, 6).Draw(t, "points") {
			at := uint32(rapid.IntRange(0, 3).Draw(t, "at"))
			span := source.Span{Start: at, End: at + uint32(rapid.IntRange(0, 3).Draw(t, "length"))}
			f.Points = append(f.Points, coverage.Point{
				Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Name: "x", Span: span, Extent: span,
				Evaluated: count.Draw(t, "evaluated"), True: count.Draw(t, "true"), False: count.Draw(t, "false"),
				Waited:  count.Draw(t, "waited"),
				CanWait: rapid.Bool().Draw(t, "can wait"),
			})
		}
		files = append(files, f)
	}
	return coverage.Merge(&coverage.Profile{Files: files})
}

// Merging is commutative and associative, nothing is neutral, and no count is lost.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyProfile(t), anyProfile(t), anyProfile(t)
		same := func(law string, x, y *coverage.Profile) {
			if !reflect.DeepEqual(x, y) {
				t.Fatalf("%s:\n%s\n%s", law, points(x), points(y))
			}
		}
		all := coverage.Merge(a, b, c)
		same("commutative", coverage.Merge(a, b), coverage.Merge(b, a))
		same("associative", coverage.Merge(coverage.Merge(a, b), c), coverage.Merge(a, coverage.Merge(b, c)))
		same("at once", coverage.Merge(coverage.Merge(a, b), c), all)
		same("neutral", coverage.Merge(a, nil, &coverage.Profile{}), a)
		sum := func(p *coverage.Profile) (n int) {
			for _, f := range p.Files {
				for _, p := range f.Points {
					n += p.Evaluated + 10*p.True + 100*p.False + 1000*p.Waited
				}
			}
			return n
		}
		if sum(all) != sum(a)+sum(b)+sum(c) {
			t.Fatalf("counts are lost: %s", points(all))
		}
		for _, f := range all.Files {
			ordered := slices.IsSortedFunc(f.Points, func(a, b coverage.Point) int {
				return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End),
					cmp.Compare(a.Kind, b.Kind))
			})
			if !ordered {
				t.Fatalf("not in order: %s", points(all))
			}
		}
		met, goals := all.Met()
		before, _ := a.Met()
		if met < before || met > goals {
			t.Fatalf("%d of %d goals, %d before", met, goals, before)
		}
	})
}

// A summary names the first places only, and what is inside of something that was never evaluated is no place of its
// own.
func TestSummary(t *testing.T) {
	f := coverage.File{Name: "main.hcl", Text: strings.Repeat("0123456789\n", 20)}
	at := func(kind coverage.Kind, name string, start, end uint32) *coverage.Point {
		s := source.Span{Start: start, End: end}
		f.Points = append(f.Points, coverage.Point{Kind: kind, Name: name, Span: s, Extent: s})
		return &f.Points[len(f.Points)-1]
	}
	at(coverage.Block, "resource a", 0, 5).Extent.End = 22
	at(coverage.Attribute, "body", 11, 20)
	at(coverage.Arm, "", 12, 15)
	for i := range uint32(12) {
		at(coverage.Condition, "condition", 33+11*i, 38+11*i).Evaluated = 1
	}
	seen := at(coverage.Attribute, "last", 200, 202)
	seen.Evaluated = 1
	var b strings.Builder
	if err := (&coverage.Profile{Files: []coverage.File{f}}).Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `coverage: 3.5% (1 of 28)
  main.hcl: 3.5% (1 of 28)
    main.hcl:1,1: resource a is never rendered
    main.hcl:4,1: the condition is never true, and the condition is never false
`
	if got := b.String(); !strings.HasPrefix(got, want) ||
		!strings.HasSuffix(got, "main.hcl:12,1: the condition is never true, and the condition is never false\n    and 3 "+
			"more places\n") {
		t.Errorf("got:\n%s", got)
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		met, goals int
		want       string
	}{{0, 0, "100%"}, {0, 3, "0.0%"}, {1, 3, "33.3%"}, {9999, 10000, "99.9%"}, {10000, 10000, "100%"}} {
		if got := coverage.Percent(c.met, c.goals); got != c.want {
			t.Errorf("%d of %d is %s, want %s", c.met, c.goals, got, c.want)
		}
	}
}

// The page of a file is compared with a golden; all pages need nothing from elsewhere, and their names are distinct.
func TestHTML(t *testing.T) {
	golden, err := filepath.Abs("testdata/expressions.html")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := archive(t, "testdata/expressions.txtar")
	p := profile(t, a)
	if err := p.HTML("out/html"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("out/html/main.hcl.html")
	if err != nil {
		t.Fatal(err)
	}
	want, _ := os.ReadFile(golden)
	compare(t, string(got), string(want), func(got string) {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	})

	text := "<script>alert(1)</script>"
	whole := source.Span{End: uint32(len(text))}
	odd := &coverage.Profile{}
	for _, name := range []string{"index", "a/b.hcl", "A_b.hcl", "../<b>"} {
		odd.Files = append(odd.Files,
			coverage.File{Name: name, Text: text,
				Points: []coverage.Point{{Kind: coverage.Attribute, Name: `"><b>`, Span: whole, Extent: whole}}})
	}
	if err := odd.HTML("odd"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "index-2.html", "a_b.hcl.html", "A_b.hcl-2.html", "..__b_.html"} {
		page, err := os.ReadFile(filepath.Join("odd", name))
		if err != nil {
			t.Error(err)
		}
		for _, bad := range []string{"<script", "<b>", "http:", "https:", "src="} {
			if strings.Contains(string(page), bad) {
				t.Errorf("%s has %s", name, bad)
			}
		}
	}
}
