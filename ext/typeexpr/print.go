package typeexpr

import (
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/syntax/print"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// String returns a type as an expression that a [Reader] can read, including optional attributes. Attribute names that
// are not identifiers are quoted, and the dynamic type is any. Capsule and named types are represented by their names.
func String(t types.Type) string {
	var p printer
	p.typ(t, nil)
	return p.b.String()
}

// String returns the constraint with its defaults.
func (d *Defaults) String() string {
	var p printer
	p.typ(d.Type(), d)
	return p.b.String()
}

type printer struct{ b strings.Builder }

func (p *printer) typ(t types.Type, d *Defaults) {
	switch k := t.Kind(); k {
	case types.KindDynamic:
		p.b.WriteString("any")
	case types.KindList, types.KindSet, types.KindMap, types.KindPromise, types.KindOutput:
		p.b.WriteString(k.String() + "(")
		p.typ(t.Elem(), d.part(""))
		p.b.WriteByte(')')
	case types.KindTuple:
		p.b.WriteString("tuple([")
		p.parts(t, d)
		p.b.WriteString("])")
	case types.KindUnion:
		p.b.WriteString("union(")
		p.parts(t, nil)
		p.b.WriteByte(')')
	case types.KindObject:
		p.object(t, d)
	case types.KindCapsule, types.KindNamed:
		p.b.WriteString(t.Name())
	default:
		p.b.WriteString(k.String())
	}
}

func (d *Defaults) part(name string) *Defaults {
	if d == nil {
		return nil
	}
	return d.parts[name]
}

func (p *printer) parts(t types.Type, d *Defaults) {
	for i := range t.Len() {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.typ(t.At(i), d.part(strconv.Itoa(i)))
	}
}

func (p *printer) object(t types.Type, d *Defaults) {
	if t.Len() == 0 {
		p.b.WriteString("object({})")
		return
	}
	p.b.WriteString("object({ ")
	for i := range t.Len() {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.attr(t.AttrAt(i), d)
	}
	p.b.WriteString(" })")
}

func (p *printer) attr(a types.Attr, d *Defaults) {
	p.b.WriteString(print.Key(a.Name) + " = ")
	if !a.Optional {
		p.typ(a.Type, d.part(a.Name))
		return
	}
	p.b.WriteString("optional(")
	p.typ(a.Type, d.part(a.Name))
	if v, ok := d.Attribute(a.Name); ok {
		if text, err := print.Value(literal(v)); err == nil {
			p.b.WriteString(", " + text)
		}
	}
	p.b.WriteByte(')')
}

// literal returns a value that can be written without functions. The type of the attribute converts tuples to lists and
// objects to maps again.
func literal(v value.Value) value.Value {
	if !v.IsContainer() || v.IsMarked() {
		return v
	}
	vals := make([]value.Value, v.Len())
	for i, e := range v.Elems() {
		vals[i] = literal(e)
	}
	if s := host.ShapeOf(v); s != nil {
		return host.ObjectOf(s, vals)
	}
	return value.Tuple(vals...)
}
