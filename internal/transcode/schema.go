package transcode

import "github.com/hclx-lang/hclx/decode"

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

// ParseSchema reads a schema: a block "block" for every type of block, with its name as label, its labels as a list of
// names, and the blocks in it. The error is a diag.List.
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
