package xpkg

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/types"

	"github.com/hclx-lang/hclx/internal/xpkg/xpkgtest"
)

var amd64, arm64 = Platform{"linux", "amd64"}, Platform{"linux", "arm64"}

// ourContents are those of the package folder of this project.
func ourContents(t *testing.T) Contents {
	t.Helper()
	contents, err := ReadFolder("../../package")
	if err != nil {
		t.Fatal(err)
	}
	return contents
}

func ourPackage(t *testing.T, p Platform) *Package {
	t.Helper()
	built, err := Build(ourContents(t), p, xpkgtest.Static(p.Architecture))
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// entry is a file of a layer.
type entry struct {
	header *tar.Header
	text   string
}

func entries(t *testing.T, l v1.Layer) (found []entry) {
	t.Helper()
	r, err := l.Uncompressed()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	for archive := tar.NewReader(r); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, entry{h, string(text)})
	}
}

func TestLayers(t *testing.T) {
	image := ourPackage(t, arm64).image
	layers, err := image.Layers()
	if err != nil {
		t.Fatal(err)
	}
	if len(layers) != 2 {
		t.Fatalf("the image has %d layers", len(layers))
	}
	for i, want := range []entry{
		{&tar.Header{Name: "hclx-function", Mode: 0o755}, string(xpkgtest.Static("arm64"))},
		{&tar.Header{Name: "package.yaml", Mode: 0o644}, string(ourContents(t).stream)},
	} {
		found := entries(t, layers[i])
		if len(found) != 1 {
			t.Fatalf("layer %d has %d files", i, len(found))
		}
		h := found[0].header
		if h.Name != want.header.Name || h.Mode != want.header.Mode || h.ModTime.Unix() != 0 || h.Uid != 0 || h.Uname != "" {
			t.Errorf("layer %d has %+v, want %+v", i, h, want.header)
		}
		if found[0].text != want.text {
			t.Errorf("the content of %s differs", h.Name)
		}
	}
}

func TestConfig(t *testing.T) {
	config, err := ourPackage(t, arm64).image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if config.OS != "linux" || config.Architecture != "arm64" || !config.Created.IsZero() ||
		len(config.RootFS.DiffIDs) != 2 {
		t.Errorf("the configuration is %+v", config)
	}
	config.Config.Labels = nil // TestBaseLayerIsNamed looks at them
	want := v1.Config{
		Entrypoint:   []string{"/hclx-function"},
		User:         "65532:65532",
		ExposedPorts: map[string]struct{}{"8080/tcp": {}, "9443/tcp": {}},
	}
	if d := cmp.Diff(want, config.Config); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestBaseLayerIsNamed checks the label, which a file can hold, and the annotation, which Crossplane looks for in a
// registry, and that the second comes back from the first.
func TestBaseLayerIsNamed(t *testing.T) {
	built := ourPackage(t, amd64)
	file := filepath.Join(t.TempDir(), "p.xpkg")
	if err := built.WriteFile(file); err != nil {
		t.Fatal(err)
	}
	read, err := ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if read.Platform != amd64 {
		t.Errorf("the file is for %s", read.Platform)
	}
	for name, image := range map[string]v1.Image{"built": built.image, "read": read.image} {
		checkManifest(t, name, image)
	}
	one, _ := built.image.Digest()
	two, _ := read.image.Digest()
	if one != two {
		t.Errorf("the image has the digest %s, read from the file %s", one, two)
	}
}

func checkManifest(t *testing.T, name string, image v1.Image) {
	t.Helper()
	manifest, err := image.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	runtime, base := manifest.Layers[0], manifest.Layers[1]
	if len(runtime.Annotations) != 0 {
		t.Errorf("%s: the layer of the binary has the annotations %v", name, runtime.Annotations)
	}
	if d := cmp.Diff(map[string]string{"io.crossplane.xpkg": "base"}, base.Annotations); d != "" {
		t.Errorf("%s: annotations of the base layer (-want +got)\n%s", name, d)
	}
	if d := cmp.Diff(map[string]string{"io.crossplane.xpkg:" + base.Digest.String(): "base"},
		config.Config.Labels); d != "" {
		t.Errorf("%s: labels (-want +got)\n%s", name, d)
	}
	got := []types.MediaType{manifest.MediaType, manifest.Config.MediaType, runtime.MediaType, base.MediaType}
	want := []types.MediaType{types.OCIManifestSchema1, types.OCIConfigJSON, types.OCILayer, types.OCILayer}
	if !slices.Equal(got, want) {
		t.Errorf("%s: media types %v", name, got)
	}
}

// TestSameBytes builds the same package out of two folders, at different times.
func TestSameBytes(t *testing.T) {
	var files [2][]byte
	for i := range files {
		root := filepath.Join(t.TempDir(), strings.Repeat("x", i+1))
		if err := os.CopyFS(root, os.DirFS("../../package")); err != nil {
			t.Fatal(err)
		}
		contents, err := ReadFolder(root)
		if err != nil {
			t.Fatal(err)
		}
		built, err := Build(contents, amd64, xpkgtest.Static("amd64"))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(root, "out.xpkg")
		if err := built.WriteFile(file); err != nil {
			t.Fatal(err)
		}
		if files[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the two files differ")
	}
}

func TestWrongBinaries(t *testing.T) {
	for name, tt := range map[string]struct {
		binary []byte
		want   string
	}{
		"script": {[]byte("#!/bin/sh\n"), "this is not an ELF binary; expected a binary for linux/amd64"},
		"other":  {xpkgtest.Static("arm64"), "the binary is for arm64; expected one for linux/amd64"},
		"unknown": {xpkgtest.Static("386"),
			"the binary is for another architecture (386); expected one for linux/amd64"},
		"dynamic": {xpkgtest.Dynamic("amd64"),
			"the binary is linked dynamically, and the package has no libraries; build it with CGO_ENABLED=0"},
	} {
		if _, err := Build(ourContents(t), amd64, tt.binary); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

func TestParsePlatform(t *testing.T) {
	if p, err := ParsePlatform("linux/s390x"); err != nil || p.String() != "linux/s390x" {
		t.Errorf("%v, %v", p, err)
	}
	for _, text := range []string{"", "linux", "linux/", "darwin/arm64", "linux/x86", "linux/arm64/v8", "amd64"} {
		if p, err := ParsePlatform(text); err == nil ||
			!strings.Contains(err.Error(), "expected linux/ and one of amd64, arm64, ") {
			t.Errorf("%q is %v, %v", text, p, err)
		}
	}
}
