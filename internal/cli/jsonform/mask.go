package jsonform

import (
	"math"
	"slices"
	"strconv"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/value"
)

// Hidden replaces sensitive values.
const Hidden = "<sensitive>"

// plain returns a message as encoding/json writes it. A part that is marked in one of the values, which the message was
// made from, is hidden.
func plain(v *structpb.Value, from ...value.Value) any {
	if slices.ContainsFunc(from, value.Value.IsMarked) {
		return Hidden
	}
	switch k := v.GetKind().(type) {
	case *structpb.Value_StructValue:
		return plainStruct(k.StructValue, from...)
	case *structpb.Value_ListValue:
		list := make([]any, len(k.ListValue.GetValues()))
		for i, e := range k.ListValue.GetValues() {
			list[i] = plain(e, parts(from, func(v value.Value) (value.Value, bool) { return element(v, i) })...)
		}
		return list
	case *structpb.Value_NumberValue:
		if math.IsNaN(k.NumberValue) || math.IsInf(k.NumberValue, 0) {
			return strconv.FormatFloat(k.NumberValue, 'g', -1, 64) // JSON has no numbers for them
		}
		return k.NumberValue
	case *structpb.Value_StringValue:
		return k.StringValue
	case *structpb.Value_BoolValue:
		return k.BoolValue
	}
	return nil
}

// plainStruct is plain for an object. Of one that is hidden as a whole, the names are hidden as well.
func plainStruct(s *structpb.Struct, from ...value.Value) map[string]any {
	if slices.ContainsFunc(from, value.Value.IsMarked) {
		return map[string]any{Hidden: Hidden}
	}
	out := make(map[string]any, len(s.GetFields()))
	for name, v := range s.GetFields() {
		out[name] = plain(v, parts(from, func(v value.Value) (value.Value, bool) { return v.Attr(name) })...)
	}
	return out
}

// parts are the parts of values, of those that have one. Parts of what is marked are marked.
func parts(from []value.Value, part func(value.Value) (value.Value, bool)) []value.Value {
	var out []value.Value
	for _, v := range from {
		if p, ok := part(v); ok {
			out = append(out, p)
		}
	}
	return out
}

func element(v value.Value, i int) (value.Value, bool) {
	if i >= v.Len() {
		return value.Value{}, false
	}
	return v.At(i), true
}

// hideSecret hides the values of a Secret, wherever they came from.
func hideSecret(object map[string]any) {
	if object["kind"] != "Secret" || object["apiVersion"] != "v1" {
		return
	}
	for _, field := range []string{"data", "stringData"} {
		switch data := object[field].(type) {
		case map[string]any:
			for name := range data {
				data[name] = Hidden
			}
		case nil:
		default:
			object[field] = Hidden
		}
	}
	// kubectl keeps all of the object there
	if meta, ok := object["metadata"].(map[string]any); ok {
		if annotations, ok := meta["annotations"].(map[string]any); ok && annotations[lastApplied] != nil {
			annotations[lastApplied] = Hidden
		}
	}
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"
