package cli

import (
	"bytes"
	"strings"
	"testing"
)

// Arguments reach a command as they are, also where they are not UTF-8.
func TestArgumentsAreNotChanged(t *testing.T) {
	for _, args := range [][]string{
		{"eval", "\"\xff\""},
		{"eval", "-length(\"\xff\")"},
		{"eval", "--vars", "{\"x\": \"\xff\"}", "x"},
		{"eval", "--vars={\"scopes\": {\"s\": {\"variables\": {\"x\": {\"type\": \"string\", \"value\": \"\xff\"}}}}}", "x"},
	} {
		var out, errs bytes.Buffer
		if code := Main(args, nil, &out, &errs); code != exitError || !strings.Contains(errs.String(), "UTF-8") {
			t.Errorf("%q: exit code %d, %s%s", args, code, out.String(), errs.String())
		}
	}
	var out, errs bytes.Buffer
	if Main([]string{"fmt", "\xff.hcl"}, nil, &out, &errs); !strings.Contains(errs.String(), "\xff.hcl: no such file") {
		t.Errorf("%q", errs.String())
	}
}

func TestNegative(t *testing.T) {
	for arg, want := range map[string]bool{
		"-1": true, "-1/0": true, "-(1+2)": true, "-f(x)": true, "-ns::f(x)": true, `-"1"`: true, "-[1]": true, "-{}": true,
		"- x": true, "--1": true, "-.5": false,
		"-": false, "--": false, "-h": false, "-x": false, "-x.y": false, "--type": false, "--vars={\"a\": f(1)}": false,
		"1": false, "": false,
	} {
		if got := negative().MatchString(arg); got != want {
			t.Errorf("%q: %v", arg, got)
		}
	}
}
