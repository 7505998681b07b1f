package crossplane

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

func operations(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestOperationsHasEveryFlag holds docs/operations.md against the flags: a row for each, with its variable and its
// default.
func TestOperationsHasEveryFlag(t *testing.T) {
	text, options, flags := operations(t), reflect.TypeFor[ServeOptions](), 0
	for i := range options.NumField() {
		tag := options.Field(i).Tag
		name := tag.Get("name")
		if name == "" {
			continue
		}
		flags++
		_, row, found := strings.Cut(text, "\n| `--"+name+"`")
		if !found {
			t.Errorf("docs/operations.md has no row for --%s", name)
			continue
		}
		row, _, _ = strings.Cut(row, "\n")
		for _, key := range []string{"env", "default"} {
			if value := tag.Get(key); value != "" && !strings.Contains(row, "`"+value+"`") {
				t.Errorf("the row of --%s in docs/operations.md does not say that its %s is %s", name, key, value)
			}
		}
	}
	if flags != strings.Count(text, "\n| `--") {
		t.Errorf("docs/operations.md has %d rows of flags, there are %d flags", strings.Count(text, "\n| `--"), flags)
	}
}

func TestOperationsHasEveryMetric(t *testing.T) {
	text, m := operations(t), newMetrics(NewFunction(Options{}))
	described := make(chan *prometheus.Desc, 100)
	m.registry.Describe(described)
	close(described)
	for desc := range described {
		_, name, _ := strings.Cut(desc.String(), `fqName: "`)
		name, _, _ = strings.Cut(name, `"`)
		if !strings.HasPrefix(name, "go_") && !strings.HasPrefix(name, "process_") && !strings.Contains(text, "`"+name+"`") {
			t.Errorf("docs/operations.md does not have the metric %s", name)
		}
	}
}
