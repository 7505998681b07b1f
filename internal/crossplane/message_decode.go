package crossplane

import (
	"encoding/binary"
	"math"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// decodeResponse decodes the bytes that [reply.wire] wrote. The message refers to them. The desired state, which is
// nearly all of a response, is decoded here, and the rest by package proto, which takes 5 times as many allocations.
func decodeResponse(b []byte) (*fnv1.RunFunctionResponse, error) {
	const fieldDesired = 2
	var light, desired []byte
	for rest := b; len(rest) > 0; {
		num, _, n := protowire.ConsumeField(rest)
		if num == fieldDesired {
			_, _, tag := protowire.ConsumeTag(rest)
			desired, _ = protowire.ConsumeBytes(rest[tag:])
		} else {
			light = append(light, rest[:n]...)
		}
		rest = rest[n:]
	}
	m := &fnv1.RunFunctionResponse{}
	if err := proto.Unmarshal(light, m); err != nil || desired == nil {
		return m, err
	}
	var d decoder
	m.Desired = &fnv1.State{}
	for r := fieldsOf(desired, stateFields); r.next(); {
		if r.num == 1 {
			m.Desired.Composite = d.resource(r.bytes)
			continue
		}
		if m.Desired.Resources == nil {
			m.Desired.Resources = map[string]*fnv1.Resource{}
		}
		name, content := entry(r.bytes)
		m.Desired.Resources[name] = d.resource(content)
	}
	return m, d.err
}

// decoder makes the messages of one response. Messages come from chunks: a response is made of hundreds of small ones,
// which live and die together.
type decoder struct {
	nulls   slab[valueOf[structpb.Value_NullValue]]
	texts   slab[valueOf[structpb.Value_StringValue]]
	flags   slab[valueOf[structpb.Value_BoolValue]]
	numbers slab[valueOf[structpb.Value_NumberValue]]
	fields  slab[valueOf[structpb.Value_StructValue]]
	lists   slab[valueOf[structpb.Value_ListValue]]
	objects slab[structpb.Struct]
	err     error
}

// valueOf is a Value together with what it holds.
type valueOf[K any] struct {
	v structpb.Value
	k K
}

// slab hands out zero values from chunks that grow. The zero slab is ready for use.
type slab[T any] struct {
	free []T
	size int
}

func (s *slab[T]) next() *T {
	const first, last = 4, 128
	if len(s.free) == 0 {
		s.size = min(max(2*s.size, first), last)
		s.free = make([]T, s.size)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	return p
}

func (d *decoder) resource(b []byte) *fnv1.Resource {
	m := &fnv1.Resource{}
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
	if r.passed { // what a later protocol adds is kept
		m = &fnv1.Resource{}
		if err := proto.Unmarshal(b, m); err != nil {
			d.err = err
		}
	}
	return m
}

func (d *decoder) object(b []byte) *structpb.Struct {
	m := d.objects.next()
	m.Fields = make(map[string]*structpb.Value, countFields(b))
	for r := fieldsOf(b, structFields); r.next(); {
		key, content := entry(r.bytes)
		m.Fields[key] = d.value(content)
	}
	return m
}

func (d *decoder) value(b []byte) *structpb.Value {
	r := fieldsOf(b, valueFields)
	r.next()
	switch r.num {
	case 1:
		m := d.nulls.next()
		m.k.NullValue, m.v.Kind = structpb.NullValue(r.value), &m.k
		return &m.v
	case 2:
		m := d.numbers.next()
		m.k.NumberValue, m.v.Kind = math.Float64frombits(binary.LittleEndian.Uint64(r.bytes)), &m.k
		return &m.v
	case 3:
		m := d.texts.next()
		m.k.StringValue, m.v.Kind = text(r.bytes), &m.k
		return &m.v
	case 4:
		m := d.flags.next()
		m.k.BoolValue, m.v.Kind = r.value != 0, &m.k
		return &m.v
	case 5:
		m := d.fields.next()
		m.k.StructValue, m.v.Kind = d.object(r.bytes), &m.k
		return &m.v
	case 6:
		m, list := d.lists.next(), &structpb.ListValue{Values: make([]*structpb.Value, 0, countFields(r.bytes))}
		for e := fieldsOf(r.bytes, listFields); e.next(); {
			list.Values = append(list.Values, d.value(e.bytes))
		}
		m.k.ListValue, m.v.Kind = list, &m.k
		return &m.v
	}
	return &structpb.Value{}
}
