package crossplane

import (
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// The loaders below read values out of decoded messages, one level at a time. They are the messages themselves under
// another type, so making one costs nothing.

type (
	pbStruct   structpb.Struct
	pbList     structpb.ListValue
	pbObject   structpb.Struct // a Kubernetes object
	pbSecret   structpb.Struct // a v1 Secret
	pbMetadata structpb.Struct // the metadata of a Kubernetes object
)

func (s *pbStruct) LoadObject(at *host.Place) ([]string, []value.Value) {
	names, vals := makeLevel(len(s.Fields))
	for key, field := range s.Fields {
		name := host.NFC(key)
		names, vals = append(names, name), append(vals, pbValue(field, at, name))
	}
	return names, vals
}

func (s *pbObject) LoadObject(at *host.Place) ([]string, []value.Value) {
	return loadObject(s.Fields, at, false)
}

func (s *pbSecret) LoadObject(at *host.Place) ([]string, []value.Value) {
	return loadObject(s.Fields, at, true)
}

// ManagedFields implements [run.ManagedFieldser].
func (s *pbObject) ManagedFields() value.Value { return managedFields(s.Fields) }

// ManagedFields implements [run.ManagedFieldser].
func (s *pbSecret) ManagedFields() value.Value { return managedFields(s.Fields) }

func managedFields(object map[string]*structpb.Value) value.Value {
	if v, ok := object["metadata"].GetStructValue().GetFields()["managedFields"]; ok {
		return pbValue(v, nil, "managedFields")
	}
	return value.Value{}
}

func (s *pbMetadata) LoadObject(at *host.Place) ([]string, []value.Value) {
	return withoutManagedFields((*pbStruct)(s).LoadObject(at))
}

func (l *pbList) LoadTuple(at *host.Place) []value.Value {
	vals := make([]value.Value, len(l.Values))
	for i, e := range l.Values {
		vals[i] = pbElement(e, at, i)
	}
	return vals
}

func loadObject(fields map[string]*structpb.Value, at *host.Place, secret bool) ([]string, []value.Value) {
	names, vals := makeLevel(len(fields))
	for key, field := range fields {
		name := host.NFC(key)
		v := value.Value{}
		switch meta := field.GetStructValue(); {
		case name == "metadata" && meta != nil:
			v = host.OpenObject((*pbMetadata)(meta), at, name, 0)
		case secret && isSecretData(name):
			v = pbValue(field, at, name).Mark(value.Sensitive)
		default:
			v = pbValue(field, at, name)
		}
		names, vals = append(names, name), append(vals, v)
	}
	return names, vals
}

func pbValue(v *structpb.Value, at *host.Place, name string) value.Value {
	switch k := v.GetKind().(type) {
	case *structpb.Value_StructValue:
		return host.OpenObject((*pbStruct)(k.StructValue), at, name, 0)
	case *structpb.Value_ListValue:
		return host.OpenTuple((*pbList)(k.ListValue), at, name, 0)
	}
	return pbScalar(v)
}

func pbElement(v *structpb.Value, at *host.Place, index int) value.Value {
	switch k := v.GetKind().(type) {
	case *structpb.Value_StructValue:
		return host.OpenElement((*pbStruct)(k.StructValue), at, index, 0)
	case *structpb.Value_ListValue:
		return host.OpenElement((*pbList)(k.ListValue), at, index, 0)
	}
	return pbScalar(v)
}

func pbScalar(v *structpb.Value) value.Value {
	switch k := v.GetKind().(type) {
	case *structpb.Value_NumberValue:
		return value.Float(k.NumberValue)
	case *structpb.Value_StringValue:
		return value.String(k.StringValue)
	case *structpb.Value_BoolValue:
		return value.Bool(k.BoolValue)
	}
	return value.Null
}
