package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

func TestMutants(t *testing.T) {
	const text = `package p

func f(a, b int) int {
	if a < b && !g(a) {
		a += 10
	}
	for range 3 {
		b++
		continue
	}
	g(b)
	return a * b
}

func h() {
	return
}
`
	mutants, err := fileMutants("p.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range mutants {
		changed := text[:m.from] + m.by + text[m.to:]
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", changed, 0); err != nil || changed == text {
			t.Errorf("%s: %v", m, err)
		}
		got = append(got, m.cut()+" => "+m.by)
	}
	want := []string{"a < b && !g(a) => a < b || !g(a)", "a < b => a <= b", "!g(a) => g(a)",
		"a < b && !g(a) => !(a < b && !g(a))",
		"a < b && !g(a) => false && (a < b && !g(a))", "a += 10 => ", "a += 10 => a -= 10", "10 => 11", "3 => 4",
		"b++ => b--",
		"continue => ", "g(b) => ", "return => ", "a * b => a + b"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The list of changes that change nothing has a reason for each, and names places that are there.
func TestEquivalent(t *testing.T) {
	equivalent, err := readEquivalent()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	for key := range equivalent {
		file, _, _ := strings.Cut(key, ": ")
		dir := file[:max(0, strings.LastIndex(file, "/"))]
		mutants, err := packageMutants(dir)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(mutants, func(m mutant) bool { return m.key() == key }) {
			t.Errorf("no such change: %s", key)
		}
	}
}
