package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// made is a release of two platforms: this one, if it is Linux, and Windows.
func made(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	r := release{version: "v1.2.3-test", output: dir, platforms: []string{"linux/" + runtime.GOARCH, "windows/amd64"}}
	if err := r.make(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRelease makes a release twice and looks into it.
func TestRelease(t *testing.T) {
	one, two := made(t), made(t)
	base := "hclx-v1.2.3-test-linux-" + runtime.GOARCH
	files := []string{base + ".tar.gz", base + ".cdx.json", "hclx-v1.2.3-test-windows-amd64.zip",
		"hclx-v1.2.3-test-windows-amd64.cdx.json",
		"function-hclx-linux-" + runtime.GOARCH + ".xpkg", "SHA256SUMS"}
	entries, err := os.ReadDir(one)
	if err != nil || len(entries) != len(files) {
		t.Errorf("there are %v, %v", entries, err)
	}
	for _, name := range files {
		if a, b := read(t, one, name), read(t, two, name); !bytes.Equal(a, b) {
			t.Errorf("%s differs between two builds", name)
		}
	}
	check := exec.Command("sha256sum", "-c", "--strict", "SHA256SUMS")
	check.Dir = one
	if out, err := check.CombinedOutput(); err != nil || strings.Count(string(out), ": OK") != len(files)-1 {
		t.Errorf("the checksums: %v\n%s", err, out)
	}
	bin := unpack(t, filepath.Join(one, base+".tar.gz"))
	if runtime.GOOS == "linux" {
		out, err := exec.Command(filepath.Join(bin, "hclx"), "version").Output()
		if err != nil || !strings.Contains(string(out), "v1.2.3-test") {
			t.Errorf("hclx version prints %q, %v", out, err)
		}
	}
	compareBill(t, filepath.Join(one, base+".cdx.json"), bin)
}

// compareBill wants the bill to have exactly the modules that the binaries have.
func compareBill(t *testing.T, file, bin string) {
	t.Helper()
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(bytes.NewReader(read(t, "", file)), cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if got := bom.Metadata.Component; got.Name != "github.com/hclx-lang/hclx" || got.Version != "v1.2.3-test" {
		t.Errorf("the bill is for %s %s", got.Name, got.Version)
	}
	want := map[string]bool{"std": true}
	for _, name := range commands {
		info, err := buildinfo.ReadFile(filepath.Join(bin, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range info.Deps {
			want[m.Path] = true
		}
	}
	for _, c := range *bom.Components {
		if !want[c.Name] || c.Version == "" {
			t.Errorf("the bill has %s %s", c.Name, c.Version)
		}
		delete(want, c.Name)
	}
	if len(want) > 0 {
		t.Errorf("the bill lacks %v", want)
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func unpack(t *testing.T, file string) (dir string) {
	t.Helper()
	compressed, err := gzip.NewReader(bytes.NewReader(read(t, "", file)))
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	archive := tar.NewReader(compressed)
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return dir
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(archive)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(header.Name)), text, os.FileMode(header.Mode))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]release{
		"v0.1.0 is one": {version: "1.0", output: "x", platforms: platforms},
		"plan9/mips":    {version: "v1.0.0", output: "x", platforms: []string{"plan9/mips"}},
		"not empty":     {version: "v1.0.0", output: full, platforms: platforms},
		"no folder":     {version: "v1.0.0", platforms: platforms},
	} {
		if err := r.make(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}
