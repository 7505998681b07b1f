package schema

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Type is the type of the values of a node, apart from null.
type Type uint8

// The types. A node of type Any only restricts its values by junctors.
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

// String returns the name of the type in OpenAPI.
func (t Type) String() string { return typeNames[t] }

// Schema describes the values at one place of an object. It belongs to its kind and must not be changed.
type Schema struct {
	Type Type
	// Nullable allows null as a value. Otherwise a null counts as absent in an object, and is an error in a list.
	Nullable bool
	// Preserve keeps unknown fields (x-kubernetes-preserve-unknown-fields).
	Preserve bool
	// Embedded reports whether the object is a complete Kubernetes object (x-kubernetes-embedded-resource).
	Embedded bool
	// Properties are the known fields of an object, by ascending name.
	Properties []Property
	// Additional is the schema of the fields that are not in Properties, or nil if there are no others.
	Additional *Schema
	// Items is the schema of the elements of an array, or nil if they are not described.
	Items *Schema
	// Default is the value of an absent field, or the zero Value if there is none.
	Default value.Value
	// Enum lists all allowed values. If it is empty, values are not limited.
	Enum []value.Value
	// Limits are bounds, lengths, pattern and format, or nil if there are none.
	Limits *Limits
	// Junctors restrict the values further, or are nil if there are none.
	Junctors *Junctors
	// ListType is atomic, set or map, which determines how lists are merged, or "".
	ListType string
	// ListMapKeys are the fields that identify the elements of a list whose ListType is map.
	ListMapKeys []string
	// MapType is atomic or granular, which determines how objects are merged, or "".
	MapType string
	// Rules are validation rules in the Common Expression Language. They are not evaluated here.
	Rules []Rule
	// Description is a text for people, or "" if there is none.
	Description string

	origin origin
	name   string // of the definition, for types that contain themselves
	known  [2]knownType
}

// Property is a field of an object.
type Property struct {
	Name     string
	Schema   *Schema
	Required bool
}

// MayBeAbsent reports whether an object may lack the field, because it is not required and has no default.
func (p Property) MayBeAbsent() bool { return !p.Required && p.Schema.Default.IsZero() }

// Limits are limits for values in addition to their type. Without a limit, numbers are the zero Value, and lengths are
// -1.
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
	// Pattern is a regular expression. It has no effect if Go cannot compile it.
	Pattern string
	// Format is the name of a format such as date-time. Unknown names have no effect.
	Format string
}

// Junctors combine schemas. They restrict values, but do not define which fields are known.
type Junctors struct {
	AllOf, AnyOf, OneOf []*Schema
	Not                 *Schema
}

// Rule is an entry of x-kubernetes-validations.
type Rule struct {
	Rule, Message string
}

// Property returns the field with a name, and reports whether the schema describes it, by name or as an additional
// field. Additional fields are not required.
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

// PropertyNames returns the names of the known fields in ascending order.
func (s *Schema) PropertyNames() []string {
	names := make([]string, len(s.Properties))
	for i, p := range s.Properties {
		names[i] = p.Name
	}
	return names
}

// At returns the node at a path, or nil if the schema does not describe it. A step into an array may be any index.
//
// A step with a key is also accepted for an object: paths into maps have keys, and whether the schema describes a map
// or an object with fields is not visible to who made the path.
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

// IsOpen reports whether the object may have fields that the schema does not describe at all.
func (s *Schema) IsOpen() bool {
	return s.Preserve || s.Type == Any && s.Junctors == nil && len(s.Properties) == 0 ||
		s.Type == Object && s.Additional != nil && s.Additional.Type == Any && s.Additional.Junctors == nil &&
			len(s.Additional.Properties) == 0
}

// Place returns the range of the node in its file, or the zero Range if it is not known.
func (s *Schema) Place() source.Range {
	doc, path := s.location()
	if doc == nil || doc.Locate == nil {
		return source.Range{}
	}
	return doc.Locate(path)
}

// Document returns the document of the node, or nil for fields that every object of Kubernetes or Crossplane has.
func (s *Schema) Document() *Document {
	doc, _ := s.location()
	return doc
}

// via is the step from the parent of a node to the node.
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

// origin is the position of a node. It does not contain a path, because there are tens of thousands of nodes.
type origin struct {
	parent *Schema
	root   *root  // where parent is nil
	name   string // of the property
	index  uint16 // in a list of junctors
	via    via
}

// root is the position of a schema in a document.
type root struct {
	doc  *Document
	path value.Path
}

// Steps are collected from the inside outwards, each with its keyword behind it, and reversed at the end. Storing a
// path in every node instead would take more memory than the nodes themselves, for positions that are needed for a
// handful of messages.
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
