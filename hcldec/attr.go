package hcldec

import (
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Attr reads an attribute and converts it to a type. An absent attribute is null of that type.
type Attr struct {
	Name     string
	Type     types.Type // the zero Type takes anything
	Required bool
}

func (a *Attr) decode(d *decoder, s *scope) value.Value {
	found := s.content.Attributes.Get(a.Name)
	if found == nil { // where it is required the body has reported that
		return nullOf(a.Type)
	}
	v := d.evaluate(found.Expr)
	if v.IsNull() && !d.profile.StrictNulls {
		return a.absent(d, found, v)
	}
	return d.convert(v, a.Type, found, "the argument "+strconv.Quote(a.Name))
}

// absent treats a null as an absent attribute. See "Null values" in the information model.
func (a *Attr) absent(d *decoder, found *hcl.Attribute, v value.Value) value.Value {
	if a.Required {
		d.diags.Add(&diag.Diagnostic{
			Code: code.MissingArgument, Summary: "Missing required argument", Subject: found.Expr.Range(),
			Context: attributeRange(found),
			Detail:  "The argument " + strconv.Quote(a.Name) + " is required, but it is null, which means not set.",
		})
		return unknown(a.Type)
	}
	return nullOf(a.Type).WithMarks(v.Marks())
}

func (a *Attr) impliedType() types.Type { return a.Type }

func (a *Attr) attribute() hcl.AttributeSchema {
	return hcl.AttributeSchema{Name: a.Name, Required: a.Required}
}

func (a *Attr) variables(content *hcl.Content) []hcl.Traversal {
	if found := content.Attributes.Get(a.Name); found != nil {
		return found.Expr.Variables()
	}
	return nil
}

func (a *Attr) place(s *scope) source.Range {
	if found := s.content.Attributes.Get(a.Name); found != nil {
		return found.Expr.Range()
	}
	return s.content.MissingItemRange
}

// Literal returns a value, whatever the body contains.
type Literal struct{ Value value.Value }

func (l *Literal) decode(*decoder, *scope) value.Value { return l.Value }
func (l *Literal) impliedType() types.Type             { return l.Value.Type() }

// Expr returns the value of an expression that is not part of the body, in the context of the decoding.
type Expr struct{ Expr hcl.Expression }

func (e *Expr) decode(d *decoder, s *scope) value.Value {
	if e.Expr == nil {
		return missing{}.decode(d, s)
	}
	return d.evaluate(e.Expr)
}

func (e *Expr) impliedType() types.Type { return types.Dynamic }

func (e *Expr) variables(*hcl.Content) []hcl.Traversal {
	if e.Expr == nil {
		return nil
	}
	return e.Expr.Variables()
}

func (e *Expr) place(s *scope) source.Range {
	if e.Expr == nil {
		return s.content.MissingItemRange
	}
	return e.Expr.Range()
}
