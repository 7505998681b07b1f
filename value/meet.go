package value

import "github.com/hclx-lang/hclx/types"

// typesMeet tells whether values of two types can be equal. The extended kinds, and dynamic, are promises about values
// that only the values can keep.
func typesMeet(t, u types.Type) bool {
	var m meeting
	return m.of(t, u)
}

// meeting remembers which pairs of types can meet, since types share their parts.
type meeting struct{ seen map[[2]types.Type]struct{} }

func (m *meeting) of(t, u types.Type) bool {
	if t == u || isOpenKind(t.Kind()) || isOpenKind(u.Kind()) {
		return true
	}
	if t.Kind() != u.Kind() {
		return isNumeric(t.Kind()) && isNumeric(u.Kind())
	}
	switch t.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return m.of(t.Elem(), u.Elem())
	case types.KindTuple, types.KindObject:
		return m.ofParts(t, u)
	}
	return false
}

func (m *meeting) ofParts(t, u types.Type) bool {
	if t.Len() != u.Len() {
		return false
	}
	if _, ok := m.seen[[2]types.Type{t, u}]; ok {
		return true
	}
	for i := range t.Len() {
		if t.Kind() == types.KindObject && t.AttrAt(i).Name != u.AttrAt(i).Name || !m.of(t.At(i), u.At(i)) {
			return false
		}
	}
	if t.Len() > 1 { // what has one part is as soon looked at again
		if m.seen == nil {
			m.seen = map[[2]types.Type]struct{}{}
		}
		m.seen[[2]types.Type{t, u}] = struct{}{}
	}
	return true
}

func isNumeric(k types.Kind) bool { return k == types.KindNumber || k == types.KindInt }

// isOpenKind tells whether the kind of a type does not say which kind its values have.
func isOpenKind(k types.Kind) bool {
	switch k {
	case types.KindDynamic, types.KindNone, types.KindUnion, types.KindPromise, types.KindOutput, types.KindNamed:
		return true
	}
	return false
}

// mayBecome tells whether an unknown of type t can turn out to be v, which is not null. It does not
// work out the type of v, since types of data from outside would fill the table of types.
func mayBecome(t types.Type, v Value) bool {
	if v.rep == repMarked {
		v = v.marked().v
	}
	switch {
	case isOpenKind(t.Kind()) || v.rep <= repNull:
		return true
	case v.rep == repUnknown:
		return typesMeet(t, v.unknown().typ)
	case v.IsNumber():
		return isNumeric(t.Kind()) && (t.Kind() == types.KindNumber || v.IsInteger())
	case v.Kind() != t.Kind():
		return false
	}
	switch v.rep {
	case repList, repSet, repMap:
		return typesMeet(t.Elem(), v.ElemType())
	case repTuple, repObject:
		return partsMayBecome(t, v)
	case repCapsule:
		return t == v.Type()
	}
	return true
}

func partsMayBecome(t types.Type, v Value) bool {
	vals := v.Elems()
	if t.Len() != len(vals) {
		return false
	}
	names := v.Names()
	for i, e := range vals {
		if names != nil && t.AttrAt(i).Name != names[i] || !mayBecome(t.At(i), e) {
			return false
		}
	}
	return true
}
