package cli

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/cli/jsonform"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/value"
)

// supplies are the flags that provide missing data, by the member of req that contains the data.
var supplies = []struct {
	flag, what string
	members    []string
}{
	{"-o PATH", "the observed resource", []string{"resource", "resources"}},
	{"-e PATH", "the objects for the requirement", []string{"extra_resources"}},
	{"-e PATH", "the Secret with the connection details of", []string{"connection", "connections"}},
	{"--context-values KEY=VALUE", "the context key", []string{"context"}},
}

// hints returns the flags that would provide what blocks, or those with a name, wait for.
func (t *traces) hints(name string) []jsonform.Hint {
	missing := make([][]string, len(supplies))
	for _, s := range t.all {
		for i := range s.Output.Items {
			it := &s.Output.Items[i]
			if it.State != report.Waiting || name != "" && !s.IsIn(i, name) {
				continue
			}
			for _, o := range it.Waits {
				noteMissing(missing, o.Path)
			}
		}
	}
	var out []jsonform.Hint
	for i, s := range supplies {
		if len(missing[i]) > 0 {
			slices.Sort(missing[i])
			out = append(out, jsonform.Hint{Flag: s.flag, Gives: s.what, Names: slices.Compact(missing[i])})
		}
	}
	return out
}

// supply prints the hints, a line for each flag.
func (t *traces) supply(name string) string {
	var b strings.Builder
	for _, h := range t.hints(name) {
		b.WriteString("hint: " + h.Flag + " gives " + h.Gives + " " + wording.List(h.Names) + "\n")
	}
	return b.String()
}

// noteMissing records the name in a path below req with the flag that provides it.
func noteMissing(missing [][]string, path value.Path) {
	if len(path) < 3 || model.PathName(path, 0) != "req" || model.PathName(path, 2) == "" {
		return
	}
	for i, s := range supplies {
		if slices.Contains(s.members, model.PathName(path, 1)) {
			missing[i] = append(missing[i], model.PathName(path, 2))
		}
	}
}
