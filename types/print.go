package types

import (
	"strconv"
	"strings"
)

// String returns the type as a type expression, such as object({a = optional(int)}), which [ParseExpr] can read back if
// it has at most 500 levels. Attribute names that are not identifiers are quoted. Capsule and named types are
// represented by their names. A text longer than 64 KiB is cut and ends in three dots.
func (t Type) String() string {
	p := printer{}
	p.print(t)
	if p.b.Len() > maxText {
		return p.b.String()[:maxText] + "..."
	}
	return p.b.String()
}

const maxText = 64 << 10

type printer struct{ b strings.Builder }

func (p *printer) print(t Type) {
	if p.b.Len() > maxText {
		return
	}
	switch t.Kind() {
	case KindList, KindSet, KindMap, KindPromise, KindOutput:
		p.b.WriteString(t.Kind().String() + "(")
		p.print(t.n.elem)
		p.b.WriteString(")")
	case KindTuple:
		p.b.WriteString("tuple([")
		p.list(t.n.elems)
		p.b.WriteString("])")
	case KindUnion:
		p.b.WriteString("union(")
		p.list(t.n.elems)
		p.b.WriteString(")")
	case KindObject:
		p.object(t)
	case KindCapsule, KindNamed:
		p.b.WriteString(t.n.name)
	default:
		p.b.WriteString(t.Kind().String())
	}
}

func (p *printer) list(ts []Type) {
	for i, t := range ts {
		if i > 0 {
			p.b.WriteString(", ")
		}
		if p.b.Len() > maxText {
			return
		}
		p.print(t)
	}
}

func (p *printer) object(t Type) {
	p.b.WriteString("object({")
	for i := range t.Len() {
		if i > 0 {
			p.b.WriteString(", ")
		}
		if p.b.Len() > maxText {
			return
		}
		p.attr(t.AttrAt(i))
	}
	p.b.WriteString("})")
}

func (p *printer) attr(a Attr) {
	p.b.WriteString(quoteName(a.Name) + " = ")
	if !a.Optional {
		p.print(a.Type)
		return
	}
	p.b.WriteString("optional(")
	p.print(a.Type)
	p.b.WriteString(")")
}

// quoteName returns an attribute name as in an object expression, without quotes if it is an identifier.
func quoteName(name string) string {
	if isIdentifier(name) {
		return name
	}
	return quoteEscapes.Replace(strconv.Quote(name))
}

// quoteEscapes keeps names from being read as templates.
var quoteEscapes = strings.NewReplacer("${", "$${", "%{", "%%{")

// isIdentifier reports whether a name is an ASCII identifier. Other names are quoted.
func isIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isIdentifierByte(s[i], i == 0) {
			return false
		}
	}
	return s != ""
}

func isIdentifierByte(c byte, first bool) bool {
	switch {
	case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		return true
	}
	return !first && (c == '-' || c >= '0' && c <= '9')
}
