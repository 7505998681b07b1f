package hcl

import (
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// The diagnostics that all syntaxes share.

// MissingAttribute returns the diagnostic for a missing required attribute.
func MissingAttribute(name string, at source.Range) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code.MissingArgument, Summary: "Missing required argument", Subject: at,
		Detail: "The argument \"" + name + "\" is required, but it is not set.",
	}
}

// UnsupportedAttribute returns the diagnostic for an attribute that the schema does not have.
func UnsupportedAttribute(name string, s *Schema, at source.Range) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: code.UnsupportedArgument, Summary: "Unsupported argument", Subject: at,
		Detail: "An argument named \"" + name + "\" is not expected here.",
	}
	if s.Block(name) != nil {
		d.Detail += " There is a block type with that name: write " + name + " { ... } without the equals sign."
		return d
	}
	d.Detail += suggestion(name, "arguments", s.AttributeNames(), "the block ", s.BlockTypes)
	return d
}

// UnsupportedBlock returns the diagnostic for a block whose type the schema does not have.
func UnsupportedBlock(typ string, s *Schema, at source.Range) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: code.UnsupportedBlock, Summary: "Unsupported block type", Subject: at,
		Detail: "Blocks of type \"" + typ + "\" are not expected here.",
	}
	if s.Attribute(typ) != nil {
		d.Detail += " There is an argument with that name: write " + typ + " = ... with an equals sign."
		return d
	}
	d.Detail += suggestion(typ, "blocks", s.BlockTypes(), "the argument ", s.AttributeNames)
	return d
}

// UnexpectedBlock returns the diagnostic for a block in a body that may contain only attributes.
func UnexpectedBlock(typ string, at source.Range) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code.UnexpectedBlock, Summary: "Unexpected \"" + typ + "\" block", Subject: at,
		Detail: "Only arguments (name = value) are allowed here, not blocks.",
	}
}

// WrongLabels returns the diagnostic for a block with more or fewer labels than its schema has.
func WrongLabels(b *BlockSchema, got int, subject, context source.Range) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code.BlockLabels, Subject: subject, Context: context}
	want := len(b.LabelNames)
	if got > want {
		d.Summary = "Extraneous label for " + b.Type
	} else {
		d.Summary = "Missing " + b.LabelNames[got] + " for " + b.Type
	}
	switch want {
	case 0:
		d.Detail = "A block of type \"" + b.Type + "\" has no labels, but this one has " + strconv.Itoa(got) + "."
	default:
		d.Detail = "A block of type \"" + b.Type + "\" has " + wording.Count(want, "label") + " (" +
			strings.Join(b.LabelNames, ", ") + "), but this one has " + strconv.Itoa(got) + "."
	}
	return d
}

// suggestion suggests the nearest name among names or others, or else lists the names.
func suggestion(name, what string, names []string, other string, others func() []string) string {
	if hint := diag.DidYouMean(name, names); hint != "" {
		return hint
	}
	if near := diag.Nearest(name, others()); near != "" {
		return " Did you mean " + other + wording.Quoted(near) + "?"
	}
	return expectation(what, names)
}

func expectation(what string, names []string) string {
	const most = 12
	switch {
	case len(names) == 0:
		return " No " + what + " are expected here."
	case len(names) > most:
		return ""
	}
	return " Expected here: " + strings.Join(names, ", ") + "."
}
