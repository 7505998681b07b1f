package crossplane

import "unicode/utf8"

// Nearly all of a request is made of a few messages of google.protobuf.Struct in the form that encoders write: fields
// in the order of their numbers, tags of one byte. The functions below know that form, and leave whatever looks
// different to [canonical].

// The tags of these messages.
const (
	tagStructField = 1<<3 | 2
	tagEntryKey    = 1<<3 | 2
	tagEntryValue  = 2<<3 | 2
	tagNumber      = 2<<3 | 1
	tagString      = 3<<3 | 2
	tagStruct      = 5<<3 | 2
)

// canonicalMessage is canonical for any message, the fastest way.
func canonicalMessage(b []byte, shape *wireShape, depth int) bool {
	switch shape {
	case shapeStruct:
		return canonicalStruct(b, depth)
	case shapeValue:
		return canonicalValue(b, depth)
	}
	return canonical(b, shape, depth)
}

// canonicalStruct is canonical for a Struct.
//
// The depth counts messages, as canonical does, so that both ways through a request end at the same bound.
func canonicalStruct(b []byte, depth int) bool {
	if depth > maxWireDepth {
		return false
	}
	for len(b) > 0 {
		if b[0] != tagStructField {
			return canonical(b, shapeStruct, depth)
		}
		entry, n := delimited(b[1:])
		if n < 0 || !canonicalEntry(entry, depth+1) {
			return false
		}
		b = b[1+n:]
	}
	return true
}

// canonicalEntry is canonical for an entry of a Struct.
func canonicalEntry(b []byte, depth int) bool {
	if len(b) > 0 && b[0] == tagEntryKey {
		key, n := delimited(b[1:])
		if rest := b[1+max(n, 0):]; n > 0 && len(rest) > 0 && rest[0] == tagEntryValue {
			if v, m := delimited(rest[1:]); m == len(rest)-1 {
				return depth <= maxWireDepth && utf8.Valid(key) && canonicalValue(v, depth+1)
			}
		}
	}
	return canonical(b, shapeStruct.fields[1].message, depth)
}

// canonicalValue is canonical for a Value.
//
// A Value with anything behind its first field is left to canonical: it may hold a second member of the oneof.
func canonicalValue(b []byte, depth int) bool {
	if len(b) == 0 || depth > maxWireDepth {
		return depth <= maxWireDepth
	}
	switch b[0] {
	case tagString:
		if s, n := delimited(b[1:]); n == len(b)-1 {
			return utf8.Valid(s)
		}
	case tagNumber:
		if len(b) == 9 {
			return true
		}
	case tagStruct:
		if s, n := delimited(b[1:]); n == len(b)-1 {
			return canonicalStruct(s, depth+1)
		}
	}
	return canonical(b, shapeValue, depth)
}
