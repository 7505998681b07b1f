package model

import (
	"slices"

	"github.com/hclx-lang/hclx/hcl"
)

// Kind is the kind of a block.
type Kind uint8

// The kinds of blocks. Those up to KindRequirement are the nodes of the [Graph].
const (
	KindResource    Kind = iota // resource, and for the graph the template of a collection
	KindCollection              // resources
	KindGroup                   // group
	KindStatus                  // composite status
	KindConnection              // composite connection
	KindReady                   // ready
	KindContext                 // context
	KindRequirement             // requirement
	KindTemplate                // template, or the body of a collection without one
	KindSelect                  // select
	KindFunction                // function
	KindArg                     // arg
	kindLocals                  // locals, which are read with the block that contains them
	kindBody                    // body, which is an attribute
)

// The names of attributes.
const (
	AttrBody        = "body"
	AttrCondition   = "condition"
	AttrForEach     = "for_each"
	AttrName        = "name"
	AttrKey         = "key"
	AttrValue       = "value"
	AttrDefault     = "default"
	AttrDescription = "description"
	AttrAPIVersion  = "apiVersion"
	AttrKind        = "kind"
	AttrMatchName   = "matchName"
	AttrMatchLabels = "matchLabels"
	AttrNamespace   = "namespace"
)

// The labels of composite blocks.
const (
	LabelStatus     = "status"
	LabelConnection = "connection"
)

// InvokeName is the function through which programs call their own functions.
const InvokeName = "invoke"

// form is the syntax of the blocks of a kind. An attribute "body" may also be written as a block.
type form struct {
	typ        string
	label      string // the term for the label; "" if there is none
	attributes []hcl.AttributeSchema
	blocks     []Kind // the blocks that it may contain
}

// composite is the type of the blocks of two kinds, which the label distinguishes.
const composite = "composite"

// forms are the blocks of the language.
var forms = [...]form{
	KindResource: {"resource", "name", resourceAttributes, inResource},
	KindCollection: {
		"resources", "basename", []hcl.AttributeSchema{required(AttrForEach), optional(AttrCondition), optional(AttrName),
			optional(AttrBody)},
		[]Kind{kindLocals, KindTemplate, KindStatus, KindContext},
	},
	KindGroup:      {"group", "", []hcl.AttributeSchema{optional(AttrCondition)}, inGroup},
	KindStatus:     {composite, "kind", []hcl.AttributeSchema{required(AttrBody)}, onlyLocals},
	KindConnection: {composite, "kind", []hcl.AttributeSchema{required(AttrBody)}, onlyLocals},
	KindReady:      {"ready", "", []hcl.AttributeSchema{required(AttrValue)}, onlyLocals},
	KindContext:    {"context", "", []hcl.AttributeSchema{required(AttrKey), required(AttrValue)}, onlyLocals},
	KindRequirement: {"requirement", "name", []hcl.AttributeSchema{optional(AttrCondition)},
		[]Kind{kindLocals, KindSelect}},
	KindTemplate: {"template", "", resourceAttributes, inResource},
	KindSelect: {"select", "", []hcl.AttributeSchema{
		required(AttrAPIVersion), required(AttrKind), optional(AttrMatchName), optional(AttrMatchLabels),
		optional(AttrNamespace),
	}, nil},
	KindFunction: {"function", "name", []hcl.AttributeSchema{required(AttrBody), optional(AttrDescription)},
		[]Kind{kindLocals, KindArg}},
	KindArg:    {"arg", "name", []hcl.AttributeSchema{optional(AttrDefault), optional(AttrDescription)}, nil},
	kindLocals: {typ: "locals"},
	kindBody:   {typ: AttrBody},
}

var (
	resourceAttributes = []hcl.AttributeSchema{required(AttrBody), optional(AttrCondition)}

	inGroup    = []Kind{kindLocals, KindGroup, KindResource, KindCollection, KindStatus, KindContext, KindRequirement}
	inResource = []Kind{kindLocals, KindReady, KindStatus, KindContext}
	onlyLocals = []Kind{kindLocals}
)

func required(name string) hcl.AttributeSchema {
	return hcl.AttributeSchema{Name: name, Required: true}
}
func optional(name string) hcl.AttributeSchema { return hcl.AttributeSchema{Name: name} }

// String returns the kind in the syntax of programs.
func (k Kind) String() string {
	switch k {
	case KindStatus:
		return composite + " " + LabelStatus
	case KindConnection:
		return composite + " " + LabelConnection
	}
	return forms[k].typ
}

// topSchema is the schema of a file.
var topSchema = (&form{blocks: append(slices.Clip(inGroup), KindFunction)}).schema()

// schemas are the attributes and blocks that each kind of block may contain; blockForms are those with body as a block
// instead of an attribute, nil for those without a body. kindOf are the kinds by their types; the kind of a composite
// block depends on its label.
var schemas, blockForms, kindOf = func() (schemas, blockForms [len(forms)]*hcl.Schema, kindOf map[string]Kind) {
	kindOf = map[string]Kind{}
	for i, f := range forms {
		schemas[i] = f.schema()
		if _, known := kindOf[f.typ]; !known {
			kindOf[f.typ] = Kind(i)
		}
		hasBody := func(a hcl.AttributeSchema) bool { return a.Name == AttrBody }
		if slices.ContainsFunc(f.attributes, hasBody) {
			f.attributes = slices.DeleteFunc(slices.Clone(f.attributes), hasBody)
			f.blocks = append(slices.Clip(f.blocks), kindBody)
			blockForms[i] = f.schema()
		}
	}
	return schemas, blockForms, kindOf
}()

func (f *form) schema() *hcl.Schema {
	s := &hcl.Schema{Attributes: f.attributes}
	for _, k := range f.blocks {
		b := hcl.BlockSchema{Type: forms[k].typ}
		if label := forms[k].label; label != "" {
			b.LabelNames = []string{label}
		}
		s.Blocks = append(s.Blocks, b)
	}
	return s
}

// The variables that programs do not declare, and their members.
const (
	RootReq  = "req"
	RootSelf = "self"
	RootEach = "each"
)

// The members of the variables that programs do not declare; those of self by its place.
var (
	ReqMembers = []string{
		"composite", "composite_connection", "connection", "connections", "context", "extra_resources", "resource",
		"resources",
	}
	EachMembers = []string{"key", "value"}

	selfMembers = [...][]string{
		SelfResource:   {"connection", "name", "resource"},
		SelfCollection: {"basename", "connections", "resources"},
		SelfMember:     {"basename", "connection", "connections", "name", "resource", "resources"},
	}
)

// Self is the meaning of the variable self in a scope.
type Self uint8

// The meanings of self.
const (
	SelfNone       Self = iota // there is no self
	SelfResource               // the resource of a resource block
	SelfCollection             // the collection of a resources block
	SelfMember                 // a member of a collection
)

// Members returns the members of self, in ascending order.
func (s Self) Members() []string { return selfMembers[s] }

// IsFunctionName reports whether a function or an argument may have a name.
func IsFunctionName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}
