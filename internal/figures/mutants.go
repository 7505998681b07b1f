package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// result is a line of results.jsonl: a sample of mistakes that internal/mutants made in a package.
type result struct {
	Package string `json:"package"`
	Seed    uint64 `json:"seed"`
	// N counts the mistakes, Caught those that the package's own tests notice, and Equivalent lists those among the
	// others that change nothing that can be observed.
	N          int          `json:"n"`
	Caught     int          `json:"caught"`
	Equivalent []equivalent `json:"equivalent"`
	Commit     string       `json:"commit"`
}

type equivalent struct {
	Place string `json:"place"`
	Why   string `json:"why"`
}

// mutants are all samples of one package, or of all packages.
type mutants struct {
	n, caught  int
	equivalent []equivalent
}

func (m *mutants) add(r result) {
	m.n, m.caught, m.equivalent = m.n+r.N, m.caught+r.Caught, append(m.equivalent, r.Equivalent...)
}

// share is how many percent are caught of the mistakes that can be.
func (m *mutants) share() string {
	if rest := m.n - len(m.equivalent); rest > 0 {
		return fmt.Sprintf("%d %%", 100*m.caught/rest)
	}
	return ""
}

// parseResults reads results.jsonl.
func parseResults(text string) (results []result, err error) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		var r result
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", resultsPath, number, err)
		}
		r.Package = strings.TrimPrefix(r.Package, "./")
		switch {
		case r.Package == "" || r.Commit == "" || r.N <= 0 || r.Caught < 0 || r.Caught+len(r.Equivalent) > r.N:
			return nil, fmt.Errorf("%s, line %d: package, commit and n are required, and n counts what is caught or equivalent",
				resultsPath, number)
		case slices.ContainsFunc(r.Equivalent, func(e equivalent) bool { return e.Place == "" || e.Why == "" }):
			return nil, fmt.Errorf("%s, line %d: an equivalent mistake has no place or no reason", resultsPath, number)
		case slices.ContainsFunc(results, func(o result) bool { return o.Package == r.Package && o.Seed == r.Seed }):
			return nil, fmt.Errorf("%s, line %d: %s was sampled with the seed %d before", resultsPath, number, r.Package, r.Seed)
		}
		results = append(results, r)
	}
	return results, nil
}

// mutantSection writes the part of the page that depends on the results alone.
func mutantSection(results []result) string {
	byPackage, all := map[string]*mutants{}, &mutants{}
	for _, r := range results {
		if byPackage[r.Package] == nil {
			byPackage[r.Package] = &mutants{}
		}
		byPackage[r.Package].add(r)
		all.add(r)
	}
	var b strings.Builder
	b.WriteString("| package | mistakes | caught | equivalent | caught of the others |\n|---|---:|---:|---:|---:|\n")
	row := func(name string, m *mutants) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %s |\n", name, m.n, m.caught, len(m.equivalent), m.share())
	}
	for _, name := range slices.Sorted(maps.Keys(byPackage)) {
		row("`"+name+"`", byPackage[name])
	}
	row("together", all)
	if len(all.equivalent) > 0 {
		b.WriteString("\nEquivalent mistakes change nothing that can be observed:\n\n| mistake | why |\n|---|---|\n")
	}
	cell := strings.NewReplacer("|", `\|`, "\n", " ")
	for _, e := range all.equivalent {
		fmt.Fprintf(&b, "| `%s` | %s |\n", cell.Replace(e.Place), cell.Replace(e.Why))
	}
	return b.String()
}
