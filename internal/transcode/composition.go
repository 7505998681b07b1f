package transcode

import (
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
)

// Composition is the schema of programs in the composition language.
var Composition = compositionSchema()

func compositionSchema() *Schema {
	locals := BlockType{Type: "locals"}
	composite := BlockType{Type: "composite", Labels: []string{"kind"}, Blocks: []BlockType{locals}}
	context := BlockType{Type: "context", Blocks: []BlockType{locals}}
	ready := BlockType{Type: "ready", Blocks: []BlockType{locals}}
	inResource := []BlockType{locals, ready, composite, context}
	group := []BlockType{
		locals, {Type: "group"}, {Type: "resource", Labels: []string{"name"}, Blocks: inResource},
		{Type: "resources", Labels: []string{"basename"}, Blocks: []BlockType{locals, {Type: "template", Blocks: inResource},
			composite, context}},
		composite, context, {Type: "requirement", Labels: []string{"name"}, Blocks: []BlockType{locals, {Type: "select"}}},
	}
	find(group, "group").Blocks = group // groups contain groups
	function := BlockType{Type: "function", Labels: []string{"name"},
		Blocks: []BlockType{locals, {Type: "arg", Labels: []string{"name"}}}}
	return &Schema{Blocks: append(group[:len(group):len(group)], function)}
}

// IsComposition reports whether all properties of a JSON document are blocks of the composition language, and there are
// some.
func IsComposition(src *source.File) bool {
	root, diags := jsonsyntax.ParseExpression(src)
	if diags.HasErrors() {
		return false
	}
	bodies, ok := items(root)
	if !ok {
		bodies = append(bodies, root)
	}
	found := false
	for _, body := range bodies {
		properties, _ := pairs(body)
		for _, p := range properties {
			name := key(p.Key)
			if name != commentName && find(Composition.Blocks, name) == nil {
				return false
			}
			found = found || name != commentName
		}
	}
	return found
}
