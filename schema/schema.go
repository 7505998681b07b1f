package schema

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// A Type says which values a node admits, apart from null.
type Type uint8

// The types. A node of type Any says nothing about its values, or only through its junctors.
const (
	Any Type = iota
	Object
	Array
	String
	Integer
	Number
	Boolean
	IntOrString
)

var typeNames = [...]string{"any", "object", "array", "string", "integer", "number", "boolean", "integer or string"}

// String returns the name of the type as OpenAPI writes it.
func (t Type) String() string { return typeNames[t] }

// A Schema is what is known about the values at one place of an object. It belongs to its kind and must not be changed.
type Schema struct {
	Type Type
	// Nullable says that null is a value here. Elsewhere a null counts as absent in an object, and is refused in a list.
	Nullable bool
	// Preserve says that unknown fields are kept (x-kubernetes-preserve-unknown-fields).
	Preserve bool
	// Embedded says that the object is a Kubernetes object of its own (x-kubernetes-embedded-resource).
	Embedded bool
	// Properties are the known fields of an object, by ascending name.
	Properties []Property
	// Additional is the schema of the fields that Properties do not name; nil if there are no others.
	Additional *Schema
	// Items is the schema of the elements of an array; nil if it says nothing about them.
	Items *Schema
	// Default is used where the field is absent; it is the zero Value if there is none.
	Default value.Value
	// Enum lists all values there are; empty if that is not limited.
	Enum []value.Value
	// Limits are bounds, lengths, pattern and format; nil if there are none.
	Limits *Limits
	// Junctors narrow what is allowed; nil if there are none.
	Junctors *Junctors
	// ListType is atomic, set or map, as merging of lists knows them, or "".
	ListType string
	// ListMapKeys are the fields that tell the elements of a list apart, where ListType is map.
	ListMapKeys []string
	// MapType is atomic or granular, as merging of objects knows them, or "".
	MapType string
	// Rules are validation rules in the Common Expression Language. They are not evaluated here.
	Rules []Rule
	// Description is meant for people; "" if there is none.
	Description string

	origin origin
	name   string // of the definition, for types that contain themselves
	known  [2]knownType
}

// A Property is a field of an object.
type Property struct {
	Name     string
	Schema   *Schema
	Required bool
}

// MayBeAbsent reports whether an object can lack the field: it is not required, and has no default.
func (p Property) MayBeAbsent() bool { return !p.Required && p.Schema.Default.IsZero() }

// Limits bound values further than by their type. Numbers are the zero Value, and lengths -1, where there is no limit.
type Limits struct {
	once    sync.Once
	pattern *regexp.Regexp // made when it is first needed

	Minimum, Maximum                   value.Value
	ExclusiveMinimum, ExclusiveMaximum bool
	MultipleOf                         value.Value
	MinLength, MaxLength               int // of a string, in characters
	MinItems, MaxItems                 int // of an array
	UniqueItems                        bool
	MinProperties, MaxProperties       int // of an object
	// Pattern is a regular expression; one that Go does not understand does not limit anything.
	Pattern string
	// Format is the name of a format such as date-time; names that nobody knows do not limit anything.
	Format string
}

// Junctors combine schemas. Only what they say about values counts, unknown fields are not their business.
type Junctors struct {
	AllOf, AnyOf, OneOf []*Schema
	Not                 *Schema
}

// A Rule is an entry of x-kubernetes-validations.
type Rule struct {
	Rule, Message string
}

// Property returns the field with the given name, and whether the schema knows it: by name, or as one of the additional
// ones, which are not required.
func (s *Schema) Property(name string) (Property, bool) {
	if s == nil {
		return Property{}, false
	}
	i, ok := slices.BinarySearchFunc(s.Properties, name, func(p Property, name string) int {
		return strings.Compare(p.Name, name)
	})
	if ok {
		return s.Properties[i], true
	}
	if s.Additional != nil {
		return Property{Name: name, Schema: s.Additional}, true
	}
	return Property{}, false
}

// PropertyNames returns the names of the known fields, ascending.
func (s *Schema) PropertyNames() []string {
	names := make([]string, len(s.Properties))
	for i, p := range s.Properties {
		names[i] = p.Name
	}
	return names
}

// At returns the node to which a path leads, or nil where the schema knows nothing of it. Steps into an array may be
// any index.
func (s *Schema) At(path value.Path) *Schema {
	for _, step := range path {
		if s == nil {
			return nil
		}
		switch {
		case s.Type == Array:
			s = s.Items
		case step.IsAttr():
			p, _ := s.Property(step.Name)
			s = p.Schema
		default:
			p, _ := s.Property(step.Key.AsString())
			s = p.Schema
		}
	}
	return s
}

// IsOpen reports whether the object may have fields of which the schema knows nothing, not even a type.
func (s *Schema) IsOpen() bool {
	return s.Preserve || s.Type == Any && s.Junctors == nil && len(s.Properties) == 0 ||
		s.Type == Object && s.Additional != nil && s.Additional.Type == Any && s.Additional.Junctors == nil &&
			len(s.Additional.Properties) == 0
}

// Place returns where the node stands in the file it was read from: the value of its keyword, or the zero Range where
// that is not known.
func (s *Schema) Place() source.Range {
	doc, path := s.location()
	if doc == nil || doc.Locate == nil {
		return source.Range{}
	}
	return doc.Locate(path)
}

// Document returns where the node was read from; nil for what every object of Kubernetes or Crossplane has.
func (s *Schema) Document() *Document {
	doc, _ := s.location()
	return doc
}

// via is how a node is reached from its parent.
type via uint8

const (
	viaRoot via = iota
	viaProperty
	viaItems
	viaAdditional
	viaAllOf
	viaAnyOf
	viaOneOf
	viaNot
)

var keywords = [...]string{"", "properties", "items", "additionalProperties", "allOf", "anyOf", "oneOf", "not"}

// origin says where a node was read, without a path of its own: there are tens of thousands of nodes.
type origin struct {
	parent *Schema
	root   *root  // where parent is nil
	name   string // of the property
	index  uint16 // in a list of junctors
	via    via
}

// root is the place of a schema in a document.
type root struct {
	doc  *Document
	path value.Path
}

func (s *Schema) location() (*Document, value.Path) {
	var steps value.Path // innermost first
	n := s
	for ; n != nil && n.origin.parent != nil; n = n.origin.parent {
		o := n.origin
		switch o.via {
		case viaProperty:
			steps = append(steps, value.AttrStep(o.name))
		case viaAllOf, viaAnyOf, viaOneOf:
			steps = append(steps, value.IndexStep(value.Int(int64(o.index))))
		}
		steps = append(steps, value.AttrStep(keywords[o.via]))
	}
	if n == nil || n.origin.root == nil {
		return nil, nil
	}
	slices.Reverse(steps)
	return n.origin.root.doc, slices.Concat(n.origin.root.path, steps)
}
