package xpkg

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// newRegistry starts a registry on this machine, to which only the given password gives access unless it is empty, and
// returns a tag in it.
func newRegistry(t *testing.T, password string) name.Tag {
	t.Helper()
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	handler := registry.New(registry.Logger(log.New(io.Discard, "", 0)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, given, _ := r.BasicAuth(); given != password {
			w.Header().Set("WWW-Authenticate", `Basic realm="test"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	tag, err := ParseReference(strings.TrimPrefix(server.URL, "http://")+"/platform/function-hclx:v0.1.0", false)
	if err != nil {
		t.Fatal(err)
	}
	return tag
}

func TestPushOne(t *testing.T) {
	tag := newRegistry(t, "")
	digest, err := Push(context.Background(), []*Package{ourPackage(t, amd64)}, tag, PushOptions{})
	if err != nil {
		t.Fatal(err)
	}
	image, err := remote.Image(tag)
	if err != nil {
		t.Fatal(err)
	}
	checkManifest(t, "pushed", image)
	if got, _ := image.Digest(); got.String() != digest {
		t.Errorf("the registry has %s, but %s was announced", got, digest)
	}
}

func TestPushSeveral(t *testing.T) {
	tag := newRegistry(t, "")
	packages := []*Package{ourPackage(t, amd64), ourPackage(t, arm64)}
	digest, err := Push(context.Background(), packages, tag, PushOptions{})
	if err != nil {
		t.Fatal(err)
	}
	index, err := remote.Index(tag)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := index.Digest(); got.String() != digest {
		t.Errorf("the registry has %s, but %s was announced", got, digest)
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	if len(manifest.Manifests) != 2 || manifest.MediaType != types.OCIImageIndex {
		t.Fatalf("the index is %+v", manifest)
	}
	for i, d := range manifest.Manifests {
		if want := packages[i].Platform; d.MediaType != types.OCIManifestSchema1 || d.Platform == nil ||
			d.Platform.String() != want.String() {
			t.Errorf("for %s the index has %+v", want, d)
		}
		image, err := remote.Image(tag.Digest(d.Digest.String()))
		if err != nil {
			t.Fatal(err)
		}
		checkManifest(t, d.Platform.String(), image)
	}
}

func TestPlatformsDiffer(t *testing.T) {
	tag := newRegistry(t, "")
	_, err := Push(context.Background(), []*Package{ourPackage(t, amd64), ourPackage(t, amd64)}, tag, PushOptions{})
	if err == nil || err.Error() != "two of the packages are for linux/amd64; expected one for each platform" {
		t.Errorf("got %v", err)
	}
}

func TestCredentials(t *testing.T) {
	tag := newRegistry(t, "secret")
	packages := []*Package{ourPackage(t, amd64)}
	_, err := Push(context.Background(), packages, tag, PushOptions{})
	if err == nil || !strings.Contains(err.Error(), `log in, with "docker login `+tag.RegistryStr()+`" for example`) {
		t.Errorf("without credentials: %v", err)
	}
	auth := base64.StdEncoding.EncodeToString([]byte("me:secret"))
	config := fmt.Sprintf(`{"auths": {%q: {"auth": %q}}}`, tag.RegistryStr(), auth)
	if err := os.WriteFile(filepath.Join(os.Getenv("DOCKER_CONFIG"), "config.json"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Push(context.Background(), packages, tag, PushOptions{}); err != nil {
		t.Errorf("with credentials: %v", err)
	}
}

func TestPushIsStopped(t *testing.T) {
	tag := newRegistry(t, "")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Push(ctx, []*Package{ourPackage(t, amd64)}, tag, PushOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestParseReference(t *testing.T) {
	for text, want := range map[string]string{
		"registry.example.org/a/function-x:v1": "",
		"localhost:5000/function-x:v1":         "",
		"docker.io/a/function-x:v1":            "",
		"a/function-x:v1": `"a/function-x:v1" is not a reference with registry, ` +
			`repository and tag; expected REGISTRY/REPOSITORY:TAG, `,
		"function-x:v1":                     `"function-x:v1" is not a reference `,
		"registry.example.org/a/function-x": `"registry.example.org/a/function-x" is not a reference `,
		"registry.example.org/a/x:v1@sha256:" + strings.Repeat("0", 64): `the reference "registry.example.org/a/x:v1@sha256:`,
		"dist/function-x-linux-amd64.xpkg": `"dist/function-x-linux-amd64.xpkg" is not a ` +
			`reference `,
	} {
		_, err := ParseReference(text, false)
		if (want == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
}

// TestPlainHTTP checks what goes over the wire without encryption: nothing to other machines, whose names the registry
// client would take for harmless.
func TestPlainHTTP(t *testing.T) {
	reached := func(*http.Request) (*http.Response, error) { return &http.Response{}, nil }
	for url, allowed := range map[string]bool{
		"https://registry.example.org/v2/": true, "http://localhost:5000/v2/": true, "http://127.0.0.1:5000/v2/": true,
		"http://[::1]:5000/v2/":           true,
		"http://registry.example.org/v2/": false, "http://10.0.0.1/v2/": false, "http://registry.local/v2/": false,
		"http://localhost.example.org/v2/": false,
	} {
		r, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (encryptedOnly{transportFunc(reached)}).RoundTrip(r); (err == nil) != allowed {
			t.Errorf("%s: %v", url, err)
		}
	}
}

type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestWrongFiles(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.xpkg")
	if err := os.WriteFile(text, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	unlabelled := filepath.Join(dir, "unlabelled.xpkg")
	p := ourPackage(t, amd64)
	var err error
	if p.image, err = withConfig(p.image, amd64, runtimeConfig()); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteFile(unlabelled); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		filepath.Join(dir, "nowhere.xpkg"): "nowhere.xpkg: no such file or directory",
		text:                               "text.xpkg: not a package file (an image tarball): ",
		unlabelled: "unlabelled.xpkg: this image is not a Crossplane package: no label " +
			"io.crossplane.xpkg:DIGEST=base names one of its layers",
	} {
		if _, err := ReadFile(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestNothingIsLeftBehind checks that a file that cannot be written leaves neither a part of it nor a temporary one.
func TestNothingIsLeftBehind(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken.xpkg")
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	err := ourPackage(t, amd64).WriteFile(taken)
	if err == nil || err.Error() != taken+": cannot be written: file exists" {
		t.Errorf("got %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
