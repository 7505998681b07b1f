// Command hclx-function is the composition function as it runs in a cluster: "hclx serve" and nothing else, so that a
// server does not carry what only authors need.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/serve"
)

// version is set by the linker for releases; other builds take it from the module.
var version string

type flags struct {
	crossplane.ServeOptions `embed:""`

	Version kong.VersionFlag `help:"Print the version and exit."`
}

// main serves until the first signal asks it to stop. The second one ends the process at once.
func main() {
	var f flags
	kong.Parse(&f, kong.Name("hclx-function"), kong.Description(serve.Help), kong.Vars{"version": versionText()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	err := serve.Run(ctx, f.ServeOptions, os.Stderr, func(o crossplane.Options) render.Runner {
		o.Functions = stdlib.Table()
		return crossplane.NewFunction(o)
	})
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "hclx-function: error: %v\n", err)
		os.Exit(1)
	}
}

func versionText() string {
	v := version
	if info, ok := debug.ReadBuildInfo(); ok && v == "" {
		v = info.Main.Version
	}
	return "hclx-function " + v
}
