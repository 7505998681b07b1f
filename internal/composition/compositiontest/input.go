package compositiontest

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Input reads the inputs of a golden file.
func Input(t testing.TB, files map[string]string) run.Input {
	var in run.Input
	in.Composite = document(t, files["xr.yaml"])
	in.Context = document(t, files["context.yaml"])
	for _, doc := range documents(t, files["observed.yaml"]) {
		in.Resources = append(in.Resources, Observed(doc))
	}
	var extra map[string][]any
	Decode(t, files["extra.yaml"], &extra)
	for name, list := range extra {
		ans := run.Answer{Name: name}
		for _, o := range list {
			ans.Objects = append(ans.Objects, Object(o))
		}
		in.Extra = append(in.Extra, ans)
	}
	var connections struct {
		Composite map[string]string
		Resources map[string]map[string]string
	}
	Decode(t, files["connections.yaml"], &connections)
	in.Connection = details(connections.Composite)
	for i := range in.Resources {
		in.Resources[i].Connection = details(connections.Resources[in.Resources[i].Name])
	}
	var desired struct {
		Status     any
		Connection map[string]string
		Resources  []string
	}
	Decode(t, files["desired.yaml"], &desired)
	if desired.Status != nil {
		in.Desired.Status = Object(desired.Status)
	}
	in.Desired.Connection, in.Desired.Resources = details(desired.Connection), desired.Resources
	var options struct {
		ConnectionSecret *run.ConnectionSecret `yaml:"connectionSecret"`
		OnIncomplete     string                `yaml:"onIncomplete"`
		Limits           run.Limits
	}
	Decode(t, files["options.yaml"], &options)
	in.ConnectionSecret, in.KeepIncomplete, in.Limits = options.ConnectionSecret, options.OnIncomplete == "Keep",
		options.Limits
	return in
}

func details(m map[string]string) map[string][]byte {
	if m == nil {
		return nil
	}
	out := map[string][]byte{}
	for k, v := range m {
		out[k] = []byte(v)
	}
	return out
}

// Decode reads YAML. It leaves the destination unchanged if there is no text.
func Decode(t testing.TB, text string, into any) {
	if text == "" {
		return
	}
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

// documents reads a stream of YAML texts.
func documents(t testing.TB, text string) []any {
	var out []any
	for doc := range strings.SplitSeq("\n"+text, "\n---") {
		if strings.TrimSpace(doc) == "" {
			continue
		}
		var v any
		Decode(t, doc, &v)
		out = append(out, v)
	}
	return out
}

// document reads a YAML text as an object.
func document(t testing.TB, text string) run.Object {
	var v any
	Decode(t, text, &v)
	if v == nil {
		return run.Object{}
	}
	return Object(v)
}

// Observed reads an observed resource: its crossplane name and collection are in its annotations.
func Observed(doc any) run.Observed {
	o := run.Observed{Body: Object(doc)}
	meta, _ := doc.(map[string]any)["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	text := func(key string) string { s, _ := annotations[key].(string); return s }
	o.Name, o.Base, o.Index = text("crossplane.io/composition-resource-name"), text(run.AnnotationBase),
		text(run.AnnotationIndex)
	return o
}

// docLoader loads the parts of decoded YAML.
type docLoader struct{ v any }

// Object returns decoded YAML as an object of a run. Its parts are loaded when they are read. The data of a Secret is
// sensitive.
func Object(v any) run.Object {
	m, ok := v.(map[string]any)
	if !ok {
		return run.Object{}
	}
	o := run.Object{Loader: docLoader{m}}
	if m["kind"] == "Secret" {
		o.Flags = host.FlagMarked
	}
	return o
}

func (l docLoader) LoadObject(at *host.Place) ([]string, []value.Value) {
	m := l.v.(map[string]any)
	var names []string
	var vals []value.Value
	for k, v := range m {
		val := docValue(v, at, k)
		if m["kind"] == "Secret" && (k == "data" || k == "stringData") {
			val = val.Mark(value.Sensitive)
		}
		names, vals = append(names, k), append(vals, val)
	}
	return names, vals
}

// ManagedFields implements ManagedFieldser.
func (l docLoader) ManagedFields() value.Value {
	metadata, _ := l.v.(map[string]any)["metadata"].(map[string]any)
	return docValue(metadata["managedFields"], nil, "managedFields")
}

func (l docLoader) LoadTuple(at *host.Place) []value.Value {
	var out []value.Value
	for i, v := range l.v.([]any) {
		switch v.(type) {
		case map[string]any, []any:
			out = append(out, host.OpenElement(elementLoader(v), at, i, 0))
		default:
			out = append(out, docValue(v, at, ""))
		}
	}
	return out
}

// listLoader and mapLoader have one of the two methods each, by which OpenElement distinguishes them.
type mapLoader struct{ l docLoader }

func (l mapLoader) LoadObject(at *host.Place) ([]string, []value.Value) { return l.l.LoadObject(at) }

func elementLoader(v any) any {
	if _, ok := v.(map[string]any); ok {
		return mapLoader{docLoader{v}}
	}
	return tupleDoc{docLoader{v}}
}

type tupleDoc struct{ l docLoader }

func (l tupleDoc) LoadTuple(at *host.Place) []value.Value { return l.l.LoadTuple(at) }

func docValue(v any, at *host.Place, name string) value.Value {
	switch v := v.(type) {
	case map[string]any:
		return host.OpenObject(docLoader{v}, at, name, 0)
	case []any:
		return host.OpenTuple(docLoader{v}, at, name, 0)
	case string:
		return value.String(v)
	case bool:
		return value.Bool(v)
	case int:
		return value.Int(int64(v))
	case int64:
		return value.Int(v)
	case float64:
		return value.Float(v)
	}
	return value.Null
}
