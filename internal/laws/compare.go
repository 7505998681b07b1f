package laws

import (
	"fmt"
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Contradiction says what is known in less and is otherwise in more, which was computed from inputs of which more is
// known; "" if nothing is. Whether a container is open does not count: it comes with the value that is chosen.
func Contradiction(less, more value.Value) string { return contradiction(less, more, "result") }

const laterUnknown = " is known and then unknown"

func contradiction(less, more value.Value, at string) string {
	less, _ = less.Unmark()
	more, _ = more.Unmark()
	switch {
	case less.IsUnknown():
		return beyond(less, more, at)
	case more.IsUnknown():
		return at + laterUnknown
	case less.IsNull() != more.IsNull():
		return at + " is null only once"
	case less.IsNull():
		if !sameType(less.Type(), more.Type(), false) {
			return fmt.Sprintf("%s is null of type %s and then of %s", at, less.Type(), more.Type())
		}
		return ""
	case less.Kind() != more.Kind():
		return fmt.Sprintf("%s is of type %s and then of %s", at, less.Kind(), more.Kind())
	case !less.IsContainer():
		if !less.Equal(more) {
			return at + " has two values"
		}
		return ""
	case !sameType(less.ElemType(), more.ElemType(), more.IsWhollyKnown()):
		return fmt.Sprintf("%s has elements of type %s and then of %s", at, less.ElemType(), more.ElemType())
	case less.Kind() == types.KindSet:
		return members(less, more, at)
	case less.Len() != more.Len():
		return fmt.Sprintf("%s has %d elements and then %d", at, less.Len(), more.Len())
	case !slices.Equal(less.Names(), more.Names()):
		return fmt.Sprintf("%s has the keys %q and then %q", at, less.Names(), more.Names())
	}
	for i, e := range less.Elems() {
		if d := contradiction(e, more.At(i), fmt.Sprintf("%s[%d]", at, i)); d != "" {
			return d
		}
	}
	return ""
}

// members compares sets: what is known to be in one stays, unknown elements can become equal to others.
func members(less, more value.Value, at string) string {
	if more.Len() > less.Len() || more.Len() == 0 && less.Len() > 0 {
		return fmt.Sprintf("%s has %d elements and then %d", at, less.Len(), more.Len())
	}
	fits := func(a, b value.Value) bool { return contradiction(a, b, "") == "" }
	for _, e := range less.Elems() {
		if !slices.ContainsFunc(more.Elems(), func(x value.Value) bool { return fits(e, x) }) {
			return at + " has lost an element"
		}
	}
	for _, x := range more.Elems() {
		if !slices.ContainsFunc(less.Elems(), func(e value.Value) bool { return fits(e, x) }) {
			return at + " has got an element"
		}
	}
	return ""
}

// beyond says in what more is not what an unknown can turn out to be.
func beyond(less, more value.Value, at string) string {
	t, r := less.Type(), less.Refinement()
	if more.IsUnknown() {
		return apart(less, more, at)
	}
	switch {
	case more.IsNull():
		if r.NotNull {
			return at + " is not null and then null"
		}
	case !convert.Conforms(more, t):
		return fmt.Sprintf("%s is an unknown of type %s and then of %s", at, t, more.Type())
	case !admits(r, more):
		return fmt.Sprintf("%s is not what was known about it", at)
	}
	return ""
}

// apart says why two unknowns cannot turn out to be the same.
func apart(less, more value.Value, at string) string {
	t, u := types.Erase(less.Type()), types.Erase(more.Type()) // an integer that becomes known need not be an int
	a, b := less.Refinement(), more.Refinement()
	n := min(len(a.Prefix), len(b.Prefix))
	switch {
	case t.IsDynamic() || u.IsDynamic():
	case !mixed(t, u) && !types.Assignable(t, u, types.Standard) && !types.Assignable(u, t, types.Standard):
		return fmt.Sprintf("%s is an unknown of type %s and then of %s", at, t, u)
	case a.Prefix[:n] != b.Prefix[:n]:
		return fmt.Sprintf("%s begins with %q and then with %q", at, a.Prefix, b.Prefix)
	case a.MaxLen != 0 && b.MinLen > a.MaxLen || b.MaxLen != 0 && a.MinLen > b.MaxLen:
		return at + " has two lengths"
	}
	return ""
}

// mixed reports whether types hold dynamic or unions on both sides, so that neither need be part of the other.
func mixed(t, u types.Type) bool {
	return t.HasDynamic() || u.HasDynamic() || t.Kind() == types.KindUnion || u.Kind() == types.KindUnion
}

// sameType reports whether a type that was known is still the same. Dynamic in it is what was not known; with known
// set nothing else is open any more.
func sameType(less, more types.Type, known bool) bool {
	return covers(less, more) || !known && covers(more, less)
}

// covers is types.Matches with a look into unions.
func covers(spec, t types.Type) bool {
	switch {
	case spec == t || spec.IsDynamic():
		return true
	case spec.Kind() == types.KindUnion:
		return coversUnion(spec, t)
	case spec.Kind() != t.Kind() || spec.Len() != t.Len() || !slices.Equal(spec.AttrNames(), t.AttrNames()):
		return false
	case spec.IsCollection():
		return covers(spec.Elem(), t.Elem())
	}
	for i := range spec.Len() {
		if !covers(spec.At(i), t.At(i)) {
			return false
		}
	}
	return spec.Len() > 0
}

func coversUnion(spec, t types.Type) bool {
	if t.Kind() != types.KindUnion {
		return false
	}
	for i := range t.Len() {
		found := false
		for j := range spec.Len() {
			found = found || covers(spec.At(j), t.At(i))
		}
		if !found {
			return false
		}
	}
	return true
}
