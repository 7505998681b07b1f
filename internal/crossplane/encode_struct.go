package crossplane

import (
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// encodeStruct builds the message of an object. Parts that came in as messages and are passed on as they were are shared, not copied.
func encodeStruct(v value.Value) (*structpb.Struct, error) {
	s, err := structFor(v, 0, false)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func structFor(v value.Value, depth int, secret bool) (*structpb.Struct, *encodeError) {
	v, marks := v.Unmark()
	secret = secret || marks != nil
	if raw, ok := v.Raw().(*pbStruct); ok {
		return (*structpb.Struct)(raw), nil
	}
	if depth > maxEncodeDepth {
		return nil, refuse("the value is nested too deeply")
	}
	names, elems := v.Names(), v.Elems()
	s := &structpb.Struct{Fields: make(map[string]*structpb.Value, len(names))}
	for i, name := range names {
		field, err := valueFor(elems[i], depth+1, secret)
		if err != nil {
			return nil, err.at(value.AttrStep(name))
		}
		s.Fields[name] = field
	}
	return s, nil
}

func listFor(v value.Value, depth int, secret bool) (*structpb.ListValue, *encodeError) {
	if raw, ok := v.Raw().(*pbList); ok {
		return (*structpb.ListValue)(raw), nil
	}
	if depth > maxEncodeDepth {
		return nil, refuse("the value is nested too deeply")
	}
	elems := v.Elems()
	l := &structpb.ListValue{Values: make([]*structpb.Value, len(elems))}
	for i, e := range elems {
		item, err := valueFor(e, depth+1, secret)
		if err != nil {
			return nil, err.atIndex(i)
		}
		l.Values[i] = item
	}
	return l, nil
}

// valueFor builds one message. Message and oneof are allocated together, which halves the allocations of a response.
func valueFor(v value.Value, depth int, secret bool) (*structpb.Value, *encodeError) {
	v, marks := v.Unmark()
	secret = secret || marks != nil
	switch {
	case v.IsNull():
		return newNull(), nil
	case !v.IsKnown():
		return nil, unwritable(v)
	}
	switch v.Kind() {
	case types.KindString:
		return newString(v.AsString()), nil
	case types.KindBool:
		return newBool(v.AsBool()), nil
	case types.KindNumber:
		f, err := double(v, secret)
		return newNumber(f), err
	case types.KindObject, types.KindMap:
		s, err := structFor(v, depth, secret)
		return newStruct(s), err
	case types.KindTuple, types.KindList, types.KindSet:
		l, err := listFor(v, depth, secret)
		return newList(l), err
	}
	return nil, unwritable(v)
}

func newNull() *structpb.Value {
	b := &struct {
		v structpb.Value
		k structpb.Value_NullValue
	}{}
	b.v.Kind = &b.k
	return &b.v
}

func newString(s string) *structpb.Value {
	b := &struct {
		v structpb.Value
		k structpb.Value_StringValue
	}{}
	b.k.StringValue = s
	b.v.Kind = &b.k
	return &b.v
}

func newBool(t bool) *structpb.Value {
	b := &struct {
		v structpb.Value
		k structpb.Value_BoolValue
	}{}
	b.k.BoolValue = t
	b.v.Kind = &b.k
	return &b.v
}

func newNumber(f float64) *structpb.Value {
	b := &struct {
		v structpb.Value
		k structpb.Value_NumberValue
	}{}
	b.k.NumberValue = f
	b.v.Kind = &b.k
	return &b.v
}

func newStruct(s *structpb.Struct) *structpb.Value {
	b := &struct {
		v structpb.Value
		k structpb.Value_StructValue
	}{}
	b.k.StructValue = s
	b.v.Kind = &b.k
	return &b.v
}

func newList(l *structpb.ListValue) *structpb.Value {
	b := &struct {
		v structpb.Value
		k structpb.Value_ListValue
	}{}
	b.k.ListValue = l
	b.v.Kind = &b.k
	return &b.v
}
