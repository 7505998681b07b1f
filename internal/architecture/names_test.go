package architecture

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// The model is what resolves names and looks into expressions; everybody else reads it. Besides, these files look at
// the form of an expression.
var looksAtForms = map[string]string{
	"internal/composition/invoke.go":        "names the kind of what cannot be an object",
	"internal/composition/typing/infer.go":  "works out what is known of every form",
	"internal/composition/typing/guards.go": "reads what conditions say",
	"internal/composition/typing/kinds.go":  "finds the constant kind of a body, without working out the rest of it",
}

var (
	formSwitch = regexp.MustCompile(`case \*syntax\.[A-Z]`)
	// A scope by which package eval would look up names, or a collector of variables by name.
	nameLookup = regexp.MustCompile(`\beval\.Scope\b|\bScope: |\bsyntax\.Variables\(|\.Lookup\(`)
)

func TestOnlyTheModelResolvesNames(t *testing.T) {
	seen := map[string]bool{}
	goFiles(t, func(name string, text []byte) {
		if !strings.HasPrefix(name, "internal/composition/") || strings.HasPrefix(name, "internal/composition/model/") ||
			strings.HasSuffix(name, "_test.go") {
			return
		}
		text = bytes.ReplaceAll(text, []byte("Kinds.Lookup("), nil) // kinds of objects are not names of the program
		if m := nameLookup.Find(text); m != nil {
			t.Errorf("%s has %q: read references from the model", name, m)
		}
		if m := formSwitch.Find(text); m != nil {
			seen[name] = true
			if looksAtForms[name] == "" {
				t.Errorf("%s has %q: ask the model, or name the file here", name, m)
			}
		}
	})
	for name := range looksAtForms {
		if !seen[name] {
			t.Errorf("%s does not look at forms any more", name)
		}
	}
}

// maxFiles is how many files a part of the composition language may have, so that one sees where what is.
const maxFiles = 30

func TestCompositionPackagesAreSmall(t *testing.T) {
	count := map[string]int{}
	goFiles(t, func(name string, _ []byte) {
		if strings.HasPrefix(name, "internal/composition/") && !strings.HasSuffix(name, "_test.go") {
			count[name[:strings.LastIndex(name, "/")]]++
		}
	})
	for dir, n := range count {
		if n > maxFiles {
			t.Errorf("%s has %d files, more than %d", dir, n, maxFiles)
		}
	}
}
