// Package cli is the hclx command line: one file per subcommand.
//
// A subcommand is a struct whose fields are its flags and arguments (tags of package kong) and whose Run method does
// the work. To add one, write its file and name it in [grammar].
//
// docs/commands.md is generated from these declarations.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/render"
)

// grammar is the command line: the flags that every subcommand has, and the subcommands. The help of a subcommand is
// the line that the overview shows; a Help method of its struct adds more.
type grammar struct {
	Color       string           `enum:"auto,always,never" default:"auto" help:"Colour the output: auto, always or never. NO_COLOR=1 means never."`
	ShowVersion kong.VersionFlag `name:"version" help:"Print the version and exit."`

	Check      checkCommand      `cmd:"" help:"Check a composition without running it."`
	Completion completionCommand `cmd:"" help:"Print a completion script for a shell."`
	Convert    convertCommand    `cmd:"" help:"Convert JSON syntax to native syntax, and back."`
	Eval       evalCommand       `cmd:"" help:"Evaluate expressions."`
	Explain    explainCommand    `cmd:"" help:"Report what happened to every block of a composition, and why."`
	Fmt        fmtCommand        `cmd:"" help:"Format HCL files."`
	Graph      graphCommand      `cmd:"" help:"Print which resources depend on which."`
	Help       helpCommand       `cmd:"" help:"Print the help of a command."`
	Init       initCommand       `cmd:"" help:"Create a composition."`
	Package    packageCommand    `cmd:"" help:"Pack a composition's files into the function's input."`
	Render     renderCommand     `cmd:"" help:"Render an XR with a Composition, like Crossplane."`
	Schemas    schemasCommand    `cmd:"" help:"Add and list schemas."`
	Serve      serveCommand      `cmd:"" help:"Serve the composition function over gRPC."`
	Test       testCommand       `cmd:"" help:"Test compositions over all of their rounds."`
	Unpack     unpackCommand     `cmd:"" help:"Extract a program from a Composition."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

// Context is the environment of a subcommand.
type Context struct {
	// Context is cancelled when the process is asked to stop.
	context.Context
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Color reports whether text on Stdout and Stderr may be coloured.
	Color bool
	// Dir is the directory for relative paths.
	Dir string

	// overdue receives the reason to abandon the command.
	overdue chan error
	// drains is set if the command itself limits the time that it needs to stop.
	drains atomic.Bool
	// restore undoes what the command did to the terminal.
	restore atomic.Pointer[func()]
}

// Main runs hclx with args, which do not include the program's name, and returns the exit code. A command that did not
// stop in time may still be running, so the process must exit.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	dir, err := os.Getwd()
	if err != nil {
		return fail(stderr, err)
	}
	c := &Context{Context: context.Background(), Stdin: stdin, Stdout: stdout, Stderr: stderr, Dir: dir}
	return supervise(c, signals, func(c *Context) int { return dispatch(args, c) })
}

// stopped passes an exit code through kong, which would end the process itself after printing help.
type stopped int

func dispatch(args []string, c *Context) (code int) {
	defer func() {
		if r := recover(); r != nil {
			if s, ok := r.(stopped); ok {
				code = int(s)
			} else {
				code = fail(c.Stderr, &run.Panic{Text: run.PanicText(r)})
			}
		}
	}()
	var g grammar
	parser, err := newParser(&g, c)
	if err != nil {
		return fail(c.Stderr, err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(expressionsLast(parser.Model, args))
	if err != nil {
		return usageError(c, err)
	}
	if name := parsed.Selected().Name; name != serveName {
		saveMemory()
	}
	c.Color = useColor(g.Color, c.Stdout, c.Stderr)
	return finish(c, parsed.Run(c))
}

func newParser(g *grammar, c *Context) (*kong.Kong, error) {
	return kong.New(g,
		kong.Name("hclx"),
		kong.Description("hclx writes Crossplane compositions in HCL: render and check them on this machine, or serve them "+
			"as a composition function.\n\n"+exitHelp()),
		kong.Writers(c.Stdout, c.Stderr),
		kong.Exit(func(code int) { panic(stopped(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.KindMapper(reflect.String, kong.MapperFunc(readString)),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(readDuration)),
		kong.Vars{"version": versionText(), "programs": programsHelp, "recursive": recursiveHelp})
}

func usageError(c *Context, err error) int {
	code := fail(c.Stderr, err)
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		if hint := expressionHint(parse); hint != "" {
			printLine(c.Stderr, hint)
		}
		name := "hclx"
		if cmd := parse.Context.Command(); cmd != "" && parse.Context.Selected() != nil {
			name += " " + parse.Context.Selected().Name
		}
		_, _ = fmt.Fprintf(c.Stderr, "Run \"%s --help\" for usage.\n", name)
	}
	return code
}

// finish returns the exit code for the result of a subcommand.
func finish(c *Context, err error) int {
	var end *exit
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &end):
		return end.code
	}
	return fail(c.Stderr, err)
}

func fail(stderr io.Writer, err error) int {
	var list render.ErrorList
	if errors.As(err, &list) {
		for _, e := range list[:min(len(list), maxShown)] {
			fail(stderr, e)
		}
		if left := len(list) - maxShown; left > 0 {
			_, _ = fmt.Fprintf(stderr, "hclx: there are %d more errors; correct these first\n", left)
		}
		return exitError
	}
	_, _ = fmt.Fprintf(stderr, "hclx: error: %v\n", err)
	var bug *run.Panic
	if errors.As(err, &bug) {
		_, _ = fmt.Fprintf(stderr, "Please report it, with the command and what it reads.%s\n", keep(bug.Text))
	}
	return exitError
}

// keep writes the details of a bug in hclx to a file, and returns a sentence with its path.
func keep(details string) string {
	file, err := os.CreateTemp("", "hclx-error-*.txt")
	if err != nil {
		return ""
	}
	defer func() { _ = file.Close() }()
	if _, err := file.WriteString(versionText() + "\n\n" + details); err != nil {
		return ""
	}
	return " The details are in " + file.Name() + "."
}

// useColor reports whether to use colours, which requires that all streams are terminals.
func useColor(flag string, streams ...io.Writer) bool {
	if flag != "auto" {
		return flag == "always"
	}
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	for _, s := range streams {
		f, ok := s.(*os.File)
		if !ok {
			return false
		}
		if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
			return false
		}
	}
	return true
}
