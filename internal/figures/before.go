package main

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// beforeText lists the packages at commit c01a7ad, before the parts that the page names were added, with their lines
// without tests, counted in the same way.
//
//go:embed before.txt
var beforeText string

// before returns those lines by package.
func before() map[string]int {
	out := map[string]int{}
	for line := range strings.Lines(beforeText) {
		name, lines, _ := strings.Cut(strings.TrimSpace(line), " ")
		out[name], _ = strconv.Atoi(lines) // a test reads all of them
	}
	return out
}

// Packages below one that existed before which are new, and were not divided from it; and packages that only tests and
// commands for developers use.
var (
	newBelow = []string{"diag/code", "eval/typing", "internal/cli/jsonform", "internal/composition/typing",
		"schema/builtin"}
	forTests = []string{"internal/architecture", "internal/attack", "internal/composition/compositiontest",
		"internal/conformance", "internal/docs", "internal/figures", "internal/growth", "internal/laws", "internal/load",
		"internal/mutants", "internal/random", "internal/render/rendertest", "internal/vectors", "internal/workload",
		"internal/xpkg/xpkgtest"}
)

// growthSection says how many lines the packages that existed before have now, with those that were divided from them.
func growthSection(t tree) string {
	old, was, now := before(), [3]int{}, [3]int{}
	for name, lines := range old {
		was[groupOf(name, old)] += lines
	}
	for name, d := range t.packages {
		now[groupOf(name, old)] += d.code.lines
	}
	var b strings.Builder
	b.WriteString("| Go without tests | before | now |\n|---|---:|---:|\n")
	for i, what := range []string{"packages that existed before, and what was divided from them", "new packages",
		"packages for tests"} {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", what, thousands(was[i]), thousands(now[i]))
	}
	fmt.Fprintf(&b, "| together | %s | %s |\n", thousands(was[0]+was[2]), thousands(t.code.lines))
	return b.String()
}

// groupOf returns the row of a package in that table.
func groupOf(name string, old map[string]int) int {
	switch {
	case slices.Contains(forTests, name):
		return 2
	case slices.Contains(newBelow, name):
		return 1
	}
	for dir := name; dir != "."; dir = path.Dir(dir) {
		if old[dir] > 0 {
			return 0
		}
	}
	return 1
}
