package composition

import "github.com/hclx-lang/hclx/hcl"

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
	attrBody         = "body"
)

// The labels of composite blocks.
const (
	labelStatus     = "status"
	labelConnection = "connection"
)

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
)

// The table of C1: which attributes and blocks may stand in which block. A schema that has an attribute "body"
// is used through [withBody], since body may also be a block.
var (
	topSchema = &hcl.Schema{Blocks: append(groupBlocks[:len(groupBlocks):len(groupBlocks)], block(blockFunction, "name"))}

	groupSchema = &hcl.Schema{Attributes: []hcl.AttributeSchema{optional("condition")}, Blocks: groupBlocks}

	resourceSchema = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{required(attrBody), optional("condition")}, Blocks: resourceBlocks,
	}
	resourcesSchema = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{required("for_each"), optional("condition"), optional("name"), optional(attrBody)},
		Blocks:     []hcl.BlockSchema{localsShape, block(blockTemplate), compositeShape, contextShape},
	}
	compositeSchema = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{required(attrBody)}, Blocks: []hcl.BlockSchema{localsShape},
	}
	contextSchema = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{required("key"), required("value")}, Blocks: []hcl.BlockSchema{localsShape},
	}
	readySchema = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{required("value")}, Blocks: []hcl.BlockSchema{localsShape},
	}
	requirementSchema = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{optional("condition")}, Blocks: []hcl.BlockSchema{localsShape, block(blockSelect)},
	}
	selectSchema = &hcl.Schema{Attributes: []hcl.AttributeSchema{
		required("apiVersion"), required("kind"), optional("matchName"), optional("matchLabels"), optional("namespace"),
	}}
	functionSchema = &hcl.Schema{
		Attributes: []hcl.AttributeSchema{required(attrBody), optional("description")},
		Blocks:     []hcl.BlockSchema{localsShape, block(blockArg, "name")},
	}
	argSchema = &hcl.Schema{Attributes: []hcl.AttributeSchema{optional("default"), optional("description")}}
)

// withBodyBlock returns the schema with body as a block instead of an attribute.
func withBodyBlock(s *hcl.Schema) *hcl.Schema {
	out := &hcl.Schema{Blocks: append(s.Blocks[:len(s.Blocks):len(s.Blocks)], block(attrBody))}
	for _, a := range s.Attributes {
		if a.Name != attrBody {
			out.Attributes = append(out.Attributes, a)
		}
	}
	return out
}

// The block forms, made once.
var bodyBlockSchemas = map[*hcl.Schema]*hcl.Schema{
	resourceSchema:  withBodyBlock(resourceSchema),
	resourcesSchema: withBodyBlock(resourcesSchema),
	compositeSchema: withBodyBlock(compositeSchema),
	functionSchema:  withBodyBlock(functionSchema),
}
