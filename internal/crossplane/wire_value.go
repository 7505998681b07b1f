package crossplane

import (
	"encoding/binary"
	"math"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// The loaders below read values out of the wire bytes of a google.protobuf.Struct, one level at a time. Each is a place
// in a request that canonical has approved, so making one costs nothing.

type (
	wireStruct   place
	wireList     place // a ListValue
	wireObject   place // the Struct of a Kubernetes object, whose metadata is shown without managedFields
	wireSecret   place // the Struct of a v1 Secret, whose data is marked as well
	wireMetadata place // the metadata of a Kubernetes object
)

func (w *wireStruct) content() []byte { return (*place)(w).content() }

func (w *wireList) content() []byte { return (*place)(w).content() }

func (w *wireStruct) LoadObject(at *host.Place) ([]string, []value.Value) {
	return loadWire(w.content(), at, nil)
}

func (w *wireObject) LoadObject(at *host.Place) ([]string, []value.Value) {
	return loadObject((*place)(w).content(), at, false)
}

func (w *wireSecret) LoadObject(at *host.Place) ([]string, []value.Value) {
	return loadObject((*place)(w).content(), at, true)
}

func loadObject(b []byte, at *host.Place, secret bool) ([]string, []value.Value) {
	return loadWire(b, at, func(key string, content []byte) (value.Value, bool) {
		switch {
		case key == "metadata":
			if s := structOf(content); s != nil {
				return host.OpenObject((*wireMetadata)(s), at, key, 0), true
			}
		case secret && isSecretData(key):
			return wireValue(content, at, key).Mark(value.Sensitive), true
		}
		return value.Value{}, false
	})
}

// ManagedFields implements [run.ManagedFieldser].
//
// They are found without loading the object, because few calls need them and they are most of its bytes.
func (w *wireObject) ManagedFields() value.Value {
	if content, ok := lookWire(lookWireStruct((*place)(w).content(), "metadata"), "managedFields"); ok {
		return wireValue(content, nil, "managedFields")
	}
	return value.Value{}
}

// ManagedFields implements [run.ManagedFieldser].
func (w *wireSecret) ManagedFields() value.Value { return (*wireObject)(w).ManagedFields() }

func (w *wireMetadata) LoadObject(at *host.Place) ([]string, []value.Value) {
	names, vals := loadWire((*place)(w).content(), at, nil)
	return withoutManagedFields(names, vals)
}

// withoutManagedFields removes managedFields, which are large and useless for programs.
func withoutManagedFields(names []string, vals []value.Value) ([]string, []value.Value) {
	for i := len(names) - 1; i >= 0; i-- {
		if names[i] == "managedFields" {
			names = append(names[:i], names[i+1:]...)
			vals = append(vals[:i], vals[i+1:]...)
		}
	}
	return names, vals
}

// isSecretData reports whether a field of a v1 Secret contains secrets.
func isSecretData(key string) bool { return key == "data" || key == "stringData" }

// loadWire reads the fields of a Struct. If special returns a value for a field, it is used.
//
// It reads one level. What lies below becomes values that only know their place, so a program that reads one deep field
// pays for the levels on the way to it.
func loadWire(b []byte, at *host.Place, special func(key string, content []byte) (value.Value, bool)) ([]string,
	[]value.Value) {
	names, vals := makeLevel(countFields(b, structFields))
	for r := fieldsOf(b, structFields); r.next(); {
		key, content := entry(r.bytes)
		// Names are compared in this form in programs. A name in another form would be there and could not be found.
		name := host.NFC(key)
		names = append(names, name)
		if special != nil {
			if v, ok := special(name, content); ok {
				vals = append(vals, v)
				continue
			}
		}
		vals = append(vals, wireValue(content, at, name))
	}
	return names, vals
}

// countFields returns the number of fields of a message with known numbers.
func countFields(b []byte, last int) int {
	n := 0
	for r := fieldsOf(b, last); r.next(); {
		n++
	}
	return n
}

func (w *wireList) LoadTuple(at *host.Place) []value.Value {
	b := w.content()
	vals := make([]value.Value, 0, countFields(b, listFields))
	for r := fieldsOf(b, listFields); r.next(); {
		vals = append(vals, wireElement(r.bytes, at, len(vals)))
	}
	return vals
}

// wireValue reads the content of a google.protobuf.Value that is an attribute.
func wireValue(b []byte, at *host.Place, name string) value.Value {
	r := fieldsOf(b, valueFields)
	if r.next() {
		switch r.num {
		case 5:
			return host.OpenObject((*wireStruct)(r.place), at, name, 0)
		case 6:
			return host.OpenTuple((*wireList)(r.place), at, name, 0)
		}
	}
	return wireScalar(&r)
}

// wireElement reads the content of a google.protobuf.Value that is an element.
func wireElement(b []byte, at *host.Place, index int) value.Value {
	r := fieldsOf(b, valueFields)
	if r.next() {
		switch r.num {
		case 5:
			return host.OpenElement((*wireStruct)(r.place), at, index, 0)
		case 6:
			return host.OpenElement((*wireList)(r.place), at, index, 0)
		}
	}
	return wireScalar(&r)
}

// wireScalar returns the value of the current field of r. A Value without a field is null.
func wireScalar(r *wireReader) value.Value {
	switch r.num {
	case 2:
		return value.Float(math.Float64frombits(binary.LittleEndian.Uint64(r.bytes)))
	case 3:
		return value.String(text(r.bytes))
	case 4:
		return value.Bool(r.value != 0)
	}
	return value.Null
}

// structOf returns the place of the Struct in a Value, or nil if it contains something else.
func structOf(b []byte) *place {
	r := fieldsOf(b, valueFields)
	if r.next() && r.num == 5 {
		return r.place
	}
	return nil
}

// stringOf returns the content of a Value that is a string.
func stringOf(b []byte) string {
	r := fieldsOf(b, valueFields)
	if r.next() && r.num == 3 {
		return text(r.bytes)
	}
	return ""
}

// lookWire finds a field of a Struct without loading it. If a name occurs twice, the later field counts.
func lookWire(b []byte, name string) ([]byte, bool) {
	var found []byte
	ok := false
	for r := fieldsOf(b, structFields); r.next(); {
		if key, content := entry(r.bytes); key == name {
			found, ok = content, true
		}
	}
	return found, ok
}

// lookWireStruct finds a field of a Struct that is a Struct.
func lookWireStruct(b []byte, name string) []byte {
	content, _ := lookWire(b, name)
	return structOf(content).content()
}

// makeLevel allocates the names and values of one level of an object, with one allocation for small levels.
func makeLevel(n int) ([]string, []value.Value) {
	switch {
	case n <= 2:
		l := &struct {
			names [2]string
			vals  [2]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	case n <= 4:
		l := &struct {
			names [4]string
			vals  [4]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	case n <= 6:
		l := &struct {
			names [6]string
			vals  [6]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	case n <= 8:
		l := &struct {
			names [8]string
			vals  [8]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	case n <= 12:
		l := &struct {
			names [12]string
			vals  [12]value.Value
		}{}
		return l.names[:0:n], l.vals[:0:n]
	}
	return make([]string, 0, n), make([]value.Value, 0, n)
}
