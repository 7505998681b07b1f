package decode

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// bare replaces lists and sets by tuples and maps by objects. Constructors make these, so that no function is needed to write the value;
// what it is decoded into says what it is.
func bare(v value.Value) value.Value {
	if v.IsNull() || !v.IsKnown() || v.IsMarked() {
		return v
	}
	switch v.Kind() {
	case types.KindList, types.KindSet, types.KindTuple:
		return value.Tuple(bareAll(v.Elems())...)
	case types.KindMap, types.KindObject:
		var o value.ObjectBuilder
		elems := bareAll(v.Elems())
		for i, name := range v.Names() {
			o.Set(name, elems[i])
		}
		return o.Object()
	}
	return v
}

func bareAll(elems []value.Value) []value.Value {
	out := make([]value.Value, len(elems))
	for i, e := range elems {
		out[i] = bare(e)
	}
	return out
}
