package composition

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden runs every archive below testdata: program files (*.hcl), inputs (xr.yaml, observed.yaml, extra.yaml,
// context.yaml, desired.yaml, connections.yaml, options.yaml) and what comes out ("want"). The head of an archive has
// one or more statements, and what shows them: texts that the output has ("shows") or does not have ("lacks"). Those
// stay when -update writes what comes out.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), "testdata/"), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runGolden(t, path)
		})
	}
}

func runGolden(t *testing.T, path string) {
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := goldenOutput(t, a)
	if c := readCase(a); c.problem(got) != "" {
		t.Fatalf("%s\n%s", c.problem(got), got)
	}
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
	if *update {
		if i < 0 {
			a.Files = append(a.Files, txtar.File{Name: "want"})
			i = len(a.Files) - 1
		}
		a.Files[i].Data = []byte(got)
		if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if i < 0 {
		t.Fatal("no want section; run with -update")
	}
	if want := string(a.Files[i].Data); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func goldenOutput(t *testing.T, a *txtar.Archive) string {
	var files []*source.File
	inputs := map[string]string{}
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".hcl") || strings.HasSuffix(f.Name, ".hcl.json") {
			files = append(files, source.NewFile(f.Name, f.Data))
		} else if f.Name != "want" {
			inputs[f.Name] = string(f.Data)
		}
	}
	p, diags := Compile(files, Options{Functions: testTable()})
	var b strings.Builder
	writeDiags(&b, diags)
	if p == nil {
		return b.String()
	}
	in := testInput(t, inputs)
	writeOutput(&b, p.Run(context.Background(), &in))
	return b.String()
}

// foreignCodes are the codes of other packages, whose details are tested there.
var foreignCodes = map[string]bool{
	"expression-expected": true, "arity": true, "unknown-function": true, "refused-function": true,
	"invalid-argument": true,
	"invalid-operand":  true, "missing-argument": true, "unsupported-argument": true, "unsupported-block": true,
	"block-labels": true,
}

func writeDiags(b *strings.Builder, diags diag.List) {
	for _, d := range diags {
		text := d.Error()
		if foreignCodes[d.Code] {
			text = d.Subject.String() + ": " + d.Summary
		}
		fmt.Fprintf(b, "%s[%s] %s\n", d.Severity, d.Code, text)
		for _, n := range d.Notes {
			fmt.Fprintf(b, "    %s: %s\n", n.Range, n.Message)
		}
	}
}

// testInput reads the inputs of a golden file.
func testInput(t testing.TB, files map[string]string) run.Input {
	var in run.Input
	in.Composite = testObject(t, files["xr.yaml"])
	in.Context = testObject(t, files["context.yaml"])
	for _, doc := range yamlDocs(t, files["observed.yaml"]) {
		in.Resources = append(in.Resources, testObserved(doc))
	}
	var extra map[string][]any
	decode(t, files["extra.yaml"], &extra)
	for name, list := range extra {
		ans := run.Answer{Name: name}
		for _, o := range list {
			ans.Objects = append(ans.Objects, objectOf(o))
		}
		in.Extra = append(in.Extra, ans)
	}
	var connections struct {
		Composite map[string]string
		Resources map[string]map[string]string
	}
	decode(t, files["connections.yaml"], &connections)
	in.Connection = details(connections.Composite)
	for i := range in.Resources {
		in.Resources[i].Connection = details(connections.Resources[in.Resources[i].Name])
	}
	var desired struct {
		Status     any
		Connection map[string]string
		Resources  []string
	}
	decode(t, files["desired.yaml"], &desired)
	if desired.Status != nil {
		in.Desired.Status = objectOf(desired.Status)
	}
	in.Desired.Connection, in.Desired.Resources = details(desired.Connection), desired.Resources
	var options struct {
		ConnectionSecret *run.ConnectionSecret `yaml:"connectionSecret"`
		OnIncomplete     string                `yaml:"onIncomplete"`
		Limits           run.Limits
	}
	decode(t, files["options.yaml"], &options)
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

func decode(t testing.TB, text string, into any) {
	if text == "" {
		return
	}
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

func yamlDocs(t testing.TB, text string) []any {
	var out []any
	for doc := range strings.SplitSeq("\n"+text, "\n---") {
		if strings.TrimSpace(doc) == "" {
			continue
		}
		var v any
		decode(t, doc, &v)
		out = append(out, v)
	}
	return out
}

func testObject(t testing.TB, text string) run.Object {
	var v any
	decode(t, text, &v)
	if v == nil {
		return run.Object{}
	}
	return objectOf(v)
}

// testObserved reads an observed resource: its crossplane name and collection are in its annotations.
func testObserved(doc any) run.Observed {
	o := run.Observed{Body: objectOf(doc)}
	meta, _ := doc.(map[string]any)["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	text := func(key string) string { s, _ := annotations[key].(string); return s }
	o.Name, o.Base, o.Index = text("crossplane.io/composition-resource-name"), text(run.AnnotationBase),
		text(run.AnnotationIndex)
	return o
}

// docLoader makes open containers of decoded YAML.
type docLoader struct{ v any }

func objectOf(v any) run.Object {
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

// listLoader and mapLoader have one of the two methods each, by which OpenElement tells them apart.
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

// plain is a value as YAML writes it.
func plain(v value.Value) any {
	v, _ = v.Unmark()
	switch {
	case !v.IsKnown():
		return "<unknown>"
	case v.IsNull():
		return nil
	case contract.IsObject(v):
		out := map[string]any{}
		for i, name := range v.Names() {
			out[name] = plain(v.At(i))
		}
		return out
	case v.IsContainer():
		out := []any{}
		for _, e := range v.Elems() {
			out = append(out, plain(e))
		}
		return out
	}
	switch v.Kind() {
	case types.KindBool:
		return v.AsBool()
	case types.KindNumber:
		if i, ok := v.AsInt64(); ok {
			return i
		}
		return "number " + v.NumberText()
	}
	return v.AsString()
}

func yamlText(v any) string {
	out, err := yaml.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// writeOutput writes everything that a run answers.
func writeOutput(b *strings.Builder, out *run.Output) {
	if out.Fatal {
		b.WriteString("FATAL\n")
	}
	for _, r := range out.Resources {
		fmt.Fprintf(b, "--- resource %s", r.Name)
		if r.Base != "" {
			fmt.Fprintf(b, " (%s %d)", r.Base, r.Index)
		}
		if r.Ready != run.ReadyUnspecified {
			fmt.Fprintf(b, " %s", r.Ready)
		}
		b.WriteString("\n" + yamlText(plain(r.Body)))
	}
	if !out.Status.IsZero() {
		b.WriteString("--- status\n" + yamlText(plain(out.Status)))
	}
	if out.Connection != nil {
		m := map[string]any{}
		for k, v := range out.Connection {
			m[k] = string(v)
		}
		b.WriteString("--- connection\n" + yamlText(m))
	}
	if !out.Context.IsZero() {
		b.WriteString("--- context\n" + yamlText(plain(out.Context)))
	}
	for _, q := range out.Requirements {
		fmt.Fprintf(b, "--- requirement %s\n", strings.Replace(fmt.Sprintf("%+v", q), " Sensitive:[]", "", 1))
	}
	if out.Ready != run.ReadyUnspecified {
		fmt.Fprintf(b, "--- composite %s\n", out.Ready)
	}
	writeReport(b, out)
}

func writeReport(b *strings.Builder, out *run.Output) {
	b.WriteString("--- report\n")
	for _, c := range out.Conditions {
		fmt.Fprintf(b, "%s=%t %s: %s\n", c.Type, c.Status, c.Reason, c.Message)
	}
	for _, r := range out.Results {
		severity := "WARNING"
		if r.Severity == report.SeverityFatal {
			severity = "FATAL"
		}
		fmt.Fprintf(b, "%s %s: %s\n", severity, r.Reason, r.Message)
	}
	if out.Panic != "" {
		b.WriteString("PANIC " + out.Panic + "\n")
	}
}
