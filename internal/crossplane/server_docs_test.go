package crossplane

import (
	"fmt"
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

// TestOperationsHasTheLimits holds docs/operations.md against the limits that no flag changes.
func TestOperationsHasTheLimits(t *testing.T) {
	text := operations(t)
	for _, want := range []string{
		fmt.Sprintf("Connections are closed after %v minutes", connectionAge.Minutes()),
		fmt.Sprintf("\n| response | %d MB,", maxResponseSize>>20),
		fmt.Sprintf("at most %d KB of each received", streamWindow>>10),
		fmt.Sprintf("\n| values and text of an answer | %d million and %d MiB |", UsualLimits().OutputValues/1e6,
			UsualLimits().OutputBytes>>20),
		fmt.Sprintf("\n| strings and collections that a call creates | %d MiB, or less with a small memory limit, but at "+
			"least %d MiB |", usualCallBytes>>20, leastCallBytes>>20),
		fmt.Sprintf("\n| compiled programs | %d MiB,", DefaultCacheBytes>>20),
		fmt.Sprintf("\n| time of a call | %v s,", MaxCallTime.Seconds()),
		fmt.Sprintf("\n- %d MB are for the process itself.", baseBytes>>20),
		fmt.Sprintf("\n| `--drain-timeout` | | `%v` |", DefaultDrainTimeout),
		fmt.Sprintf("\n| request | `--max-recv-message-size`, %d MB |", DefaultMaxRecvMessageSize),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("docs/operations.md does not say %q", want)
		}
	}
}
