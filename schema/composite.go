package schema

import (
	"sync"

	"github.com/hclx-lang/hclx/value"
)

// The texts below are the fields that Crossplane 2.3 adds to the objects that an XRD defines (package xcrd of
// crossplane-runtime).

const nameRef = `{"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}`

const selector = `{"type": "object", "required": ["matchLabels"], "properties": {
	"matchLabels": {"type": "object", "additionalProperties": {"type": "string"}}}}`

// selectionText contains the fields with which a composite or a claim selects its Composition.
const selectionText = `
	"compositionRef": ` + nameRef + `, "compositionSelector": ` + selector + `,
	"compositionRevisionRef": ` + nameRef + `, "compositionRevisionSelector": ` + selector + `,
	"compositionUpdatePolicy": {"type": "string", "enum": ["Automatic", "Manual"]}`

const refsText = `"resourceRefs": {"type": "array", "x-kubernetes-list-type": "atomic", "items": {
	"type": "object", "required": ["apiVersion", "kind"], "properties": {
		"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "name": {"type": "string"}`

const modernText = `{"type": "object", "properties": {"crossplane": {"type": "object",
	"description": "Configures how Crossplane will reconcile this composite resource", "properties": {` +
	selectionText + `,` + refsText

const legacyText = `{"type": "object", "properties": {` +
	selectionText + `,` + refsText +
	`, "namespace": {"type": "string"}}}},
	"claimRef": {"type": "object", "required": ["apiVersion", "kind", "namespace", "name"], "properties": {
		"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "namespace": {"type": "string"},
		"name": {"type": "string"}}},
	"writeConnectionSecretToRef": {"type": "object", "required": ["name", "namespace"], "properties": {
		"name": {"type": "string"}, "namespace": {"type": "string"}}}}}`

const claimText = `{"type": "object", "properties": {` + selectionText + `,
	"compositeDeletePolicy": {"type": "string", "enum": ["Background", "Foreground"]},
	"resourceRef": {"type": "object", "required": ["apiVersion", "kind", "name"], "properties": {
		"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "name": {"type": "string"}}},
	"writeConnectionSecretToRef": ` + nameRef + `}}`

const conditionsText = `"conditions": {"description": "Conditions of the resource.", "type": "array",
	"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"], "items": {
		"type": "object", "required": ["lastTransitionTime", "reason", "status", "type"], "properties": {
			"lastTransitionTime": {"type": "string", "format": "date-time"}, "message": {"type": "string"},
			"reason": {"type": "string"}, "status": {"type": "string"}, "type": {"type": "string"},
			"observedGeneration": {"type": "integer", "format": "int64"}}}}`

const legacyStatusText = `{"type": "object", "properties": {` + conditionsText + `,
	"connectionDetails": {"type": "object", "properties": {
		"lastPublishedTime": {"type": "string", "format": "date-time"}}},
	"claimConditionTypes": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}}}`

// lazyText is the text of a schema, which is parsed on demand. It is not a closure, so that it costs nothing in
// programs that link this package and read no schema.
type lazyText struct {
	text  string
	once  sync.Once
	known *Schema
}

func (l *lazyText) schema() *Schema {
	l.once.Do(func() { l.known = parseText(l.text) })
	return l.known
}

// addition contains the fields that Crossplane adds to spec and status.
type addition struct{ spec, status *lazyText }

const modernStatusText = `{"type": "object", "properties": {` + conditionsText + `}}`

var (
	modernStatus      = lazyText{text: modernStatusText}
	legacyStatus      = lazyText{text: legacyStatusText}
	modernCluster     = addition{&lazyText{text: modernText + `, "namespace": {"type": "string"}}}}}}}}`}, &modernStatus}
	modernNamespaced  = addition{&lazyText{text: modernText + `}}}}}}}`}, &modernStatus}
	legacyComposite   = addition{&lazyText{text: legacyText}, &legacyStatus}
	claimOfAComposite = addition{&lazyText{text: claimText}, &legacyStatus}
)

// nameLimit is the maximum length of the name of a composite or claim, which is also the value of a label.
const nameLimit = 63

func readXRD(doc value.Value, from *Document, at value.Path) ([]*Kind, error) {
	d := definition{doc, from, at, "CompositeResourceDefinition"}
	role, namespaced, err := d.scope()
	if err != nil {
		return nil, err
	}
	group, kind, versions, err := d.names()
	if err != nil {
		return nil, err
	}
	add := modernCluster
	switch {
	case role == LegacyComposite:
		add = legacyComposite
	case namespaced:
		add = modernNamespaced
	}
	var kinds []*Kind
	for _, v := range versions {
		kinds = append(kinds, &Kind{
			Name: Name{group, v.name, kind}, Plural: text(doc, "spec", "names", "plural"), Role: role, HasStatus: true,
			Referenceable: flag(v.value, "referenceable"), Namespaced: namespaced, ScopeKnown: true, Document: from,
			build: func() *Schema {
				return d.composite(v, add, "compositionUpdatePolicy", text(doc, "spec", "defaultCompositionUpdatePolicy"))
			},
		})
	}
	claim := text(doc, "spec", "claimNames", "kind")
	if claim == "" || role != LegacyComposite {
		return kinds, nil
	}
	for _, v := range versions {
		kinds = append(kinds, &Kind{
			Name: Name{group, v.name, claim}, Plural: text(doc, "spec", "claimNames", "plural"), Role: Claim, HasStatus: true,
			Namespaced: true, ScopeKnown: true, Document: from,
			build: func() *Schema {
				return d.composite(v, claimOfAComposite, "compositeDeletePolicy", text(doc, "spec", "defaultCompositeDeletePolicy"))
			},
		})
	}
	return kinds, nil
}

// scope returns the role of the composites of an XRD, and reports whether they are namespaced.
func (d definition) scope() (role Role, namespaced bool, err error) {
	version, scope := text(d.doc, "apiVersion"), text(d.doc, "spec", "scope")
	switch {
	case version != "apiextensions.crossplane.io/v1" && version != "apiextensions.crossplane.io/v2":
		return 0, false, d.errorf([]string{"apiVersion"},
			"has apiVersion %s; expected apiextensions.crossplane.io/v1 or v2", version)
	case version == "apiextensions.crossplane.io/v1" && (scope == "" || scope == "LegacyCluster"):
		return LegacyComposite, false, nil
	case scope == "Namespaced", scope == "":
		return ModernComposite, true, nil
	case scope == "Cluster":
		return ModernComposite, false, nil
	}
	return 0, false, d.errorf([]string{"spec", "scope"},
		"has the scope %q; expected Namespaced or Cluster, or LegacyCluster in an XRD of v1", scope)
}

// composite returns the schema of a version. Only spec and status of the XRD's schema count; both get Crossplane's own
// fields.
func (d definition) composite(v version, add addition, policy, policyDefault string) *Schema {
	own := (&parser{doc: d.from}).root(v.schema, v.at)
	s := &Schema{Type: Object, Description: own.Description, Rules: own.Rules, origin: own.origin}
	spec, status := merged(own, "spec", add.spec.schema()), merged(own, "status", add.status.schema())
	if v.schema.IsNull() { // it says nothing
		spec.Preserve, status.Preserve = true, true
	}
	if policyDefault != "" {
		spec.setDefault(policy, value.String(policyDefault))
	}
	s.setProperty(Property{"spec", spec, !v.schema.IsNull()})
	s.setProperty(Property{"status", status, false})
	limited := &Schema{Type: String, Limits: &Limits{MinLength: -1, MaxLength: nameLimit, MinItems: -1, MaxItems: -1,
		MinProperties: -1, MaxProperties: -1}}
	if meta, ok := own.named("metadata"); ok {
		if name, ok := meta.Schema.named("name"); ok && name.Schema.Limits != nil && name.Schema.Limits.MaxLength >= 0 {
			limited.Limits.MaxLength = min(nameLimit, name.Schema.Limits.MaxLength)
		}
	}
	meta := &Schema{Type: Object, Properties: []Property{{"name", limited, false}}}
	s.setProperty(Property{"metadata", meta, false})
	s.addObjectFields()
	return s
}

// merged returns a field of an XRD's schema with the additional fields, which take precedence, as in a cluster.
func merged(own *Schema, name string, added *Schema) *Schema {
	p, ok := own.named(name)
	if !ok {
		p.Schema = &Schema{}
	}
	s := copyOf(p.Schema)
	s.Type, s.Default = Object, value.Value{}
	for _, extra := range added.Properties {
		s.setProperty(extra)
	}
	return s
}

// setDefault sets the default of a field in a copy of the field. The field may be one level deeper, in crossplane.
func (s *Schema) setDefault(name string, def value.Value) {
	if p, ok := s.named(name); ok {
		c := copyOf(p.Schema)
		c.Default = def
		s.setProperty(Property{name, c, p.Required})
		return
	}
	if p, ok := s.named("crossplane"); ok {
		inner := copyOf(p.Schema)
		inner.setDefault(name, def)
		s.setProperty(Property{"crossplane", inner, p.Required})
	}
}
