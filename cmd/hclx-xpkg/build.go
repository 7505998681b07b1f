package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/internal/xpkg"
)

// defaultPlatforms are those of the nodes of most clusters.
var defaultPlatforms = []string{"linux/amd64", "linux/arm64"}

type buildCommand struct {
	PackageRoot string            `placeholder:"DIR" default:"package" help:"The package folder, where it is not called package."`
	Binary      map[string]string `mapsep:"none" placeholder:"OS/ARCH=FILE" help:"The binary of hclx-function for a platform. Can be repeated."`
	Platform    []string          `placeholder:"OS/ARCH" help:"The platforms to build packages for. Without it, those of the binaries; without binaries, linux/amd64 and linux/arm64."`
	Output      string            `short:"o" required:"" placeholder:"FILE.xpkg|DIR" help:"The file to write, or the directory, which is made, for files named FUNCTION-OS-ARCH.xpkg."`
}

// Help says where the binaries come from.
func (*buildCommand) Help() string {
	return `Builds a package file for each platform from the package directory and a binary of hclx-function. A platform
without --binary gets one that is built with "go build", which needs the source tree of hclx around the working
directory. The same sources and the same release of Go always give the same bytes.

The names of the files are printed to standard output. Both "hclx-xpkg push" and "crossplane xpkg push" accept them.`
}

// Run builds every package before it writes the first file.
func (b *buildCommand) Run(s *surroundings) error {
	if _, err := os.Stat(b.PackageRoot); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such directory. It contains crossplane.yaml, which describes the package, and "+
			"is part of the source tree of hclx: run this at the root of that tree, or name the directory with "+
			"--package-root; outside of the tree, --binary is required as well", b.PackageRoot)
	}
	contents, err := xpkg.ReadFolder(b.PackageRoot)
	if err != nil {
		return err
	}
	platforms, binaries, err := b.platforms()
	if err != nil {
		return err
	}
	files, err := b.files(contents.Name, platforms)
	if err != nil {
		return err
	}
	var packages []*xpkg.Package
	for _, p := range platforms {
		built, err := s.build(contents, p, binaries[p])
		if err != nil {
			return err
		}
		packages = append(packages, built)
	}
	return s.write(packages, files)
}

// platforms are what to build for, in order, and the binaries that were given.
func (b *buildCommand) platforms() (platforms []xpkg.Platform, binaries map[xpkg.Platform]string, err error) {
	names := b.Platform
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(b.Binary))
	}
	if len(names) == 0 {
		names = defaultPlatforms
	}
	for _, name := range names {
		p, err := xpkg.ParsePlatform(name)
		if err != nil {
			return nil, nil, err
		}
		if !slices.Contains(platforms, p) {
			platforms = append(platforms, p)
		}
	}
	binaries = map[xpkg.Platform]string{}
	for _, name := range slices.Sorted(maps.Keys(b.Binary)) {
		p, err := xpkg.ParsePlatform(name)
		if err != nil {
			return nil, nil, err
		}
		if !slices.Contains(platforms, p) {
			return nil, nil, fmt.Errorf("there is a --binary for %s, which --platform does not list; add it there, or leave "+
				"the binary out", p)
		}
		binaries[p] = b.Binary[name]
	}
	return platforms, binaries, nil
}

// files names the package files, and makes the directory that they go to.
func (b *buildCommand) files(name string, platforms []xpkg.Platform) (files []string, err error) {
	if filepath.Ext(b.Output) == ".xpkg" {
		if len(platforms) > 1 {
			return nil, fmt.Errorf("--output %s is one file, but there are %d platforms; give a directory, or one --platform",
				b.Output, len(platforms))
		}
		return []string{b.Output}, nil
	}
	if info, err := os.Stat(b.Output); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("--output %s is a file; expected a directory, or a name that ends in .xpkg", b.Output)
	}
	if err := os.MkdirAll(b.Output, 0o777); err != nil {
		return nil, limited.Plain(err)
	}
	for _, p := range platforms {
		files = append(files, filepath.Join(b.Output, fmt.Sprintf("%s-%s-%s.xpkg", name, p.OS, p.Architecture)))
	}
	return files, nil
}

func (s *surroundings) build(contents xpkg.Contents, p xpkg.Platform, file string) (*xpkg.Package, error) {
	binary, origin, err := s.binary(p, file)
	if err != nil {
		return nil, err
	}
	built, err := xpkg.Build(contents, p, binary)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", origin, err)
	}
	return built, nil
}

// binary reads the binary for a platform or, if there is none, builds it. The origin names it in messages.
func (s *surroundings) binary(p xpkg.Platform, file string) (binary []byte, origin string, err error) {
	if file != "" {
		binary, err = os.ReadFile(file)
		return binary, file, limited.Plain(err)
	}
	s.progress("%s: building hclx-function", p)
	binary, err = compile(s, p)
	return binary, "the built binary", err
}

// write writes the files, unless the command has been asked to stop.
func (s *surroundings) write(packages []*xpkg.Package, files []string) error {
	for i, p := range packages {
		if err := s.Err(); err != nil {
			return errors.New("stopped by a signal")
		}
		size, err := p.Size()
		if err != nil {
			return err
		}
		if err := p.WriteFile(files[i]); err != nil {
			return err
		}
		s.progress("%s: %.1f MB", p.Platform, float64(size)/1e6)
		if _, err := fmt.Fprintln(s.stdout, files[i]); err != nil {
			return err
		}
	}
	return nil
}
