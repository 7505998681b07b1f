package crossplane

import (
	"unicode/utf8"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"
)

// A request is read from its wire bytes in two passes. The first one, [canonical], looks at every byte once and reports
// whether the request is well-formed and has the plain shape that protobuf encoders write. The second reads what the
// program touches, and since the first one found nothing wrong it has no errors to handle. A request of another shape
// (fields in pieces, fields of a wrong type), well-formed or not, is decoded and encoded by package proto first, which
// is slower and right. Fields with numbers that are not known here belong to later versions of the protocol: they are
// passed over, and passed on with the message that contains them.

// wireKind is the type of a field.
type wireKind uint8

const (
	wireAbsent  wireKind = iota // no field has the number 0
	wireVarint                  // bool, enum
	wireFixed64                 // double
	wireText                    // string
	wireBytes                   // bytes
	wireMessage                 // message
	wirePacked                  // repeated enum
)

// wireField is a field of a message.
type wireField struct {
	kind     wireKind
	repeated bool
	message  *wireShape
}

// wireShape describes a message. The index of a field is its number.
type wireShape struct {
	fields []wireField
	oneof  uint32 // bit set of the fields that exclude each other
}

// maxWireDepth limits the recursion of the first pass. Deeper requests are left to package proto and its limit.
const maxWireDepth = 400

// canonical reports whether b is a well-formed message of the given shape with every singular field at most once.
//
// The second pass relies on this one for its memory safety, not only for its results: places are followed without
// checking any bounds. Whatever this function does not know for sure it has to refuse.
func canonical(b []byte, shape *wireShape, depth int) bool {
	if depth > maxWireDepth {
		return false
	}
	var seen uint32
	for len(b) > 0 {
		tag, n := varint(b)
		num := tag >> 3
		if n < 0 || num == 0 || num > uint64(protowire.MaxValidNumber) {
			return false
		}
		b = b[n:]
		if num >= uint64(len(shape.fields)) {
			if n = protowire.ConsumeFieldValue(protowire.Number(num), protowire.Type(tag&7), b); n < 0 {
				return false
			}
			b = b[n:]
			continue
		}
		field := &shape.fields[num]
		// No message that is described here has as many as 32 fields, so one word has a bit for each.
		bit := uint32(1) << num
		// Such a message is well-formed: protobuf merges the pieces of a message, and takes the last of several scalars
		// or members of a oneof. The readers here would take one of them, so the decision is left to package proto.
		if !field.repeated && seen&bit != 0 || shape.oneof&bit != 0 && seen&shape.oneof != 0 {
			return false
		}
		seen |= bit
		size := canonicalField(b, field, protowire.Type(tag&7), depth)
		if size < 0 {
			return false
		}
		b = b[size:]
	}
	return true
}

// malformed is the size of what is not canonical.
const malformed = -1

// canonicalField returns the size of the content of a field, or malformed.
func canonicalField(b []byte, field *wireField, typ protowire.Type, depth int) int {
	switch field.kind {
	case wireVarint:
		if typ != protowire.VarintType {
			return malformed
		}
		_, n := protowire.ConsumeVarint(b)
		return n
	case wireFixed64:
		if typ != protowire.Fixed64Type || len(b) < 8 {
			return malformed
		}
		return 8
	case wirePacked:
		return canonicalPacked(b, typ)
	case wireAbsent:
		return malformed
	}
	if typ != protowire.BytesType {
		return malformed
	}
	content, n := delimited(b)
	switch {
	case n < 0,
		field.kind == wireText && !utf8.Valid(content),
		field.kind == wireMessage && !canonicalMessage(content, field.message, depth+1):
		return malformed
	}
	return n
}

func canonicalPacked(b []byte, typ protowire.Type) int {
	if typ == protowire.VarintType {
		_, n := protowire.ConsumeVarint(b)
		return n
	}
	if typ != protowire.BytesType {
		return malformed
	}
	content, size := protowire.ConsumeBytes(b)
	for len(content) > 0 {
		_, n := protowire.ConsumeVarint(content)
		if n < 0 {
			return malformed
		}
		content = content[n:]
	}
	return size
}

// varint reads a number; n is negative if it is malformed. Most tags and lengths are one byte, which is worth not
// calling anybody.
func varint(b []byte) (v uint64, n int) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	return protowire.ConsumeVarint(b)
}

// delimited reads bytes that stand behind their length; n is the size of both, negative if they are malformed.
func delimited(b []byte) (content []byte, n int) {
	size, n := varint(b)
	if n < 0 || size > uint64(len(b)-n) {
		return nil, malformed
	}
	end := n + int(size)
	return b[n:end], end
}

// wireReader reads the fields of a message that canonical has approved.
type wireReader struct {
	rest  []byte
	last  int // fields with higher numbers are passed over
	num   int
	bytes []byte // content of a length-delimited field, 8 bytes of a fixed64
	place *place // of a length-delimited field
	value uint64 // content of a varint
	// passed reports whether a field was passed over.
	passed bool
}

// The highest field numbers of the messages.
const (
	entryFields     = 2
	structFields    = 1
	valueFields     = 6
	listFields      = 1
	resourceFields  = 3
	resourcesFields = 1
	stateFields     = 2
	metaFields      = 2
	requestFields   = 9
)

func fieldsOf(message []byte, last int) wireReader { return wireReader{rest: message, last: last} }

func (r *wireReader) next() bool {
	for len(r.rest) > 0 {
		tag, n := varint(r.rest)
		r.rest = r.rest[n:]
		r.num, r.bytes, r.value, r.place = int(tag>>3), nil, 0, nil
		typ := protowire.Type(tag & 7)
		if r.num > r.last {
			r.passed = true
			r.rest = r.rest[protowire.ConsumeFieldValue(protowire.Number(r.num), typ, r.rest):]
			continue
		}
		switch typ {
		case protowire.VarintType:
			r.value, n = varint(r.rest)
		case protowire.Fixed64Type:
			r.bytes, n = r.rest[:8], 8
		default:
			r.place = (*place)(&r.rest[0])
			r.bytes, n = delimited(r.rest)
		}
		r.rest = r.rest[n:]
		return true
	}
	r.num = 0
	return false
}

// place is where a message stands in bytes that canonical has approved: the start of its length, which the message
// follows. It is one word, so an interface that holds it takes no memory. The loaders of a call would be a fifth of its
// allocations.
//
// It may only be made from bytes that canonical has approved, or that were written by this package or by package proto,
// and those must stay unchanged for as long as the place exists. The garbage collector sees it as a pointer into the
// request, which therefore stays in memory.
type place byte

// content returns the message, or nil if p is nil.
func (p *place) content() []byte {
	if p == nil {
		return nil
	}
	at, size, shift := unsafe.Pointer(p), uint64(0), 0
	for {
		c := *(*byte)(at)
		size |= uint64(c&0x7f) << shift
		if size == 0 && c < 0x80 {
			return []byte{} // it may be the last byte, behind which nothing may be pointed at
		}
		at, shift = unsafe.Add(at, 1), shift+7
		if c < 0x80 {
			return unsafe.Slice((*byte)(at), size)
		}
	}
}

// entry returns key and content of a map entry.
//
// Of several keys or contents the last counts, as in package proto; canonical does not let several through, so this
// only matters for their order.
func entry(b []byte) (key string, content []byte) {
	if len(b) > 0 && b[0] == tagEntryKey { // as encoders write it: a key, and a content that ends the entry
		k, n := delimited(b[1:])
		if rest := b[1+n:]; len(rest) > 0 && rest[0] == tagEntryValue {
			if content, n = delimited(rest[1:]); n == len(rest)-1 {
				return text(k), content
			}
		}
	}
	content = nil
	for r := fieldsOf(b, entryFields); r.next(); {
		if r.num == 1 {
			key = text(r.bytes)
		} else {
			content = r.bytes
		}
	}
	return key, content
}

// text returns bytes that do not change as a string.
//
// It shares memory with the request. What is kept longer than the call has to be cloned, as the cache does with
// programs.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// The shapes of the messages; see run_function.proto and struct.proto.
var (
	shapeValue      = &wireShape{}
	shapeStruct     = &wireShape{}
	shapeList       = &wireShape{}
	shapeResource   = &wireShape{}
	shapeState      = &wireShape{}
	shapeResources  = &wireShape{}
	shapeCredential = &wireShape{}
	shapeSchema     = &wireShape{}
	shapeMeta       = &wireShape{}
	shapeRequest    = &wireShape{}
)

func init() {
	textField, bytesField := wireField{kind: wireText}, wireField{kind: wireBytes}
	message := func(s *wireShape) wireField { return wireField{kind: wireMessage, message: s} }
	many := func(f wireField) wireField { f.repeated = true; return f }
	mapOf := func(content wireField) wireField {
		return many(message(&wireShape{fields: []wireField{{}, textField, content}}))
	}
	shapeValue.oneof = 0b1111110
	shapeValue.fields = []wireField{{}, {kind: wireVarint}, {kind: wireFixed64}, textField, {kind: wireVarint},
		message(shapeStruct), message(shapeList)}
	shapeStruct.fields = []wireField{{}, mapOf(message(shapeValue))}
	shapeList.fields = []wireField{{}, many(message(shapeValue))}
	shapeResource.fields = []wireField{{}, message(shapeStruct), mapOf(bytesField), {kind: wireVarint}}
	shapeState.fields = []wireField{{}, message(shapeResource), mapOf(message(shapeResource))}
	shapeResources.fields = []wireField{{}, many(message(shapeResource))}
	shapeCredential.oneof = 0b10
	shapeCredential.fields = []wireField{{}, message(&wireShape{fields: []wireField{{}, mapOf(bytesField)}})}
	shapeSchema.fields = []wireField{{}, message(shapeStruct)}
	shapeMeta.fields = []wireField{{}, textField, {kind: wirePacked, repeated: true}}
	shapeRequest.fields = []wireField{{}, message(shapeMeta), message(shapeState), message(shapeState),
		message(shapeStruct), message(shapeStruct),
		mapOf(message(shapeResources)), mapOf(message(shapeCredential)), mapOf(message(shapeResources)),
		mapOf(message(shapeSchema))}
}
