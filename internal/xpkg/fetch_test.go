package xpkg

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// TestFetchDocuments reads the documents of a package from a file, and from a registry by tag and by digest.
func TestFetchDocuments(t *testing.T) {
	tag := newRegistry(t, "")
	built := ourPackage(t, amd64)
	digest, err := Push(context.Background(), []*Package{built}, tag, PushOptions{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "p.xpkg")
	if err := built.WriteFile(file); err != nil {
		t.Fatal(err)
	}
	want := string(ourContents(t).stream)
	for _, ref := range []string{file, tag.String(), tag.Repository.String() + "@" + digest} {
		docs, err := FetchDocuments(context.Background(), ref, PushOptions{})
		if err != nil {
			t.Fatalf("%s: %v", ref, err)
		}
		if string(docs.Stream) != want || docs.Reference != ref || ref != file && docs.Digest != digest {
			t.Errorf("%s: digest %s, %d bytes", ref, docs.Digest, len(docs.Stream))
		}
	}
}

// TestFetchUnmarked reads a package without annotations, which Crossplane looks through whole, and one for several
// platforms.
func TestFetchUnmarked(t *testing.T) {
	tag := newRegistry(t, "")
	base, err := layerOf("package.yaml", 0o644, []byte("kind: X\n"))
	if err != nil {
		t.Fatal(err)
	}
	image, err := mutate.AppendLayers(empty.Image, base)
	if err != nil {
		t.Fatal(err)
	}
	if err := remote.Write(tag, image); err != nil {
		t.Fatal(err)
	}
	docs, err := FetchDocuments(context.Background(), tag.String(), PushOptions{})
	if err != nil || string(docs.Stream) != "kind: X\n" {
		t.Errorf("found %v, %v", docs, err)
	}
	if _, err := Push(context.Background(), []*Package{ourPackage(t, arm64), ourPackage(t, amd64)}, tag,
		PushOptions{}); err != nil {
		t.Fatal(err)
	}
	if docs, err := FetchDocuments(context.Background(), tag.String(), PushOptions{}); err != nil ||
		len(docs.Stream) == 0 {
		t.Errorf("of an index: %v, %v", docs, err)
	}
}

func TestFetchErrors(t *testing.T) {
	tag := newRegistry(t, "")
	locked := newRegistry(t, "secret")
	text := filepath.Join(t.TempDir(), "text.xpkg")
	if err := os.WriteFile(text, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	layer, err := layerOf("other", 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	image, err := mutate.AppendLayers(empty.Image, layer)
	if err != nil {
		t.Fatal(err)
	}
	empty := tag.Repository.Tag("other")
	if err := remote.Write(empty, image); err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{
		text: "text.xpkg: not a package file (an image tarball)",
		"nowhere.xpkg": `"nowhere.xpkg" is neither a file nor a reference; expected a package file, or ` +
			`REGISTRY/REPOSITORY:TAG`,
		tag.String():                  "cannot be read: ",
		locked.String():               "the registry refuses the credentials",
		empty.String():                "this image is not a Crossplane package: it has no package.yaml",
		"registry.invalid/p/q:v1:tag": "is neither a file nor a reference",
	} {
		if _, err := FetchDocuments(context.Background(), ref, PushOptions{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", ref, err, want)
		}
	}
}
