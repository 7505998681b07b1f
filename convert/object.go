package convert

import (
	"slices"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// object converts an object or map to an object type.
func (c *converter) object(v value.Value, t types.Type) (value.Value, bool, *Error) {
	switch v.Kind() {
	case types.KindObject:
	case types.KindMap:
		if c.plan(v.Type(), t).kind == None {
			return v, false, c.mismatch(v, v.Type(), t)
		}
		if err := c.extraKey(v, t); err != nil {
			return v, false, err
		}
	case types.KindCapsule:
		return c.capsule(v, t)
	default:
		return v, false, c.mismatch(v, v.Type(), t)
	}
	if err := c.spend(v, t); err != nil {
		return v, false, err
	}
	// With the same names, in the same order, parts need not be looked up and the shape is shared.
	if slices.Equal(v.Names(), t.AttrNames()) {
		return c.sameObject(v, t)
	}
	vals := make([]value.Value, t.Len())
	for i := range vals {
		want := t.AttrAt(i)
		x, err := c.attr(v, want, t)
		if err != nil {
			return v, false, err
		}
		vals[i] = x
	}
	return host.OpenLike(host.ObjectOf(host.NewShape(t.AttrNames()), vals), v), true, nil
}

// sameObject converts the attributes one by one, and shares those that do not change.
func (c *converter) sameObject(v value.Value, t types.Type) (value.Value, bool, *Error) {
	out, differs, err := c.eachPart(v, func(i int) types.Type { return read(t.AttrAt(i), c.p) })
	if err != nil || !differs && v.Kind() == types.KindObject {
		return v, false, err
	}
	return host.OpenLike(host.ObjectOf(host.ShapeOf(v), out), v), true, nil
}

// attr converts one attribute, or returns the value for a missing one.
func (c *converter) attr(v value.Value, want types.Attr, t types.Type) (value.Value, *Error) {
	if x, ok := v.Attr(want.Name); ok {
		x, _, err := c.to(x, read(want, c.p))
		if err != nil {
			return x, err.at(stepNamed(v, want.Name))
		}
		return x, nil
	}
	if host.IsOpen(v) { // it may still come
		origin := value.Origin{Path: host.PlaceOf(v).Attr(want.Name).Path()}
		return unknowns.From(c.resolved(read(want, c.p)), unknowns.NewOrigin(origin)), nil
	}
	if want.Optional || v.Kind() == types.KindObject && mayMiss(want, c.p) {
		return value.NullOf(types.Erase(want.Type)), nil
	}
	return value.Value{}, c.missing(v, want, t)
}

func (c *converter) missing(v value.Value, want types.Attr, t types.Type) *Error {
	what := "attribute "
	if v.Kind() == types.KindMap {
		what = "an element for attribute "
	}
	reason := what + strconv.Quote(want.Name) + " is required"
	if !c.secret {
		reason += hint(want.Name, v.Names(), t)
	}
	return c.failed(v, want.Type, reason)
}

// extraKey returns an error for a key that the object type lacks (Collection and Structural Type Conversions: the keys
// must match exactly), unless the profile drops such keys.
func (c *converter) extraKey(v value.Value, t types.Type) *Error {
	if c.p.DropExtraKeys {
		return nil
	}
	for _, name := range v.Names() {
		if _, ok := t.Attr(name); !ok {
			if c.secret {
				return c.failed(v, t, "the map has a key that is not an attribute")
			}
			return c.failed(v, t, "there is no attribute "+strconv.Quote(name)+didYouMean(name, v, t))
		}
	}
	return nil
}

// didYouMean suggests an attribute that is similar to a key and has no element itself.
func didYouMean(name string, v value.Value, t types.Type) string {
	var lacking []string
	for _, a := range t.AttrNames() {
		if _, ok := v.Attr(a); !ok {
			lacking = append(lacking, a)
		}
	}
	if n := diag.Nearest(name, lacking); n != "" {
		return "; did you mean " + strconv.Quote(n) + "?"
	}
	return ""
}
