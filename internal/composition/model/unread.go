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

// Blocks and arguments that are not in a schema are reported once, at their place. They are not read, so the names in
// them, and the arguments or blocks that were meant, only seem to be missing and are not reported.

// unread records the parts of a body that are not read.
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

// asArgument records a block that is written as an argument, as in locals = { ... }. The parser mistook its content, so
// the errors that the parser reported about it do not count.
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

// withoutMisspelled drops errors about a missing argument if an unsupported argument has a similar name.
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
