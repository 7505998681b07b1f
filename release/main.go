// Release makes everything that a release of hclx consists of, in one folder:
//
//	go run . -version v0.1.0 -output DIR
//
// There are archives of the commands for Linux, macOS and Windows on amd64 and arm64, a bill of materials in the
// CycloneDX format for each archive, the packages by which Crossplane installs the function, and SHA256SUMS over all of
// them. The same sources, version and release of Go always give the same bytes, so everybody can check a release by
// making it again. Nothing is published.
//
// It is a module of its own so that the libraries it needs are nobody else's dependencies.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// commands are the programs in an archive.
var commands = []string{"hclx", "hcldec", "hclx-function", "hclx-xpkg"}

// platforms are what a release is made for.
var platforms = []string{"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64"}

// semver is what Go accepts as the version of a module.
var semver = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

func main() {
	var r release
	flag.StringVar(&r.version, "version", "", "the version, such as v0.1.0")
	flag.StringVar(&r.output, "output", "", "the folder to write to; it must be empty or not exist")
	only := flag.String("platforms", strings.Join(platforms, ","), "the platforms to build for")
	flag.Parse()
	r.platforms = strings.Split(*only, ",")
	if err := r.make(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is one release while it is made.
type release struct {
	version   string
	output    string
	platforms []string
	root      string // of the main module
}

func (r *release) make() error {
	if !semver.MatchString(r.version) {
		return fmt.Errorf("-version %q is not a version; v0.1.0 is one", r.version)
	}
	for _, p := range r.platforms {
		if !slices.Contains(platforms, p) {
			return fmt.Errorf("-platforms has %q; known are %s", p, strings.Join(platforms, ", "))
		}
	}
	if err := r.prepare(); err != nil {
		return err
	}
	binaries, err := os.MkdirTemp("", "hclx-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(binaries) }()
	for _, p := range r.platforms {
		if err := r.platform(p, binaries); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	if err := r.packages(binaries); err != nil {
		return err
	}
	return r.checksums()
}

// prepare finds the source tree and makes the output folder.
func (r *release) prepare() error {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("cannot find the source tree of hclx; run this in its directory release: %w", err)
	}
	r.root = filepath.Dir(strings.TrimSpace(string(out)))
	if r.output == "" {
		return errors.New("-output names no folder")
	}
	if r.output, err = filepath.Abs(r.output); err != nil {
		return err
	}
	if err := os.MkdirAll(r.output, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(r.output)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("-output %s is not empty", r.output)
	}
	return err
}

// platform builds the commands for one platform, and makes their archive and bill of materials.
func (r *release) platform(platform, binaries string) error {
	goos, arch, _ := strings.Cut(platform, "/")
	dir := filepath.Join(binaries, goos+"-"+arch)
	var files []string
	for _, name := range commands {
		file := filepath.Join(dir, name)
		if goos == "windows" {
			file += ".exe"
		}
		if err := r.build(file, "./cmd/"+name, "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+arch); err != nil {
			return err
		}
		files = append(files, file)
	}
	base := filepath.Join(r.output, fmt.Sprintf("hclx-%s-%s-%s", r.version, goos, arch))
	if err := r.archive(base, goos, files); err != nil {
		return err
	}
	return r.bill(base+".cdx.json", files)
}

func (r *release) build(file, pkg string, env ...string) error {
	ldflags := "-s -w -buildid= -X main.version=" + r.version + " -X github.com/hclx-lang/hclx/internal/cli.version=" +
		r.version
	return r.run(env, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags="+ldflags, "-o", file, pkg)
}

func (r *release) run(env []string, name string, args ...string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stderr = r.root, os.Stderr
	cmd.Env = append(append(os.Environ(), "GOFLAGS="), env...)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}

// packages makes the packages for Crossplane of the Linux binaries.
func (r *release) packages(binaries string) error {
	args := []string{"run", "./cmd/hclx-xpkg", "build", "--output", r.output}
	linux := false
	for _, p := range r.platforms {
		if arch, ok := strings.CutPrefix(p, "linux/"); ok {
			args = append(args, "--binary", p+"="+filepath.Join(binaries, "linux-"+arch, "hclx-function"))
			linux = true
		}
	}
	if !linux {
		return nil
	}
	return r.run(nil, "go", args...)
}

// checksums writes SHA256SUMS, as sha256sum -c reads it.
func (r *release) checksums() error {
	entries, err := os.ReadDir(r.output)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(r.output, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), e.Name())
	}
	return os.WriteFile(filepath.Join(r.output, "SHA256SUMS"), []byte(sums.String()), 0o644)
}
