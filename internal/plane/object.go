package plane

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/schema"
)

// with returns a copy of an object with the value at a path replaced, or removed if v is nil. Unchanged parts are
// shared.
func with(o *structpb.Struct, v *structpb.Value, path ...string) *structpb.Struct {
	copied := &structpb.Struct{Fields: make(map[string]*structpb.Value, len(o.GetFields())+1)}
	maps.Copy(copied.Fields, o.GetFields())
	if len(path) > 1 {
		v = structpb.NewStructValue(with(copied.Fields[path[0]].GetStructValue(), v, path[1:]...))
	}
	if v == nil {
		delete(copied.Fields, path[0])
	} else {
		copied.Fields[path[0]] = v
	}
	return copied
}

// Overlay returns an object with another one written over it: objects are merged, null removes, and other values
// replace.
func Overlay(o, over *structpb.Struct) *structpb.Struct {
	for name, v := range over.GetFields() {
		switch v.GetKind().(type) {
		case *structpb.Value_NullValue:
			v = nil
		case *structpb.Value_StructValue:
			v = structpb.NewStructValue(Overlay(render.Field(o, name).GetStructValue(), v.GetStructValue()))
		}
		o = with(o, v, name)
	}
	if o == nil {
		o = &structpb.Struct{}
	}
	return o
}

func kindOf(o *structpb.Struct) schema.Name {
	return schema.NameOf(render.Text(o, "apiVersion"), render.Text(o, "kind"))
}

// uid returns the uid of an object, which is the same in every run.
func uid(o *structpb.Struct) string {
	k := kindOf(o)
	sum := sha256.Sum256([]byte(
		strings.Join([]string{k.Group, k.Kind, render.Text(o, "metadata", "namespace"), render.Text(o, "metadata", "name")},
			"\x00")))
	sum[6] = sum[6]&0x0f | 0x50
	sum[8] = sum[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
