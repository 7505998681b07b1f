package schema

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// ApplyDefaults returns v with defaults, as an API server stores it. A field with a default gets it if it is absent, or
// null but not nullable. Other nulls that are not nullable are removed from objects. Unchanged parts are shared with v.
// Marks stay on their parts, and unknown parts do not change.
func (s *Schema) ApplyDefaults(v value.Value) value.Value {
	out, _ := s.fill(v, 0)
	return out
}

func (s *Schema) fill(v value.Value, depth int) (value.Value, bool) {
	plain, marks := v.Unmark()
	if s == nil || depth > maxDepth || !plain.IsContainer() {
		return v, false
	}
	var out value.Value
	var changed bool
	if isMapping(plain) {
		out, changed = s.fillObject(plain, depth)
	} else {
		out, changed = s.fillArray(plain, depth)
	}
	// Most parts of most objects lack nothing that has a default. They are returned as they are, and nothing is built
	// for them.
	if !changed {
		return v, false
	}
	return out.WithMarks(marks), true
}

func (s *Schema) fillArray(v value.Value, depth int) (value.Value, bool) {
	elems, changed := v.Elems(), false
	out := make([]value.Value, len(elems))
	for i, e := range elems {
		var c bool
		out[i], c = s.Items.fill(e, depth+1)
		changed = changed || c
	}
	return value.Tuple(out...), changed
}

// The second loop treats null as Kubernetes documents it for structural schemas ("Defaulting and Nullable"): where null
// is no value it is dropped first, and what is absent then gets the default. A place of which the schema says nothing
// keeps its null.
func (s *Schema) fillObject(v value.Value, depth int) (value.Value, bool) {
	var b host.ObjectBuilder
	changed := false
	for _, p := range s.Properties {
		if _, there := v.Attr(p.Name); !there && !p.Schema.Default.IsZero() {
			// A default is a value like any other, so the fields inside it have defaults too. An API server fills them
			// in the same way.
			filled, _ := p.Schema.fill(p.Schema.Default, depth+1)
			b.Set(p.Name, filled)
			changed = true
		}
	}
	for i, name := range v.Names() {
		e := v.At(i)
		p, known := s.Property(name)
		if plain, _ := e.Unmark(); known && plain.IsNull() && !p.Schema.Nullable && p.Schema.Type != Any {
			changed = true
			if e = p.Schema.Default; e.IsZero() {
				continue
			}
		}
		filled, c := p.Schema.fill(e, depth+1)
		changed = changed || c
		b.Set(name, filled)
	}
	if !changed {
		return v, false
	}
	return b.Object(), true
}

// Prune returns v without the fields that the schema does not know, as an API server stores it, and the paths of the
// removed fields. It keeps everything below a node that preserves unknown fields or has no schema.
func (s *Schema) Prune(v value.Value) (value.Value, []value.Path) {
	p := pruner{}
	return p.prune(s, v, nil, 0), p.dropped
}

type pruner struct{ dropped []value.Path }

func (p *pruner) prune(s *Schema, v value.Value, path value.Path, depth int) value.Value {
	plain, marks := v.Unmark()
	if s == nil || depth > maxDepth || !plain.IsContainer() || s.Type == Any && len(s.Properties) == 0 {
		return v
	}
	// The number of dropped paths also says whether this part changed: if it is still the same afterwards, the part is
	// returned as it was and shared.
	before := len(p.dropped)
	names, elems := plain.Names(), plain.Elems()
	if !isMapping(plain) {
		out := make([]value.Value, len(elems))
		for i, e := range elems {
			out[i] = p.prune(s.Items, e, path.Index(value.Int(int64(i))), depth+1)
		}
		if before == len(p.dropped) {
			return v
		}
		return value.Tuple(out...).WithMarks(marks)
	}
	var b host.ObjectBuilder
	for i, name := range names {
		field, known := s.Property(name)
		switch {
		case known:
			b.Set(name, p.prune(field.Schema, elems[i], path.Attr(name), depth+1))
		case s.Preserve:
			b.Set(name, elems[i])
		default:
			p.dropped = append(p.dropped, path.Attr(name))
		}
	}
	if before == len(p.dropped) {
		return v
	}
	if plain.Kind() == types.KindMap {
		return b.Map(plain.ElemType()).WithMarks(marks)
	}
	return b.Object().WithMarks(marks)
}
