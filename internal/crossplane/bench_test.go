package crossplane_test

import (
	"context"
	"fmt"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/workload"
)

var sizes = []int{2, 10, 100, 400, 1000}

// variants is how many requests take turns.
const variants = 8

// requests are the wire bytes of requests with different uids and values.
func requests(b *testing.B, n int, form workload.Form) [][]byte {
	out := make([][]byte, variants)
	for seed := range out {
		wire, err := proto.Marshal(workload.Request(n, form, seed+1))
		if err != nil {
			b.Fatal(err)
		}
		out[seed] = wire
	}
	return out
}

func newFunction() *crossplane.Function {
	return crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table()})
}

func unmarshal(b testing.TB, wire []byte) *fnv1.RunFunctionRequest {
	m := &fnv1.RunFunctionRequest{}
	if err := proto.Unmarshal(wire, m); err != nil {
		b.Fatal(err)
	}
	return m
}

// verify makes sure that what is measured is the whole work: every resource rendered, nothing deferred.
func verify(b testing.TB, rsp *fnv1.RunFunctionResponse, n int) {
	if got := len(rsp.GetDesired().GetResources()); got != n {
		b.Fatalf("%d resources were rendered, want %d: %v %v", got, n, rsp.GetResults(), rsp.GetConditions())
	}
	status := rsp.GetDesired().GetComposite().GetResource().GetFields()["status"].GetStructValue()
	if got := len(status.GetFields()["subnets"].GetStructValue().GetFields()); got != n {
		b.Fatalf("the status has %d subnets, want %d: %v", got, n, rsp.GetResults())
	}
}

// BenchmarkRunFunction measures from a decoded request to the response. Every iteration has a freshly decoded request;
// decoding is not measured.
func BenchmarkRunFunction(b *testing.B) {
	for _, form := range []workload.Form{workload.Blocks, workload.Collection} {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s-%d", form, n), func(b *testing.B) {
				f, wires := newFunction(), requests(b, n, form)
				rsp, _ := f.RunFunction(context.Background(), unmarshal(b, wires[0]))
				verify(b, rsp, n)
				b.ReportAllocs()
				b.ResetTimer()
				for i := range b.N {
					b.StopTimer()
					m := unmarshal(b, wires[i%len(wires)])
					b.StartTimer()
					if _, err := f.RunFunction(context.Background(), m); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkSmall measures small programs from a decoded request to the response, each iteration with a freshly decoded
// request.
func BenchmarkSmall(b *testing.B) {
	for _, small := range workload.Smalls {
		b.Run(small.Name, func(b *testing.B) {
			f := newFunction()
			wires := make([][]byte, variants)
			for seed := range wires {
				var err error
				if wires[seed], err = proto.Marshal(small.Request(seed + 1)); err != nil {
					b.Fatal(err)
				}
			}
			rsp, _ := f.RunFunction(context.Background(), unmarshal(b, wires[0]))
			if got := len(rsp.GetDesired().GetResources()); got != small.Resources || len(rsp.GetResults()) > 0 {
				b.Fatalf("%d resources were rendered, want %d: %v", got, small.Resources, rsp.GetResults())
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				b.StopTimer()
				m := unmarshal(b, wires[i%len(wires)])
				b.StartTimer()
				if _, err := f.RunFunction(context.Background(), m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRunWire measures from the bytes of a request to the bytes of the response.
func BenchmarkRunWire(b *testing.B) {
	for _, form := range []workload.Form{workload.Blocks, workload.Collection} {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s-%d", form, n), func(b *testing.B) {
				f, wires := newFunction(), requests(b, n, form)
				out, err := f.RunWire(context.Background(), wires[0])
				if err != nil {
					b.Fatal(err)
				}
				rsp := &fnv1.RunFunctionResponse{}
				if err := proto.Unmarshal(out, rsp); err != nil {
					b.Fatal(err)
				}
				verify(b, rsp, n)
				b.SetBytes(int64(len(wires[0])))
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					if _, err := f.RunWire(context.Background(), wires[i%len(wires)]); err != nil {
						b.Fatal(err)
					}
					i++
				}
			})
		}
	}
}

// BenchmarkFloor is what a function pays that decodes all of the request and encodes the same response, and does
// nothing in between.
func BenchmarkFloor(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("blocks-%d", n), func(b *testing.B) {
			wires := requests(b, n, workload.Blocks)
			rsp, _ := newFunction().RunFunction(context.Background(), unmarshal(b, wires[0]))
			b.SetBytes(int64(len(wires[0])))
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				unmarshal(b, wires[i%len(wires)])
				if _, err := proto.Marshal(rsp); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

func table() function.Table { return stdlib.Table() }
