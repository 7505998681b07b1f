package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const emptyComposition = `apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: things}
spec:
  compositeTypeRef: {apiVersion: example.org/v1, kind: XThing}
  pipeline:
  - step: one
    functionRef: {name: function-hclx} # ours
  - step: ready
    functionRef: {name: function-auto-ready}
`

// What is packed comes out as it was, formatting it in the Composition is formatting the files, and a second time there
// is nothing to do.
func TestPackAndUnpack(t *testing.T) {
	dir := t.TempDir()
	hclx := func(t *rapid.T, args ...string) string {
		var out, errs bytes.Buffer
		if code := Main(args, nil, &out, &errs); code != exitOK {
			t.Fatalf("%q: exit code %d, %s%s", args, code, out.String(), errs.String())
		}
		return out.String()
	}
	write := func(t *rapid.T, path, text string) {
		if os.MkdirAll(filepath.Dir(path), 0o755) != nil || os.WriteFile(path, []byte(text), 0o644) != nil {
			t.Fatal("cannot write " + path)
		}
	}
	same := func(t *rapid.T, a, b string) {
		x, _ := os.ReadFile(a)
		y, err := os.ReadFile(b)
		if err != nil || !bytes.Equal(x, y) {
			t.Fatalf("%s is %q, %s is %q (%v)", a, x, b, y, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		round, err := os.MkdirTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		src, comp := filepath.Join(round, "src"), filepath.Join(round, "composition.yaml")
		write(t, comp, emptyComposition)
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a.hcl", "main.hcl", "z.hcl"}), 1, 3, rapid.ID).Draw(t,
			"names")
		for _, name := range names {
			lines := rapid.SliceOfN(rapid.SampledFrom([]string{
				"locals {\n a=1 # \"x\": 'y'\n}", "", "  ", "\t", "# -- no file --", "// ü\u00a0", "# a: b",
				"locals {\n  t =  <<EOT\n\n   x\nEOT\n}", "# --- |", "/* {{ */", "locals {",
			}), 0, 6).Draw(t, "lines")
			text := strings.Join(append([]string{"# " + name}, lines...), "\n") + "\n"
			write(t, filepath.Join(src, name), text)
		}
		hclx(t, "package", "--skip-analysis", src, "--composition", comp)
		hclx(t, "package", "--check", src)
		hclx(t, "unpack", comp, filepath.Join(round, "out"))
		for _, name := range names {
			same(t, filepath.Join(src, name), filepath.Join(round, "out", name))
		}
		if out := hclx(t, "unpack", comp, src); out != "all files are up to date\n" {
			t.Fatalf("%q", out)
		}
		if !formats(src) {
			return
		}
		hclx(t, "fmt", comp)
		hclx(t, "fmt", src)
		hclx(t, "fmt", "--check", comp, src)
		hclx(t, "package", "--skip-analysis", src, "--composition", comp, "--check")
	})
}

// formats reports whether the sources in a directory can be formatted.
func formats(dir string) bool {
	var out, errs bytes.Buffer
	return Main([]string{"fmt", "--diff", dir}, nil, &out, &errs) == exitOK
}
