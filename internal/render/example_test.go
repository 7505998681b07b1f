package render_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/render/rendertest"
)

// ExampleRender renders one XR with a function that answers as its step input says.
func ExampleRender() {
	dir, err := os.MkdirTemp("", "render")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			log.Fatal(err)
		}
		return path
	}
	in, err := render.Load(render.Paths{
		XR: write("xr.yaml", "{apiVersion: example.org/v1, kind: App, metadata: {name: shop}}"),
		Composition: write("composition.yaml", `
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: apps}
spec:
  compositeTypeRef: {apiVersion: example.org/v1, kind: App}
  pipeline:
  - step: app
    functionRef: {name: function-hclx}
    input: {response: {desired: {resources: {config: {resource: {apiVersion: v1, kind: ConfigMap}}}}}}
`),
	})
	if err != nil {
		log.Fatal(err)
	}
	out, err := render.Render(context.Background(), in, render.Options{Function: rendertest.Scripted{}})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range out.Composed {
		fmt.Println(s.Fields["kind"].GetStringValue(), s.Fields["metadata"].GetStructValue().Fields["name"].GetStringValue())
	}
	// Output: ConfigMap shop-d2f155371bc2
}
