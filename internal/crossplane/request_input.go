package crossplane

import "slices"

// wireInput is the Struct of an input or of an object in it, or nil if there is none.
//
// It is read in place, without making values, since it is needed before there is a program, and nearly all of it is the
// text of that program, which must not be copied.
type wireInput []byte

// fields returns the names of the fields in ascending order.
func (w wireInput) fields() []string {
	var names []string
	for r := (fieldsOf(w, structFields)); r.next(); {
		name, _ := entry(r.bytes)
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (w wireInput) look(name string) wireReader {
	content, _ := lookWire(w, name)
	r := fieldsOf(content, valueFields)
	r.next()
	return r
}

// text returns a string field, and reports whether it is one.
func (w wireInput) text(name string) (string, bool) {
	r := w.look(name)
	if r.num != 3 {
		return "", false
	}
	return text(r.bytes), true
}

// flag returns a bool field, and reports whether it is one.
func (w wireInput) flag(name string) (value, ok bool) {
	r := w.look(name)
	return r.value != 0, r.num == 4
}

// object returns an object field, and reports whether it is one.
func (w wireInput) object(name string) (wireInput, bool) {
	r := w.look(name)
	return r.bytes, r.num == 5
}

func (w wireInput) number(name string) bool { return w.look(name).num == 2 }

// null reports whether a field is null, which counts as absent.
//
// A field of kind 0 is one that is not there, and a Value without any field is null as well; the protocol does not tell
// these apart.
func (w wireInput) null(name string) bool { return w.look(name).num <= 1 }
