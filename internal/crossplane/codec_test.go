package crossplane

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/mem"
	protobuf "google.golang.org/protobuf/proto"
)

func TestFrameCodecKeepsBytes(t *testing.T) {
	codec := newFrameCodec()
	first, second := []byte("one and "), []byte("two")
	var f frame
	if err := codec.Unmarshal(mem.BufferSlice{mem.SliceBuffer(first), mem.SliceBuffer(second)}, &f); err != nil {
		t.Fatal(err)
	}
	first[0], second[0] = 'X', 'X' // the transport uses its buffers again
	if string(f.data) != "one and two" {
		t.Errorf("the frame holds %q", f.data)
	}
	out, err := codec.Marshal(&f)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.Materialize(); !bytes.Equal(got, f.data) {
		t.Errorf("the frame went out as %q", got)
	}
}

func TestFrameCodecLeavesMessagesToProtobuf(t *testing.T) {
	codec, standard := newFrameCodec(), encoding.GetCodecV2(proto.Name)
	message := &healthpb.HealthCheckRequest{Service: "x"}
	got, err := codec.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := standard.Marshal(message)
	if !bytes.Equal(got.Materialize(), want.Materialize()) {
		t.Errorf("a message went out as %x", got.Materialize())
	}
	var back healthpb.HealthCheckRequest
	if err := codec.Unmarshal(got, &back); err != nil || back.GetService() != "x" {
		t.Errorf("it came back as %v, %v", &back, err)
	}
	if err := codec.Unmarshal(mem.BufferSlice{mem.SliceBuffer{0x07}}, &back); err == nil {
		t.Error("malformed bytes were taken for a message")
	}
}

func TestIsFatal(t *testing.T) {
	result := func(s fnv1.Severity) *fnv1.Result { return &fnv1.Result{Severity: s, Message: "m"} }
	warning, fatal := result(fnv1.Severity_SEVERITY_WARNING), result(fnv1.Severity_SEVERITY_FATAL)
	cases := []struct {
		results []*fnv1.Result
		want    bool
	}{{nil, false}, {[]*fnv1.Result{warning}, false}, {[]*fnv1.Result{warning, fatal}, true},
		{[]*fnv1.Result{fatal, warning}, true}}
	for _, c := range cases {
		wire, err := protobuf.Marshal(&fnv1.RunFunctionResponse{Results: c.results, Meta: &fnv1.ResponseMeta{Tag: "t"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := isFatal(wire); got != c.want {
			t.Errorf("isFatal(%v) = %v", c.results, got)
		}
	}
}

func TestHeadKeepsTheCompositeOnly(t *testing.T) {
	request := sampleRequest(t)
	wire, err := protobuf.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	var got fnv1.RunFunctionRequest
	if err := protobuf.Unmarshal(head(wire), &got); err != nil {
		t.Fatal(err)
	}
	want := &fnv1.RunFunctionRequest{Meta: request.GetMeta(),
		Observed: &fnv1.State{Composite: request.GetObserved().GetComposite()}}
	if !protobuf.Equal(&got, want) {
		t.Errorf("the head is %v", &got)
	}
}

// FuzzPeek feeds arbitrary bytes to what reads messages without decoding them; where the bytes are a response, the
// answer must be that of protobuf.
func FuzzPeek(f *testing.F) {
	for _, message := range []protobuf.Message{sampleRequest(f),
		&fnv1.RunFunctionResponse{Results: []*fnv1.Result{{Severity: fnv1.Severity_SEVERITY_FATAL}}}} {
		wire, err := protobuf.Marshal(message)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(wire)
		f.Add(wire[:len(wire)-1])
	}
	f.Add([]byte{0x1a, 0x04, 0x08, 0x01, 0x08, 0x02})
	f.Fuzz(func(t *testing.T, wire []byte) {
		if attrs := identify(wire); len(attrs) == 0 {
			t.Error("identify says nothing")
		}
		got := isFatal(wire)
		var response fnv1.RunFunctionResponse
		if protobuf.Unmarshal(wire, &response) != nil {
			return
		}
		want := false
		for _, r := range response.GetResults() {
			want = want || r.GetSeverity() == fnv1.Severity_SEVERITY_FATAL
		}
		if got != want {
			t.Errorf("isFatal(%x) = %v, protobuf says %v", wire, got, want)
		}
	})
}

// BenchmarkServe is what the server itself costs, bytes to bytes over loopback: the runner answers with nothing.
func BenchmarkServe(b *testing.B) {
	for _, size := range []int{1 << 10, 64 << 10, 640 << 10, 2560 << 10} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			r := startTCP(b, wireFunc(func(context.Context, []byte) ([]byte, error) { return nil, nil }))
			request := &frame{data: bytes.Repeat([]byte{0x7a, 0x00}, size/2)} // field 15, which no request has
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				invoke(b, r, request)
			}
		})
	}
}
