package cli

import (
	"bytes"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEveryCommandHasHelp(t *testing.T) {
	for _, cmd := range commands(t) {
		var out, errs bytes.Buffer
		if code := Main([]string{cmd.Name, "--help"}, nil, &out, &errs); code != 0 {
			t.Errorf("%s --help: exit code %d, %s", cmd.Name, code, errs.String())
		}
		if cmd.Help == "" || !strings.Contains(out.String(), cmd.Help) {
			t.Errorf("%s --help does not say %q", cmd.Name, cmd.Help)
		}
	}
}

func commands(t *testing.T) []*kong.Node {
	parser, err := newParser(&grammar{}, &Context{})
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model.Children
}

func TestCommandsAreSorted(t *testing.T) {
	if !slices.IsSortedFunc(commands(t), func(a, b *kong.Node) int { return strings.Compare(a.Name, b.Name) }) {
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
