package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hclx-lang/hclx/internal/xpkg/xpkgtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestMain makes the commands of scripts: hclx-xpkg, binary, which writes a small binary for an architecture, and go,
// which does so in place of the real one, so that no script builds hclx.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hclx-xpkg": main, "binary": writeBinary, "go": fakeGo})
}

func writeBinary() { writeFile(os.Args[2], xpkgtest.Static(os.Args[1])) }

// fakeGo shows how it was called. It fails where a file broken stands in the working directory.
func fakeGo() {
	fmt.Fprintf(os.Stderr, "CGO_ENABLED=%s GOOS=%s go %q\n", os.Getenv("CGO_ENABLED"), os.Getenv("GOOS"), os.Args[1:4])
	if _, err := os.Stat("broken"); err == nil {
		os.Exit(1)
	}
	writeFile(os.Args[slices.Index(os.Args, "-o")+1], xpkgtest.Static(os.Getenv("GOARCH")))
}

func writeFile(path string, content []byte) {
	if err := os.WriteFile(path, content, 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestScripts runs testdata/script, each script with a registry of its own at $REGISTRY and a copy of the package
// folder.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			host, stop := startRegistry()
			e.Defer(stop)
			e.Setenv("REGISTRY", host)
			e.Setenv("DOCKER_CONFIG", e.WorkDir)
			return os.CopyFS(filepath.Join(e.WorkDir, "package"), os.DirFS("../../package"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"manifest": printManifest},
	})
}

func startRegistry() (host string, stop func()) {
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	return strings.TrimPrefix(server.URL, "http://"), server.Close
}

// printManifest prints what stands in a registry under a reference.
func printManifest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: manifest REFERENCE")
	}
	reference, err := name.ParseReference(args[0])
	ts.Check(err)
	found, err := remote.Get(reference)
	ts.Check(err)
	_, err = ts.Stdout().Write(found.Manifest)
	ts.Check(err)
}
