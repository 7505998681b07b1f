package cli

import (
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/serve"
)

// serveName is the subcommand that sets its memory limit itself.
const serveName = "serve"

type serveCommand struct {
	crossplane.ServeOptions `embed:""`
}

// Help is the long description.
func (*serveCommand) Help() string {
	return serve.Help + ` The package for
clusters contains hclx-function, a program that only does this.`
}

// Run serves until the process is asked to stop, and then until the calls in flight are answered.
func (s *serveCommand) Run(c *Context) error {
	c.drains.Store(true)
	return serve.Run(c, s.ServeOptions, c.Stderr, newFunction)
}
