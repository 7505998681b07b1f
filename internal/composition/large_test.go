package composition

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hclx-lang/hclx/source"
)

// TestLargeProgramsAreLinear compiles programs of awkward shapes, makes their graphs and runs them: the work must not grow with the square of
// their size.
func TestLargeProgramsAreLinear(t *testing.T) {
	rep := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i))
		}
		return b.String()
	}
	each := func(format string) func(n int) string {
		return func(n int) string {
			return rep(n, func(i int) string { return strings.ReplaceAll(format, "#", fmt.Sprint(i)) })
		}
	}
	shapes := map[string]func(n int) string{
		"one name":          each("resource a {\n  condition = req.composite.x\n  body      = {}\n}\n"),
		"duplicates":        each("resource a { body = {} }\n"),
		"unknown locals":    each("resource a# { body = { x = nope# } }\n"),
		"undeclared":        each("resource a# { body = { x = req.resource.b#.x } }\n"),
		"status":            each("composite status { body = { x# = req.composite.status.x# } }\n"),
		"requirement chain": each("requirement r# {\n  select {\n    apiVersion = \"v1\"\n    kind = \"A\"\n    matchName = req.extra_resources.q#[0].x\n  }\n}\n"),
		"cycle": func(n int) string {
			return "locals {\n" + rep(n, func(i int) string { return fmt.Sprintf("a%d = a%d\n", i, (i+1)%n) }) + "}\nresource r { body = {} }\n"
		},
		"calls in a circle": func(n int) string {
			return rep(n, func(i int) string {
				return fmt.Sprintf("function f%d {\n  arg a {}\n  arg b {}\n  body = a ? invoke(\"f%d\", { a = b, b = a }) : invoke(\"f0\", { a = a, b = b })\n}\n", i, (i+1)%n)
			}) + rep(n, func(i int) string {
				return fmt.Sprintf("resource r%d {\n  condition = invoke(\"f%d\", { a = true, b = req.composite.status.x })\n  body = {}\n}\n", i, i)
			})
		},
		"many arguments": func(n int) string {
			n *= 4 // to look through the function for each of them would take minutes
			args := func(format string) string {
				return rep(n, func(i int) string { return strings.ReplaceAll(format, "#", fmt.Sprint(i)) })
			}
			return "function f {\n" + args("  arg a# {}\n") + "  body = [" + args("invoke(\"g\", { a = a# }), ") + "]\n}\nfunction g {\n  arg a {}\n  body = a\n}\n" +
				"resource r {\n  condition = invoke(\"f\", { " + args("a# = req.composite.status.x#, ") + " }) == 1\n  body = {}\n}\n"
		},
		"keys of keys": func(n int) string {
			n = min(n, 30) // what is nested deeper is not followed
			return "locals {\n" + rep(n, func(i int) string { return fmt.Sprintf("k%d = req.composite.spec.x ? k%d : k%d\n", i, i+1, i+1) }) +
				fmt.Sprintf("k%d = \"a\"\n}\nresource r { body = { x = req.composite.status[k0].y } }\n", n)
		},
		"conditions on a chain": func(n int) string {
			return "locals {\n  a0 = req.composite.x\n" + rep(n, func(i int) string { return fmt.Sprintf("a%d = a%d\n", i+1, i) }) + "}\n" +
				rep(n, func(i int) string {
					return fmt.Sprintf("resource r%d {\n  condition = try(a%d, 1) == 1\n  body = {}\n}\n", i, n)
				})
		},
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			p, _ := Compile([]*source.File{source.NewFileString("main.hcl", shape(2000))}, Options{Functions: testTable()})
			if p != nil {
				p.Graph()
				if out := p.Run(t.Context(), benchInput(2, false)); out.Panic != "" {
					t.Error(out.Panic)
				}
			}
			if d := time.Since(start); d > time.Minute {
				t.Errorf("it took %s", d)
			} else {
				t.Log(d)
			}
		})
	}
}
