package decode

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

// plan describes how a struct type is filled. It is computed once for each type.
type plan struct {
	schema hcl.Schema
	attrs  []*field // parallel to schema.Attributes
	blocks []*field // parallel to schema.Blocks
	labels []*field
	remain *field
	body   *field
	ranges []*field
	// objects are the fields that are only used if the struct is filled from an object: those with a tag of go-cty and
	// none of HCL.
	objects []*field
	err     string // what is wrong with the tags
	// direct reports whether bodies of the native syntax are read from the tree.
	direct bool
	// validates reports whether the type has a method Validate.
	validates bool
}

// field is a field of a struct that is decoded.
type field struct {
	name     string
	kind     string
	index    []int
	typ      reflect.Type
	optional bool
	fallback *string // text of the default
	fill     filler  // for attributes that are written out, or nil
}

// The types of fields with a special meaning.
var (
	rangeType      = reflect.TypeFor[source.Range]()
	bodyType       = reflect.TypeFor[hcl.Body]()
	expressionType = reflect.TypeFor[hcl.Expression]()
	attributeType  = reflect.TypeFor[*hcl.Attribute]()
	attributesType = reflect.TypeFor[hcl.Attributes]()
)

// The types of a program are few and never go away, so nothing is ever dropped from it.
var plans sync.Map // reflect.Type to *plan

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{}
	p.collect(t, nil, nil)
	p.check(t)
	p.direct = p.isDirect()
	p.validates = traitsFor(t).validates
	// Two goroutines may make the same plan; all use the one that was stored first.
	actual, _ := plans.LoadOrStore(t, p)
	return actual.(*plan)
}

// collect adds the fields of a struct and of structs embedded in it.
//
// Mistakes in tags are kept as a text and reported when a body is decoded, since that is the first time that there is
// somebody to tell.
func (p *plan) collect(t reflect.Type, index []int, outer []reflect.Type) {
	if slices.Contains(outer, t) {
		p.err = fmt.Sprintf("The type %s embeds itself.", t)
		return
	}
	outer = append(outer, t)
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(index), i)
		tag, tagged := f.Tag.Lookup("hcl")
		switch {
		case !tagged && f.Anonymous && f.Type.Kind() == reflect.Pointer && !f.IsExported() && structOf(f.Type) != nil:
			p.err = fmt.Sprintf("The embedded pointer %s is not exported, so it cannot be set.", f.Name)
		case !tagged && f.Anonymous && structOf(f.Type) != nil:
			p.collect(structOf(f.Type), at, outer)
		case !tagged && f.IsExported() && f.Tag.Get("cty") != "":
			p.objects = append(p.objects, p.member(f, f.Tag.Get("cty"), at))
		case !tagged || tag == "-":
		case !f.IsExported():
			p.err = fmt.Sprintf("The field %s has a tag but is not exported.", f.Name)
		default:
			p.add(f, tag, at)
		}
	}
}

// structOf returns the struct type that a type is or points to, or nil.
func structOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		return t
	}
	return nil
}

// member returns the field for an attribute of an object.
func (p *plan) member(sf reflect.StructField, name string, index []int) *field {
	p.refuse(sf.Name, sf.Type)
	return &field{name: name, kind: "attr", index: index, typ: sf.Type, optional: sf.Type.Kind() == reflect.Pointer}
}

func (p *plan) add(sf reflect.StructField, tag string, index []int) {
	parts := strings.Split(tag, ",")
	f := &field{name: parts[0], kind: "attr", index: index, typ: sf.Type}
	required := false
	for _, option := range parts[1:] {
		switch option {
		case "optional":
			f.optional = true
		case "required":
			required = true
		default:
			f.kind = option
		}
	}
	if text, ok := sf.Tag.Lookup("default"); ok {
		f.fallback, f.optional = &text, true
	}
	switch {
	case f.kind == "attr":
		f.optional = !required && (f.optional || f.typ.Kind() == reflect.Pointer || f.typ == expressionType)
		p.refuse(sf.Name, f.typ)
		f.fill = fillerFor(f.typ, 0)
		p.attrs = append(p.attrs, f)
		p.schema.Attributes = append(p.schema.Attributes, hcl.AttributeSchema{Name: f.name, Required: !f.optional})
	case f.kind == "block":
		p.blocks = append(p.blocks, f)
		p.schema.Blocks = append(p.schema.Blocks, hcl.BlockSchema{Type: f.name})
	case f.kind == "label":
		p.labels = append(p.labels, f)
	case f.kind == "remain":
		p.remain = f
		if f.typ.Kind() == reflect.Map {
			p.refuse(sf.Name, f.typ.Elem())
		}
	case f.kind == "body":
		p.body = f
	case slices.Contains(rangeKinds, f.kind):
		p.ranges = append(p.ranges, f)
	default:
		p.err = fmt.Sprintf("The tag of the field %s has the unknown kind %q.", sf.Name, f.kind)
	}
}

// refuse records an error for a field of a type in which nothing can be stored.
func (p *plan) refuse(name string, t reflect.Type) {
	if reason := unfit(t); reason != "" {
		p.err = fmt.Sprintf("The field %s cannot be used: %s.", name, reason)
	}
}

// check checks the tags and completes the schemas of blocks.
func (p *plan) check(t reflect.Type) {
	for _, f := range slices.Concat(p.attrs, p.blocks, p.labels) {
		if f.name == "" && p.err == "" {
			p.err = fmt.Sprintf("A field of %s has a tag without a name.", t)
		}
	}
	for _, f := range p.ranges {
		if f.typ != rangeType && p.err == "" {
			p.err = fmt.Sprintf("The field for %s must be a source.Range.", f.kind)
		}
	}
	for _, f := range p.labels {
		if f.typ.Kind() != reflect.String && p.err == "" {
			p.err = fmt.Sprintf("The field for the label %q must be a string.", f.name)
		}
	}
	for i, f := range p.blocks {
		elem, problem := f.blockType()
		if problem != "" && p.err == "" {
			p.err = problem
		}
		if elem != nil {
			p.schema.Blocks[i].LabelNames = labelNames(elem, f.typ.Kind() == reflect.Map)
		}
	}
}

// blockType returns the struct type for the blocks of a field.
func (f *field) blockType() (reflect.Type, string) {
	t := f.typ
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		if t.Kind() == reflect.Map && t.Key().Kind() != reflect.String {
			return nil, fmt.Sprintf("The map for blocks of type %q must have string keys.", f.name)
		}
		t = t.Elem()
	}
	if s := structOf(t); s != nil {
		return s, ""
	}
	return nil, fmt.Sprintf("The field for blocks of type %q must be a struct, or a pointer, slice or map of structs.",
		f.name)
}

// labelNames returns the names of the labels of a block type. For a map, the first label is the key if the struct has
// no field for it.
//
// This does not use the plan of the block's type, because types can contain themselves.
func labelNames(t reflect.Type, byLabel bool) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if tag, ok := f.Tag.Lookup("hcl"); ok {
			if name, kind, _ := strings.Cut(tag, ","); kind == "label" {
				names = append(names, name)
			}
		} else if f.Anonymous && structOf(f.Type) != nil && structOf(f.Type) != t {
			names = append(names, labelNames(structOf(f.Type), false)...)
		}
	}
	if byLabel && len(names) == 0 {
		names = []string{"name"}
	}
	return names
}

// in returns the field in a struct. It allocates embedded pointers.
func (f *field) in(x reflect.Value) reflect.Value {
	for i, n := range f.index {
		if i > 0 && x.Kind() == reflect.Pointer {
			if x.IsNil() {
				x.Set(reflect.New(x.Type().Elem()))
			}
			x = x.Elem()
		}
		x = x.Field(n)
	}
	return x
}
