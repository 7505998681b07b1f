package model

import "github.com/hclx-lang/hclx/hcl"

// Kind says what a block is.
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
	KindTemplate                // template, or the body of a collection that stands for one
	KindSelect                  // select
	KindFunction                // function
	KindArg                     // arg
)

// The block types of the language.
const (
	blockLocals      = "locals"
	blockGroup       = "group"
	blockResource    = "resource"
	blockResources   = "resources"
	blockTemplate    = "template"
	blockComposite   = "composite"
	blockContext     = "context"
	blockReady       = "ready"
	blockRequirement = "requirement"
	blockSelect      = "select"
	blockFunction    = "function"
	blockArg         = "arg"
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

// kindOf are the kinds of blocks by their types. A composite block is of the kind that its label says.
var kindOf = map[string]Kind{
	blockGroup: KindGroup, blockResource: KindResource, blockResources: KindCollection, blockTemplate: KindTemplate,
	blockComposite: KindStatus, blockContext: KindContext, blockReady: KindReady, blockRequirement: KindRequirement,
	blockSelect: KindSelect, blockFunction: KindFunction, blockArg: KindArg,
}

var kindNames = [...]string{
	"resource", "resources", "group", "composite status", "composite connection", "ready", "context", "requirement",
	blockTemplate, blockSelect, blockFunction, blockArg,
}

// String returns the kind as programs write it.
func (k Kind) String() string { return kindNames[k] }

func required(name string) hcl.AttributeSchema {
	return hcl.AttributeSchema{Name: name, Required: true}
}
func optional(name string) hcl.AttributeSchema { return hcl.AttributeSchema{Name: name} }

func block(typ string, labels ...string) hcl.BlockSchema {
	return hcl.BlockSchema{Type: typ, LabelNames: labels}
}

var (
	localsShape    = block(blockLocals)
	compositeShape = block(blockComposite, "kind")
	contextShape   = block(blockContext)
	readyShape     = block(blockReady)

	groupBlocks = []hcl.BlockSchema{
		localsShape, block(blockGroup), block(blockResource, "name"), block(blockResources, "basename"),
		compositeShape, contextShape, block(blockRequirement, "name"),
	}
	resourceBlocks = []hcl.BlockSchema{localsShape, readyShape, compositeShape, contextShape}

	resourceSchema = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{required(AttrBody), optional(AttrCondition)}, Blocks: resourceBlocks,
	}
	compositeSchema = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{required(AttrBody)}, Blocks: []hcl.BlockSchema{localsShape},
	}
)

// topSchema is what may stand in a file.
var topSchema = &hcl.Schema{Blocks: append(groupBlocks[:len(groupBlocks):len(groupBlocks)], block(blockFunction, "name"))}

// schemas say which attributes and blocks may stand in which block. An attribute "body" may also be written as a block.
var schemas = [...]*hcl.Schema{
	KindGroup:    {Attributes: []hcl.AttributeSchema{optional(AttrCondition)}, Blocks: groupBlocks},
	KindResource: resourceSchema,
	KindTemplate: resourceSchema,
	KindCollection: {
		Attributes: []hcl.AttributeSchema{required(AttrForEach), optional(AttrCondition), optional(AttrName), optional(AttrBody)},
		Blocks:     []hcl.BlockSchema{localsShape, block(blockTemplate), compositeShape, contextShape},
	},
	KindStatus:     compositeSchema,
	KindConnection: compositeSchema,
	KindContext: {
		Attributes: []hcl.AttributeSchema{required(AttrKey), required(AttrValue)}, Blocks: []hcl.BlockSchema{localsShape},
	},
	KindReady: {
		Attributes: []hcl.AttributeSchema{required(AttrValue)}, Blocks: []hcl.BlockSchema{localsShape},
	},
	KindRequirement: {
		Attributes: []hcl.AttributeSchema{optional(AttrCondition)}, Blocks: []hcl.BlockSchema{localsShape, block(blockSelect)},
	},
	KindSelect: {Attributes: []hcl.AttributeSchema{
		required(AttrAPIVersion), required(AttrKind), optional(AttrMatchName), optional(AttrMatchLabels), optional(AttrNamespace),
	}},
	KindFunction: {
		Attributes: []hcl.AttributeSchema{required(AttrBody), optional(AttrDescription)},
		Blocks:     []hcl.BlockSchema{localsShape, block(blockArg, "name")},
	},
	KindArg: {Attributes: []hcl.AttributeSchema{optional(AttrDefault), optional(AttrDescription)}},
}

// blockForms are the schemas with body as a block instead of an attribute; nil for those without a body.
var blockForms = func() (out [len(schemas)]*hcl.Schema) {
	for kind, s := range schemas {
		form := &hcl.Schema{Blocks: append(s.Blocks[:len(s.Blocks):len(s.Blocks)], block(AttrBody))}
		for _, a := range s.Attributes {
			if a.Name != AttrBody {
				form.Attributes = append(form.Attributes, a)
			}
		}
		if len(form.Attributes) < len(s.Attributes) {
			out[kind] = form
		}
	}
	return out
}()

// The variables that programs do not declare, and their members.
const (
	RootReq  = "req"
	RootSelf = "self"
	RootEach = "each"
)

// The members of the variables that programs do not declare; those of self by where it stands.
var (
	ReqMembers = []string{
		"composite", "composite_connection", "connection", "connections", "context", "extra_resources", "resource", "resources",
	}
	EachMembers = []string{"key", "value"}

	selfMembers = [...][]string{
		SelfResource:   {"connection", "name", "resource"},
		SelfCollection: {"basename", "connections", "resources"},
		SelfMember:     {"basename", "connection", "connections", "name", "resource", "resources"},
	}
)

// Self says what the variable self stands for in a scope.
type Self uint8

// What self stands for.
const (
	SelfNone       Self = iota // there is no self
	SelfResource               // the resource of a resource block
	SelfCollection             // the collection of a resources block
	SelfMember                 // a member of a collection
)

// Members returns the members of self, in ascending order.
func (s Self) Members() []string { return selfMembers[s] }

// IsFunctionName reports whether a name may be given to a function or an argument.
func IsFunctionName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}
