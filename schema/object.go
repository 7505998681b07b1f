package schema

import "github.com/hclx-lang/hclx/value/valuejson"

// metadataText is the schema of metadata, which is the same for all objects.
const metadataText = `{"type": "object", "properties": {
	"name": {"type": "string"},
	"generateName": {"type": "string"},
	"namespace": {"type": "string"},
	"labels": {"type": "object", "additionalProperties": {"type": "string"}},
	"annotations": {"type": "object", "additionalProperties": {"type": "string"}},
	"finalizers": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
	"ownerReferences": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["uid"], "items": {
		"type": "object", "x-kubernetes-map-type": "atomic",
		"required": ["apiVersion", "kind", "name", "uid"], "properties": {
			"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "name": {"type": "string"}, "uid": {"type": "string"},
			"controller": {"type": "boolean"}, "blockOwnerDeletion": {"type": "boolean"}}}},
	"uid": {"type": "string"},
	"resourceVersion": {"type": "string"},
	"generation": {"type": "integer", "format": "int64"},
	"creationTimestamp": {"type": "string", "format": "date-time", "nullable": true},
	"deletionTimestamp": {"type": "string", "format": "date-time"},
	"deletionGracePeriodSeconds": {"type": "integer", "format": "int64"},
	"managedFields": {"type": "array", "items": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
	"selfLink": {"type": "string"}}}`

// parseText returns a node for a text in this package.
func parseText(text string) *Schema {
	v, err := valuejson.Parse(text, valuejson.Limits{})
	if err != nil {
		panic(err) // the texts are constants
	}
	return (&parser{}).root(v, nil)
}

var metadata = lazyText{text: metadataText}

// metadataWith returns the schema of metadata with the limits of a definition, which affect only the name, as in the
// API server.
func metadataWith(own *Schema) *Schema {
	name, _ := own.Property("name")
	generate, _ := own.Property("generateName")
	if (name.Schema == nil || name.Schema.Limits == nil) && (generate.Schema == nil || generate.Schema.Limits == nil) {
		return metadata.schema()
	}
	m := copyOf(metadata.schema())
	for _, p := range []Property{name, generate} {
		if p.Schema != nil && p.Schema.Limits != nil {
			m.setProperty(Property{p.Name, p.Schema, false})
		}
	}
	return m
}

// copyOf returns a copy of a node in which properties can be replaced.
//
// Copying is how nodes that are shared between kinds are changed: metadata, the fields of Crossplane and definitions
// exist once for all of them, and a kind is read by several goroutines while others are still being made. Only the list
// of properties is copied; the properties themselves stay shared, so a change further down needs another copy.
func copyOf(s *Schema) *Schema {
	c := &Schema{Type: s.Type, origin: s.origin, Description: s.Description}
	c.refine(s)
	c.name = ""
	c.Properties = append([]Property(nil), s.Properties...)
	return c
}

// addObjectFields adds the fields of every Kubernetes object.
func (s *Schema) addObjectFields() {
	for _, name := range []string{"apiVersion", "kind"} {
		p, ok := s.named(name)
		if !ok {
			p.Schema = &Schema{Type: String}
		}
		s.setProperty(Property{name, p.Schema, true})
	}
	own, _ := s.named("metadata")
	s.setProperty(Property{"metadata", metadataWith(own.Schema), own.Required})
	if s.Type == Any {
		s.Type = Object
	}
}

// named returns the property with a name, without the additional ones.
//
// The comparison leaves out fields that are only there because any name is: what Crossplane or Kubernetes adds must not
// take over the schema of arbitrary fields.
func (s *Schema) named(name string) (Property, bool) {
	p, ok := s.Property(name)
	if !ok || p.Schema == s.Additional {
		return Property{}, false
	}
	return p, true
}
