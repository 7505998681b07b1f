package examples

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// TestObjects holds the objects of Kubernetes' own kinds that the examples and the deployment have against their
// schemas. What render prints has been held against them before it prints.
func TestObjects(t *testing.T) {
	seen := map[string]int{}
	for _, pattern := range []string{"*/*.yaml", "../deploy/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasPrefix(filepath.Base(name), "observed") {
				continue // parts of objects
			}
			for _, doc := range documents(t, name) {
				kind := text(doc, "kind")
				k, err := builtin.Kinds().Lookup(schema.NameOf(text(doc, "apiVersion"), kind))
				if err != nil {
					t.Fatal(err)
				}
				if k == nil {
					continue
				}
				seen[kind]++
				for _, p := range k.Schema().Validate(k.Schema().ApplyDefaults(doc)) {
					t.Errorf("%s: %s: %s %s", name, kind, p.Path, p.Message)
				}
			}
		}
	}
	for _, kind := range []string{"Deployment", "StatefulSet", "Ingress", "Secret", "NetworkPolicy",
		"PodDisruptionBudget"} {
		if seen[kind] == 0 {
			t.Errorf("no %s was checked", kind)
		}
	}
}

func documents(t *testing.T, name string) []value.Value {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	docs, err := manifest.Parse(source.NewFile(name, data))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]value.Value, len(docs))
	for i, d := range docs {
		out[i] = d.Value
	}
	return out
}

func text(v value.Value, name string) string {
	field, _ := v.Attr(name)
	return field.AsString()
}
