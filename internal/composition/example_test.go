package composition_test

import (
	"context"
	"fmt"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// region is a composite resource with a region in its spec.
type region string

func (r region) LoadObject(at *host.Place) ([]string, []value.Value) {
	return []string{"spec"}, []value.Value{host.OpenObject(spec(r), at, "spec", 0)}
}

type spec string

func (s spec) LoadObject(*host.Place) ([]string, []value.Value) {
	return []string{"region"}, []value.Value{value.String(string(s))}
}

func Example() {
	files, _ := composition.ParseArchive(source.NewFileString(composition.ArchiveName, `
-- main.hcl --
resource bucket {
  body = { kind = "Bucket", region = upper(req.composite.spec.region) }
}
resource policy {
  body = { kind = "Policy", arn = req.composite.status.arn }
}
`))
	program, diags := composition.Compile(files, composition.Options{Functions: stdlib.Table()})
	if program == nil {
		fmt.Println(diags)
		return
	}
	out := program.Run(context.Background(), &run.Input{Composite: run.Object{Loader: region("eu-central-1")}})
	for _, r := range out.Resources {
		region, _ := r.Body.Attr("region")
		fmt.Println(r.Name, region.AsString())
	}
	fmt.Println(out.Conditions[0].Message)
	// Output:
	// bucket EU-CENTRAL-1
	// resource policy incomplete
}
