package crossplane

import (
	"runtime"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/workload"
)

// The short ways of the first pass go as deep as the general one, and neither goes deeper than it may.
func TestDepthOfTheFirstPass(t *testing.T) {
	marshal := func(m proto.Message) []byte {
		b, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	text := structpb.NewStringValue("t")
	object := &structpb.Struct{Fields: map[string]*structpb.Value{"a": text}}
	entry, _ := protowire.ConsumeBytes(marshal(object)[1:])
	type check func(b []byte, depth int) bool
	general := func(shape *wireShape) check {
		return func(b []byte, depth int) bool { return canonical(b, shape, depth) }
	}
	shapeEntry := shapeStruct.fields[1].message
	for _, c := range []struct {
		name           string
		b              []byte
		deepest        int // level of the innermost message below the first
		short, general check
	}{
		{"nothing", nil, 0, canonicalStruct, general(shapeStruct)},
		{"no value", nil, 0, canonicalValue, general(shapeValue)},
		{"text", marshal(text), 0, canonicalValue, general(shapeValue)},
		{"number", marshal(structpb.NewNumberValue(1)), 0, canonicalValue, general(shapeValue)},
		{"entry", entry, 1, canonicalEntry, general(shapeEntry)},
		{"object", marshal(object), 2, canonicalStruct, general(shapeStruct)},
		{"value of object", marshal(structpb.NewStructValue(object)), 3, canonicalValue, general(shapeValue)},
		{"list", marshal(structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{text}})), 2, canonicalValue,
			general(shapeValue)},
	} {
		for depth := maxWireDepth - 5; depth < maxWireDepth+3; depth++ {
			want := depth+c.deepest <= maxWireDepth
			if short, general := c.short(c.b, depth), c.general(c.b, depth); short != want || general != want {
				t.Errorf("%s at %d: %v the short way, %v the general one, want %v", c.name, depth, short, general, want)
			}
		}
	}
}

// A decoded request is written into memory that hardly grows, and messages of a response come in chunks.
func TestMessagesTakeLittleMemory(t *testing.T) {
	f := NewFunction(Options{Functions: stdlib.Table()})
	for _, n := range []int{2, 10, 100, 400} { // the first one only for what package proto prepares
		m := workload.Request(n, workload.Blocks, 1)
		var b []byte
		bytes, allocations := allocatedBy(func() { b, _, _ = requestBytes(m, false) })
		if n > 2 && (bytes > 3*len(b)/2+32<<10 || allocations > 20) {
			t.Errorf("%d resources: %d bytes and %d allocations for a request of %d bytes", n, bytes, allocations, len(b))
		}
		response, err := f.RunWire(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		short, allocations := allocatedBy(func() { _, _ = decodeResponse(response) })
		long, most := allocatedBy(func() { _ = proto.Unmarshal(response, &fnv1.RunFunctionResponse{}) })
		if n > 2 && (allocations > most/3 || short > long+16<<10) {
			t.Errorf("%d resources: %d bytes and %d allocations for a response, and package proto has %d and %d", n, short,
				allocations, long, most)
		}
	}
}

// allocatedBy returns the bytes and the number of allocations of a call.
func allocatedBy(call func()) (bytes, allocations int) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc), int(after.Mallocs - before.Mallocs)
}
