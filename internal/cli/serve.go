package cli

import (
	"log/slog"

	"github.com/hclx-lang/hclx/internal/crossplane"
)

type serveCommand struct {
	crossplane.ServeOptions `embed:""`
}

// Help is the long description.
func (*serveCommand) Help() string {
	return `Serves the composition function over gRPC, as Crossplane calls it in a cluster. To try it with "crossplane render",
run "hclx serve --insecure" and give the function the annotation render.crossplane.io/runtime: Development.`
}

// Run serves until the process is asked to stop, and then until the calls in flight are answered. The function and the
// server write to one log.
func (s *serveCommand) Run(c *Context) error {
	o := s.ServeOptions
	level := slog.LevelInfo
	if o.Debug {
		level = slog.LevelDebug
	}
	o.Logger = slog.New(slog.NewJSONHandler(c.Stderr, &slog.HandlerOptions{Level: level}))
	o.Runner = newFunction(o.Logger)
	return crossplane.Serve(c, o)
}
