package crossplane

import (
	"encoding/binary"
	"math"
	"slices"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// decodeResponse decodes the bytes that [reply.wire] wrote. The message refers to them. The desired state, which is
// nearly all of a response, is decoded here, and the rest by package proto, which takes 5 times as many allocations.
func decodeResponse(b []byte) (*fnv1.RunFunctionResponse, error) {
	const fieldDesired = 2
	var desired []byte
	from, to := 0, 0
	for at := 0; at < len(b); {
		num, _, n := protowire.ConsumeField(b[at:])
		if num == fieldDesired {
			_, _, tag := protowire.ConsumeTag(b[at:])
			desired, _ = protowire.ConsumeBytes(b[at+tag:])
			from, to = at, at+n
		}
		at += n
	}
	m := &fnv1.RunFunctionResponse{}
	if err := proto.Unmarshal(slices.Concat(b[:from], b[to:]), m); err != nil || desired == nil {
		return m, err
	}
	var d decoder
	m.Desired = d.state(desired)
	return m, nil
}

// decoder makes the messages of one response. They come from chunks: a response is made of thousands of small ones,
// which live and die together.
type decoder struct {
	resources slab[fnv1.Resource]
	objects   slab[structpb.Struct]
	lists     slab[structpb.ListValue]
	values    slab[structpb.Value]
	nulls     slab[structpb.Value_NullValue]
	numbers   slab[structpb.Value_NumberValue]
	texts     slab[structpb.Value_StringValue]
	flags     slab[structpb.Value_BoolValue]
	structs   slab[structpb.Value_StructValue]
	arrays    slab[structpb.Value_ListValue]
	elements  slab[*structpb.Value]
}

// slab hands out zero values from chunks that grow. The zero slab is ready for use.
//
// A chunk stays in memory as long as any part of it is used. That is no loss here, because the parts are those of one
// response.
type slab[T any] struct {
	free []T
	size int
}

func (s *slab[T]) next() *T { return &s.take(1)[0] }

// take returns n zero values next to each other.
func (s *slab[T]) take(n int) []T {
	const first, last = 4, 256
	if len(s.free) < n {
		s.size = min(max(2*s.size, first), last)
		s.free = make([]T, max(s.size, n))
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}

func (d *decoder) state(b []byte) *fnv1.State {
	m := &fnv1.State{}
	for r := fieldsOf(b, stateFields); r.next(); {
		if r.num == 1 {
			m.Composite = d.resource(r.bytes)
			continue
		}
		if m.Resources == nil {
			m.Resources = make(map[string]*fnv1.Resource, countFields(b, stateFields))
		}
		name, content := entry(r.bytes)
		m.Resources[name] = d.resource(content)
	}
	return m
}

func (d *decoder) resource(b []byte) *fnv1.Resource {
	m := d.resources.next()
	r := fieldsOf(b, resourceFields)
	for r.next() {
		switch r.num {
		case 1:
			m.Resource = d.object(r.bytes)
		case 2:
			if m.ConnectionDetails == nil {
				m.ConnectionDetails = map[string][]byte{}
			}
			key, content := entry(r.bytes)
			m.ConnectionDetails[key] = orEmpty(content)
		case 3:
			m.Ready = fnv1.Ready(r.value)
		}
	}
	if r.passed {
		m.ProtoReflect().SetUnknown(laterFields(b, resourceFields))
	}
	return m
}

// laterFields returns the fields of a message with higher numbers than last, which a later protocol has added.
func laterFields(b []byte, last protowire.Number) (later []byte) {
	for len(b) > 0 {
		num, _, n := protowire.ConsumeField(b)
		if num > last {
			later = append(later, b[:n]...)
		}
		b = b[n:]
	}
	return later
}

func (d *decoder) object(b []byte) *structpb.Struct {
	m := d.objects.next()
	if n := countFields(b, structFields); n > 0 {
		m.Fields = make(map[string]*structpb.Value, n)
	}
	for r := fieldsOf(b, structFields); r.next(); {
		key, content := entry(r.bytes)
		m.Fields[key] = d.value(content)
	}
	return m
}

func (d *decoder) list(b []byte) *structpb.ListValue {
	m := d.lists.next()
	// Counting first is a second look at bytes that are in the cache of the processor, and saves a list that grows.
	m.Values = d.elements.take(countFields(b, listFields))[:0]
	for r := fieldsOf(b, listFields); r.next(); {
		m.Values = append(m.Values, d.value(r.bytes))
	}
	return m
}

func (d *decoder) value(b []byte) *structpb.Value {
	m := d.values.next()
	r := fieldsOf(b, valueFields)
	r.next()
	switch r.num {
	case 1:
		k := d.nulls.next()
		k.NullValue, m.Kind = structpb.NullValue(r.value), k
	case 2:
		k := d.numbers.next()
		k.NumberValue, m.Kind = math.Float64frombits(binary.LittleEndian.Uint64(r.bytes)), k
	case 3:
		k := d.texts.next()
		k.StringValue, m.Kind = text(r.bytes), k
	case 4:
		k := d.flags.next()
		k.BoolValue, m.Kind = r.value != 0, k
	case 5:
		k := d.structs.next()
		k.StructValue, m.Kind = d.object(r.bytes), k
	case 6:
		k := d.arrays.next()
		k.ListValue, m.Kind = d.list(r.bytes), k
	}
	return m
}
