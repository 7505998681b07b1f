package hcl

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// Check checks that no attribute name and no block type occurs twice, and that no name is both. It returns nil, or an
// error at the given range. Implementations of [Body] call it before they use a schema, so that mistakes of the calling
// program are reported.
//
// See "Schema-driven Processing" in the information model.
func (s *Schema) Check(at source.Range) *diag.Diagnostic {
	seen := make(map[string]string, len(s.Attributes)+len(s.Blocks))
	for i := range s.Attributes {
		if d := claim(seen, s.Attributes[i].Name, "an argument", at); d != nil {
			return d
		}
	}
	for i := range s.Blocks {
		if d := claim(seen, s.Blocks[i].Type, "a block type", at); d != nil {
			return d
		}
	}
	return nil
}

func claim(seen map[string]string, name, as string, at source.Range) *diag.Diagnostic {
	before, dup := seen[name]
	seen[name] = as
	if !dup {
		return nil
	}
	detail := "The schema of this body declares \"" + name + "\" as " + as
	if before == as {
		detail += " twice."
	} else {
		detail += " and as " + before + "."
	}
	return &diag.Diagnostic{
		Code: code.InvalidSchema, Summary: "Invalid schema", Subject: at,
		Detail: detail + " This is a mistake in the program that reads the configuration, not in the configuration.",
	}
}

// AttributeNames returns the names of the attributes in order.
func (s *Schema) AttributeNames() []string {
	names := make([]string, len(s.Attributes))
	for i := range s.Attributes {
		names[i] = s.Attributes[i].Name
	}
	return names
}

// BlockTypes returns the types of the blocks in order.
func (s *Schema) BlockTypes() []string {
	names := make([]string, len(s.Blocks))
	for i := range s.Blocks {
		names[i] = s.Blocks[i].Type
	}
	return names
}

// Attribute returns the schema of an attribute, or nil.
func (s *Schema) Attribute(name string) *AttributeSchema {
	for i := range s.Attributes {
		if s.Attributes[i].Name == name {
			return &s.Attributes[i]
		}
	}
	return nil
}

// Block returns the schema of a type of block, or nil.
func (s *Schema) Block(typ string) *BlockSchema {
	for i := range s.Blocks {
		if s.Blocks[i].Type == typ {
			return &s.Blocks[i]
		}
	}
	return nil
}
