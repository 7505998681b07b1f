package crossplane

import (
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// encodeStruct builds the message of an object. Parts that came in as messages and are passed on as they were are
// shared, not copied.
func (e *encoder) encodeStruct(v value.Value) (*structpb.Struct, error) {
	s, err := e.structFor(v, 0, false)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (e *encoder) structFor(v value.Value, depth int, secret bool) (*structpb.Struct, *encodeError) {
	v, marks := v.Unmark()
	secret = secret || marks != nil
	if raw, ok := host.Raw(v).(*pbStruct); ok {
		return (*structpb.Struct)(raw), nil
	}
	if depth > maxEncodeDepth {
		return nil, refuse("the value is nested too deeply")
	}
	names, elems := v.Names(), v.Elems()
	s := e.objects.next()
	s.Fields = make(map[string]*structpb.Value, len(names))
	for i, name := range names {
		field, err := e.valueFor(elems[i], depth+1, secret)
		if err != nil {
			return nil, err.at(value.AttrStep(name))
		}
		s.Fields[name] = field
	}
	return s, nil
}

func (e *encoder) listFor(v value.Value, depth int, secret bool) (*structpb.ListValue, *encodeError) {
	if raw, ok := host.Raw(v).(*pbList); ok {
		return (*structpb.ListValue)(raw), nil
	}
	if depth > maxEncodeDepth {
		return nil, refuse("the value is nested too deeply")
	}
	elems := v.Elems()
	l := &structpb.ListValue{Values: make([]*structpb.Value, len(elems))}
	for i, elem := range elems {
		item, err := e.valueFor(elem, depth+1, secret)
		if err != nil {
			return nil, err.atIndex(i)
		}
		l.Values[i] = item
	}
	return l, nil
}

// valueFor builds one message.
func (e *encoder) valueFor(v value.Value, depth int, secret bool) (*structpb.Value, *encodeError) {
	v, marks := v.Unmark()
	secret = secret || marks != nil
	switch {
	case v.IsNull():
		return e.null(), nil
	case !v.IsKnown():
		return nil, unwritable(v)
	}
	switch v.Kind() {
	case types.KindString:
		return e.text(v.AsString()), nil
	case types.KindBool:
		return e.flag(v.AsBool()), nil
	case types.KindNumber:
		f, err := double(v, secret)
		return e.number(f), err
	case types.KindObject, types.KindMap:
		s, err := e.structFor(v, depth, secret)
		return e.object(s), err
	case types.KindTuple, types.KindList, types.KindSet:
		l, err := e.listFor(v, depth, secret)
		return e.list(l), err
	}
	return nil, unwritable(v)
}
