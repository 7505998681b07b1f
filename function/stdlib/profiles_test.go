package stdlib_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/vectors"
)

// profileRules are the rules in which profiles differ, as the design's table names them.
var profileRules = []string{
	"null", "number text", "conditional", "map with object", "tuple lengths", "object attributes", "unrelated kinds",
	"division by zero", "dynamic",
}

// TestProfileDifferences holds that under Standard and Extended the vectors differ only by the rules of the profile
// table. Every difference is a line of testdata/profiles.txt: the rule, the profile, the expression, what it gives.
// With -update the file is written anew; lines that are new get the rule "?", which somebody has to replace.
func TestProfileDifferences(t *testing.T) {
	path := filepath.Join("testdata", "profiles.txt")
	old, _ := os.ReadFile(path)
	known := map[string]string{}
	for line := range strings.Lines(string(old)) {
		rule, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
		known[rest] = rule
	}
	var now strings.Builder
	for v := range vectors.All[vector](t, "functions.jsonl") {
		for _, name := range []string{"Standard", "Extended"} {
			line, differs := difference(v, name)
			if !differs {
				continue
			}
			rule, ok := known[line]
			if !ok {
				rule = "?"
			}
			if !slices.Contains(profileRules, rule) {
				t.Errorf("%s: no rule of the profile table explains this difference", line)
			}
			now.WriteString(rule + " | " + line + "\n")
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if now.String() != string(old) {
		t.Errorf("%s lists differences that are gone, or lacks some: run the test with -update and see what changes", path)
	}
}

func difference(v vector, profile string) (line string, differs bool) {
	if deviations[v.Expr] != "" {
		return "", false
	}
	wantType, want := v.expected()
	typ, got, _ := outcome(v.Expr, profiles[profile])
	if typ == wantType && got == want {
		return "", false
	}
	gives := got
	if typ != "" {
		gives += " : " + typ
	}
	return strings.ReplaceAll(profile+" | "+v.Expr+" | "+gives, "\n", `\n`), true
}
