package crossplane_test

import (
	"context"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// Core says what it is capable of as a list of numbers, which encoders write one by one or packed. Both are read, in
// any mixture, and what protobuf refuses is refused.
func TestCapabilitiesInEveryEncoding(t *testing.T) {
	const program = "requirement r {\n select {\n apiVersion = \"v1\"\n kind = \"A\"\n matchName = \"a\"\n }\n}"
	const capabilities = 2
	one := func(x uint64) []byte {
		return protowire.AppendVarint(protowire.AppendTag(nil, capabilities, protowire.VarintType), x)
	}
	packed := func(content ...byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(nil, capabilities, protowire.BytesType), content)
	}
	plain := must(proto.Marshal(request(program, nil)))
	for name, tt := range map[string]struct {
		meta    []byte
		capable bool
		refused bool
	}{
		"none":                  {},
		"one":                   {meta: one(1), capable: true},
		"several, one by one":   {meta: append(one(2), one(1)...), capable: true},
		"packed":                {meta: packed(1), capable: true},
		"several, packed":       {meta: packed(2, 4, 1), capable: true},
		"others":                {meta: packed(2, 0x80, 0x01)},
		"a long number":         {meta: packed(0x81, 0x00), capable: true},
		"empty":                 {meta: packed()},
		"in pieces":             {meta: append(packed(3), packed(4, 1)...), capable: true},
		"mixed":                 {meta: append(one(3), packed(1)...), capable: true},
		"a cut number":          {meta: packed(1, 0x80), refused: true},
		"a cut list":            {meta: packed(1, 1)[:3], refused: true},
		"a cut number, alone":   {meta: one(0x80)[:2], refused: true},
		"as bytes of eight":     {meta: protowire.AppendFixed64(protowire.AppendTag(nil, 2, protowire.Fixed64Type), 1)},
		"a number of ten bytes": {meta: packed(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f), refused: true},
	} {
		wire := protowire.AppendBytes(protowire.AppendTag(append([]byte{}, plain...), 1, protowire.BytesType), tt.meta)
		if refused := proto.Unmarshal(wire, &fnv1.RunFunctionRequest{}) != nil; refused != tt.refused {
			t.Fatalf("%s: protobuf refuses it: %t", name, refused)
		}
		b, err := newFunction().RunWire(context.Background(), wire)
		if refused := err != nil; refused != tt.refused {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			continue
		}
		rsp := &fnv1.RunFunctionResponse{}
		if err := proto.Unmarshal(b, rsp); err != nil {
			t.Fatal(err)
		}
		if got := len(rsp.GetRequirements().GetResources()) > 0; got != tt.capable {
			t.Errorf("%s: the requirement stands in the field for capable cores: %t", name, got)
		}
	}
}
