package render

import (
	"context"
	"maps"
	"slices"
	"strings"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
)

// autoReady is what function-auto-ready does, the second step of most pipelines, so that nobody has to start it in order to render: a
// composed resource that exists, and of which no step said whether it is ready, is ready if its observed state says so (crossplane.md 7.3).
type autoReady struct{}

// isAutoReady tells whether a function is function-auto-ready, by the name that its Function object has: that of the package,
// perhaps with its organisation before it.
func isAutoReady(function string) bool {
	return function == "function-auto-ready" || strings.HasSuffix(function, "-function-auto-ready")
}

// RunFunction implements [Runner].
func (autoReady) RunFunction(_ context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	desired := &fnv1.State{}
	if req.GetDesired() != nil {
		desired = proto.CloneOf(req.GetDesired())
	}
	observed := req.GetObserved().GetResources()
	for _, name := range slices.Sorted(maps.Keys(desired.GetResources())) {
		d, o := desired.Resources[name], observed[name].GetResource()
		if d.GetReady() == fnv1.Ready_READY_UNSPECIFIED && o != nil && healthy(o) {
			d.Ready = fnv1.Ready_READY_TRUE
		}
	}
	return &fnv1.RunFunctionResponse{Meta: &fnv1.ResponseMeta{Tag: req.GetMeta().GetTag()}, Desired: desired, Context: req.GetContext()}, nil
}
