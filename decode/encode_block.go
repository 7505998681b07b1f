package decode

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/syntax/print"
)

// blocks writes the blocks of a field.
func (e *encoder) blocks(f *field, x reflect.Value, depth int) error {
	switch x.Kind() {
	case reflect.Slice:
		for i := range x.Len() {
			if err := e.block(f.name, nil, x.Index(i), depth); err != nil {
				return fmt.Errorf("block %d: %w", i, err)
			}
		}
		return nil
	case reflect.Map:
		for _, key := range sortedKeys(x) {
			text := key.String()
			if err := e.block(f.name, &text, x.MapIndex(key), depth); err != nil {
				return fmt.Errorf("block %q: %w", text, err)
			}
		}
		return nil
	case reflect.Pointer:
		if x.IsNil() {
			return nil
		}
	}
	if f.optional && x.IsZero() {
		return nil
	}
	return e.block(f.name, nil, x, depth)
}

func sortedKeys(x reflect.Value) []reflect.Value {
	keys := x.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}

// block writes one block. The key is that of a map's element.
func (e *encoder) block(typ string, key *string, x reflect.Value, depth int) error {
	if x.Kind() == reflect.Pointer {
		if x.IsNil() {
			return errors.New("it is nil, which no block can represent")
		}
		x = x.Elem()
	}
	labels, err := labelsOf(x, key)
	if err != nil {
		return err
	}
	e.b.WriteString("\n" + typ)
	for _, label := range labels {
		e.b.WriteString(" " + print.Quote(label))
	}
	e.b.WriteString(" {\n")
	if err := e.body(x, depth+1); err != nil {
		return err
	}
	e.b.WriteString("}\n")
	return nil
}

// labelsOf returns the labels of a block, the first of which is the key of a map's element.
func labelsOf(x reflect.Value, key *string) ([]string, error) {
	var labels []string
	for _, f := range planOf(x.Type()).labels {
		label, err := f.read(x)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		labels = append(labels, label.String())
	}
	switch {
	case key == nil:
	case len(labels) == 0:
		labels = []string{*key}
	case labels[0] != *key:
		return nil, fmt.Errorf("its label is %q, but it must be the key of the map", labels[0])
	}
	return labels, nil
}

// remain writes the attributes of a field with the tag remain.
func (e *encoder) remain(p *plan, x reflect.Value) error {
	switch rest := x.Interface().(type) {
	case nil:
		return nil
	case hcl.Body:
		attrs, diags := rest.JustAttributes()
		if diags.HasErrors() {
			return errors.New("the remainder of the body contains more than attributes, and only attributes can be written")
		}
		return e.sources(p, attrs)
	case hcl.Attributes:
		return e.sources(p, rest)
	}
	if x.Kind() != reflect.Map || x.Type().Key().Kind() != reflect.String {
		return errors.New("the remainder is written from a body, attributes or a map with string keys")
	}
	for _, key := range sortedKeys(x) {
		if err := e.further(p, key.String(), x.MapIndex(key)); err != nil {
			return fmt.Errorf("element %q: %w", key.String(), err)
		}
	}
	return nil
}

func (e *encoder) sources(p *plan, attrs hcl.Attributes) error {
	for _, a := range attrs {
		if err := e.further(p, a.Name, reflect.ValueOf(&a.Expr).Elem()); err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	return nil
}

// further writes one attribute of a field with the tag remain.
func (e *encoder) further(p *plan, name string, x reflect.Value) error {
	f := &field{name: name, typ: x.Type()}
	if p.schema.Attribute(name) != nil || p.schema.Block(name) != nil {
		return errors.New("there is a field with that name, which would read it")
	}
	if f.typ == expressionType {
		return e.expression(f, x)
	}
	v, err := encodeValue(x, 0)
	if err != nil {
		return err
	}
	return e.attribute(name, v)
}
