package cli

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

const providerStream = `---
apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata: {name: provider-x}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: buckets.x.org}
spec:
  group: x.org
  names: {kind: Bucket, plural: buckets}
  scope: Namespaced
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
---
`

// packageFile writes a package file with documents.
func packageFile(t *testing.T, file, stream string) {
	t.Helper()
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	if err := w.WriteHeader(&tar.Header{Name: "package.yaml", Mode: 0o644, Size: int64(len(stream)),
		Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(stream)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(archive.Bytes())), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	image, err := mutate.AppendLayers(empty.Image, layer)
	if err != nil {
		t.Fatal(err)
	}
	tag, err := name.NewTag("example.org/provider-x:v1")
	if err != nil {
		t.Fatal(err)
	}
	if err := tarball.WriteToFile(file, tag, image); err != nil {
		t.Fatal(err)
	}
}

// TestSchemasAdd takes the definitions out of a package file, and lists them with the package that they came from.
func TestSchemasAdd(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	packageFile(t, "provider-x.xpkg", providerStream)
	hclx := func(args ...string) (int, string, string) {
		var out, errs bytes.Buffer
		code := Main(args, nil, &out, &errs)
		return code, out.String(), errs.String()
	}
	for range 2 { // the second time the file is replaced
		code, out, errs := hclx("schemas", "add", "provider-x.xpkg")
		if code != 0 || out != filepath.FromSlash("schemas/provider-x.yaml")+": 1 kind of provider-x.xpkg\n" {
			t.Fatalf("%d, %s, %s", code, out, errs)
		}
	}
	text, err := os.ReadFile("schemas/provider-x.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if s := string(text); !strings.HasPrefix(s, "# package: provider-x.xpkg\n# digest: sha256:") ||
		strings.Contains(s, "Webhook") || !strings.Contains(s, "kind: Bucket") {
		t.Errorf("the file has\n%s", s)
	}
	code, out, errs := hclx("schemas", "list")
	if code != 0 || !strings.HasPrefix(out,
		"x.org/v1/Bucket  resource  schemas/provider-x.yaml  provider-x.xpkg sha256:") {
		t.Errorf("%d, %s, %s", code, out, errs)
	}
	if code, _, errs := hclx("schemas", "list", "Nothing"); code != 1 ||
		errs != "hclx: error: no kind in schemas has \"Nothing\" in its name\n" {
		t.Errorf("%d, %s", code, errs)
	}
	packageFile(t, "function-x.xpkg", "kind: Function\n")
	if code, _, errs := hclx("schemas", "add", "function-x.xpkg"); code != 1 ||
		!strings.Contains(errs, "the package defines no kinds") {
		t.Errorf("%d, %s", code, errs)
	}
}
