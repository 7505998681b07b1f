//go:build linux && !race

package crossplane

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/hclx-lang/hclx/internal/attack"
)

// TestServerSurvivesAttacks runs a server with 256 MB of memory. Sixteen clients send it programs that try to take all
// of that: each call ends in an answer, and the server lives. Where a memory cgroup can be made, the kernel would kill
// what takes more; elsewhere the peak is looked at.
func TestServerSurvivesAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute of processor time")
	}
	const clients, memory = 16, 256 << 20
	child := startSmall(t, memory)
	programs := make(chan attack.Program)
	var wg sync.WaitGroup
	for range clients {
		conn, err := grpc.NewClient(child.address, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		wg.Go(func() {
			for p := range programs {
				attackServer(t, conn, p)
			}
		})
	}
	for _, p := range attack.Programs() {
		programs <- p
	}
	close(programs)
	wg.Wait()
	child.call(t)
	if peak := child.peakKB(t); peak > memory>>10 {
		t.Errorf("the server has taken %d KB", peak)
	} else {
		t.Logf("the server has taken %d KB at most", peak)
	}
}

// startSmall starts a server with so much memory.
func startSmall(t *testing.T, memory int) *child {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "hclx-function")
	if output, err := exec.Command("go", "build", "-o", binary, "../../cmd/hclx-function").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	command := exec.Command(binary, "--insecure", "--address=127.0.0.1:0", "--metrics-address=127.0.0.1:0")
	command.Env = append(os.Environ(), "GOMEMLIMIT="+strconv.Itoa(memory/10*8))
	child := startChild(t, command)
	go func() {
		for child.log.Scan() { // a full pipe would stop the server
		}
	}()
	if group := newMemoryGroup(t, memory); group != "" {
		t.Log("the server is in", group)
		if err := os.WriteFile(filepath.Join(group, "cgroup.procs"), []byte(strconv.Itoa(command.Process.Pid)),
			0); err != nil {
			t.Fatal(err)
		}
	}
	return child
}

// TestAnswersThatNobodyRead asks a server with 256 MB of memory for answers of 4 MB and reads none of them. Those that
// cannot be sent keep the memory of their calls, so that the others wait; when the connection ends, all of it is there
// again.
func TestAnswersThatNobodyRead(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds of processor time")
	}
	const memory, answers = 256 << 20, 90
	child := startSmall(t, memory)
	request := sampleRequest(t)
	request.Input = mustStruct(t, map[string]any{"apiVersion": "hcl.fn.crossplane.io/v1beta1", "kind": "HclInput",
		"hcl": "resource r {\n  body = { apiVersion = \"v1\", kind = \"ConfigMap\", data = req.resource.big }\n}\n"})
	request.Observed.Resources =
		map[string]*fnv1.Resource{"big": {Resource: mustStruct(t, map[string]any{"text": strings.Repeat("x", 3_900_000)})}}
	conn, err := grpc.NewClient(child.address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithStaticStreamWindowSize(1<<16), grpc.WithStaticConnWindowSize(1<<16))
	if err != nil {
		t.Fatal(err)
	}
	for range answers {
		stream, err := conn.NewStream(t.Context(), &grpc.StreamDesc{ServerStreams: true},
			fnv1.FunctionRunnerService_RunFunction_FullMethodName)
		if err == nil {
			err = stream.SendMsg(request)
		}
		if err == nil {
			err = stream.CloseSend()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(2 * time.Second) // some wait for the memory of others
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	child.call(t)
	if peak := child.peakKB(t); peak > memory>>10 {
		t.Errorf("the server has taken %d KB", peak)
	}
}

// attackServer calls a server with a program that asks for too much. Nearly all are fatal; what is not has been left
// out, or is not too much in the end. None is a transport fault or a mistake of the server.
func attackServer(t *testing.T, conn *grpc.ClientConn, p attack.Program) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	request := sampleRequest(t)
	request.Input = mustStruct(t, map[string]any{"apiVersion": "hcl.fn.crossplane.io/v1beta1", "kind": "HclInput",
		"hcl": p.Text})
	response, err := fnv1.NewFunctionRunnerServiceClient(conn).RunFunction(ctx, request)
	if err != nil {
		t.Errorf("%s: %v", p.Name, err)
		return
	}
	for _, r := range response.GetResults() {
		if m := r.GetMessage(); len(m) > 10_000 || strings.Contains(m, "nternal error") || strings.Contains(m, "panic") {
			t.Errorf("%s: %.1000s", p.Name, m)
		}
	}
}

// newMemoryGroup makes a cgroup whose processes the kernel holds to a limit, and returns its directory, "" where that
// is not possible.
func newMemoryGroup(t *testing.T, limit int) string {
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(own)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		var dir, file string
		switch fields[1] {
		case "": // version 2
			dir, file = filepath.Join("/sys/fs/cgroup", fields[2]), "memory.max"
		case "memory":
			dir, file = filepath.Join("/sys/fs/cgroup/memory", fields[2]), "memory.limit_in_bytes"
		default:
			continue
		}
		dir = filepath.Join(dir, "hclx-test-"+strconv.Itoa(os.Getpid()))
		if os.Mkdir(dir, 0o755) != nil {
			continue
		}
		t.Cleanup(func() { // when its processes are gone
			for range 100 {
				if os.Remove(dir) == nil {
					return
				}
				time.Sleep(50 * time.Millisecond)
			}
		})
		if os.WriteFile(filepath.Join(dir, file), []byte(strconv.Itoa(limit)), 0) == nil {
			return dir
		}
	}
	return ""
}
