package typeexpr

import (
	"maps"
	"slices"
	"strconv"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// Defaults contain the values of missing attributes of a type constraint. They are immutable and safe for concurrent
// use. Nil Defaults are empty.
type Defaults struct {
	typ    types.Type
	values map[string]value.Value // by attribute; of the attribute's type, with the defaults inside them applied
	parts  map[string]*Defaults   // by attribute, by the number of a tuple's element, or under "" for all elements
}

// Type returns the constraint of the defaults.
func (d *Defaults) Type() types.Type {
	if d == nil {
		return types.Dynamic
	}
	return d.typ
}

// Attribute returns the default of an attribute of an object type, and reports whether it has one.
func (d *Defaults) Attribute(name string) (value.Value, bool) {
	if d == nil {
		return value.Value{}, false
	}
	v, ok := d.values[name]
	return v, ok
}

// Apply converts a value to the constraint and replaces attributes that are null or missing by their defaults, on every
// level. Unknown parts stay unknown, and a null value stays null. A nil profile means types.Standard. The error is an
// [*convert.Error] that identifies the part that does not convert.
//
// Apply converts first, so that a value that does not convert is never filled partially, and the elements of
// collections keep one type.
func (d *Defaults) Apply(v value.Value, p *types.Profile) (value.Value, error) {
	if d == nil {
		return v, nil
	}
	v, err := convert.Convert(v, d.typ, p)
	if err != nil {
		return v, err
	}
	return d.fill(v, p)
}

// fill fills the defaults into a value that belongs to the type.
func (d *Defaults) fill(v value.Value, p *types.Profile) (value.Value, error) {
	v, marks := v.Unmark()
	if d == nil || !v.IsContainer() {
		return v.WithMarks(marks), nil
	}
	var err error
	switch d.typ.Kind() {
	case types.KindObject:
		v, err = d.fillObject(v, p)
	case types.KindTuple:
		v, err = d.fillTuple(v, p)
	case types.KindList, types.KindSet, types.KindMap:
		v, err = d.fillCollection(v, p)
	default:
		v, err = d.parts[""].fill(v, p)
	}
	return v.WithMarks(marks), err
}

func (d *Defaults) fillObject(v value.Value, p *types.Profile) (value.Value, error) {
	vals := slices.Clone(v.Elems())
	for i, name := range v.Names() {
		fallback, has := d.values[name]
		var err error
		switch {
		case has && vals[i].IsNull():
			vals[i] = fallback.WithMarks(vals[i].Marks())
		// If the unknown value turns out to be null, the default takes its place. Either way the result is not null,
		// and what depends on it may rely on that now.
		case has && !fallback.IsNull() && !vals[i].IsKnown() && !vals[i].Type().IsDynamic():
			vals[i] = unknowns.NotNull(vals[i])
		default:
			vals[i], err = d.parts[name].fill(vals[i], p)
		}
		if err != nil {
			return v, err
		}
	}
	return host.ObjectOf(host.ShapeOf(v), vals), nil
}

func (d *Defaults) fillTuple(v value.Value, p *types.Profile) (value.Value, error) {
	vals := slices.Clone(v.Elems())
	for i := range vals {
		var err error
		if vals[i], err = d.parts[strconv.Itoa(i)].fill(vals[i], p); err != nil {
			return v, err
		}
	}
	return value.Tuple(vals...), nil
}

func (d *Defaults) fillCollection(v value.Value, p *types.Profile) (value.Value, error) {
	vals := slices.Clone(v.Elems())
	for i := range vals {
		var err error
		if vals[i], err = d.parts[""].fill(vals[i], p); err != nil {
			return v, err
		}
	}
	if d.typ.HasDynamic() { // a default has decided what was open, so that the elements need a common type once more
		return d.unify(v, vals, p)
	}
	return rebuild(v, vals), nil
}

// rebuild returns a collection with other elements of the same type.
func rebuild(v value.Value, vals []value.Value) value.Value {
	switch v.Kind() {
	case types.KindSet:
		return value.SetOf(v.ElemType(), vals)
	case types.KindMap:
		return host.MapOf(v.ElemType(), host.ShapeOf(v), vals)
	}
	return value.ListOf(v.ElemType(), vals)
}

func (d *Defaults) unify(v value.Value, vals []value.Value, p *types.Profile) (value.Value, error) {
	if v.Kind() == types.KindMap {
		return convert.Convert(host.ObjectOf(host.ShapeOf(v), vals), d.typ, p)
	}
	return convert.Convert(value.Tuple(vals...), d.typ, p)
}

// The rest of this file creates defaults while a type is read.

func (d *Defaults) addChild(name string, below *Defaults) {
	if below == nil {
		return
	}
	if d.parts == nil {
		d.parts = map[string]*Defaults{}
	}
	d.parts[name] = below
}

// of returns the defaults of a type, or nil if there are none.
func (d *Defaults) of(t types.Type) *Defaults {
	if len(d.values) == 0 && len(d.parts) == 0 {
		return nil
	}
	d.typ = t
	return d
}

// below returns the defaults of a type with a part that has these defaults.
func (d *Defaults) below(t types.Type, name string) *Defaults {
	if d == nil {
		return nil
	}
	return &Defaults{typ: t, parts: map[string]*Defaults{name: d}}
}

// defaultValue reads the default of an attribute, which must be a literal. It reports a default that does not convert
// when the type is read, and not only when the default is used.
//
// The defaults inside it are filled in now, once, rather than each time that it is used.
func (x *reading) defaultValue(name string, t types.Type, e hcl.Expression, d *Defaults) {
	v, diags := eval.Value(e, nil)
	x.diags.Add(diags...)
	if diags.HasErrors() {
		return
	}
	v, err := convert.Convert(v, t, x.Profile)
	if err == nil {
		v, err = d.parts[name].fill(v, x.Profile)
	}
	if err != nil {
		x.diags.Add(&diag.Diagnostic{Code: code.InvalidDefault, Summary: "Invalid default value for optional attribute",
			Subject: e.Range(),
			Detail:  "The default of the attribute \"" + name + "\" does not match its type: " + err.Error() + "."})
		return
	}
	if d.values == nil {
		d.values = map[string]value.Value{}
	}
	d.values[name] = v
}

// quoted returns a name that is written as a literal text.
func quoted(key hcl.Expression) (string, bool) {
	v, diags := eval.Value(key, nil)
	if diags.HasErrors() || !v.IsString() {
		return "", false
	}
	return v.AsString(), true
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
