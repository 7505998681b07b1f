package cli

import (
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
)

// newFunction returns the function that runs hclx's own pipeline steps, with the functions of the library. Tests replace it.
var newFunction = func(o crossplane.Options) render.Runner {
	o.Functions = stdlib.Table()
	return crossplane.NewFunction(o)
}
