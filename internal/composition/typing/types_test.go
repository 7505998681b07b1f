package typing_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/source"
)

const typesProgram = `
locals {
  region   = req.composite.spec.region
  size     = req.composite.spec.size
  mail     = req.composite.spec.mayOwner.mail
  labels   = req.composite.spec.labels
  stores   = req.composite.spec.stores[*].name
  arn      = req.resource.bucket.status.atProvider.arn
  double   = req.resource.bucket.status.atProvider.size * 2
  ports    = [for e in req.resource.bucket.status.atProvider.endpoints : e.port]
  port     = req.resource.bucket.spec.forProvider.port
  either   = req.composite.spec.versioned ? 1 : "one"
  shown    = "${region}-${size}"
  names    = { for s in req.composite.spec.stores : s.name => s.days }
  object   = { a = 1, b = [true, "x"] }
  merged   = merge(object, { c = region })
  one      = object.b[1]
  called   = invoke("twice", { n = 2.5 })
  tried    = try(req.composite.status.size, "none")
  count    = length(stores)
  anything = req.context.a
}

function twice {
  arg n {}
  body = n * 2
}

resource bucket {
  body = { apiVersion = "storage.example.org/v1beta1", kind = "Bucket", spec = { forProvider = { region = "eu", acl = "x" } } }
}
`

// TestTypes: the types of expressions are those of the type extensions. What the cluster knows later is an output.
func TestTypes(t *testing.T) {
	shared, err := txtar.ParseFile("testdata/schemas.yaml.txtar")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{}
	for _, f := range shared.Files {
		texts[f.Name] = f.Data
	}
	m := model.New([]*source.File{source.NewFile("main.hcl", []byte(typesProgram))})
	r := typing.Program(m, surroundings(kindsOf(t, texts)))
	if r.Diagnostics.HasErrors() {
		t.Fatal(r.Diagnostics)
	}
	want := map[string]string{
		"region": "string", "size": "int", "mail": "string", "labels": "map(string)", "stores": "list(string)",
		"arn":    "output(string)",
		"double": "output(int)", "ports": "output(list(int))", "port": "output(union(string, int))",
		"either": "union(string, int)", "shown": "string",
		"names": "map(int)", "object": "object({a = int, b = tuple([bool, string])})",
		"merged": "object({a = int, b = tuple([bool, string]), c = string})",
		"one":    "string", "called": "number", "tried": "output(union(string, int))", "count": "int", "anything": "dynamic",
	}
	for _, l := range m.Locals(nil) {
		e := l.Symbol.Expr
		if got := r.Type(e.File, e.Node).String(); got != want[l.Symbol.Name] {
			t.Errorf("%s is %s, not %s", l.Symbol.Name, got, want[l.Symbol.Name])
		}
		delete(want, l.Symbol.Name)
	}
	if len(want) > 0 {
		t.Errorf("not asked for: %v", want)
	}
}
