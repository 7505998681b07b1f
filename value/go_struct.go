package value

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/types"
)

// structPlan says which attributes a struct type has. Fields are in the order of the shape.
type structPlan struct {
	shape  *Shape
	fields []structField
}

type structField struct {
	name      string
	index     []int
	omitEmpty bool
	optional  bool
	typ       reflect.Type
}

// structPlans holds a plan for every struct type that was met. A program has finitely many.
var structPlans sync.Map // reflect.Type to *structPlan

func planOf(t reflect.Type) (*structPlan, error) {
	if p, ok := structPlans.Load(t); ok {
		return p.(*structPlan), nil
	}
	p := &structPlan{}
	p.collect(t, nil, map[reflect.Type]bool{})
	slices.SortStableFunc(p.fields, func(a, b structField) int {
		return cmp.Or(strings.Compare(a.name, b.name), len(a.index)-len(b.index))
	})
	if err := p.settle(); err != nil {
		return nil, err
	}
	structPlans.Store(t, p)
	return p, nil
}

// collect gathers the fields of a struct, and those of the structs that are embedded without a tag.
func (p *structPlan) collect(t reflect.Type, index []int, outer map[reflect.Type]bool) {
	if outer[t] {
		return
	}
	outer[t] = true
	defer delete(outer, t)
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, tagged := fieldTag(f)
		if name == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		at := append(slices.Clone(index), i)
		if inner := pointedTo(f.Type); f.Anonymous && !tagged && inner.Kind() == reflect.Struct {
			p.collect(inner, at, outer)
			continue
		}
		if f.IsExported() {
			p.fields = append(p.fields, structField{name: NFC(name), index: at, typ: f.Type,
				omitEmpty: slices.Contains(options, "omitempty"), optional: slices.Contains(options, "optional") || slices.Contains(options, "omitempty")})
		}
	}
}

// fieldTag returns the name of a field and the options of its tag. Where the tag of this package gives no name, that of go-cty does, or that for JSON.
func fieldTag(f reflect.StructField) (name string, options []string, tagged bool) {
	for _, key := range []string{"hcl", "cty", "json"} {
		parts := strings.Split(f.Tag.Get(key), ",")
		options = append(options, parts[1:]...)
		if parts[0] != "" {
			return parts[0], options, true
		}
	}
	return f.Name, options, false
}

func pointedTo(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// settle makes the shape. Of fields with one name the least deeply embedded one counts, as in Go; two at one depth are an error.
func (p *structPlan) settle() error {
	var names []string
	kept := p.fields[:0]
	for _, f := range p.fields {
		if n := len(kept); n > 0 && kept[n-1].name == f.name {
			if len(kept[n-1].index) == len(f.index) {
				return goError("Two fields of a struct have the name " + diagQuote(f.name) + ".")
			}
			continue
		}
		kept = append(kept, f)
		names = append(names, f.name)
	}
	p.fields, p.shape = kept, NewShape(names)
	return nil
}

// get returns the field of x; false if an embedded pointer on the way is nil.
func (f *structField) get(x reflect.Value) (reflect.Value, bool) {
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

// TypeOfGo returns the type of the values that [FromGo] makes of Go values of the type of x; dynamic where that depends on the value, as it does for
// any, for structs with omitempty, and for types that contain themselves.
func TypeOfGo(x any) types.Type {
	if x == nil {
		return types.Dynamic
	}
	return goType(reflect.TypeOf(x), nil)
}

// goType returns the type of the values that FromGo makes of values of a Go type; dynamic where that depends on the value. The
// outer types are those that it is called for, since Go types can contain themselves.
func goType(t reflect.Type, outer []reflect.Type) types.Type {
	if slices.Contains(outer, t) || len(outer) > 32 {
		return types.Dynamic
	}
	outer = append(outer, t)
	switch goFormOf(t) {
	case goBigInt, goBigFloat, goNumber:
		return types.Number
	case goDuration, goText, goBytes:
		return types.String
	case goPointer:
		return goType(t.Elem(), outer)
	case goByKind:
		return goKindType(t, outer)
	}
	return types.Dynamic
}

func goKindType(t reflect.Type, outer []reflect.Type) types.Type {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return types.Bool
	case k == reflect.String:
		return types.String
	case k >= reflect.Int && k <= reflect.Float64:
		return types.Number
	case k == reflect.Slice || k == reflect.Array:
		return listType(goType(t.Elem(), outer))
	case k == reflect.Map:
		if elem := goType(t.Elem(), outer); !elem.IsDynamic() {
			return types.Map(elem)
		}
	case k == reflect.Struct:
		return goStructType(t, outer)
	}
	return types.Dynamic
}

// goStructType returns an object type if every field is always there and of one type.
func goStructType(t reflect.Type, outer []reflect.Type) types.Type {
	p, err := planOf(t)
	if err != nil {
		return types.Dynamic
	}
	elems := make([]types.Type, len(p.fields))
	for i, f := range p.fields {
		elems[i] = goType(f.typ, outer)
		if elems[i].IsDynamic() || f.omitEmpty || len(f.index) > 1 {
			return types.Dynamic
		}
	}
	return types.ObjectOf(p.shape.names, elems)
}

func listType(elem types.Type) types.Type {
	if elem.IsDynamic() {
		return types.Dynamic
	}
	return types.List(elem)
}
