package difftest

import (
	"context"
	"fmt"
	"net"
	"os"
	"slices"
	"testing"
	"time"

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
			Runner: crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table()}), Insecure: true, Listener: l,
			MaxRecvMessageSize: 64,
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
	c, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(rawCodec{}), grpc.MaxCallRecvMsgSize(64<<20),
			grpc.MaxCallSendMsgSize(64<<20)))
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
	out := make([][]byte, 4)
	for seed := range out {
		wire, err := proto.Marshal(workload.Request(n, workload.Blocks, seed+1))
		if err != nil {
			t.Fatal(err)
		}
		out[seed] = wire
	}
	return out
}

// The two functions answer alike.
func TestServedAnswersAreEqual(t *testing.T) {
	ours, theirs := dial(t, serveOurs(t)), dial(t, serveHandwritten(t))
	for _, n := range []int{2, 100} {
		for _, request := range servedRequests(t, n) {
			a, b := &fnv1.RunFunctionResponse{}, &fnv1.RunFunctionResponse{}
			if err := proto.Unmarshal(ours(request), a); err != nil {
				t.Fatal(err)
			}
			if err := proto.Unmarshal(theirs(request), b); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(b, a, protocmp.Transform()); d != "" {
				t.Fatalf("%d resources: -handwritten +hclx\n%s", n, d)
			}
		}
	}
}

// TestServedRatios measures a whole call over gRPC, client included, on both functions in turn. It measures only when
// asked to, and asserts nothing about time.
func TestServedRatios(t *testing.T) {
	rounds, perRound := 1, 1
	if os.Getenv("HCLX_RATIOS") != "" {
		rounds, perRound = 12, 10
	}
	ours, theirs := dial(t, serveOurs(t)), dial(t, serveHandwritten(t))
	for _, n := range []int{2, 100, 400} {
		requests := servedRequests(t, n)
		measure := func(call func([]byte) []byte, calls int) (clock, cpu time.Duration) {
			start, used := time.Now(), cpuTime()
			for i := range calls {
				if len(call(requests[i%len(requests)])) == 0 {
					t.Fatal("empty response")
				}
			}
			return time.Since(start) / time.Duration(calls), (cpuTime() - used) / time.Duration(calls)
		}
		calls := perRound * max(1, 100/n)
		measure(ours, 2)
		measure(theirs, 2)
		var clocks, cpus []float64
		var fastest, theirFastest time.Duration
		for range rounds {
			aClock, aCPU := measure(ours, calls)
			bClock, bCPU := measure(theirs, calls)
			clocks, cpus = append(clocks, float64(aClock)/float64(bClock)), append(cpus, float64(aCPU)/float64(max(bCPU, 1)))
			fastest, theirFastest = least(fastest, aClock), least(theirFastest, bClock)
		}
		slices.Sort(clocks)
		slices.Sort(cpus)
		t.Logf("%4d resources: ours %v, hand-written %v; ratio by the clock min %.2f median %.2f, of processor time min "+
			"%.2f median %.2f",
			n, fastest.Round(time.Microsecond), theirFastest.Round(time.Microsecond), clocks[0], clocks[len(clocks)/2], cpus[0],
			cpus[len(cpus)/2])
	}
}

func least(a, b time.Duration) time.Duration {
	if a == 0 {
		return b
	}
	return min(a, b)
}

// BenchmarkServed is one call over gRPC.
func BenchmarkServed(b *testing.B) {
	for name, serve := range map[string]func(testing.TB) string{"hclx": serveOurs, "handwritten": serveHandwritten} {
		for _, n := range []int{2, 100, 400} {
			b.Run(fmt.Sprintf("%s-%d", name, n), func(b *testing.B) {
				call, requests := dial(b, serve(b)), servedRequests(b, n)
				b.SetBytes(int64(len(requests[0])))
				i := 0
				for b.Loop() {
					call(requests[i%len(requests)])
					i++
				}
			})
		}
	}
}
