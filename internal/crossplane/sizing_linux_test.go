//go:build linux && !race

package crossplane

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	"github.com/hclx-lang/hclx/internal/workload"
)

// BenchmarkSizing measures the process that clusters run, limited as deploy/ limits it: the table in docs/operations.md
// comes from
//
//	go test ./internal/crossplane -run '^$' -bench Sizing -benchtime 200x
//
// A call is one iteration. cpu-ms/op is the processor time of the server for a call, peak-MB its largest resident
// memory, request-MB the size of a request.
func BenchmarkSizing(b *testing.B) {
	binary := filepath.Join(b.TempDir(), "hclx-function")
	if output, err := exec.Command("go", "build", "-o", binary, "../../cmd/hclx-function").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, output)
	}
	for _, resources := range []int{2, 100, 400} {
		request := workload.Request(resources, workload.Blocks, 1)
		for _, clients := range []int{1, 100} {
			b.Run(fmt.Sprintf("resources=%d/clients=%d", resources, clients), func(b *testing.B) {
				command := exec.Command(binary, "--insecure", "--address=127.0.0.1:0", "--metrics-address=off")
				command.Env = append(os.Environ(), "GOMEMLIMIT=205MiB")
				server := startChild(b, command)
				var connections []fnv1.FunctionRunnerServiceClient
				for range clients {
					conn, err := grpc.NewClient(server.address, grpc.WithTransportCredentials(insecure.NewCredentials()))
					if err != nil {
						b.Fatal(err)
					}
					defer func() { _ = conn.Close() }()
					connections = append(connections, fnv1.NewFunctionRunnerServiceClient(conn))
				}
				if _, err := connections[0].RunFunction(b.Context(), request); err != nil { // compiles the program
					b.Fatal(err)
				}
				before := server.processorTicks(b)
				b.ResetTimer()
				var calls atomic.Int64
				var all sync.WaitGroup
				for _, c := range connections {
					all.Go(func() {
						for calls.Add(1) <= int64(b.N) {
							if response, err := c.RunFunction(b.Context(), request); err != nil ||
								len(response.GetDesired().GetResources()) != resources {
								b.Errorf("%d resources, %v, %v", len(response.GetDesired().GetResources()), err, response.GetResults())
								return
							}
						}
					})
				}
				all.Wait()
				b.StopTimer()
				const millisecondsPerTick = 10
				b.ReportMetric(float64(server.processorTicks(b)-before)*millisecondsPerTick/float64(b.N), "cpu-ms/op")
				b.ReportMetric(float64(server.peakKB(b))/1024, "peak-MB")
				b.ReportMetric(float64(proto.Size(request))/1e6, "request-MB")
				_ = server.command.Process.Kill()
				_ = server.command.Wait()
			})
		}
	}
}

// processorTicks is the processor time that the process has taken, in ticks of the kernel.
func (c *child) processorTicks(b *testing.B) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.command.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), ") ") // the name of the command may hold spaces
	fields := strings.Fields(after)
	var user, system int
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		b.Fatal(err)
	}
	return user + system
}

// peakKB is the largest resident memory that the process had.
func (c *child) peakKB(b testing.TB) (kb int) {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.command.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	_, peak, _ := strings.Cut(string(text), "VmHWM:")
	if _, err := fmt.Sscan(peak, &kb); err != nil {
		b.Fatal(err)
	}
	return kb
}
