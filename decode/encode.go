package decode

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
	"github.com/hclx-lang/hclx/syntax/print"
	"github.com/hclx-lang/hclx/value"
)

// Marshal writes a struct, or a pointer to one, as configuration in native syntax, by the tags that [Body] reads. Attributes and
// blocks come in the order of the fields. Optional attributes with the zero value, nil pointers, and ranges are left out. What is written
// consists of literals, so that [Unmarshal] reads it, and decodes to an equal struct. The error says which field cannot be written.
func Marshal(x any) ([]byte, error) {
	v := reflect.ValueOf(x)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("only structs are written as configuration")
	}
	var e encoder
	if err := e.body(v, 0); err != nil {
		return nil, err
	}
	return format.Source([]byte(e.b.String())), nil
}

// maxEncodeDepth bounds the nesting of blocks, which pointers can make endless.
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
		field, ok := f.read(x)
		if !ok {
			continue
		}
		if err := e.field(f, field, depth); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// inOrder returns the fields that are written, in the order of the struct.
func (p *plan) inOrder() []*field {
	all := slices.Concat(p.attrs, p.blocks)
	if p.remain != nil {
		all = append(all, p.remain)
	}
	slices.SortStableFunc(all, func(a, b *field) int { return slices.Compare(a.index, b.index) })
	return all
}

// read returns the field of a struct, false if an embedded pointer on the way is nil.
func (f *field) read(x reflect.Value) (reflect.Value, bool) {
	for i, n := range f.index {
		if i > 0 && x.Kind() == reflect.Pointer {
			if x.IsNil() {
				return reflect.Value{}, false
			}
			x = x.Elem()
		}
		x = x.Field(n)
	}
	return x, true
}

func (e *encoder) field(f *field, x reflect.Value, depth int) error {
	switch f.kind {
	case "block":
		return e.blocks(f, x, depth)
	case "remain":
		return e.remain(x)
	}
	if f.optional && x.IsZero() || x.Kind() == reflect.Pointer && x.IsNil() {
		return nil
	}
	return e.attribute(f.name, x)
}

func (e *encoder) attribute(name string, x reflect.Value) error {
	if !syntax.ValidIdentifier(name) {
		return fmt.Errorf("%q is no identifier, so it cannot be the name of an attribute", name)
	}
	text, err := expressionText(x)
	if err != nil {
		return err
	}
	e.b.WriteString(name + " = " + text + "\n")
	return nil
}

// expressionText is the source of a field: an expression as it stands in its file, else the value.
func expressionText(x reflect.Value) (string, error) {
	if x.Type() == expressionType {
		return x.Interface().(interface{ Range() source.Range }).Range().Text(), nil
	}
	v, ok := x.Interface().(value.Value)
	if !ok {
		var err error
		if v, err = value.FromGo(x.Interface()); err != nil {
			return "", err
		}
	}
	return print.Value(bare(v))
}

func (e *encoder) blocks(f *field, x reflect.Value, depth int) error {
	switch x.Kind() {
	case reflect.Slice:
		for i := range x.Len() {
			if err := e.block(f.name, "", x.Index(i), depth); err != nil {
				return err
			}
		}
		return nil
	case reflect.Map:
		keys := x.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			if err := e.block(f.name, key.String(), x.MapIndex(key), depth); err != nil {
				return err
			}
		}
		return nil
	}
	if f.optional && x.IsZero() {
		return nil
	}
	return e.block(f.name, "", x, depth)
}

// block writes one block. The key is the label of a map's element, for structs that have no field for it.
func (e *encoder) block(typ, key string, x reflect.Value, depth int) error {
	for x.Kind() == reflect.Pointer {
		if x.IsNil() {
			return nil
		}
		x = x.Elem()
	}
	p := planOf(x.Type())
	e.b.WriteString("\n" + typ)
	for _, f := range p.labels {
		if label, ok := f.read(x); ok {
			e.b.WriteString(" " + print.Quote(label.String()))
		}
	}
	if len(p.labels) == 0 && key != "" {
		e.b.WriteString(" " + print.Quote(key))
	}
	e.b.WriteString(" {\n")
	if err := e.body(x, depth+1); err != nil {
		return err
	}
	e.b.WriteString("}\n")
	return nil
}

// remain writes a map of further attributes.
func (e *encoder) remain(x reflect.Value) error {
	if x.Kind() != reflect.Map {
		return nil
	}
	keys := x.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for _, key := range keys {
		if err := e.attribute(key.String(), x.MapIndex(key)); err != nil {
			return err
		}
	}
	return nil
}
