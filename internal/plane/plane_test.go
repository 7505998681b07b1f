package plane_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
)

// exampleStubs are the statuses that an example observes.
func exampleStubs(t testing.TB, dir string) []plane.Stub {
	in, err := render.Load(render.Paths{XR: filepath.Join(dir, "xr.yaml"), Composition: filepath.Join(dir, "composition.yaml"), Observed: filepath.Join(dir, "observed.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	var stubs []plane.Stub
	for _, o := range in.Observed {
		status := o.Fields.GetFields()["status"].GetStructValue()
		if status == nil {
			continue
		}
		stubs = append(stubs, plane.Stub{
			Name:   render.ResourceName(o.Fields),
			Status: func(string, *structpb.Struct) (*structpb.Struct, error) { return status, nil },
		})
	}
	return stubs
}

func TestNetworkSettles(t *testing.T) {
	dir := "../../examples/network"
	in, err := render.Load(render.Paths{XR: filepath.Join(dir, "xr.yaml"), Composition: filepath.Join(dir, "composition.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	p, err := plane.New(plane.Config{Inputs: in, Stubs: exampleStubs(t, dir), Options: render.Options{
		Function: crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table()}), SkipMissing: true,
	}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Settle(context.Background(), 20, func(r *plane.Round) {
		t.Log(r.Number, "created", strings.Join(r.Created, " "), "changed", r.Changed, "deleted", r.Deleted, "err", r.Err, "still", r.Still)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.XR.Fields["status"])
	if !p.Settled() {
		t.Error("not settled")
	}
}
