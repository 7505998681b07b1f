package types

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// MarshalJSON writes the type in the notation of HCL's conformance suite: "string", ["list", T], ["set", T], ["map",
// T], ["tuple", [T, ...]], ["object", {"name": T, ...}], followed by ["name", ...] for optional attributes, and
// "dynamic". The extended kinds are "int", "none", ["union", [T, ...]], ["promise", T], ["output", T]. Capsule and
// named types are errors, because they belong to one program, and so are types whose text is longer than 16 MiB.
func (t Type) MarshalJSON() ([]byte, error) {
	w := jsonWriter{}
	w.write(t)
	if w.err == nil && w.b.Len() > maxJSON {
		return nil, errTooLarge
	}
	return w.b.Bytes(), w.err
}

const maxJSON = 16 << 20

var errTooLarge = errors.New("the type is too large to write")

type jsonWriter struct {
	b   bytes.Buffer
	err error
}

func (w *jsonWriter) write(t Type) {
	if w.err != nil {
		return
	}
	switch t.Kind() {
	case KindList, KindSet, KindMap, KindPromise, KindOutput:
		w.open(t)
		w.write(t.n.elem)
		w.b.WriteByte(']')
	case KindTuple, KindUnion:
		w.open(t)
		w.b.WriteByte('[')
		for i, e := range t.n.elems {
			w.comma(i)
			w.write(e)
		}
		w.b.WriteString("]]")
	case KindObject:
		w.object(t)
	case KindCapsule, KindNamed:
		w.err = fmt.Errorf("the type %s belongs to one program and cannot be written as JSON", t.n.name)
	default:
		w.b.WriteString(strconv.Quote(t.Kind().String()))
	}
}

func (w *jsonWriter) open(t Type) {
	if w.b.Len() > maxJSON {
		w.err = errTooLarge
	}
	w.b.WriteString(`["` + t.Kind().String() + `",`)
}

func (w *jsonWriter) comma(i int) {
	if i > 0 {
		w.b.WriteByte(',')
	}
}

func (w *jsonWriter) name(name string) {
	text, _ := json.Marshal(name)
	w.b.Write(text)
}

func (w *jsonWriter) object(t Type) {
	w.open(t)
	w.b.WriteByte('{')
	for i, name := range t.n.names {
		w.comma(i)
		w.name(name)
		w.b.WriteByte(':')
		w.write(t.n.elems[i])
	}
	w.b.WriteByte('}')
	if t.n.opt != nil {
		w.optional(t)
	}
	w.b.WriteByte(']')
}

func (w *jsonWriter) optional(t Type) {
	w.b.WriteString(",[")
	n := 0
	for i, name := range t.n.names {
		if t.n.opt[i] {
			w.comma(n)
			w.name(name)
			n++
		}
	}
	w.b.WriteByte(']')
}

// UnmarshalJSON reads the notation of [Type.MarshalJSON]. Duplicate attributes are errors, and so are names of optional
// attributes that the object lacks.
func (t *Type) UnmarshalJSON(text []byte) error {
	out, err := ParseJSON(text)
	if err == nil {
		*t = out
	}
	return err
}

// ParseJSON reads a type of at most 500 levels in the notation of [Type.MarshalJSON].
func ParseJSON(text []byte) (Type, error) {
	r := jsonReader{dec: json.NewDecoder(bytes.NewReader(text))}
	t, err := r.typ()
	if err != nil {
		return Dynamic, err
	}
	if _, err := r.dec.Token(); err != io.EOF {
		return Dynamic, r.fail("expected the end after the type")
	}
	return t, nil
}

type jsonReader struct {
	dec   *json.Decoder
	depth int
}

func (r *jsonReader) fail(message string) error {
	return fmt.Errorf("type in JSON, byte %d: %s", r.dec.InputOffset(), message)
}

// token reads one token and describes failures by position.
func (r *jsonReader) token() (json.Token, error) {
	tok, err := r.dec.Token()
	if err != nil {
		return nil, r.fail("this is not valid JSON")
	}
	return tok, nil
}

func (r *jsonReader) delim(d json.Delim) error {
	tok, err := r.token()
	if err != nil {
		return err
	}
	if tok != d {
		return r.fail(strconv.Quote(d.String()) + " required")
	}
	return nil
}

func (r *jsonReader) text() (string, error) {
	tok, err := r.token()
	if err != nil {
		return "", err
	}
	s, ok := tok.(string)
	if !ok {
		return "", r.fail("a string required")
	}
	return s, nil
}

func (r *jsonReader) typ() (Type, error) {
	if r.depth++; r.depth > maxExprDepth {
		return Dynamic, r.fail("the type is nested too deeply")
	}
	defer func() { r.depth-- }()
	tok, err := r.token()
	if err != nil {
		return Dynamic, err
	}
	switch x := tok.(type) {
	case string:
		if t, ok := simpleTypes[x]; ok && x != "any" {
			return t, nil
		}
		return Dynamic, r.fail("there is no type " + strconv.Quote(x))
	case json.Delim:
		if x == '[' {
			return r.constructed()
		}
	}
	return Dynamic, r.fail("a type required: a name, or an array that begins with one")
}

func (r *jsonReader) constructed() (Type, error) {
	kind, err := r.text()
	if err != nil {
		return Dynamic, err
	}
	var t Type
	switch kind {
	case "list", "set", "map", "promise", "output":
		if t, err = r.typ(); err == nil {
			t = map[string]func(Type) Type{"list": List, "set": Set, "map": Map, "promise": Promise, "output": Output}[kind](t)
		}
	case "tuple", "union":
		var ts []Type
		if ts, err = r.list(); err == nil {
			t = map[string]func(...Type) Type{"tuple": Tuple, "union": Union}[kind](ts...)
		}
	case "object":
		t, err = r.object()
	default:
		return Dynamic, r.fail("there is no type " + strconv.Quote(kind) + " with parts")
	}
	if err != nil {
		return Dynamic, err
	}
	return t, r.delim(']')
}

func (r *jsonReader) list() ([]Type, error) {
	if err := r.delim('['); err != nil {
		return nil, err
	}
	var ts []Type
	for r.dec.More() {
		t, err := r.typ()
		if err != nil {
			return nil, err
		}
		ts = append(ts, t)
	}
	return ts, r.delim(']')
}

func (r *jsonReader) object() (Type, error) {
	attrs, err := r.attrs()
	if err != nil {
		return Dynamic, err
	}
	if r.dec.More() {
		if err := r.optional(attrs); err != nil {
			return Dynamic, err
		}
	}
	return Object(attrs...), nil
}

func (r *jsonReader) attrs() ([]Attr, error) {
	if err := r.delim('{'); err != nil {
		return nil, err
	}
	var attrs []Attr
	seen := map[string]bool{}
	for r.dec.More() {
		name, err := r.text()
		if err != nil {
			return nil, err
		}
		if name = normalise(name); seen[name] {
			return nil, r.fail("the attribute " + strconv.Quote(name) + " is declared twice")
		}
		seen[name] = true
		t, err := r.typ()
		if err != nil {
			return nil, err
		}
		attrs = append(attrs, Attr{Name: name, Type: t})
	}
	return attrs, r.delim('}')
}

func (r *jsonReader) optional(attrs []Attr) error {
	if err := r.delim('['); err != nil {
		return err
	}
	index := make(map[string]int, len(attrs))
	for i, a := range attrs {
		index[a.Name] = i
	}
	for r.dec.More() {
		name, err := r.text()
		if err != nil {
			return err
		}
		i, ok := index[normalise(name)]
		if !ok {
			return r.fail("the optional attribute " + strconv.Quote(name) + " is not among the attributes")
		}
		attrs[i].Optional = true
	}
	return r.delim(']')
}
