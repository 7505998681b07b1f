// Command hcldec checks HCL files against a specification and prints the resulting value as JSON. It takes
// the flags and gives the output of HashiCorp's command of the same name.
//
// Exit codes: 0 when all went well, 1 when something could not be read or written, 2 for wrong usage and for problems
// in the specification, the variables or the files, which are reported as diagnostics.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

const (
	exitOK      = 0
	exitError   = 1 // something could not be read or written
	exitInvalid = 2 // usage, or diagnostics
)

// flags are the command line.
type flags struct {
	Spec      string   `short:"s" placeholder:"FILE" help:"The file with the specification (required)."`
	Vars      []string `short:"V" sep:"none" placeholder:"JSON-OR-FILE" help:"Variables for the files: a JSON object, or the name of a file with arguments. Can be repeated."`
	Out       string   `short:"o" placeholder:"FILE" help:"Write to this file instead of the standard output."`
	Diags     string   `placeholder:"FORMAT" help:"How problems are written; the only format is json."`
	WithType  bool     `help:"Print an object with the value and its type."`
	KeepNulls bool     `help:"Keep properties that are null, which are left out otherwise."`
	VarRefs   bool     `help:"Instead of the value, print which variables the files refer to."`
	Profile   string   `default:"compat" enum:"standard,compat,extended" help:"The rules of values: as the specification's text has it, as HashiCorp's implementation has it, or with the type extensions."`
	Version   bool     `short:"v" help:"Print the version and exit."`
	Help      bool     `short:"h" help:"Print this help."`

	Files []string `arg:"" optional:"" help:"The files, in native syntax, or in JSON syntax if the name ends in .json. Several are merged. Without any the standard input is read."`
}

// run is the command without its surroundings.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var f flags
	parser, err := kong.New(&f, kong.Name("hcldec"), kong.NoDefaultHelp(), kong.Writers(stderr, stderr),
		kong.Description("hcldec checks HCL files against a specification and prints the resulting value as JSON."))
	if err != nil {
		return operational(stderr, err)
	}
	parsed, err := parser.Parse(args)
	switch {
	case err != nil:
		_, _ = fmt.Fprintf(stderr, "%v\nRun \"hcldec --help\" for usage.\n", err)
		return exitInvalid
	case f.Help:
		_ = parsed.PrintUsage(false)
		return exitInvalid
	case f.Version:
		_, _ = fmt.Fprintln(stdout, version())
		return exitOK
	case f.Diags != "" && f.Diags != "json":
		_, _ = fmt.Fprintf(stderr, "Invalid diagnostics format %q: only \"json\" is supported.\n", f.Diags)
		return exitInvalid
	}
	c := &command{flags: &f, stdin: stdin, stdout: stdout, stderr: stderr}
	err = c.run()
	switch {
	case errors.Is(err, errReported):
		return exitInvalid
	case err != nil:
		return operational(stderr, err)
	}
	return exitOK
}

func operational(stderr io.Writer, err error) int {
	_, _ = fmt.Fprintf(stderr, "Error: %v\n\n", err)
	return exitError
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return "hcldec " + info.Main.Version
	}
	return "hcldec (devel)"
}
