package decode

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/edit"
	"github.com/hclx-lang/hclx/syntax/format"
	"github.com/hclx-lang/hclx/syntax/print"
	"github.com/hclx-lang/hclx/value"
)

// Marshal writes a struct, or a pointer to one, as configuration in native syntax, using the same tags as [Body].
// Attributes and blocks are in the order of the fields.
//
// The configuration consists of literals, and [Unmarshal] decodes it to an equal struct. The following also count as
// equal: an empty slice or map and a nil one; texts and keys of maps with the same normalization form C; different
// notations of the same number or JSON; and, in a field for any value, the result of decoding an equal literal. Marshal
// omits optional attributes with the zero value and no default, nil pointers to blocks, and fields for ranges and for
// the whole body. If a struct cannot be written in this way, the error names the field and the reason.
func Marshal(x any) ([]byte, error) {
	v := reflect.ValueOf(x)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("only structs can be written as configuration")
	}
	var e encoder
	if err := e.body(v, 0); err != nil {
		return nil, err
	}
	return format.Source([]byte(e.b.String())), nil
}

// MarshalInto is [Marshal] for a body that is being edited: it sets attributes, and adds blocks after the existing
// ones. After an error, a part of the changes may have been made.
func MarshalInto(body *edit.Body, x any) error {
	text, err := Marshal(x)
	if err != nil {
		return err
	}
	file, diags := edit.Parse(source.NewFile("marshalled", text))
	if diags.HasErrors() {
		return diags.Err()
	}
	for _, a := range file.Body().Attributes() {
		if _, err := body.Set(a.Name(), a.Expr()); err != nil {
			return err
		}
	}
	for _, b := range file.Body().Blocks() {
		body.AddBlankLine()
		body.AppendBlock(b)
	}
	return nil
}

// maxEncodeDepth limits the nesting of blocks, which pointers can make infinite.
const maxEncodeDepth = 100

type encoder struct{ b strings.Builder }

func (e *encoder) body(x reflect.Value, depth int) error {
	p := planOf(x.Type())
	switch {
	case p.err != "":
		return fmt.Errorf("%s", p.err)
	case depth > maxEncodeDepth:
		return fmt.Errorf("blocks are nested too deeply; do they point to each other?")
	}
	for _, f := range p.inOrder() {
		if err := e.field(p, f, x, depth); err != nil {
			return fmt.Errorf("%s: %w", f.label(), err)
		}
	}
	return nil
}

// label returns the name of the field for errors.
func (f *field) label() string {
	if f.name == "" {
		return f.kind
	}
	return f.name
}

// inOrder returns the fields in the order of the struct.
func (p *plan) inOrder() []*field {
	all := slices.Concat(p.attrs, p.blocks)
	if p.remain != nil {
		all = append(all, p.remain)
	}
	slices.SortStableFunc(all, func(a, b *field) int { return slices.Compare(a.index, b.index) })
	return all
}

// read returns the value of the field in a struct.
func (f *field) read(x reflect.Value) (reflect.Value, error) {
	for i, n := range f.index {
		if i > 0 && x.Kind() == reflect.Pointer {
			if x.IsNil() {
				return x, errors.New("the field is in an embedded struct that is nil, but would not be nil when it is read")
			}
			x = x.Elem()
		}
		x = x.Field(n)
	}
	return x, nil
}

func (e *encoder) field(p *plan, f *field, outer reflect.Value, depth int) error {
	x, err := f.read(outer)
	switch {
	case err != nil:
		return err
	case f.kind == "block":
		return e.blocks(f, x, depth)
	case f.kind == "remain":
		return e.remain(p, x)
	case f.typ == expressionType:
		return e.expression(f, x)
	case f.typ == attributeType && !x.IsNil():
		return e.expression(f, x.Elem().FieldByName("Expr"))
	case f.typ == attributeType:
		return e.expression(f, x)
	}
	v, written, err := f.encode(outer, depth)
	if err != nil || !written {
		return err
	}
	return e.attribute(f.name, v)
}

// attribute writes a value.
func (e *encoder) attribute(name string, v value.Value) error {
	text, err := print.Value(v)
	if err != nil {
		return err
	}
	return e.source(name, text)
}

// expression writes the source of an expression, or its value if it has no source. An expression that is nil or always
// null counts as absent.
func (e *encoder) expression(f *field, x reflect.Value) error {
	if x.IsNil() {
		return nil
	}
	expr := x.Interface().(hcl.Expression)
	if v, ok := hcl.ConstantValue(expr); ok {
		if v.IsNull() {
			return nil
		}
		return e.attribute(f.name, v)
	}
	return e.source(f.name, expr.Range().Text())
}

// source writes an attribute whose expression is a text.
func (e *encoder) source(name, text string) error {
	if !syntax.ValidIdentifier(name) {
		return fmt.Errorf("%q is not an identifier, so it cannot be the name of an attribute", name)
	}
	e.b.WriteString(name + " = " + text + "\n")
	return nil
}
