package decode

import (
	"errors"
	"reflect"
	"slices"

	"github.com/hclx-lang/hclx/hcl"
)

// Schema returns the schema of the bodies that [Body] reads into a struct type, given a value of the type or a pointer
// to one, which may be nil. The schema only contains the types and labels of blocks; for their content, call Schema
// with their struct types. The schema belongs to the caller. If the struct has a field with the tag remain, use the
// schema with PartialContent. The error describes what is wrong with the type.
func Schema(of any) (*hcl.Schema, error) {
	t := reflect.TypeOf(of)
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil, errors.New("only a struct implies a schema")
	}
	p := planOf(t)
	if p.err != "" {
		return nil, errors.New(p.err)
	}
	s := &hcl.Schema{Attributes: slices.Clone(p.schema.Attributes), Blocks: slices.Clone(p.schema.Blocks)}
	for i := range s.Blocks {
		s.Blocks[i].LabelNames = slices.Clone(s.Blocks[i].LabelNames)
	}
	return s, nil
}
