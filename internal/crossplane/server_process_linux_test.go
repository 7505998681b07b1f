//go:build linux && !race

package crossplane

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// TestServeProcess builds the command and runs it as a cluster would: it accepts, is small at rest, answers, and
// SIGTERM ends it well. With -v it prints what it measured.
func TestServeProcess(t *testing.T) {
	const starts = 5
	binary := filepath.Join(t.TempDir(), "hclx-function")
	if output, err := exec.Command("go", "build", "-o", binary, "../../cmd/hclx-function").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	var rest, used int
	for range starts {
		child := startChild(t, exec.Command(binary, "--insecure", "--address=127.0.0.1:0", "--metrics-address=127.0.0.1:0"))
		rest = max(rest, child.memoryKB(t))
		child.call(t)
		used = max(used, child.memoryKB(t))
		child.terminate(t)
	}
	t.Logf("VmRSS at most %d KB at rest, %d KB after a call", rest, used)
	if limit := 20 << 10; rest > limit {
		t.Errorf("the server at rest takes %d KB, more than %d KB", rest, limit)
	}
}

// hangVariable makes TestSecondSignalEndsTheProcess be a server whose function hangs.
const hangVariable = "HCLX_TEST_HANG"

// serveHanging serves on a free port until it is signalled; it does not return.
func serveHanging() {
	// As the command does, whose own wish for signals must not keep the second one from working.
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	err := Serve(ctx, ServeOptions{Runner: runnerFunc(hang), Insecure: true, Address: "127.0.0.1:0",
		MetricsAddress: "127.0.0.1:0"})
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// hang never answers, whatever happens to its caller.
func hang(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	select {}
}

// TestSecondSignalEndsTheProcess checks that nobody has to wait for a drain.
func TestSecondSignalEndsTheProcess(t *testing.T) {
	if os.Getenv(hangVariable) != "" {
		serveHanging()
	}
	command := exec.Command(os.Args[0], "-test.run=^TestSecondSignalEndsTheProcess$")
	command.Env = append(os.Environ(), hangVariable+"=1")
	child := startChild(t, command)
	conn, err := grpc.NewClient(child.address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	answer := make(chan error, 1)
	go func() { _, err := (&running{conn: conn}).call(t, sampleRequest(t)); answer <- err }()
	metricsWith(t, child.metrics, "hclx_calls_in_flight 1")
	for range 2 {
		if err := child.command.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		child.log.Scan() // "draining", and the end
	}
	err = child.command.Wait()
	if err == nil || !strings.Contains(err.Error(), "terminated") {
		t.Errorf("after the second signal the server ended with %v", err)
	}
	if err := <-answer; err == nil {
		t.Error("the hanging call was answered")
	}
}

// child is a server process.
type child struct {
	command *exec.Cmd
	log     *bufio.Scanner
	address string
	metrics string
}

func startChild(t testing.TB, command *exec.Cmd) *child {
	t.Helper()
	c := &child{command: command}
	stderr, err := c.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.command.Process.Kill() })
	c.log = bufio.NewScanner(stderr)
	line := struct{ Msg, Address, Metrics string }{}
	for line.Msg != "serving" && c.log.Scan() {
		if err := json.Unmarshal(c.log.Bytes(), &line); err != nil {
			t.Fatalf("the log has a line that is no JSON: %s", c.log.Text())
		}
	}
	c.address, c.metrics = line.Address, line.Metrics
	if c.address == "" {
		t.Fatal("the server never said that it serves")
	}
	return c
}

func (c *child) call(t *testing.T) {
	t.Helper()
	conn, err := grpc.NewClient(c.address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := (&running{conn: conn}).call(t, sampleRequest(t)); err != nil {
		t.Fatal(err)
	}
}

func (c *child) memoryKB(t *testing.T) (kb int) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rss, _ := strings.Cut(string(text), "VmRSS:")
	if _, err := fmt.Sscan(rss, &kb); err != nil {
		t.Fatal(err)
	}
	return kb
}

// terminate sends SIGTERM and expects a clean end.
func (c *child) terminate(t *testing.T) {
	t.Helper()
	if err := c.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	for c.log.Scan() {
		log.WriteString(c.log.Text() + "\n")
	}
	if err := c.command.Wait(); err != nil || !strings.Contains(log.String(), `"stopped"`) {
		t.Errorf("after SIGTERM the server ended with %v and said:\n%s", err, log.String())
	}
}
