package difftest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// hclModule is the folder of the reference implementation.
var hclModule = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/hashicorp/hcl/v2").Output()
	return strings.TrimSpace(string(out)), err
})

// programs builds the harness of the conformance suite and both commands, once.
type programs struct{ suite, theirs, ours string }

var buildPrograms = sync.OnceValues(func() (programs, error) {
	dir, err := os.MkdirTemp("", "hcldec")
	if err != nil {
		return programs{}, err
	}
	p := programs{suite: filepath.Join(dir, "hclspecsuite"), theirs: filepath.Join(dir, "theirs"),
		ours: filepath.Join(dir, "ours")}
	programDir = dir
	for _, b := range [][]string{
		{"build", "-o", p.suite, "github.com/hashicorp/hcl/v2/cmd/hclspecsuite"},
		{"build", "-o", p.theirs, "github.com/hashicorp/hcl/v2/cmd/hcldec"},
		{"build", "-C", "..", "-o", p.ours, "./cmd/hcldec"},
	} {
		if out, err := exec.Command("go", b...).CombinedOutput(); err != nil {
			return p, fmt.Errorf("go %v: %w\n%s", b, err, out)
		}
	}
	return p, nil
})

// programDir is where the programs are, or "" if nobody needed them.
var programDir string

// TestMain removes what was built.
func TestMain(m *testing.M) {
	code := m.Run()
	if programDir != "" {
		_ = os.RemoveAll(programDir)
	}
	os.Exit(code)
}

func build(t *testing.T) programs {
	t.Helper()
	p, err := buildPrograms()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// suiteTests are the tests of the suite, which prints the name of each before and after it.
const suiteTests = 15

// suiteDifferences are the tests of the suite that a profile other than Compat is known to answer differently, with the
// reason. There are none: what the profiles differ in is not what the suite asks.
var suiteDifferences = map[string]map[string]string{"standard": {}, "extended": {}}

// TestConformanceSuite runs the unmodified suite of the reference implementation.
func TestConformanceSuite(t *testing.T) {
	p := build(t)
	module, err := hclModule()
	if err != nil {
		t.Fatal(err)
	}
	for _, profile := range []string{"", "compat", "standard", "extended"} {
		t.Run("profile "+profile, func(t *testing.T) {
			command := p.ours
			if profile != "" {
				command = wrapper(t, p.ours, profile)
			}
			run := exec.Command(p.suite, filepath.Join(module, "specsuite", "tests"), command)
			var stdout, stderr strings.Builder
			run.Stdout, run.Stderr = &stdout, &stderr
			err := run.Run()
			names := map[string]int{}
			for line := range strings.Lines(stdout.String()) {
				names[strings.TrimSpace(line)]++
			}
			if len(names) != suiteTests {
				t.Errorf("%d tests ran, want %d:\n%s", len(names), suiteTests, &stdout)
			}
			checkSuite(t, err, stderr.String(), suiteDifferences[profile])
		})
	}
}

// checkSuite compares the problems that the harness found with the ones that are known.
func checkSuite(t *testing.T, err error, problems string, known map[string]string) {
	t.Helper()
	if len(known) == 0 {
		if err != nil || problems != "" {
			t.Errorf("%v\n%s", err, problems)
		}
		return
	}
	for name, reason := range known {
		if !strings.Contains(problems, name) {
			t.Errorf("%s is a known difference (%s), but passes", name, reason)
		}
	}
}

// wrapper writes a script that runs the command with a profile.
func wrapper(t *testing.T, command, profile string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hcldec-"+profile)
	script := "#!/bin/sh\nexec " + command + " --profile " + profile + " \"$@\"\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSuiteNotices shows that the harness would notice a wrong answer: an expectation that is changed fails.
func TestSuiteNotices(t *testing.T) {
	p := build(t)
	module, err := hclModule()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"operators.t", "operators.hcl", "operators.hcldec"} {
		text, err := os.ReadFile(filepath.Join(module, "specsuite", "tests", "expressions", name))
		if err != nil {
			t.Fatal(err)
		}
		changed := text
		if name == "operators.t" {
			changed = bytes.Replace(text, []byte("exactly              = true"), []byte("exactly = false"), 1)
			if bytes.Equal(changed, text) {
				t.Fatal("the expectation is written differently now")
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), changed, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := exec.Command(p.suite, dir, p.ours).Run(); err == nil {
		t.Error("the harness accepts a wrong answer")
	}
}
