package main

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/cover"
)

const module = "github.com/hclx-lang/hclx"

// readProfile returns how many percent of its statements the tests of each package execute.
func readProfile(name string) (map[string]float64, error) {
	profiles, err := cover.ParseProfiles(name)
	if err != nil {
		return nil, err
	}
	return percentages(profiles), nil
}

func percentages(profiles []*cover.Profile) map[string]float64 {
	covered, all := map[string]int{}, map[string]int{}
	for _, p := range profiles {
		dir := strings.TrimPrefix(strings.TrimPrefix(path.Dir(p.FileName), module), "/")
		for _, b := range p.Blocks {
			all[dir] += b.NumStmt
			if b.Count > 0 {
				covered[dir] += b.NumStmt
			}
		}
	}
	out := map[string]float64{}
	for dir, n := range all {
		if n > 0 {
			out[dir] = 100 * float64(covered[dir]) / float64(n)
		}
	}
	return out
}

// packageRow matches a row of the page's table of packages: path, lines, lines before, lines of tests, coverage.
var packageRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [0-9,]+ \\| [0-9,]* ?\\| [0-9,]+ \\| ([0-9.]*)(?: %)? \\|$")

// coverageOf returns the coverage that a page shows.
func coverageOf(page string) map[string]float64 {
	out := map[string]float64{}
	for _, row := range packageRow.FindAllStringSubmatch(page, -1) {
		if percent, err := strconv.ParseFloat(row[2], 64); err == nil {
			out[row[1]] = percent
		}
	}
	return out
}
