package crossplane

import (
	"encoding/binary"
	"math"
	"math/bits"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// wireWriter builds a message from its end to its start. A length stands before the content whose length it is, so
// writing backwards knows every length when it comes to it, and nothing is measured first or moved afterwards. Fields
// therefore have to be put in reverse order.
type wireWriter struct {
	buf   []byte
	start int // buf[start:] is written
}

func newWireWriter(size int) *wireWriter {
	return &wireWriter{buf: make([]byte, size), start: size}
}

// written returns the bytes that were written. The slice belongs to the writer.
func (w *wireWriter) written() []byte { return w.buf[w.start:] }

// size returns the number of bytes written. The size before the content of a message is the mark of its end.
func (w *wireWriter) size() int { return len(w.buf) - w.start }

// room makes room for n bytes at the front and returns them. Doubling the buffer keeps the number of moves small,
// whatever the first guess was.
func (w *wireWriter) room(n int) []byte {
	if w.start < n {
		w.grow(n + len(w.buf))
	}
	w.start -= n
	return w.buf[w.start : w.start+n]
}

// grow makes room for n bytes at the front: the bytes move to the end of a larger buffer.
func (w *wireWriter) grow(n int) {
	used := w.size()
	bigger := make([]byte, used+n)
	copy(bigger[n:], w.written())
	w.buf, w.start = bigger, n
}

func (w *wireWriter) raw(b []byte) { copy(w.room(len(b)), b) }

func (w *wireWriter) varint(x uint64) {
	if x < 0x80 {
		w.room(1)[0] = byte(x)
		return
	}
	n := (bits.Len64(x|1) + 6) / 7
	b := w.room(n)
	for i := 0; i < n-1; i++ {
		b[i] = byte(x) | 0x80
		x >>= 7
	}
	b[n-1] = byte(x)
}

func (w *wireWriter) tag(num int, typ protowire.Type) { w.varint(uint64(num)<<3 | uint64(typ)) }

// close writes the length and tag of a message before its content, which began at a mark.
func (w *wireWriter) close(num, mark int) {
	w.varint(uint64(w.size() - mark))
	w.tag(num, protowire.BytesType)
}

func (w *wireWriter) bytes(num int, b []byte) {
	mark := w.size()
	w.raw(b)
	w.close(num, mark)
}

func (w *wireWriter) text(num int, s string) {
	mark := w.size()
	copy(w.room(len(s)), s)
	w.close(num, mark)
}

// optionalText writes a string field, unless it is empty.
func (w *wireWriter) optionalText(num int, s string) {
	if s != "" {
		w.text(num, s)
	}
}

func (w *wireWriter) enum(num int, x uint64) {
	if x != 0 {
		w.varint(x)
		w.tag(num, protowire.VarintType)
	}
}

// structField writes an object as field num, which is of type Struct.
func (w *wireWriter) structField(num int, v value.Value) error {
	mark := w.size()
	if err := w.structContent(v, 0, false); err != nil {
		return err
	}
	w.close(num, mark)
	return nil
}

// structContent writes the fields of an object. It copies unchanged parts of the request.
//
// After an error the bytes that were written are incomplete. Nobody reads them: the error ends the response, and it is
// written again with the message in it.
func (w *wireWriter) structContent(v value.Value, depth int, secret bool) *encodeError {
	v, marks := v.Unmark()
	secret = secret || marks != nil
	// Only plain objects are copied like this. The bytes of a whole Kubernetes object contain the managed fields that
	// the program does not see, and those of a Secret contain its data, so these have loaders of other types and are
	// written part by part.
	if raw, ok := host.Raw(v).(*wireStruct); ok {
		w.raw(raw.content())
		return nil
	}
	if depth > maxEncodeDepth {
		return refuse("the value is nested too deeply")
	}
	// Names are in ascending order, and the fields are written in reverse, so that they stand in the message in
	// ascending order again.
	names, elems := v.Names(), v.Elems()
	for i := len(names) - 1; i >= 0; i-- {
		mark := w.size()
		if err := w.valueField(2, elems[i], depth+1, secret); err != nil {
			return err.at(value.AttrStep(names[i]))
		}
		w.text(1, names[i])
		w.close(1, mark)
	}
	return nil
}

func (w *wireWriter) listContent(v value.Value, depth int, secret bool) *encodeError {
	if raw, ok := host.Raw(v).(*wireList); ok {
		w.raw(raw.content())
		return nil
	}
	if depth > maxEncodeDepth {
		return refuse("the value is nested too deeply")
	}
	elems := v.Elems()
	for i := len(elems) - 1; i >= 0; i-- {
		if err := w.valueField(1, elems[i], depth+1, secret); err != nil {
			return err.atIndex(i)
		}
	}
	return nil
}

// valueField writes a value as field num, which is of type Value.
func (w *wireWriter) valueField(num int, v value.Value, depth int, secret bool) *encodeError {
	mark := w.size()
	if err := w.valueContent(v, depth, secret); err != nil {
		return err
	}
	w.close(num, mark)
	return nil
}

func (w *wireWriter) valueContent(v value.Value, depth int, secret bool) *encodeError {
	v, marks := v.Unmark()
	secret = secret || marks != nil
	switch {
	case v.IsNull():
		w.varint(0)
		w.tag(1, protowire.VarintType)
		return nil
	case !v.IsKnown():
		return unwritable(v)
	}
	switch v.Kind() {
	case types.KindString:
		w.text(3, v.AsString())
	case types.KindBool:
		w.bool(v.AsBool())
	case types.KindNumber:
		return w.number(v, secret)
	case types.KindObject, types.KindMap:
		return w.container(5, v, depth, secret, (*wireWriter).structContent)
	case types.KindTuple, types.KindList, types.KindSet:
		return w.container(6, v, depth, secret, (*wireWriter).listContent)
	default:
		return unwritable(v)
	}
	return nil
}

func (w *wireWriter) bool(t bool) {
	var x uint64
	if t {
		x = 1
	}
	w.varint(x)
	w.tag(4, protowire.VarintType)
}

func (w *wireWriter) number(v value.Value, secret bool) *encodeError {
	f, err := double(v, secret)
	if err != nil {
		return err
	}
	binary.LittleEndian.PutUint64(w.room(8), math.Float64bits(f))
	w.tag(2, protowire.Fixed64Type)
	return nil
}

type contentWriter func(w *wireWriter, v value.Value, depth int, secret bool) *encodeError

func (w *wireWriter) container(num int, v value.Value, depth int, secret bool, content contentWriter) *encodeError {
	mark := w.size()
	if err := content(w, v, depth, secret); err != nil {
		return err
	}
	w.close(num, mark)
	return nil
}
