// Command hclx-xpkg builds the package by which Crossplane installs the function, and pushes it to a registry.
//
// It is separate from hclx, so that code for registries is not part of the binary that runs in clusters.
//
// Exit codes: 0 when all went well, 1 for wrong usage, and when something could not be read, built, written or pushed.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

const (
	exitOK    = 0
	exitError = 1
)

// surroundings are what a subcommand gets from outside. Results go to stdout, progress to stderr.
type surroundings struct {
	context.Context
	stdout, stderr io.Writer
}

func (s *surroundings) progress(format string, args ...any) {
	_, _ = fmt.Fprintf(s.stderr, format+"\n", args...)
}

// flags are the command line.
type flags struct {
	Version kong.VersionFlag `help:"Print the version and exit."`

	Build buildCommand `cmd:"" help:"Build the package, one file for each platform."`
	Push  pushCommand  `cmd:"" help:"Push package files to a registry."`
}

// run is the command without its surroundings.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var f flags
	parser, err := kong.New(&f, kong.Name("hclx-xpkg"), kong.Writers(stdout, stderr),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"version": version()},
		kong.Description("hclx-xpkg builds the Crossplane package of the function hclx, and pushes it to a "+
			"registry."))
	if err != nil {
		return fail(stderr, err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return usageError(stderr, err)
	}
	if err := parsed.Run(&surroundings{ctx, stdout, stderr}); err != nil {
		return fail(stderr, err)
	}
	return exitOK
}

func usageError(stderr io.Writer, err error) int {
	code := fail(stderr, err)
	name := "hclx-xpkg"
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context.Selected() != nil {
		name += " " + parse.Context.Selected().Name
	}
	_, _ = fmt.Fprintf(stderr, "Run \"%s --help\" for usage.\n", name)
	return code
}

// fail prints an error, or each of several.
func fail(stderr io.Writer, err error) int {
	var several interface{ Unwrap() []error }
	if errors.As(err, &several) {
		for _, e := range several.Unwrap() {
			fail(stderr, e)
		}
		return exitError
	}
	_, _ = fmt.Fprintf(stderr, "hclx-xpkg: error: %v\n", err)
	return exitError
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return "hclx-xpkg " + info.Main.Version
	}
	return "hclx-xpkg (devel)"
}
