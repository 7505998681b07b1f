package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/internal/xpkg"
)

// module is the first line of hclx's go.mod, by which its source tree is known.
const module = "module github.com/hclx-lang/hclx\n"

// compile builds hclx-function for a platform. Tests replace it.
var compile = func(s *surroundings, p xpkg.Platform) ([]byte, error) {
	root, err := sourceTree()
	if err != nil {
		return nil, fmt.Errorf("there is no --binary for %s, and it cannot be built: %w; set --binary %[1]s=FILE", p, err)
	}
	dir, err := os.MkdirTemp("", "hclx-xpkg-")
	if err != nil {
		return nil, limited.Plain(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "hclx-function")
	build := exec.CommandContext(s, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "./cmd/hclx-function")
	build.Dir, build.Stdout, build.Stderr = root, s.stderr, s.stderr
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.OS, "GOARCH="+p.Architecture)
	switch err := build.Run(); {
	case s.Err() != nil:
		return nil, errors.New("stopped by a signal")
	case err != nil:
		return nil, fmt.Errorf("%s: go build failed: %w", p, err)
	}
	binary, err := os.ReadFile(file)
	return binary, limited.Plain(err)
}

// sourceTree finds the root of hclx's source tree around the working directory.
func sourceTree() (string, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return "", errors.New("the command go is not on the PATH")
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && bytes.HasPrefix(text, []byte(module)) {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("the working directory is not in the source tree of hclx")
		}
		dir = parent
	}
}
