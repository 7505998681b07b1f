package crossplane_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"

	"github.com/hclx-lang/hclx/internal/crossplane"
)

const (
	million = "locals {\n  a0     = [for i in range(1000) : i]\n  a1     = [for i in range(1000) : a0]\n  twelve = " +
		"[for i in range(12) : a1]\n}\n"
	billion  = million + "locals { a2 = [for i in range(1000) : a1] }\n"
	trillion = billion + "locals { a3 = [for i in range(1000) : a2] }\n"
	objects  = "locals {\n  o0     = { for i in range(1000) : \"k${i}\" => i }\n  o1     = { for i in range(1000) : " +
		"\"k${i}\" => o0 }\n  twelve = { for i in range(12) : \"k${i}\" => o1 }\n  seven  = { for i in range(7) : " +
		"\"k${i}\" => o1 }\n}\n"
	// Of text there is 1 MB, which a thousand keys share.
	long = "locals {\n  ten  = \"0123456789\"\n  ks   = join(\"\", [for i in range(100) : ten])\n  text = join(\"\", " +
		"[for i in range(1000) : ks])\n}\n"
)

// doubled is a chain of locals each of which holds the one before twice, and others that hold the one before once.
func doubled(doubling, single int) string {
	var b strings.Builder
	b.WriteString("locals {\n  d0 = [1]\n")
	for i := range doubling {
		fmt.Fprintf(&b, "  d%d = [d%d, d%d]\n", i+1, i, i)
	}
	for i := range single {
		fmt.Fprintf(&b, "  d%d = [d%d]\n", doubling+i+1, doubling+i)
	}
	return b.String() + "}\n"
}

// A few lines can describe more than any memory holds, since values share their parts. Such an answer is refused before
// it is written, and the function goes on.
func TestAnswersAreBounded(t *testing.T) {
	const values, text, parts = "more than 10000000 values", "more than 268435456 bytes", "more than 16777216 parts"
	const labels = "requirement q {\n  select {\n    apiVersion  = \"v1\"\n    kind        = \"A\"\n    matchLabels = "
	tests := []struct{ name, program, at, want string }{
		{"a body", million + "resource r { body = { x = twelve } }\n", `resource "r"`, values},
		{"a body of 10^9", billion + "resource r { body = { x = a2 } }\n", "", parts},
		{"a body of 10^12", trillion + "resource r { body = { x = a3 } }\n", "", parts},
		{"a body of 2^100", doubled(100, 0) + "resource r { body = { x = d100 } }\n", "", parts},
		{"a block body", million + "resource r {\n  body {\n    x = twelve\n  }\n}\n", `resource "r"`, values},
		{"objects", objects + "resource r { body = twelve }\n", `resource "r"`, values},
		{"2^20 below a long chain", doubled(20, 1100) + "composite status { body = { x = d1120 } }\n",
			"this composite status block", "more than 1000 levels"},
		{"many bodies", "resources r {\n  for_each = flatten([for i in range(10) : range(1000)])\n  name     = " +
			"\"r-${each.key}\"\n  body     = { x = l }\n}\nlocals { l = range(1000) }\n", `resource "r-`, values},
		{"a status", million + "composite status { body = { x = twelve } }\n", "this composite status block", values},
		{"a status of 10^9", billion + "composite status { body = { x = a2 } }\n", "", parts},
		{"a status of 10^12", trillion + "composite status { body = { x = a3 } }\n", "", parts},
		{"two equal statuses", objects + "composite status { body = seven }\ncomposite status { body = seven }\n",
			"this composite status block", values},
		{"a context", million + "context {\n  key   = \"k\"\n  value = twelve\n}\n", "this context block", values},
		{"a context of 10^12", trillion + "context {\n  key   = \"k\"\n  value = a3\n}\n", "", parts},
		{"a readiness", million + "resource r {\n  body = {}\n  ready { value = twelve }\n}\n", `the ready block of "r"`,
			values},
		{"labels", million + labels + "{ x = twelve }\n  }\n}\n", `requirement "q"`, values},
		{"one text many times", long + "resource cm { body = { data = { for i in range(1000) : \"k${i}\" => text } } }\n",
			`resource "cm"`, text},
		{"one text in connection details",
			long + "composite connection { body = { for i in range(1000) : \"k${i}\" => text } }\n",
			"this composite connection block", text},
		{"one text in labels", long + labels + "{ for i in range(1000) : \"k${i}\" => text }\n  }\n}\n", `requirement "q"`,
			text},
		{"one text of 10 GB", long +
			"resource cm { body = { data = { for i in range(1000) : \"k${i}\" => [for j in range(10) : text] } } }\n", "",
			parts},
		{"what came in many times",
			"locals { l = [for i in range(1000) : req.composite.spec.large] }\nresource r { body = { x = [for i in " +
				"range(1000) : l] } }\n", `resource "r"`, text},
	}
	f := newFunction()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := request(tt.program, map[string]any{"large": map[string]any{"text": strings.Repeat("x", 10_000)}})
			for _, run := range paths(t, f, m) {
				before := allocated()
				rsp := run()
				if used := allocated() - before; used > 64<<20 {
					t.Errorf("it allocated %d MiB", used>>20)
				}
				results := rsp.GetResults()
				last := results[len(results)-1]
				if last.GetSeverity() != fnv1.Severity_SEVERITY_FATAL || len(rsp.GetDesired().GetResources()) > 0 {
					t.Fatalf("not fatal: %v", results)
				}
				for _, part := range []string{"main.hcl:", tt.at, tt.want} {
					if !strings.Contains(last.GetMessage(), part) {
						t.Errorf("%q is not in the message %q", part, last.GetMessage())
					}
				}
			}
			if rsp := both(t, f, request("resource r { body = { x = 1 } }\n", nil)); len(rsp.GetDesired().GetResources()) != 1 {
				t.Errorf("the next request is not answered: %v", rsp.GetResults())
			}
		})
	}
}

// What is unknown in shared parts is not looked for in all of them: of 10^12 that would not end.
func TestSharedUnknownParts(t *testing.T) {
	for _, leaf := range []string{"req.composite.status.x", "i / 0"} {
		program := "locals {\n  a0 = [for i in range(1000) : " + leaf +
			"]\n  a1 = [for i in range(1000) : a0]\n  a2 = [for i in range(1000) : a1]\n  a3 = [for i in range(1000) : " +
			"a2]\n}\nresource r { body = { x = a3 } }\n"
		if rsp := both(t, newFunction(), request(program, nil)); len(rsp.GetDesired().GetResources()) != 0 {
			t.Error("it is rendered")
		}
	}
}

// Answers that are large and legitimate are given.
func TestLargeAnswers(t *testing.T) {
	program := "locals { l = [for i in range(100) : { name = \"n${i}\", value = i }] }\n" +
		"resources r {\n  for_each = flatten([for i in range(2) : range(1000)])\n  body     = { spec = { items = l, copy = " +
		"req.composite.spec } }\n}\n"
	m := request(program, map[string]any{"a": map[string]any{"b": []any{1, "x", nil, true}}})
	for _, run := range paths(t, newFunction(), m) {
		if rsp := run(); len(rsp.GetDesired().GetResources()) != 2000 {
			t.Errorf("%d resources: %v", len(rsp.GetDesired().GetResources()), rsp.GetResults())
		}
	}
}

// paths ask a function with a message and with its wire bytes.
func paths(t *testing.T, f *crossplane.Function, m *fnv1.RunFunctionRequest) []func() *fnv1.RunFunctionResponse {
	wire := must(proto.Marshal(m))
	return []func() *fnv1.RunFunctionResponse{
		func() *fnv1.RunFunctionResponse {
			return must(f.RunFunction(context.Background(), m))
		},
		func() *fnv1.RunFunctionResponse {
			rsp := &fnv1.RunFunctionResponse{}
			if err := proto.Unmarshal(must(f.RunWire(context.Background(), wire)), rsp); err != nil {
				t.Fatal(err)
			}
			return rsp
		},
	}
}

// allocated returns how many bytes were ever allocated.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
