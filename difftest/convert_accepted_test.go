package difftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// conversion is what both implementations make of converting a value to a type.
type conversion struct {
	v       value.Value
	dst     types.Type
	mistake func(*conversion) // that ours makes, if not nil

	got     value.Value
	err     error
	want    cty.Value
	wantErr error
	panics  bool // go-cty does
}

func convertBoth(v value.Value, dst types.Type, mistake func(*conversion)) *conversion {
	c := &conversion{v: v, dst: dst, mistake: mistake}
	theirs := ctyValueOf(v)
	c.panics = !survives(func() { c.want, c.wantErr = ctyconvert.Convert(theirs, ctyTypeOf(dst)) })
	out, err := convert.Convert(v, dst, types.Compat)
	if c.got = out; err != nil {
		c.err = err
	}
	if mistake != nil {
		mistake(c)
	}
	return c
}

// difference describes how the two differ, "" if they do not or go-cty panics.
func (c *conversion) difference() string {
	switch {
	case c.panics:
		return ""
	case (c.err == nil) != (c.wantErr == nil):
		return fmt.Sprintf("%s (error %v), but go-cty has %#v (error %v)", host.DebugString(c.got), c.err, c.want, c.wantErr)
	case c.err != nil:
		return ""
	}
	same := false
	if survives(func() { same = sameAsCtyValue(c.got, c.want) }) && same {
		return ""
	}
	return fmt.Sprintf("%s, but go-cty has %#v", host.DebugString(c.got), c.want)
}

// onlyTypes reports whether both convert, and to values that differ in nothing but the types of their parts.
func (c *conversion) onlyTypes() bool {
	return c.err == nil && c.wantErr == nil && shown(ctyValueOf(c.got)) == shown(c.want)
}

// acceptedConversions are the differences that are meant.
var acceptedConversions = append([]row[*conversion]{
	{"go-cty announces a conversion that then fails", (*conversion).announced},
	{"go-cty makes an unknown list of a set with something unknown, without looking at its elements",
		func(c *conversion) bool {
			unlooked := c.err != nil && c.wantErr == nil && hasUnknown(c.want)
			known := convertBoth(withKnownSets(c.v), c.dst, c.mistake)
			return contains(c.v, hasUncertainLength) && (unlooked || c.onlyTypes() || c.announced()) &&
				(known.difference() == "" || acceptRow(acceptedTypes, known) != "")
		}},
}, acceptedTypes...)

// acceptedTypes are those of acceptedConversions that are about nothing but types.
var acceptedTypes = []row[*conversion]{
	{"where parts of an element type are dynamic, go-cty does not look at the source's element type for them",
		func(c *conversion) bool { return c.isNested() && contains(c.v, isEmptyCollection) && c.onlyTypes() }},
	{"go-cty fills dynamic parts of the type of nulls and unknowns after unifying what they stand for, not before",
		func(c *conversion) bool {
			return (c.isNested() || c.v.Type().HasDynamic()) && contains(c.v, hasOnlyType) && c.onlyTypes()
		}},
	{"go-cty's null, unknown or empty map keeps optional attributes, or an empty object type, in the type it becomes",
		func(c *conversion) bool {
			return c.dst.HasOptional() && (contains(c.v, isMapWithoutContent) || contains(c.v, hasOnlyType)) && c.onlyTypes()
		}},
}

// announced reports whether only ours converts, since go-cty finds out too late that it cannot.
func (c *conversion) announced() bool {
	return c.err == nil && c.wantErr != nil && strings.Contains(c.wantErr.Error(), "element types must all match") &&
		c.elementsConvert()
}

func hasUnknown(v cty.Value) bool { return !v.IsWhollyKnown() }

// isNested reports whether the type has dynamic parts deeper than its elements.
func (c *conversion) isNested() bool {
	return c.dst.HasDynamic() && !c.dst.IsDynamic() && !c.dst.Elem().IsDynamic()
}

// elementsConvert reports whether the result has what each element converts to by itself.
func (c *conversion) elementsConvert() bool {
	v, _ := c.v.Unmark()
	got, _ := c.got.Unmark()
	want := make([]value.Value, v.Len())
	for i, e := range v.Elems() {
		one, err := convert.Convert(e, elemTypeAt(got, i), types.Compat)
		if err != nil {
			return false
		}
		want[i] = one
	}
	if got.Kind() == types.KindSet {
		return got.Equal(value.SetOf(got.ElemType(), want))
	}
	return slices.Equal(got.Names(), v.Names()) && slices.EqualFunc(got.Elems(), want, value.Value.Equal)
}

func elemTypeAt(v value.Value, i int) types.Type {
	if v.Type().IsCollection() {
		return v.ElemType()
	}
	return v.At(i).Type()
}

// shown writes a value without the types of its parts.
func shown(v cty.Value) string {
	v, marks := v.Unmark()
	names := make([]string, 0, len(marks))
	for m := range marks {
		names = append(names, fmt.Sprint(m))
	}
	slices.Sort(names)
	out := strings.Join(names, ",") + " "
	switch {
	case !v.IsKnown():
		return out + fmt.Sprint("unknown ", v.Type() != cty.DynamicPseudoType && v.Range().DefinitelyNotNull())
	case v.IsNull():
		return out + "null"
	case !v.CanIterateElements():
		return out + fmt.Sprintf("%#v", v)
	}
	var elems []string
	for it := v.ElementIterator(); it.Next(); {
		k, e := it.Element()
		one := shown(e)
		if v.Type().IsMapType() || v.Type().IsObjectType() {
			one = k.AsString() + "=" + one
		}
		elems = append(elems, one)
	}
	return out + kindOf(v.Type()) + "[" + strings.Join(elems, ";") + "]"
}

// kindOf names the kind of a type with elements.
func kindOf(t cty.Type) string {
	name, _, _ := strings.Cut(fmt.Sprintf("%#v", t), "(")
	return name
}
