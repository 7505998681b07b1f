package eval

import (
	"strconv"

	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
)

// describeMismatch returns a sentence about the first difference of two types that do not unify.
func describeMismatch(a, b types.Type) string {
	switch {
	case a.Kind() == types.KindObject && b.Kind() == types.KindObject:
		return objectMismatch(a, b)
	case a.Kind() == types.KindTuple && b.Kind() == types.KindTuple:
		return tupleMismatch(a, b)
	// Only where the words for both elements would be the same, the difference lies deeper.
	case a.IsCollection() && a.Kind() == b.Kind() && a.Elem().Kind() == b.Elem().Kind() && a.Elem() != b.Elem():
		return "Their elements differ: " + lowerFirst(describeMismatch(a.Elem(), b.Elem()))
	}
	return "The true result is " + types.FriendlyName(a) + ", but the false result is " + types.FriendlyName(b) + "."
}

func objectMismatch(a, b types.Type) string {
	for i := range a.Len() {
		at := a.AttrAt(i)
		other, ok := b.Attr(at.Name)
		switch {
		case !ok:
			return "The true result has an attribute " + strconv.Quote(at.Name) + ", which the false result lacks."
		case other.Type != at.Type:
			return "Attribute " + strconv.Quote(at.Name) + " differs: " + lowerFirst(describeMismatch(at.Type, other.Type))
		}
	}
	for i := range b.Len() {
		if name := b.AttrAt(i).Name; !has(a, name) {
			return "The false result has an attribute " + strconv.Quote(name) + ", which the true result lacks."
		}
	}
	return "They are objects of different types."
}

func has(t types.Type, attr string) bool {
	_, ok := t.Attr(attr)
	return ok
}

func tupleMismatch(a, b types.Type) string {
	if a.Len() != b.Len() {
		return "The true result has " + wording.Count(a.Len(), "element") + ", but the false result has " +
			strconv.Itoa(b.Len()) + "."
	}
	for i := range a.Len() {
		if a.At(i) != b.At(i) {
			return "Element " + strconv.Itoa(i) + " differs: " + lowerFirst(describeMismatch(a.At(i), b.At(i)))
		}
	}
	return "They are tuples of different types."
}

// lowerFirst makes the first letter of a sentence lowercase, for use after a colon.
func lowerFirst(s string) string {
	if s != "" && s[0] >= 'A' && s[0] <= 'Z' {
		return string(s[0]+'a'-'A') + s[1:]
	}
	return s
}
