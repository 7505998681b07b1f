package crossplane

import (
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
)

// frame is an undecoded gRPC message. The handlers of RunFunction receive and return frames, so the codec neither
// decodes nor encodes them.
//
// Why requests are not decoded here is in docs/decisions.md under "Undecoded requests", and why their memory is not
// reused under "Memory of requests".
type frame struct {
	data []byte
	sent *delivery // of an answer
}

// frameCodec passes on frames unchanged, and leaves all other messages, those of health and reflection, to the protobuf
// codec.
type frameCodec struct{ proto encoding.CodecV2 }

func newFrameCodec() frameCodec {
	return frameCodec{encoding.GetCodecV2(proto.Name)}
}

// Name implements [encoding.CodecV2]. On the wire frames are protobuf.
func (c frameCodec) Name() string { return proto.Name }

// Marshal implements [encoding.CodecV2].
func (c frameCodec) Marshal(message any) (mem.BufferSlice, error) {
	if f, ok := message.(*frame); ok {
		// of a small one gRPC does not say when it is sent
		if f.sent == nil || f.sent.size == 0 || mem.IsBelowBufferPoolingThreshold(cap(f.data)) {
			if f.sent != nil {
				f.sent.done()
			}
			return mem.BufferSlice{mem.SliceBuffer(f.data)}, nil
		}
		return mem.BufferSlice{mem.NewBuffer(&f.data, f.sent)}, nil
	}
	return c.proto.Marshal(message)
}

// Unmarshal implements [encoding.CodecV2]. The memory of a frame does not come from a pool, because lazily read values
// alias it, and their references are not counted.
func (c frameCodec) Unmarshal(data mem.BufferSlice, message any) error {
	if f, ok := message.(*frame); ok {
		f.data = data.Materialize()
		return nil
	}
	return c.proto.Unmarshal(data, message)
}
