package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// squares says why the work for a shape of a composition grows with the square of its size.
var squares = map[string]string{
	"status":                "each block that waits for a field looks through all blocks that may write it",
	"keys of keys":          "each read follows the locals that it goes through",
	"conditions on a chain": "each block follows the locals that its reads go through",
}

// programShapes are compositions of awkward shapes: each is compiled, its graph is made, and it is run.
func programShapes() (all []shape) {
	table := stdlib.Table()
	for _, s := range []struct {
		name string
		text func(n int) string
	}{
		{"resources", each("resource a# {\n  body = { kind = \"A\", x = req.composite.spec.x }\n}\n")},
		{"one name", each("resource a {\n  condition = req.composite.x\n  body      = {}\n}\n")},
		{"duplicates", each("resource a { body = {} }\n")},
		{"unknown locals", each("resource a# { body = { x = nope# } }\n")},
		{"undeclared", each("resource a# { body = { x = req.resource.b#.x } }\n")},
		{"status", each("composite status { body = { x# = req.composite.status.x# } }\n")},
		{"requirement chain", each("requirement r# {\n  select {\n    apiVersion = \"v1\"\n    kind = \"A\"\n" +
			"    matchName = req.extra_resources.q#[0].x\n  }\n}\n")},
		{"cycle", func(n int) string {
			return "locals {\n" + repeat(n, func(i int) string { return fmt.Sprintf("a%d = a%d\n", i, (i+1)%n) }) +
				"}\nresource r { body = {} }\n"
		}},
		{"calls in a circle", func(n int) string {
			return repeat(n, func(i int) string {
				return fmt.Sprintf("function f%d {\n  arg a {}\n  arg b {}\n  body = a ? invoke(\"f%d\", { a = b, b = a }) : "+
					"invoke(\"f0\", { a = a, b = b })\n}\n",
					i, (i+1)%n)
			}) + each("resource r# {\n  condition = invoke(\"f#\", { a = true, b = req.composite.status.x })\n  body = "+
				"{}\n}\n")(n)
		}},
		{"many arguments", func(n int) string {
			return "function f {\n" + each("  arg a# {}\n")(n) + "  body = [" + each("invoke(\"g\", { a = a# }), ")(n) +
				"]\n}\n" +
				"function g {\n  arg a {}\n  body = a\n}\n" +
				"resource r {\n  condition = invoke(\"f\", { " + each("a# = req.composite.status.x#, ")(n) +
				" }) == 1\n  body = {}\n}\n"
		}},
		{"keys of keys", func(n int) string {
			return "locals {\n" + repeat(n, func(i int) string {
				return fmt.Sprintf("k%d = req.composite.spec.x ? k%d : k%d\n", i, i+1, i+1)
			}) +
				fmt.Sprintf("k%d = \"a\"\n}\nresource r { body = { x = req.composite.status[k0].y } }\n", n)
		}},
		{"conditions on a chain", func(n int) string {
			return "locals {\n  a0 = req.composite.x\n" + repeat(n, func(i int) string {
				return fmt.Sprintf("a%d = a%d\n", i+1, i)
			}) + "}\n" +
				strings.ReplaceAll(each("resource r# {\n  condition = try(a!, 1) == 1\n  body = {}\n}\n")(n), "!", fmt.Sprint(n))
		}},
	} {
		all = append(all, shape{name: "compose: " + s.name, size: 250, square: squares[s.name], prepare: func(n int) func() {
			files := []*source.File{source.NewFileString("main.hcl", s.text(n))}
			return func() {
				p, _ := composition.Compile(files, composition.Options{Functions: table})
				if p == nil {
					return
				}
				p.Graph()
				if out := p.Run(context.Background(), &run.Input{Composite: run.Object{Loader: composite{}}}); out.Panic != "" {
					panic(out.Panic)
				}
			}
		}})
	}
	return all
}

// composite is a composite resource with a spec and no status.
type composite struct{}

// LoadObject implements host.ObjectLoader.
func (composite) LoadObject(*host.Place) ([]string, []value.Value) {
	return []string{"spec"}, []value.Value{object("x", value.True)}
}
