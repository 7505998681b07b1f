package crossplane_test

import (
	"context"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
)

// oddText is text that is long, not normalised, or of characters of several bytes, so that whatever is cut is cut
// inside of one sooner or later.
func oddText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		piece := rapid.SampledFrom([]string{"e\u0301", "\u212b", "日本", "👩‍👩‍👧", "\u0344", "ﬃ", "a", "\"", "\\", "${", "\n",
			"\u2028", "\x00", "\ufeff", "%", "\U0001d15e"})
		return strings.Repeat(strings.Join(rapid.SliceOfN(piece, 1, 6).Draw(t, "text"), ""),
			rapid.SampledFrom([]int{1, 1, 7, 40}).Draw(t, "times"))
	})
}

// Whatever text a request holds in whatever field, the answer is a message: protobuf refuses text that is not valid
// UTF-8.
func TestTextsProperty(t *testing.T) {
	fields := append([]string{"unknown"}, "apiVersion", "kind", "source", "ttl", "onIncomplete", "debug", "hcl",
		"connectionSecret")
	f := newFunction()
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string { return oddText().Draw(t, label) }
		object := func(label string) *fnv1.Resource {
			return &fnv1.Resource{Resource: must(structpb.NewStruct(map[string]any{
				"apiVersion": text(label), "kind": text(label),
				"metadata": map[string]any{"name": text(label), "annotations": map[string]any{text(label): text(label)}},
				"spec":     map[string]any{text(label): text(label)},
			})), ConnectionDetails: map[string][]byte{text(label): []byte("\xff")}}
		}
		program := rapid.SampledFrom([]string{
			text("program"), "-- " + text("file") + " --\n" + text("program"),
			"resource r { body = { apiVersion = \"v1\", kind = req.composite.kind, spec = req.composite.spec, at = " +
				"req.composite[\"" + strings.NewReplacer("\"", "", "\\", "", "\n", "", "$", "", "%", "", "\x00",
				"").Replace(text("key")) + "\"] } }",
			"resource r { body = req.resource[keys(req.resource)[0]] }\ncomposite status { body = { n = " +
				"tonumber(req.composite.kind) } }",
			"resources rs {\n for_each = req.composite.spec\n name = each.key\n template {\n body = { kind = each.value + 1 " +
				"}\n }\n}",
			"composite status { body = { s = substr(req.composite.kind, 1, 1), m = format(\"%d\", req.composite.kind) } }",
		}).Draw(t, "program kind")
		input := map[string]any{"hcl": program}
		if name := rapid.SampledFrom(fields).Draw(t, "field"); name == "unknown" {
			input[text("name")] = text("value")
		} else if name == "connectionSecret" {
			input[name] = map[string]any{"name": text("value"), text("name"): text("value")}
		} else if name != "hcl" {
			input[name] = text("value")
		}
		m := &fnv1.RunFunctionRequest{
			Meta: &fnv1.RequestMeta{Tag: text("tag")}, Input: must(structpb.NewStruct(input)),
			Context: must(structpb.NewStruct(map[string]any{text("context"): text("context")})),
			Observed: &fnv1.State{Composite: object("composite"),
				Resources: map[string]*fnv1.Resource{text("resource"): object("resource")}},
			Desired: &fnv1.State{Composite: object("desired"),
				Resources: map[string]*fnv1.Resource{text("desired"): object("desired")}},
		}
		out, err := f.RunWire(context.Background(), must(proto.Marshal(m)))
		if err != nil {
			t.Fatal(err)
		}
		if err := proto.Unmarshal(out, &fnv1.RunFunctionResponse{}); err != nil {
			t.Fatal(err)
		}
	})
}
