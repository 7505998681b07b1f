package cli

import (
	"log/slog"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
)

// newFunction returns the function that runs hclx's own pipeline steps. Its logger and its dump may be nil. Tests replace it.
var newFunction = func(logger *slog.Logger, dump crossplane.DumpFunc) render.Runner {
	return crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table(), Logger: logger, Dump: dump})
}
