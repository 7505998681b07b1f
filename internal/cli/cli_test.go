package cli

import (
	"bytes"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEveryCommandHasHelp(t *testing.T) {
	for _, cmd := range commands {
		var out, errs bytes.Buffer
		if code := Main([]string{cmd.name, "--help"}, nil, &out, &errs); code != 0 {
			t.Errorf("%s --help: exit code %d, %s", cmd.name, code, errs.String())
		}
		if !strings.Contains(out.String(), cmd.help) {
			t.Errorf("%s --help does not say %q", cmd.name, cmd.help)
		}
	}
}

func TestCommandsAreSorted(t *testing.T) {
	if !slices.IsSortedFunc(commands, func(a, b command) int { return strings.Compare(a.name, b.name) }) {
		t.Error("commands are listed out of order")
	}
}

func TestSplitPairs(t *testing.T) {
	for _, tt := range []struct {
		in   []string
		want []string
	}{
		{nil, nil},
		{[]string{"a=1", "b=2"}, []string{"a=1", "b=2"}},
		{[]string{"a=1;b=2;"}, []string{"a=1", "b=2"}},
		{[]string{`a={"x": "1;2"};b=[1;2]`}, []string{`a={"x": "1;2"}`, "b=[1;2]"}},
		{[]string{`a="\";";b=1`}, []string{`a="\";"`, "b=1"}},
		{[]string{`a={`}, []string{`a={`}},
	} {
		if d := cmp.Diff(tt.want, splitPairs(tt.in)); d != "" {
			t.Errorf("%q (-want +got)\n%s", tt.in, d)
		}
	}
}

func TestUseColor(t *testing.T) {
	var buf bytes.Buffer
	for flag, want := range map[string]bool{"auto": false, "never": false, "always": true} {
		if got := useColor(flag, &buf); got != want {
			t.Errorf("--color=%s into a buffer: %v", flag, got)
		}
	}
}
