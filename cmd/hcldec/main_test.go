package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hcldec": main})
}

// TestScripts runs testdata/script. Run it with -update to rewrite the golden files that scripts compare with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}

// failingReader and failingWriter are surroundings that do not work.
type (
	failingReader struct{}
	failingWriter struct{}
)

func (failingReader) Read([]byte) (int, error)  { return 0, errors.New("no input") }
func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestSurroundings(t *testing.T) {
	spec := t.TempDir() + "/s"
	if err := os.WriteFile(spec, []byte("literal {\n value = 1\n}"), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"--spec", spec}, failingReader{}, &stdout, &stderr); code != exitError ||
		stderr.String() != "Error: failed to read stdin: no input\n\n" {
		t.Errorf("exit code %d, %q", code, &stderr)
	}
	stderr.Reset()
	if code := run([]string{"--spec", spec}, strings.NewReader(""), failingWriter{}, &stderr); code != exitError ||
		stderr.String() != "Error: failed to write output: no space\n\n" {
		t.Errorf("exit code %d, %q", code, &stderr)
	}
	if code := run([]string{"--spec", spec}, strings.NewReader("a = 1"), &stdout, failingWriter{}); code != exitError {
		t.Errorf("diagnostics that cannot be written: exit code %d", code)
	}
}

// FuzzRun looks for panics and for exit codes that there are not.
func FuzzRun(f *testing.F) {
	f.Add("object {\n attr \"a\" {}\n}", "a = 1", `{"x": 1}`)
	f.Add("function \"f\" {\n params = [a]\n result = a\n}\nattr {\n name = \"a\"\n}", "a = f(x[0])", `{"x": [1]}`)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, spec, config, vars string) {
		path := dir + "/s"
		if err := os.WriteFile(path, []byte(spec), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, more := range []string{"--with-type", "--var-refs", "--diags=json", "--profile=standard", "--profile=extended",
			"--keep-nulls"} {
			var stdout, stderr bytes.Buffer
			code := run([]string{"--spec", path, "--vars", "{" + vars, more}, strings.NewReader(config), &stdout, &stderr)
			if (code == exitOK) != (stdout.Len() > 0) || code > exitInvalid || code < 0 {
				t.Fatalf("exit code %d: %s%s", code, &stdout, &stderr)
			}
		}
	})
}
