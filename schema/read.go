package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Read returns the kinds that a document defines, in its order. The document is a decoded YAML or JSON text: a
// CustomResourceDefinition, a CompositeResourceDefinition, an OpenAPI v3 document as an API server serves it, or a List
// of such objects. Any other document defines none, which is not an error. From describes the document, and is nil if
// it is not known.
//
// Read ignores versions that are not served. An error is an [*Error]; Read then also returns the kinds before it.
func Read(doc value.Value, from *Document) ([]*Kind, error) {
	return read(doc, from, nil)
}

func read(doc value.Value, from *Document, at value.Path) ([]*Kind, error) {
	apiVersion, kind := text(doc, "apiVersion"), text(doc, "kind")
	group, _, _ := strings.Cut(apiVersion, "/")
	switch {
	case kind == "CustomResourceDefinition" && group == "apiextensions.k8s.io":
		return readCRD(doc, from, at)
	case kind == "CompositeResourceDefinition" && group == "apiextensions.crossplane.io":
		return readXRD(doc, from, at)
	case strings.HasSuffix(kind, "List"):
		return readList(doc, from, at)
	case text(doc, "openapi") != "":
		return readOpenAPI(doc, from)
	}
	return nil, nil
}

func readList(doc value.Value, from *Document, at value.Path) ([]*Kind, error) {
	items, _ := doc.Attr("items")
	var kinds []*Kind
	for i, item := range items.Elems() {
		more, err := read(item, from, at.Attr("items").Index(value.Int(int64(i))))
		kinds = append(kinds, more...)
		if err != nil {
			return kinds, err
		}
	}
	return kinds, nil
}

// definition is the common part of CRDs and XRDs.
type definition struct {
	doc  value.Value
	from *Document
	at   value.Path
	what string // for messages
}

func (d definition) errorf(path []string, format string, args ...any) error {
	at := d.at
	for _, name := range path {
		at = at.Attr(name)
	}
	return &Error{at, fmt.Sprintf("the %s ", d.what) + fmt.Sprintf(format, args...)}
}

// need returns the text at a path that a definition must have.
func (d definition) need(path ...string) (string, error) {
	t := text(d.doc, path...)
	if t == "" {
		return "", d.errorf(path, "has no %s; expected a string", strings.Join(path, "."))
	}
	return t, nil
}

// version is an entry of spec.versions.
type version struct {
	name   string
	value  value.Value
	schema value.Value
	at     value.Path // of the schema
}

// names returns the group, the kind and the versions, which every definition must have.
func (d definition) names() (group, kind string, versions []version, err error) {
	if group, err = d.need("spec", "group"); err != nil {
		return "", "", nil, err
	}
	if kind, err = d.need("spec", "names", "kind"); err != nil {
		return "", "", nil, err
	}
	versions, err = d.versions()
	return group, kind, versions, err
}

// The schema is only taken out here, not read: of a document with several versions, most programs use one.
func (d definition) versions() ([]version, error) {
	spec, _ := d.doc.Attr("spec")
	list, _ := spec.Attr("versions")
	if list.Len() == 0 {
		return nil, d.errorf([]string{"spec", "versions"}, "has no versions; spec.versions must contain at least one")
	}
	var out []version
	for i, v := range list.Elems() {
		at := d.at.Attr("spec").Attr("versions").Index(value.Int(int64(i)))
		name := text(v, "name")
		if name == "" {
			return nil, &Error{at, fmt.Sprintf("the %s has a version without a name", d.what)}
		}
		// A version that does not say is taken for served. The API server requires the field, so this only matters for
		// documents that were cut down by hand, and refusing these would help nobody.
		if served, ok := v.Attr("served"); ok && served.IsBool() && !served.AsBool() {
			continue
		}
		outer, _ := v.Attr("schema")
		inner, ok := outer.Attr("openAPIV3Schema")
		if !ok {
			inner = value.Null
		}
		out = append(out, version{name, v, inner, at.Attr("schema").Attr("openAPIV3Schema")})
	}
	return out, nil
}

func readCRD(doc value.Value, from *Document, at value.Path) ([]*Kind, error) {
	d := definition{doc, from, at, "CustomResourceDefinition"}
	if v := text(doc, "apiVersion"); v != "apiextensions.k8s.io/v1" {
		return nil, d.errorf([]string{"apiVersion"},
			"has apiVersion %s, which no supported Kubernetes serves; expected apiextensions.k8s.io/v1", v)
	}
	group, kind, versions, err := d.names()
	if err != nil {
		return nil, err
	}
	var kinds []*Kind
	for _, v := range versions {
		subresources, _ := v.value.Attr("subresources")
		_, hasStatus := subresources.Attr("status")
		kinds = append(kinds, &Kind{
			Name: Name{group, v.name, kind}, Plural: text(doc, "spec", "names", "plural"), ScopeKnown: true,
			Namespaced: text(doc, "spec", "scope") == "Namespaced", HasStatus: hasStatus, Document: from,
			build: func() *Schema {
				s := (&parser{doc: from}).root(v.schema, v.at)
				s.Type, s.Preserve = Object, s.Preserve || v.schema.IsNull() // without a schema it says nothing
				s.addObjectFields()
				return s
			},
		})
	}
	return kinds, nil
}

// readOpenAPI returns the kinds that can be created at an address of the document. If it has no addresses, it returns
// those with metadata whose definitions name exactly one group, version and kind: the others, such as DeleteOptions,
// are not objects.
//
// Which kinds count is explained in docs/decisions.md under "Kinds of OpenAPI documents", and which defaults under
// "Defaults of OpenAPI documents". The second is why there are two parsers: whether zero values count depends on who
// defined the kind, and one document may contain both sorts.
func readOpenAPI(doc value.Value, from *Document) ([]*Kind, error) {
	components, _ := doc.Attr("components")
	schemas, ok := components.Attr("schemas")
	base := value.Path{}.Attr("components").Attr("schemas")
	if !ok || schemas.Kind() != types.KindObject {
		return nil, &Error{base, "the OpenAPI document has no components.schemas"}
	}
	builtin, custom := &parser{doc: from, schemas: schemas, base: base, openapi: true},
		&parser{doc: from, schemas: schemas, base: base}
	scopes := scopesOf(doc)
	var kinds []*Kind
	for i, id := range schemas.Names() {
		v := schemas.At(i)
		names, _ := v.Attr("x-kubernetes-group-version-kind")
		props, _ := v.Attr("properties")
		if _, ok := props.Attr("metadata"); !ok || names.Len() != 1 {
			continue
		}
		n := names.At(0)
		name := Name{text(n, "group"), text(n, "version"), text(n, "kind")}
		if _, isList := props.Attr("items"); isList && strings.HasSuffix(name.Kind, "List") {
			continue
		}
		at, addressed := scopes[name]
		if len(scopes) > 0 && !addressed {
			continue // it belongs to another document, and is here for what refers to it
		}
		p := custom
		if strings.HasPrefix(id, "io.k8s.") {
			p = builtin
		}
		_, hasStatus := props.Attr("status")
		kinds = append(kinds, &Kind{
			Name: name, Plural: at.plural, Namespaced: at.namespaced, ScopeKnown: addressed, HasStatus: hasStatus,
			Document: from,
			build: func() *Schema {
				// It is a copy because the definition may also be a part of other kinds, and must not get the fields of
				// a whole object there.
				s := copyOf(p.defined(id))
				s.addObjectFields()
				return s
			},
		})
	}
	slices.SortStableFunc(kinds, func(a, b *Kind) int { return a.Name.Compare(b.Name) })
	return kinds, nil
}

// address is the plural and the scope of a kind.
type address struct {
	plural     string
	namespaced bool
}

// scopesOf reads the addresses at which objects are created: .../v1/namespaces/{namespace}/deployments.
func scopesOf(doc value.Value) map[Name]address {
	found := map[Name]address{}
	paths, _ := doc.Attr("paths")
	for i, path := range paths.Names() {
		post, ok := paths.At(i).Attr("post")
		if !ok {
			continue
		}
		n, ok := post.Attr("x-kubernetes-group-version-kind")
		if !ok || strings.Contains(path, "{name}") {
			continue
		}
		name := Name{text(n, "group"), text(n, "version"), text(n, "kind")}
		found[name] = address{path[strings.LastIndexByte(path, '/')+1:], strings.Contains(path, "/namespaces/{namespace}/")}
	}
	return found
}
