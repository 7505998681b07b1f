package crossplane

import "google.golang.org/protobuf/types/known/structpb"

// encoder makes the messages of one response. Messages come from chunks, each together with its oneof: a response is
// made of hundreds of small ones, which live and die together.
type encoder struct {
	nulls   slab[nullMessage]
	texts   slab[textMessage]
	flags   slab[flagMessage]
	numbers slab[numberMessage]
	fields  slab[objectMessage]
	lists   slab[listMessage]
	objects slab[structpb.Struct]
}

type nullMessage struct {
	v structpb.Value
	k structpb.Value_NullValue
}

type textMessage struct {
	v structpb.Value
	k structpb.Value_StringValue
}

type flagMessage struct {
	v structpb.Value
	k structpb.Value_BoolValue
}

type numberMessage struct {
	v structpb.Value
	k structpb.Value_NumberValue
}

type objectMessage struct {
	v structpb.Value
	k structpb.Value_StructValue
}

type listMessage struct {
	v structpb.Value
	k structpb.Value_ListValue
}

// slab hands out zero values from chunks that grow. The zero slab is ready for use.
type slab[T any] struct {
	free []T
	size int
}

// The smallest and the largest chunk.
const (
	firstChunk = 4
	lastChunk  = 128
)

func (s *slab[T]) next() *T {
	if len(s.free) == 0 {
		s.size = min(max(2*s.size, firstChunk), lastChunk)
		s.free = make([]T, s.size)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	return p
}

func (e *encoder) null() *structpb.Value {
	m := e.nulls.next()
	m.v.Kind = &m.k
	return &m.v
}

func (e *encoder) text(s string) *structpb.Value {
	m := e.texts.next()
	m.k.StringValue = s
	m.v.Kind = &m.k
	return &m.v
}

func (e *encoder) flag(b bool) *structpb.Value {
	m := e.flags.next()
	m.k.BoolValue = b
	m.v.Kind = &m.k
	return &m.v
}

func (e *encoder) number(f float64) *structpb.Value {
	m := e.numbers.next()
	m.k.NumberValue = f
	m.v.Kind = &m.k
	return &m.v
}

func (e *encoder) object(s *structpb.Struct) *structpb.Value {
	m := e.fields.next()
	m.k.StructValue = s
	m.v.Kind = &m.k
	return &m.v
}

func (e *encoder) list(l *structpb.ListValue) *structpb.Value {
	m := e.lists.next()
	m.k.ListValue = l
	m.v.Kind = &m.k
	return &m.v
}
