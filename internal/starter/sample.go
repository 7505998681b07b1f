package starter

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
	"github.com/hclx-lang/hclx/value"
)

// sample writes a composite resource with all fields that its schema requires.
func (d *definition) sample() ([]byte, error) {
	root := d.kind.Schema()
	meta := map[string]value.Value{"name": value.String("example")}
	if d.kind.Namespaced {
		meta["namespace"] = value.String("default")
	}
	xr := map[string]value.Value{
		"apiVersion": value.String(d.kind.Name.APIVersion()), "kind": value.String(d.kind.Name.Kind),
		"metadata": value.Object(meta),
	}
	for _, p := range root.Properties {
		switch p.Name {
		case "apiVersion", "kind", "metadata", "status":
		default:
			if p.Required || p.Name == "spec" {
				xr[p.Name] = Sample(p.Schema)
			}
		}
	}
	v := value.Object(xr)
	var b bytes.Buffer
	for _, problem := range root.Validate(root.ApplyDefaults(v)) {
		fmt.Fprintf(&b, "# To do: %s: %s\n", problem.Path, strings.ReplaceAll(problem.Message, "\n", " "))
	}
	text, err := render.YAML(render.MessageOf(v))
	if err != nil {
		return nil, fmt.Errorf("cannot write a composite resource: %w", err)
	}
	b.Write(text)
	return b.Bytes(), nil
}

// program composes a ConfigMap of what the schema requires.
func (d *definition) program() []byte {
	var b strings.Builder
	b.WriteString("locals {\n  name = req.composite.metadata.name\n")
	data := d.data()
	if len(data) > 0 {
		b.WriteString("  spec = req.composite.spec\n")
	}
	b.WriteString("}\n\n// To be replaced by what " + d.kind.Name.Kind +
		" is composed of. \"hclx schemas add\" gets the schemas of a provider's kinds.\n")
	b.WriteString("resource settings {\n  body = {\n    apiVersion = \"v1\"\n    kind       = \"ConfigMap\"\n")
	if d.kind.Namespaced {
		b.WriteString("    metadata   = { name = \"${name}-settings\" }\n")
	} else {
		b.WriteString("    metadata   = { name = \"${name}-settings\", namespace = \"default\" }\n")
	}
	b.WriteString("    data = {\n      name = name\n")
	for _, line := range data {
		b.WriteString("      " + line + "\n")
	}
	b.WriteString("    }\n  }\n}\n")
	return format.Source([]byte(b.String()))
}

// data are the items of a ConfigMap for the required fields of the spec.
func (d *definition) data() []string {
	spec, ok := d.kind.Schema().Property("spec")
	if !ok {
		return nil
	}
	var out []string
	for _, p := range spec.Schema.Properties {
		if !p.Required || p.Name == "name" || p.Name == "crossplane" {
			continue
		}
		read, key := "spec."+p.Name, p.Name
		if !syntax.ValidIdentifier(p.Name) {
			read, key = fmt.Sprintf("spec[%q]", p.Name), fmt.Sprintf("%q", p.Name)
		}
		switch p.Schema.Type {
		case schema.String:
		case schema.Integer, schema.Number, schema.Boolean:
			read = "tostring(" + read + ")"
		default:
			read = "jsonencode(" + read + ")"
		}
		out = append(out, key+" = "+read)
	}
	return out
}
