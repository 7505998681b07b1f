// Package starter makes the files that a new composition begins with: they check and render as they are.
//
// Without a definition of its own the composition is an application, a Deployment with a Service, of built-in kinds
// only. For a CompositeResourceDefinition (XRD) that exists, [New] makes a composite resource with all fields that its
// schema requires, see [Sample], and a program that composes a ConfigMap of them, to be replaced.
package starter

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// A File is one to write.
type File struct {
	// Name is the path of the file, with slashes.
	Name string
	// About says in a few words what the file is.
	About string
	Data  []byte
}

//go:embed template
var template embed.FS

// New returns the files of a new composition, in the order in which people read them. The file of an XRD is nil where
// one is to be made up. What is wrong with the XRD is an error with its place.
func New(xrd *source.File) ([]File, error) {
	madeUp := xrd == nil
	if madeUp {
		xrd = source.NewFile("xrd.yaml", read("xrd.yaml"))
	}
	d, err := define(xrd)
	switch {
	case err != nil:
		return nil, err
	case madeUp:
		return d.files(read("xr.yaml"), read("main.hcl")), nil
	}
	xr, err := d.sample()
	if err != nil {
		return nil, err
	}
	return d.files(xr, d.program()), nil
}

func read(name string) []byte {
	data, err := template.ReadFile(path.Join("template", name))
	if err != nil {
		panic(err) // it is part of the binary
	}
	return data
}

// files puts the files together.
func (d *definition) files(xr, program []byte) []File {
	return []File{
		{"xrd.yaml", "what users of the composite resource can write", []byte(d.file.Text())},
		{"xr.yaml", "a composite resource to render", xr},
		{"main.hcl", "the program: what it is composed of", program},
		{"composition.yaml", "the program as a cluster gets it", d.composition(program)},
		{"tests/main.hcltest.hcl", "a test of all rounds", read("test.hcl")},
		{"schemas/README.md", "where the schemas of other kinds go", read("schemas.md")},
	}
}

// A definition is an XRD, and the version of its kind to compose.
type definition struct {
	file *source.File
	kind *schema.Kind
}

// define reads an XRD.
func define(file *source.File) (*definition, error) {
	docs, err := manifest.Parse(file)
	if err != nil {
		return nil, err
	}
	if len(docs) != 1 {
		return nil, fmt.Errorf("%s: found %d documents, but expected one CompositeResourceDefinition (XRD)", file.Name(),
			len(docs))
	}
	doc := docs[0]
	if attr(doc.Value, "kind") != "CompositeResourceDefinition" {
		found := "an object without a kind"
		if kind := attr(doc.Value, "kind"); kind != "" {
			found = "an object of kind " + kind
		}
		return nil, fmt.Errorf("%s: found %s, but expected a CompositeResourceDefinition (XRD)", file.Name(), found)
	}
	kinds, err := schema.Read(doc.Value, &schema.Document{File: file.Name(), Locate: doc.Locate})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	d := &definition{file: file}
	wanted := referenceable(doc.Value)
	for _, k := range kinds {
		if k.Role.IsComposite() && (d.kind == nil || k.Name.Version == wanted) {
			d.kind = k
		}
	}
	if d.kind == nil {
		return nil, fmt.Errorf("%s: the XRD serves no version of a composite resource; one entry of spec.versions must "+
			"be served", file.Name())
	}
	return d, nil
}

// attr is a text in an object; "" if there is none.
func attr(v value.Value, name string) string {
	t, _ := v.Attr(name)
	if !t.IsString() {
		return ""
	}
	return t.AsString()
}

// referenceable is the version that Compositions are for.
func referenceable(xrd value.Value) string {
	spec, _ := xrd.Attr("spec")
	versions, _ := spec.Attr("versions")
	for _, v := range versions.Elems() {
		if r, _ := v.Attr("referenceable"); r.IsBool() && r.AsBool() {
			return attr(v, "name")
		}
	}
	return ""
}

// composition embeds a program.
func (d *definition) composition(program []byte) []byte {
	n := d.kind.Name
	head, tail, _ := strings.Cut(strings.NewReplacer("NAME", scalar(strings.ToLower(n.Kind)), "APIVERSION",
		scalar(n.APIVersion()), "KIND", scalar(n.Kind)).Replace(string(read("composition.yaml"))), "PROGRAM\n")
	for line := range strings.Lines("-- main.hcl --\n" + string(program)) {
		if line != "\n" {
			head += "          "
		}
		head += line
	}
	return []byte(head + tail)
}

// scalar writes a text as YAML reads it back.
func scalar(text string) string {
	out, err := render.YAML(structpb.NewStringValue(text))
	if err != nil {
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSpace(string(out))
}
