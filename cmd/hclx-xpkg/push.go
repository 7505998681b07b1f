package main

import (
	"errors"
	"fmt"

	"github.com/hclx-lang/hclx/internal/xpkg"
)

type pushCommand struct {
	Insecure bool     `help:"Allow plain http to registries on other machines."`
	Args     []string `arg:"" name:"files-and-reference" help:"Package files, one for each platform, and then where they go: REGISTRY/REPOSITORY:TAG."`
}

// Help says what becomes of several files.
func (*pushCommand) Help() string {
	return `Several files, one for each platform, become one index, from which every node fetches the package of its
platform. Credentials are read from the Docker configuration, which "docker login" writes. Plain HTTP is used only for
registries on this machine, unless --insecure is set.

The reference with the digest of the pushed package is printed to standard output.`
}

// Run reads every file before it pushes the first one.
func (p *pushCommand) Run(s *surroundings) error {
	last := len(p.Args) - 1
	if last < 1 {
		return errors.New("found one argument; expected package files and a reference: hclx-xpkg push FILE... " +
			"REGISTRY/REPOSITORY:TAG")
	}
	tag, err := xpkg.ParseReference(p.Args[last], p.Insecure)
	if err != nil {
		return err
	}
	var packages []*xpkg.Package
	for _, file := range p.Args[:last] {
		read, err := xpkg.ReadFile(file)
		if err != nil {
			return err
		}
		packages = append(packages, read)
	}
	for _, read := range packages {
		size, err := read.Size()
		if err != nil {
			return err
		}
		s.progress("%s: pushing %.1f MB", read.Platform, float64(size)/1e6)
	}
	digest, err := xpkg.Push(s, packages, tag, xpkg.PushOptions{Insecure: p.Insecure, UserAgent: version()})
	if s.Err() != nil {
		return errors.New("stopped by a signal")
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "%s@%s\n", tag, digest)
	return err
}
