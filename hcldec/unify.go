package hcldec

import (
	"strconv"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// group describes the values that must have one type.
type group struct {
	name string
	// flawed reports whether there were errors. Types may then differ only because parts are missing, so differences are
	// not reported.
	flawed bool
}

// unify converts the values of items to one type, which is necessary if parts of the type depend on the body.
func (d *decoder) unify(items []item, t types.Type, g group) (types.Type, bool) {
	if len(items) == 0 {
		return types.WithoutOptional(t), true
	}
	vals, elem, err := convert.UnifyValues(valuesOf(items), convert.Unsafe, yielding(d.profile))
	if err != nil {
		if !g.flawed {
			d.diags.Add(d.inconsistent(items, g.name, err))
		}
		return elem, false
	}
	for i := range items {
		items[i].val = vals[i]
	}
	return elem, true
}

// yielding returns a profile without DynamicAbsorbs, so that an argument that one block omits, which is a null of any
// type, does not make the others unknown.
func yielding(p *types.Profile) *types.Profile {
	if !p.DynamicAbsorbs {
		return p
	}
	out := *p
	out.DynamicAbsorbs = false
	return &out
}

// inconsistent returns the diagnostic for values without a common type, which names two that differ.
//
// The error of the conversion speaks about types without places. The first block that does not go together with the
// first of all is a place where the author can look, although the fault may be with either.
func (d *decoder) inconsistent(items []item, what string, err error) *diag.Diagnostic {
	out := &diag.Diagnostic{Code: code.InconsistentTypes, Summary: "Inconsistent argument types", Subject: items[0].at,
		Detail: "The values of " + what + " must have the same type, but they do not: " + err.Error() + "."}
	first := items[0].val.Type()
	for _, it := range items[1:] {
		t := it.val.Type()
		if d.together(first, t) {
			continue
		}
		out.Subject = it.at
		out.Notes = []diag.Note{{Message: "The first one is here.", Range: items[0].at}}
		out.Detail = "The values of " + what + " must have the same type, but " + d.difference(first, t) + "."
		break
	}
	return out
}

func (d *decoder) together(a, b types.Type) bool {
	_, ok := convert.Unify([]types.Type{a, b}, convert.Unsafe, yielding(d.profile))
	return ok
}

// difference describes how the type of the first value differs from another type, and names the argument if there is
// one.
func (d *decoder) difference(first, t types.Type) string {
	if first.Kind() == types.KindObject && t.Kind() == types.KindObject {
		for _, name := range t.AttrNames() {
			a, there := first.Attr(name)
			b, _ := t.Attr(name)
			if there && !d.together(a.Type, b.Type) {
				return "the type of " + strconv.Quote(name) + " is " + types.FriendlyName(b.Type) + " here and " +
					types.FriendlyName(a.Type) + " in the first one"
			}
		}
	}
	return "the type is " + types.FriendlyName(t) + " here and " + types.FriendlyName(first) + " in the first one"
}

// valuesOf returns the values of items.
func valuesOf(items []item) []value.Value {
	vals := make([]value.Value, len(items))
	for i := range items {
		vals[i] = items[i].val
	}
	return vals
}
