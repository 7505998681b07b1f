package hcldec

import (
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Object returns an object with an attribute for every spec.
type Object map[string]Spec

func (o Object) names() []string { return slices.Sorted(maps.Keys(o)) }

func (o Object) decode(d *decoder, s *scope) value.Value {
	var b host.ObjectBuilder
	b.Grow(len(o))
	for _, name := range o.names() {
		b.Set(name, given(o[name]).decode(d, s))
	}
	return b.Object()
}

func (o Object) impliedType() types.Type {
	attrs := make([]types.Attr, 0, len(o))
	for _, name := range o.names() {
		attrs = append(attrs, types.Attr{Name: host.NFC(name), Type: given(o[name]).impliedType()})
	}
	return types.Object(attrs...)
}

func (o Object) sameBody() []Spec {
	specs := make([]Spec, 0, len(o))
	for _, name := range o.names() {
		specs = append(specs, o[name])
	}
	return specs
}

// Tuple returns a tuple with an element for every spec.
type Tuple []Spec

func (t Tuple) decode(d *decoder, s *scope) value.Value {
	elems := make([]value.Value, len(t))
	for i, spec := range t {
		elems[i] = given(spec).decode(d, s)
	}
	return value.Tuple(elems...)
}

func (t Tuple) impliedType() types.Type {
	elems := make([]types.Type, len(t))
	for i, spec := range t {
		elems[i] = given(spec).impliedType()
	}
	return types.Tuple(elems...)
}

func (t Tuple) sameBody() []Spec { return t }
