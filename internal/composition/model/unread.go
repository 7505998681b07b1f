package model

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// What a schema does not know is reported once, where it is written. It is not read, so the blocks and names in it, and
// the argument or block that it was meant to be, only seem to be missing: nothing is reported about those.

// unread notes the parts of a body that are not read.
func (r *reader) unread(body hcl.Body, schema *hcl.Schema) {
	for _, it := range items(body) {
		switch it := it.(type) {
		case *syntax.Attribute:
			switch {
			case schema.Attribute(it.Name) != nil:
			case schema.Block(it.Name) != nil && it.Name != AttrBody:
				r.asArgument(it)
			default:
				r.file.Unread = append(r.file.Unread, it.Source)
			}
		case *syntax.Block:
			if schema.Block(it.Type) == nil {
				r.file.Unread = append(r.file.Unread, it.Source)
			}
		}
	}
}

// asArgument notes a block that is written as an argument, as in locals = { ... }. What is in it is not what the parser
// took it for, so nothing that the parser has reported about it counts.
func (r *reader) asArgument(a *syntax.Attribute) {
	r.file.unread = true
	name := r.file.Range(a.NameSpan())
	r.file.Problems = slices.DeleteFunc(r.file.Problems, func(d *diag.Diagnostic) bool {
		return d.Subject != name && a.Source.Contains(d.Subject.Span.Start)
	})
}

func isUnsupported(d *diag.Diagnostic) bool {
	return d.Code == code.UnsupportedArgument || d.Code == code.UnsupportedBlock
}

// withoutMisspelled leaves out that an argument is missing where another one that is not supported has nearly its name.
func withoutMisspelled(diags diag.List, schema *hcl.Schema) diag.List {
	meant := map[string]bool{}
	for _, d := range diags {
		if isUnsupported(d) {
			name := diag.Nearest(strings.Trim(d.Subject.Text(), "\""), schema.AttributeNames())
			meant[hcl.MissingAttribute(name, source.Range{}).Detail] = true
		}
	}
	return slices.DeleteFunc(diags, func(d *diag.Diagnostic) bool {
		return d.Code == code.MissingArgument && meant[d.Detail]
	})
}
