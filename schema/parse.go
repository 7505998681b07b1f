package schema

import (
	"slices"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// maxDepth limits the nesting of schemas. The limit of the API server is far lower.
const maxDepth = 500

// parser creates nodes from a decoded document. The kinds of a document share a parser, and are created on demand.
type parser struct {
	mu  sync.Mutex
	doc *Document
	// definitions are the targets of references, by name. They are created from schemas.
	schemas     value.Value
	base        value.Path
	definitions map[string]*Schema
	pending     []reference
	// openapi reports whether the document describes kinds that are compiled into a server. In such a document, an object
	// without properties may have any fields, and a default with the zero value only repeats Go's zero value.
	openapi bool
}

// reference is a node that contains more than its reference.
type reference struct {
	node   *Schema
	target *Schema
}

func (p *parser) root(v value.Value, path value.Path) *Schema {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.node(v, 0)
	if s.origin.root == nil {
		s.origin = origin{root: &root{p.doc, path}}
	}
	p.settle()
	return s
}

// defined returns the definition with a name, which must exist.
func (p *parser) defined(name string) *Schema {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.definition(name)
	p.settle()
	return s
}

// settle completes the nodes that refer to definitions, after all of these have been read.
//
// Copying has to wait until here: a reference may lead to a definition that is being read further up, whose node is
// still empty. A target may itself be such a reference, so it is completed first; done is set before that, which ends
// circles of references that say nothing.
func (p *parser) settle() {
	done := map[*Schema]bool{}
	byNode := make(map[*Schema]*Schema, len(p.pending))
	for _, r := range p.pending {
		byNode[r.node] = r.target
	}
	var complete func(n *Schema)
	complete = func(n *Schema) {
		target, ok := byNode[n]
		if !ok || done[n] {
			return
		}
		done[n] = true
		complete(target)
		n.refine(target)
	}
	for _, r := range p.pending {
		complete(r.node)
	}
	p.pending = nil
}

// refine copies the facts of t that n does not have.
func (s *Schema) refine(t *Schema) {
	s.Type, s.Nullable, s.Preserve, s.Embedded = t.Type, s.Nullable || t.Nullable, t.Preserve, t.Embedded
	s.Properties, s.Additional, s.Items = t.Properties, t.Additional, t.Items
	s.Enum, s.Limits, s.Junctors, s.Rules = t.Enum, t.Limits, t.Junctors, t.Rules
	s.ListType, s.ListMapKeys, s.MapType, s.name = t.ListType, t.ListMapKeys, t.MapType, t.name
	if s.Default.IsZero() {
		s.Default = t.Default
	}
	if s.Description == "" {
		s.Description = t.Description
	}
}

// definition returns the node to which a reference refers, or nil.
func (p *parser) definition(ref string) *Schema {
	name := ref[strings.LastIndexByte(ref, '/')+1:]
	if s, ok := p.definitions[name]; ok {
		return s
	}
	v, ok := p.schemas.Attr(name)
	if !ok {
		return nil
	}
	s := &Schema{}
	if p.definitions == nil {
		p.definitions = map[string]*Schema{}
	}
	// The node is entered before it is filled. A definition that contains itself, as JSONSchemaProps does, then meets
	// its own node inside and becomes a circle; it would be read for ever otherwise.
	p.definitions[name] = s
	s.name = name
	s.origin = origin{root: &root{p.doc, p.base.Attr(name)}}
	p.fill(s, v, 0)
	return s
}

func (p *parser) node(v value.Value, depth int) *Schema {
	if ref, ok := v.Attr("$ref"); ok {
		if s := p.definition(ref.AsString()); s != nil {
			return s
		}
	}
	s := &Schema{}
	p.fill(s, v, depth)
	return s
}

func (p *parser) child(parent *Schema, v value.Value, o origin, depth int) *Schema {
	c := p.node(v, depth)
	if c.origin.parent == nil && c.origin.root == nil {
		o.parent = parent
		c.origin = o
	}
	return c
}

// fill reads a node. It ignores what it does not understand, because a server has accepted the schema.
func (p *parser) fill(s *Schema, v value.Value, depth int) {
	if depth > maxDepth {
		// Deeper than any server accepts: the node says nothing, so that nothing is reported that might be right.
		s.Preserve = true
		return
	}
	s.Description = text(v, "description")
	s.Default = p.defaultOf(v)
	if t := p.overlay(v); t != nil {
		p.pending = append(p.pending, reference{s, t})
		return
	}
	s.Type = typeOf(text(v, "type"))
	s.Nullable = flag(v, "nullable")
	s.Preserve = flag(v, "x-kubernetes-preserve-unknown-fields")
	s.Embedded = flag(v, "x-kubernetes-embedded-resource")
	s.ListType = text(v, "x-kubernetes-list-type")
	s.ListMapKeys = texts(v, "x-kubernetes-list-map-keys")
	s.MapType = text(v, "x-kubernetes-map-type")
	if e, ok := v.Attr("enum"); ok {
		s.Enum = e.Elems()
	}
	s.Limits = limitsOf(v)
	s.Rules = rulesOf(v)
	p.parts(s, v, depth)
	p.junctors(s, v, depth)
	if flag(v, "x-kubernetes-int-or-string") || text(v, "format") == "int-or-string" {
		// The junctors only spell out the two types once more, in the way controller-gen writes them, and the format is
		// not one that a text could violate. Both would be reported as a second mistake.
		s.Type, s.Junctors = IntOrString, nil
		if s.Limits != nil {
			s.Limits.Format = ""
		}
	}
	if s.Embedded {
		s.addObjectFields()
	}
}

// overlay returns the node to which v refers, if v only adds texts and a default.
//
// OpenAPI 3.0 ignores whatever stands beside a $ref. An API server therefore writes a field that has a description or
// default of its own as an allOf with the reference as the only member. Reading it as a junctor would be correct, but
// would hide the fields of the definition from types and from suggestions.
func (p *parser) overlay(v value.Value) *Schema {
	all, _ := v.Attr("allOf")
	if _, typed := v.Attr("type"); typed || all.Len() != 1 {
		return nil
	}
	ref, ok := all.At(0).Attr("$ref")
	if !ok {
		return nil
	}
	return p.definition(ref.AsString())
}

// Why zero values do not count is in docs/decisions.md under "Defaults of OpenAPI documents".
func (p *parser) defaultOf(v value.Value) value.Value {
	d, ok := v.Attr("default")
	if !ok || p.openapi && isZero(d) {
		return value.Value{}
	}
	return d
}

// isZero reports whether v is a zero value of Go.
func isZero(v value.Value) bool {
	switch {
	case v.IsNull(), v.IsContainer() && v.Len() == 0:
		return true
	case v.IsString():
		return v.AsString() == ""
	case v.IsNumber():
		return numbers.Sign(v) == 0
	}
	return v.IsBool() && !v.AsBool()
}

func (p *parser) parts(s *Schema, v value.Value, depth int) {
	required := texts(v, "required")
	if props, ok := v.Attr("properties"); ok {
		s.Properties = make([]Property, 0, props.Len())
		for i, name := range props.Names() {
			c := p.child(s, props.At(i), origin{via: viaProperty, name: name}, depth+1)
			s.Properties = append(s.Properties, Property{name, c, slices.Contains(required, name)})
		}
	}
	for _, name := range required {
		if _, ok := s.Property(name); !ok {
			// A schema may require a field that it does not describe, mostly within a junctor. An empty node accepts
			// any value, and keeps the field from being an unknown one.
			s.setProperty(Property{name, &Schema{}, true})
		}
	}
	if items, ok := v.Attr("items"); ok && !items.IsNull() {
		s.Items = p.child(s, items, origin{via: viaItems}, depth+1)
	}
	switch extra, ok := v.Attr("additionalProperties"); {
	case ok && extra.IsBool():
		if extra.AsBool() {
			s.Additional = &Schema{}
		}
	case ok:
		s.Additional = p.child(s, extra, origin{via: viaAdditional}, depth+1)
	// Types with their own JSON form, such as maps of unknown content, appear in compiled-in definitions as objects
	// that list nothing. In a CRD the same text means an object without fields.
	case p.openapi && s.Type == Object && len(s.Properties) == 0:
		s.Additional = &Schema{}
	}
}

func (p *parser) junctors(s *Schema, v value.Value, depth int) {
	list := func(via via) []*Schema {
		l, _ := v.Attr(keywords[via])
		var out []*Schema
		for i, e := range l.Elems() {
			out = append(out, p.child(s, e, origin{via: via, index: uint16(i)}, depth+1))
		}
		return out
	}
	j := &Junctors{AllOf: list(viaAllOf), AnyOf: list(viaAnyOf), OneOf: list(viaOneOf)}
	if not, ok := v.Attr("not"); ok {
		j.Not = p.child(s, not, origin{via: viaNot}, depth+1)
	}
	if len(j.AllOf)+len(j.AnyOf)+len(j.OneOf) > 0 || j.Not != nil {
		s.Junctors = j
	}
}

// setProperty adds a field, or replaces the one with the same name.
func (s *Schema) setProperty(p Property) {
	i, ok := slices.BinarySearchFunc(s.Properties, p.Name, func(p Property, name string) int {
		return strings.Compare(p.Name, name)
	})
	if ok {
		s.Properties[i] = p
		return
	}
	s.Properties = slices.Insert(s.Properties, i, p)
}

// The first name is not one of OpenAPI, and the last one is made here; a schema that says either says nothing.
func typeOf(name string) Type {
	if i := slices.Index(typeNames[:IntOrString], name); i > 0 {
		return Type(i)
	}
	return Any
}

func limitsOf(v value.Value) *Limits {
	l := Limits{
		Minimum: number(v, "minimum"), Maximum: number(v, "maximum"), MultipleOf: number(v, "multipleOf"),
		ExclusiveMinimum: flag(v, "exclusiveMinimum"), ExclusiveMaximum: flag(v, "exclusiveMaximum"),
		MinLength: count(v, "minLength"), MaxLength: count(v, "maxLength"), MinItems: count(v, "minItems"),
		MaxItems:      count(v, "maxItems"),
		MinProperties: count(v, "minProperties"), MaxProperties: count(v, "maxProperties"),
		UniqueItems: flag(v, "uniqueItems"),
		Pattern:     text(v, "pattern"), Format: text(v, "format"),
	}
	if max(l.MinLength, l.MaxLength, l.MinItems, l.MaxItems, l.MinProperties, l.MaxProperties) >= 0 {
		return &l
	}
	// Most nodes have no limits at all, and there are tens of thousands of nodes: those share the nil.
	if l.Minimum.IsZero() && l.Maximum.IsZero() && l.MultipleOf.IsZero() && l.Pattern == "" && l.Format == "" &&
		!l.UniqueItems {
		return nil
	}
	return &l
}

func rulesOf(v value.Value) []Rule {
	l, _ := v.Attr("x-kubernetes-validations")
	var rules []Rule
	for _, r := range l.Elems() {
		rules = append(rules, Rule{text(r, "rule"), text(r, "message")})
	}
	return rules
}

// The functions below return a part of a decoded document. A part of another type counts as absent.

func text(v value.Value, path ...string) string {
	for _, name := range path {
		v, _ = v.Attr(name)
	}
	return v.AsString()
}

func texts(v value.Value, name string) []string {
	l, _ := v.Attr(name)
	var out []string
	for _, e := range l.Elems() {
		if e.IsString() {
			out = append(out, e.AsString())
		}
	}
	return out
}

func flag(v value.Value, name string) bool {
	f, _ := v.Attr(name)
	return f.AsBool()
}

func number(v value.Value, name string) value.Value {
	if n, ok := v.Attr(name); ok && n.IsNumber() {
		return n
	}
	return value.Value{}
}

// count returns a length, or -1.
func count(v value.Value, name string) int {
	n, _ := v.Attr(name)
	if i, ok := n.AsInt64(); ok && n.IsNumber() && i >= 0 && int64(int(i)) == i {
		return int(i)
	}
	return -1
}
