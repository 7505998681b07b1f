package jsonsyntax

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

// File is a parsed JSON file.
type File struct {
	Source *source.File
	body   *Body
}

// Body returns the content of the file.
func (f *File) Body() hcl.Body { return f.body }

// Parse parses a text. The file is never nil; after an error it contains what could be parsed. The text may be up to 4
// GiB; time and memory are linear in its size. The file is safe for concurrent use.
func Parse(src *source.File) (*File, diag.List) {
	doc, diags := parse(src)
	root := &doc.root
	switch root.kind {
	case kindObject, kindArray:
	default:
		if root.kind != kindInvalid {
			diags.AddError(doc.rng(root), "Root value must be object",
				"The root of a JSON configuration file must be an object or an array of objects, but this is "+root.what()+".")
		}
		root = &node{kind: kindObject}
	}
	return &File{Source: src, body: &Body{doc: doc, node: root}}, diags
}

// ParseExpression parses a text as one expression, which is never nil.
func ParseExpression(src *source.File) (*Expression, diag.List) {
	doc, diags := parse(src)
	return &Expression{doc: doc, node: &doc.root}, diags
}
