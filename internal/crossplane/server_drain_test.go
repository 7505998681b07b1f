package crossplane

import (
	"context"
	"strings"
	"testing"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// blocking is a runner that reports when it has begun and answers when released or cancelled.
func blocking() (runner Runner, entered chan struct{}, release chan struct{}) {
	entered, release = make(chan struct{}, 1), make(chan struct{})
	return runnerFunc(func(ctx context.Context, request *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
		entered <- struct{}{}
		select {
		case <-release:
			return echo(ctx, request)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}), entered, release
}

func TestDrainAnswersWhatHasBegun(t *testing.T) {
	runner, entered, release := blocking()
	r := start(t, runner)
	answer := make(chan error, 1)
	go func() { _, err := r.call(t, sampleRequest(t)); answer <- err }()
	<-entered
	r.stop()
	waitForLog(t, r, "draining")
	late, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := fnv1.NewFunctionRunnerServiceClient(r.conn).RunFunction(late, sampleRequest(t)); err == nil {
		t.Error("a call that came during the drain was answered")
	}
	close(release)
	if err := <-answer; err != nil {
		t.Errorf("the call that had begun got %v", err)
	}
	waitForEnd(t, r)
	if !strings.Contains(r.log.String(), "stopped") {
		t.Errorf("the log does not say that the server stopped:\n%s", r.log)
	}
}

func TestDrainIsBounded(t *testing.T) {
	runner, entered, _ := blocking()
	r := start(t, runner, func(o *ServeOptions) { o.DrainTimeout = 50 * time.Millisecond })
	answer := make(chan error, 1)
	go func() { _, err := r.call(t, sampleRequest(t)); answer <- err }()
	<-entered
	r.stop()
	waitForEnd(t, r)
	if err := <-answer; err == nil {
		t.Error("the call that was cut got an answer")
	}
	if !strings.Contains(r.log.String(), "calls still running") {
		t.Errorf("the log does not say that a call was cut:\n%s", r.log)
	}
}

// A client that watches the health of the server must not hold the drain up.
func TestDrainEndsHealthWatches(t *testing.T) {
	r := start(t, runnerFunc(echo), func(o *ServeOptions) { o.DrainTimeout = time.Minute })
	watch, err := healthpb.NewHealthClient(r.conn).Watch(t.Context(), &healthpb.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := watch.Recv(); err != nil || answer.GetStatus() != healthpb.HealthCheckResponse_SERVING {
		t.Fatalf("health says %v, %v", answer, err)
	}
	r.stop()
	for err == nil {
		_, err = watch.Recv()
	}
	if code := status.Code(err); code != codes.Canceled && code != codes.Unavailable {
		t.Errorf("the watch ended with %v", err)
	}
	waitForEnd(t, r)
}

func waitForLog(t *testing.T, r *running, text string) {
	t.Helper()
	if !eventually(func() bool { return strings.Contains(r.log.String(), text) }) {
		t.Fatalf("the log never said %q:\n%s", text, r.log)
	}
}

// waitForEnd waits until Serve has returned nil.
func waitForEnd(t *testing.T, r *running) {
	t.Helper()
	select {
	case err := <-r.done:
		if err != nil {
			t.Errorf("Serve returned %v", err)
		}
		r.done <- nil // for the cleanup
	case <-time.After(blocked):
		t.Fatal("Serve did not return")
	}
}
