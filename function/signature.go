package function

import (
	"strings"

	"github.com/hclx-lang/hclx/types"
)

// Signature returns the name, parameters and result type on one line, as in the reference: substr(str string, offset
// number, length number) string.
func (d *Decl) Signature() string {
	var parts []string
	for i := range d.Params {
		parts = append(parts, d.Params[i].signature())
	}
	if d.Variadic != nil {
		parts = append(parts, d.Variadic.signature()+"...")
	}
	return d.Name + "(" + strings.Join(parts, ", ") + ") " + typeName(d.Result)
}

func (p *Param) signature() string { return p.Name + " " + typeName(p.Type) }

func typeName(t types.Type) string {
	if t.IsDynamic() {
		return "any"
	}
	return t.String()
}
