package cli

import (
	"github.com/hclx-lang/hclx/internal/render"
)

// newFunction returns the function that runs hclx's own pipeline steps.
var newFunction func() render.Runner
