package cli

import (
	"context"
	"errors"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"

	"github.com/hclx-lang/hclx/internal/render"
)

// newFunction returns the function that runs hclx's own pipeline steps. Tests replace it.
var newFunction = func() render.Runner { return noFunction{} }

type noFunction struct{}

func (noFunction) RunFunction(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	return nil, errors.New("this build of hclx has no function")
}
