package transcode

import (
	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/syntax"
)

// Schema says which properties of a body are blocks. The zero value has none.
type Schema struct {
	Blocks []BlockType `hcl:"block,block"`
}

// BlockType describes blocks of one type: what their labels mean, and which blocks they contain.
type BlockType struct {
	Type   string      `hcl:"type,label"`
	Labels []string    `hcl:"labels,optional"`
	Blocks []BlockType `hcl:"block,block"`
}

// ParseSchema reads a schema: a block "block" for every type of block, with its name as label, its labels as a list of names, and the blocks in it.
// The error is a diag.List.
func ParseSchema(name string, text []byte) (*Schema, error) {
	var s Schema
	if err := decode.Unmarshal(name, text, &s); err != nil {
		return nil, err
	}
	return &s, nil
}

// find returns a type of block, or nil.
func find(blocks []BlockType, typ string) *BlockType {
	for i := range blocks {
		if blocks[i].Type == typ {
			return &blocks[i]
		}
	}
	return nil
}

// SchemaOf returns a schema that describes the blocks of a body as they are. Where blocks of one type have different numbers of labels, the first
// one counts.
func SchemaOf(body *syntax.Body) *Schema {
	return &Schema{Blocks: blockTypes(nil, body)}
}

func blockTypes(known []BlockType, body *syntax.Body) []BlockType {
	for _, item := range body.Items {
		b, ok := item.(*syntax.Block)
		if !ok {
			continue
		}
		typ := find(known, b.Type)
		if typ == nil {
			known = append(known, BlockType{Type: b.Type})
			typ = &known[len(known)-1]
			for range b.Labels {
				typ.Labels = append(typ.Labels, "name")
			}
		}
		typ.Blocks = blockTypes(typ.Blocks, b.Body)
	}
	return known
}
