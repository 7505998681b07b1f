package difftest

import (
	"context"
	"fmt"
	"net"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/workload"
)

const method = "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction"

// rawCodec lets the client send and receive bytes, so that what is measured is the server.
type rawCodec struct{}

func (rawCodec) Name() string { return "proto" }
func (rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(v.([]byte))}, nil
}
func (rawCodec) Unmarshal(data mem.BufferSlice, v any) error {
	*v.(*[]byte) = data.Materialize()
	return nil
}

var _ encoding.CodecV2 = rawCodec{}

// serveOurs starts the function as "hclx serve --insecure" does, and returns its address.
func serveOurs(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- crossplane.Serve(ctx, crossplane.ServeOptions{
			Runner:   crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table()}),
			Insecure: true, Listener: l, MaxRecvMessageSize: 64,
		})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// serveHandwritten starts the hand-written function on an ordinary gRPC server.
func serveHandwritten(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer(grpc.MaxRecvMsgSize(64 << 20))
	fnv1.RegisterFunctionRunnerServiceServer(s, handwritten{})
	go func() { _ = s.Serve(l) }()
	t.Cleanup(s.Stop)
	return l.Addr().String()
}

func dial(t testing.TB, address string) func(request []byte) []byte {
	c, err := grpc.NewClient(
		address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(
			grpc.ForceCodecV2(rawCodec{}),
			grpc.MaxCallRecvMsgSize(64<<20),
			grpc.MaxCallSendMsgSize(64<<20),
		),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return func(request []byte) []byte {
		var response []byte
		if err := c.Invoke(context.Background(), method, request, &response); err != nil {
			t.Fatal(err)
		}
		return response
	}
}

func servedRequests(t testing.TB, n int) [][]byte {
	return wires(t, func(seed int) *fnv1.RunFunctionRequest { return workload.Request(n, workload.Blocks, seed) })
}

// wires are the bytes of requests with different uids and values.
func wires(t testing.TB, request func(seed int) *fnv1.RunFunctionRequest) [][]byte {
	out := make([][]byte, 4)
	for seed := range out {
		wire, err := proto.Marshal(request(seed + 1))
		if err != nil {
			t.Fatal(err)
		}
		out[seed] = wire
	}
	return out
}

// servedDuels are whole calls over gRPC, client included: by the function, and by one for the same resources that is
// written by hand in Go.
func servedDuels(t testing.TB) (duels []duel) {
	ours, theirs := dial(t, serveOurs(t)), dial(t, serveHandwritten(t))
	for _, n := range []int{2, 100, 400} {
		requests := servedRequests(t, n)
		duels = append(duels,
			newDuel(fmt.Sprintf("%d resources", n), 0, inTurn(requests, ours), inTurn(requests, theirs), sameResponses),
		)
	}
	return duels
}

// wireDuels are calls without transport, from the bytes of a request to the bytes of the response. The other side
// decodes the same requests and encodes the same response with the protobuf library, and does nothing in between.
func wireDuels(t testing.TB) (duels []duel) {
	add := func(name string, resources int, requests [][]byte) {
		f, response := crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table()}), &fnv1.RunFunctionResponse{}
		run := func(request []byte) []byte { return must(f.RunWire(context.Background(), request)) }
		check(proto.Unmarshal(run(requests[0]), response))
		if got := len(response.GetDesired().GetResources()); got != resources || len(response.GetResults()) > 0 {
			t.Fatalf("%s: %d resources were rendered, want %d: %v", name, got, resources, response.GetResults())
		}
		duels = append(duels, newDuel(name, 0, inTurn(requests, run), inTurn(requests, func(request []byte) []byte {
			check(proto.Unmarshal(request, &fnv1.RunFunctionRequest{}))
			return must(proto.Marshal(response))
		}), sameResponses))
	}
	for _, n := range []int{2, 10, 100, 400, 1000} {
		add(fmt.Sprintf("%d resources", n), n, servedRequests(t, n))
	}
	for _, n := range []int{100, 1000} {
		add(fmt.Sprintf("a collection of %d", n), n, wires(t, func(seed int) *fnv1.RunFunctionRequest {
			return workload.Request(n, workload.Collection, seed)
		}))
	}
	for _, small := range workload.Smalls {
		add("small: "+small.Name, small.Resources, wires(t, small.Request))
	}
	return duels
}

// inTurn calls with another request each time. The first call of a duel that is compared has the first request on both
// sides.
func inTurn(requests [][]byte, call func([]byte) []byte) func() []byte {
	i := -1
	return func() []byte {
		i++
		return call(requests[i%len(requests)])
	}
}

func sameResponses(a, b []byte) bool {
	ours, theirs := &fnv1.RunFunctionResponse{}, &fnv1.RunFunctionResponse{}
	return proto.Unmarshal(a, ours) == nil && proto.Unmarshal(b, theirs) == nil &&
		len(ours.GetDesired().GetResources()) > 0 &&
		cmp.Equal(theirs, ours, protocmp.Transform())
}
