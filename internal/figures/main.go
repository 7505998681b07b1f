// Command figures writes docs/figures.md: how many lines the tree has, how many of them are long, which mistakes in its
// code the tests of each package notice, and what they cover.
//
//	go run ./internal/figures
//
// Lines are counted. The results of internal/mutants are read from internal/mutants/results.jsonl. The coverage of
// statements stays as it is on the page, unless a profile is given:
//
//	go test -coverprofile cover.out ./...
//	go run ./internal/figures -cover cover.out
//
// With -print the page is printed and not written.
package main

import (
	"flag"
	"fmt"
	"os"
)

const (
	pagePath    = "docs/figures.md"
	resultsPath = "internal/mutants/results.jsonl"
)

func main() {
	profile := flag.String("cover", "", "profile of coverage to read")
	show := flag.Bool("print", false, "print the page instead of writing it")
	flag.Parse()
	if err := run(*profile, *show); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

func run(profile string, show bool) error {
	old, err := os.ReadFile(pagePath)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	t, err := countTree(".")
	if err != nil {
		return err
	}
	covered := coverageOf(string(old))
	if profile != "" {
		if covered, err = readProfile(profile); err != nil {
			return err
		}
	}
	results, err := os.ReadFile(resultsPath)
	if err != nil {
		return err
	}
	m, err := parseResults(string(results))
	if err != nil {
		return err
	}
	text := page(t, m, covered)
	if show {
		_, err = os.Stdout.WriteString(text)
		return err
	}
	return os.WriteFile(pagePath, []byte(text), 0o600)
}
