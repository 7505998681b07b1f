package applied

import (
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Managed fields identify the elements of a list by their keys or values, not by their positions. The elements are
// looked up in two passes: those with all key fields, and those without a key field that has a default. Looking for
// each element among all others would be quadratic, so members are put in tables by the values of their keys.

// owned are the managed fields of one part of an object, in the format FieldsV1: an object whose keys are path
// elements. The key "." means that the part itself is owned, and so does an empty object.
type owned struct {
	fields value.Value
	others []value.Value // the managed fields of the same part for other managers
}

// child returns the managed fields below a path element.
func (o owned) child(element string) owned {
	fields, _ := o.fields.Attr(element)
	c := owned{fields: plain(fields)}
	for _, other := range o.others {
		if fields, ok := other.Attr(element); ok {
			c.others = append(c.others, plain(fields))
		}
	}
	return c
}

// elements are the path elements below the part.
func elements(fields value.Value) []string {
	return slices.DeleteFunc(slices.Clone(fields.Names()), func(name string) bool { return name == "." })
}

// missingError is an owned path that the object does not have.
type missingError struct{ path, why string }

func (e *missingError) Error() string {
	return "its " + strings.TrimPrefix(e.path, ".") + ", which was applied, " + e.why
}

// under adds a step to the front of the path of an error.
func under(step string, err error) error {
	if e, ok := err.(*missingError); ok {
		return &missingError{step + e.path, e.why}
	}
	return err
}

// part returns the applied part of a value.
func (o owned) part(v value.Value) (value.Value, error) {
	switch u := plain(v); {
	case len(elements(o.fields)) == 0:
		return o.leaf(v), nil
	case contract.IsObject(u):
		return o.object(v)
	case u.IsContainer():
		return o.list(v)
	}
	return value.Value{}, &missingError{why: "no longer has parts"}
}

// leaf returns the applied part of a value that is owned itself: a scalar, an atomic list or an atomic map, which are
// returned whole, or an empty container that is not atomic, which other managers may own parts of.
func (o owned) leaf(v value.Value) value.Value {
	shared := slices.ContainsFunc(o.others, func(f value.Value) bool { return len(elements(f)) > 0 })
	switch u := plain(v); {
	case !shared || !u.IsContainer():
		return v
	case contract.IsObject(u):
		return host.EmptyObject
	}
	return value.Tuple()
}

// object returns the owned fields of an object.
func (o owned) object(v value.Value) (value.Value, error) {
	u, marks := v.Unmark()
	var names []string
	var vals []value.Value
	for _, element := range elements(o.fields) {
		path, err := fieldpath.DeserializePathElement(element)
		if err != nil || path.FieldName == nil {
			return value.Value{}, &missingError{"[" + element + "]", "cannot be looked up in an object"}
		}
		field, ok := u.Attr(*path.FieldName)
		if !ok {
			return value.Value{}, &missingError{"." + *path.FieldName, "no longer exists"}
		}
		part, err := o.child(element).part(field)
		if err != nil {
			return value.Value{}, under("."+*path.FieldName, err)
		}
		names, vals = append(names, *path.FieldName), append(vals, part.WithMarks(marks))
	}
	return host.ObjectOf(host.NewShape(names), vals), nil
}

// list returns the owned elements of a list in their order.
func (o owned) list(v value.Value) (value.Value, error) {
	u, marks := v.Unmark()
	index := newIndex(elements(o.fields))
	owners := index.owners(u.Elems())
	var vals []value.Value
	for i, e := range u.Elems() {
		if owners[i] == nil {
			continue
		}
		part, err := o.child(owners[i].element).part(e)
		if err != nil {
			return value.Value{}, under("["+owners[i].element[2:]+"]", err)
		}
		vals = append(vals, part.WithMarks(marks))
	}
	for _, m := range index.members {
		if !m.found {
			return value.Value{}, &missingError{"[" + strings.TrimLeft(m.element, "kvi:") + "]", "no longer exists"}
		}
	}
	return value.Tuple(vals...), nil
}

// member is an owned element of a list.
type member struct {
	element string   // the path element
	keys    []string // the names of the key fields of an element of a list that is a map, ascending
	values  []string // the values of the key fields; the value itself of an element of a set
	found   bool
}

// maxKeySets limits the sets of key fields of a list. Every list has one, or a few if keys are optional.
const maxKeySets = 16

// index finds the owners of the elements of a list.
type index struct {
	members []*member
	keys    [][]string // the sets of key fields that occur; none for a set
}

func newIndex(elements []string) *index {
	x := &index{}
	for _, element := range elements {
		m := &member{element: element}
		path, err := fieldpath.DeserializePathElement(element)
		switch {
		case err != nil:
		case path.Value != nil:
			m.values = []string{scalarText((*path.Value).Unstructured())}
		case path.Key != nil:
			for _, field := range *path.Key {
				m.keys, m.values = append(m.keys, host.NFC(field.Name)), append(m.values, scalarText(field.Value.Unstructured()))
			}
		}
		x.members = append(x.members, m)
		if m.values != nil && len(x.keys) < maxKeySets && !slices.ContainsFunc(x.keys, func(k []string) bool {
			return slices.Equal(k, m.keys)
		}) {
			x.keys = append(x.keys, m.keys)
		}
	}
	return x
}

// owners returns the member for each element of a list, nil for elements that are not owned. An element may lack a key
// field, which then has the default; it belongs to the only member that matches its other key fields, if no other
// element matches that member completely.
func (x *index) owners(list []value.Value) []*member {
	out := make([]*member, len(list))
	for _, keys := range x.keys {
		byValues := x.by(keys, keys, false)
		for i, e := range list {
			if _, values := keyOf(e, keys); values != nil {
				if found := byValues[joined(values)]; len(found) > 0 && out[i] == nil {
					out[i], found[0].found = found[0], true
				}
			}
		}
	}
	for _, keys := range x.keys {
		lacking := map[string]map[string][]*member{} // by the names of the fields that exist, and their values
		for i, e := range list {
			have, values := keyOf(e, keys)
			if out[i] != nil || len(have) == 0 || len(have) == len(keys) {
				continue
			}
			byValues := lacking[joined(have)]
			if byValues == nil && len(lacking) < maxKeySets {
				byValues = x.by(keys, have, true)
				lacking[joined(have)] = byValues
			}
			if found := byValues[joined(values)]; len(found) == 1 && !found[0].found {
				out[i], found[0].found = found[0], true
			}
		}
	}
	return out
}

// by returns the members with certain key fields by the values of some of these, without those that are already found
// if open is set.
func (x *index) by(keys, some []string, open bool) map[string][]*member {
	out := map[string][]*member{}
	for _, m := range x.members {
		if m.values == nil || !slices.Equal(m.keys, keys) || open && m.found {
			continue
		}
		values := m.values
		if keys != nil {
			values = nil
			for i, k := range keys {
				if slices.Contains(some, k) {
					values = append(values, m.values[i])
				}
			}
		}
		out[joined(values)] = append(out[joined(values)], m)
	}
	return out
}

// keyOf returns the key fields that an element of a list has, with their values; without key fields, its own value.
func keyOf(e value.Value, keys []string) (have, values []string) {
	e = plain(e)
	if keys == nil {
		if e.IsContainer() {
			return nil, nil
		}
		return nil, []string{valueText(e)}
	}
	if !contract.IsObject(e) {
		return nil, nil
	}
	for _, k := range keys {
		if v, ok := e.Attr(k); ok && !plain(v).IsContainer() {
			have, values = append(have, k), append(values, valueText(plain(v)))
		}
	}
	return have, values
}

// Quotes keep texts apart whatever they contain.
func joined(texts []string) string {
	var b strings.Builder
	for _, t := range texts {
		b.WriteString(strconv.Quote(t))
	}
	return b.String()
}

// scalarText returns a text for a JSON scalar, which equals that of [valueText] for equal values.
func scalarText(v any) string {
	switch v := v.(type) {
	case string:
		return valueText(value.String(v))
	case bool:
		return valueText(value.Bool(v))
	case float64:
		return valueText(value.Float(v))
	case int64:
		return valueText(value.Int(v))
	}
	return valueText(value.Null)
}

// The letter in front keeps the text "1" and the number 1 apart.
func valueText(v value.Value) string {
	switch {
	case v.IsNull():
		return "null"
	case v.IsString():
		return "s" + v.AsString()
	case v.IsNumber():
		return "n" + v.NumberText()
	}
	return strconv.FormatBool(v.AsBool())
}
