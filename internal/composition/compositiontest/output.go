package compositiontest

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Describe returns the complete output of a run as text.
func Describe(out *run.Output) string {
	var b strings.Builder
	writeOutput(&b, out)
	return b.String()
}

// Plain returns a value in the form that YAML writes.
func Plain(v value.Value) any {
	v, _ = v.Unmark()
	switch {
	case !v.IsKnown():
		return "<unknown>"
	case v.IsNull():
		return nil
	case contract.IsObject(v):
		out := map[string]any{}
		for i, name := range v.Names() {
			out[name] = Plain(v.At(i))
		}
		return out
	case v.IsContainer():
		out := []any{}
		for _, e := range v.Elems() {
			out = append(out, Plain(e))
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

// YAML writes a value that Plain returned.
func YAML(v any) string {
	out, err := yaml.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// writeOutput writes the complete output of a run.
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
		b.WriteString("\n" + YAML(Plain(r.Body)))
	}
	if !out.Status.IsZero() {
		b.WriteString("--- status\n" + YAML(Plain(out.Status)))
	}
	if out.Connection != nil {
		m := map[string]any{}
		for k, v := range out.Connection {
			m[k] = string(v)
		}
		b.WriteString("--- connection\n" + YAML(m))
	}
	if !out.Context.IsZero() {
		b.WriteString("--- context\n" + YAML(Plain(out.Context)))
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
	if len(out.Diagnostics) > 0 {
		b.WriteString("--- diagnostics\n")
		var diagnostics strings.Builder
		writeDiagnostics(&diagnostics, out.Diagnostics)
		for line := range strings.Lines(diagnostics.String()) {
			b.WriteString("  " + line) // to distinguish them from those of compiling
		}
	}
	if out.Panic != "" {
		b.WriteString("PANIC " + out.Panic + "\n")
	}
}
