package crossplane

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/crossplane/function-sdk-go/proto/v1beta1"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"
)

// runnerFunc is a Runner that wants whole messages.
type runnerFunc func(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error)

func (f runnerFunc) RunFunction(ctx context.Context, request *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse,
	error) {
	return f(ctx, request)
}

// wireFunc is a Runner that takes wire bytes.
type wireFunc func(context.Context, []byte) ([]byte, error)

func (f wireFunc) RunWire(ctx context.Context, request []byte) ([]byte, error) {
	return f(ctx, request)
}

func (f wireFunc) RunFunction(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	return nil, errors.New("the decoding path was taken")
}

// echo passes the desired state and the context through.
func echo(_ context.Context, request *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	return &fnv1.RunFunctionResponse{
		Meta:    &fnv1.ResponseMeta{Tag: request.GetMeta().GetTag()},
		Desired: request.GetDesired(),
		Context: request.GetContext(),
	}, nil
}

func mustStruct(t testing.TB, fields map[string]any) *structpb.Struct {
	t.Helper()
	s, err := structpb.NewStruct(fields)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sampleRequest is a small request with something in every place that the server looks at.
func sampleRequest(t testing.TB) *fnv1.RunFunctionRequest {
	t.Helper()
	return &fnv1.RunFunctionRequest{
		Meta: &fnv1.RequestMeta{Tag: "tag-1"},
		Observed: &fnv1.State{
			Composite: &fnv1.Resource{Resource: mustStruct(t, map[string]any{
				"apiVersion": "example.org/v1", "kind": "XDatabase",
				"metadata": map[string]any{"name": "orders", "namespace": "shop"},
			})},
			Resources: map[string]*fnv1.Resource{"secret": {Resource: mustStruct(t, map[string]any{
				"data": map[string]any{"password": "hunter2"},
			})}},
		},
		Desired: &fnv1.State{Resources: map[string]*fnv1.Resource{
			"bucket": {Resource: mustStruct(t, map[string]any{"apiVersion": "s3.example.org/v1", "kind": "Bucket"})},
		}},
		Context: mustStruct(t, map[string]any{"region": "eu-west-1"}),
	}
}

// logBuffer is a log that a test can read while the server writes it.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBuffer) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(line)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func (l *logBuffer) logger(level slog.Level) *slog.Logger {
	return slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: level}))
}

// running is a server under test.
type running struct {
	conn *grpc.ClientConn
	log  *logBuffer
	stop context.CancelFunc
	done chan error
}

// start serves over memory, without TLS, until the test ends.
func start(t testing.TB, runner Runner, change ...func(*ServeOptions)) *running {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	r := &running{log: &logBuffer{}, done: make(chan error, 1)}
	options := ServeOptions{Runner: runner, Insecure: true, Listener: listener, Logger: r.log.logger(slog.LevelInfo)}
	for _, c := range change {
		c(&options)
	}
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go func() { r.done <- Serve(ctx, options) }()
	conn, err := grpc.NewClient("passthrough:///memory", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	r.conn = conn
	t.Cleanup(func() {
		_ = conn.Close()
		stop()
		select {
		case <-r.done:
		case <-time.After(blocked):
			t.Error("the server did not stop")
		}
		r.done <- nil
	})
	return r
}

// startTCP serves on loopback TCP, without TLS.
func startTCP(t testing.TB, runner Runner) *grpc.ClientConn {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	options := ServeOptions{Runner: runner, Insecure: true, Listener: listener,
		Logger: (&logBuffer{}).logger(slog.LevelInfo)}
	go func() { done <- Serve(ctx, options) }()
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = conn.Close()
		stop()
		if err := <-done; err != nil {
			t.Errorf("Serve returned %v", err)
		}
	})
	return conn
}

// invoke calls RunFunction bytes to bytes.
func invoke(t testing.TB, conn *grpc.ClientConn, request *frame) (response frame) {
	t.Helper()
	err := conn.Invoke(t.Context(), fnv1.FunctionRunnerService_RunFunction_FullMethodName, request, &response,
		grpc.ForceCodecV2(newFrameCodec()))
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// blocked is when a test gives up what will never happen. No test expects anything to happen sooner.
const blocked = 2 * time.Minute

// eventually waits until something holds that other goroutines or processes bring about, and reports whether it did.
func eventually(holds func() bool) bool {
	for range int(blocked / time.Millisecond) {
		if holds() {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

func (r *running) call(t testing.TB, request *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	ctx, cancel := context.WithTimeout(t.Context(), blocked)
	defer cancel()
	return fnv1.NewFunctionRunnerServiceClient(r.conn).RunFunction(ctx, request)
}

func TestServeBothPathsAndVersions(t *testing.T) {
	wireEcho := wireFunc(decoding{runnerFunc(echo)}.RunWire)
	for name, runner := range map[string]Runner{"decoded": runnerFunc(echo), "wire": wireEcho} {
		t.Run(name, func(t *testing.T) {
			r := start(t, runner)
			request := sampleRequest(t)
			want, _ := echo(t.Context(), request)
			got, err := r.call(t, request)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
				t.Errorf("v1 (-want +got):\n%s", diff)
			}
			gotBeta := callBeta(t, r, request)
			if diff := cmp.Diff(want, gotBeta, protocmp.Transform()); diff != "" {
				t.Errorf("v1beta1 (-want +got):\n%s", diff)
			}
		})
	}
}

// callBeta calls the v1beta1 service with its own types and gives the answer in those of v1.
func callBeta(t *testing.T, r *running, request *fnv1.RunFunctionRequest) *fnv1.RunFunctionResponse {
	t.Helper()
	var beta v1beta1.RunFunctionRequest
	transcode(t, request, &beta)
	answer, err := v1beta1.NewFunctionRunnerServiceClient(r.conn).RunFunction(t.Context(), &beta)
	if err != nil {
		t.Fatal(err)
	}
	var got fnv1.RunFunctionResponse
	transcode(t, answer, &got)
	return &got
}

func transcode(t *testing.T, from, to proto.Message) {
	t.Helper()
	wire, err := proto.Marshal(from)
	if err == nil {
		err = proto.Unmarshal(wire, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestWireRunnerGetsTheBytesOfTheClient(t *testing.T) {
	var got []byte
	r := start(t, wireFunc(func(_ context.Context, request []byte) ([]byte, error) {
		got = request
		return nil, nil
	}))
	request := sampleRequest(t)
	for i := range 5_000 { // several transport buffers
		request.Context.Fields["k"+strconv.Itoa(i)] = structpb.NewStringValue(strings.Repeat("v", 100))
	}
	want, err := proto.MarshalOptions{Deterministic: true}.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	answer := invoke(t, r.conn, &frame{data: want})
	if !bytes.Equal(got, want) {
		t.Errorf("RunWire got %d bytes, the client sent %d", len(got), len(want))
	}
	if len(answer.data) != 0 {
		t.Errorf("an empty response arrived as %d bytes", len(answer.data))
	}
}

func TestServeMalformedRequests(t *testing.T) {
	invalidUTF8 := []byte{0x0a, 0x03, 0x0a, 0x01, 0xff}
	cases := map[string][]byte{
		"truncated": {0x0a, 0x05, 0x01}, "bad tag": {0x07}, "invalid UTF-8": invalidUTF8,
		"overlong length": {0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f}, "bad varint": bytes.Repeat([]byte{0xff}, 12),
	}
	r := start(t, runnerFunc(echo))
	for name, wire := range cases {
		t.Run(name, func(t *testing.T) {
			err := r.conn.Invoke(t.Context(), fnv1.FunctionRunnerService_RunFunction_FullMethodName, &frame{data: wire},
				&frame{},
				grpc.ForceCodecV2(newFrameCodec()))
			if status.Code(err) != codes.Internal {
				t.Errorf("got %v, want code Internal", err)
			}
		})
	}
	if _, err := r.call(t, sampleRequest(t)); err != nil {
		t.Errorf("the server answers no longer: %v", err)
	}
}

func TestErrorsBecomeCodes(t *testing.T) {
	cases := []struct {
		name string
		err  error
		want codes.Code
	}{
		{"plain", errors.New("no"), codes.Unknown},
		{"status", status.Error(codes.Unavailable, "no"), codes.Unavailable},
		{"malformed", errors.Join(ErrMalformed, errors.New("field 3")), codes.Internal},
		{"canceled", context.Canceled, codes.Canceled},
		{"deadline", context.DeadlineExceeded, codes.DeadlineExceeded},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := start(t, wireFunc(func(context.Context, []byte) ([]byte, error) { return nil, c.err }))
			if _, err := r.call(t, sampleRequest(t)); status.Code(err) != c.want {
				t.Errorf("got %v, want code %v", err, c.want)
			}
		})
	}
}

func TestPanicBecomesFatalResult(t *testing.T) {
	request := sampleRequest(t)
	for name, throw := range map[string]func(){
		"value":   func() { panic("the password is hunter2") },
		"runtime": func() { var list []int; _ = list[len(request.GetMeta().GetTag())] },
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, runnerFunc(func(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
				throw()
				return nil, nil
			}))
			got, err := r.call(t, request)
			if err != nil {
				t.Fatal(err)
			}
			checkFatal(t, request, got)
			log := r.log.String()
			for _, want := range []string{`"tag":"tag-1"`, `"xr-name":"orders"`, `"panic":"`, "goroutine"} {
				if !strings.Contains(log, want) {
					t.Errorf("the log does not have %s:\n%s", want, log)
				}
			}
			if strings.Contains(log+got.String(), "hunter2") {
				t.Errorf("a secret got out:\n%s\n%s", log, got)
			}
			if name == "runtime" && !strings.Contains(log, "index out of range") {
				t.Errorf("the log does not say what happened:\n%s", log)
			}
		})
	}
}

// checkFatal checks that a response changes nothing and says FATAL.
func checkFatal(t *testing.T, request *fnv1.RunFunctionRequest, got *fnv1.RunFunctionResponse) {
	t.Helper()
	if len(got.GetResults()) != 1 || got.GetResults()[0].GetSeverity() != fnv1.Severity_SEVERITY_FATAL {
		t.Fatalf("results are %v, want one FATAL", got.GetResults())
	}
	if strings.Contains(got.String(), "goroutine") {
		t.Errorf("the response has a stack: %s", got)
	}
	if diff := cmp.Diff(request.GetDesired(), got.GetDesired(), protocmp.Transform()); diff != "" {
		t.Errorf("the desired state changed:\n%s", diff)
	}
	if diff := cmp.Diff(request.GetContext(), got.GetContext(), protocmp.Transform()); diff != "" {
		t.Errorf("the context changed:\n%s", diff)
	}
	if got.GetMeta().GetTag() != request.GetMeta().GetTag() {
		t.Errorf("the tag is %q", got.GetMeta().GetTag())
	}
	for _, c := range got.GetConditions() {
		if c.GetStatus() != fnv1.Status_STATUS_CONDITION_FALSE || c.GetReason() == "" {
			t.Errorf("condition %v, want False with a reason", c)
		}
	}
	if len(got.GetConditions()) != 2 {
		t.Errorf("got %d conditions, want 2", len(got.GetConditions()))
	}
}

func TestOversizedMessages(t *testing.T) {
	request := sampleRequest(t)
	big := &fnv1.RunFunctionResponse{Context: mustStruct(t, map[string]any{"big": strings.Repeat("x", maxResponseSize)})}
	r := start(t, runnerFunc(func(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
		return big, nil
	}), func(o *ServeOptions) { o.MaxRecvMessageSize = 1 })

	got, err := r.call(t, request)
	if err != nil {
		t.Fatal(err)
	}
	checkFatal(t, request, got)
	if message := got.GetResults()[0].GetMessage(); !strings.Contains(message, "4.0 MB") {
		t.Errorf("the message does not give the size: %s", message)
	}

	request.Context.Fields["big"] = structpb.NewStringValue(strings.Repeat("x", 1<<20))
	if _, err = r.call(t, request); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("a request of 1 MB and a bit gave %v, want ResourceExhausted", err)
	}
}

func TestDebugLogsEveryCallWithoutData(t *testing.T) {
	log := &logBuffer{}
	r := start(t, runnerFunc(echo), func(o *ServeOptions) { o.Logger = log.logger(slog.LevelDebug) })
	if _, err := r.call(t, sampleRequest(t)); err != nil {
		t.Fatal(err)
	}
	text := log.String()
	for _, want := range []string{
		`"tag":"tag-1"`, `"xr-apiversion":"example.org/v1"`, `"xr-kind":"XDatabase"`, `"xr-namespace":"shop"`,
		`"xr-name":"orders"`, `"code":"OK"`, `"duration":`, `"request-bytes":`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the log does not have %s:\n%s", want, text)
		}
	}
	if strings.Contains(text, "hunter2") {
		t.Errorf("a secret got into the log:\n%s", text)
	}
}

func TestInfoLogsNoCall(t *testing.T) {
	r := start(t, runnerFunc(echo))
	if _, err := r.call(t, sampleRequest(t)); err != nil {
		t.Fatal(err)
	}
	if text := r.log.String(); strings.Contains(text, "tag-1") {
		t.Errorf("the log at level info has a call:\n%s", text)
	}
}

func TestHealthAndReflection(t *testing.T) {
	r := start(t, runnerFunc(echo))
	for _, service := range []string{"", fnv1.FunctionRunnerService_ServiceDesc.ServiceName} {
		answer, err := healthpb.NewHealthClient(r.conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: service})
		if err != nil || answer.GetStatus() != healthpb.HealthCheckResponse_SERVING {
			t.Errorf("health of %q is %v, %v", service, answer, err)
		}
	}
	stream, err := reflectionpb.NewServerReflectionClient(r.conn).ServerReflectionInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ask := func(request *reflectionpb.ServerReflectionRequest) *reflectionpb.ServerReflectionResponse {
		if err := stream.Send(request); err != nil {
			t.Fatal(err)
		}
		answer, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	list := ask(&reflectionpb.ServerReflectionRequest{
		MessageRequest: &reflectionpb.ServerReflectionRequest_ListServices{}})
	names := map[string]bool{}
	for _, s := range list.GetListServicesResponse().GetService() {
		names[s.GetName()] = true
	}
	for _, want := range []string{
		fnv1.FunctionRunnerService_ServiceDesc.ServiceName, v1beta1.FunctionRunnerService_ServiceDesc.ServiceName,
		healthpb.Health_ServiceDesc.ServiceName,
	} {
		if !names[want] {
			t.Errorf("reflection does not list %s", want)
		}
		file := ask(&reflectionpb.ServerReflectionRequest{
			MessageRequest: &reflectionpb.ServerReflectionRequest_FileContainingSymbol{FileContainingSymbol: want}})
		if len(file.GetFileDescriptorResponse().GetFileDescriptorProto()) == 0 {
			t.Errorf("reflection does not describe %s: %v", want, file.GetErrorResponse())
		}
	}
}

func TestDeadlineReachesTheRunner(t *testing.T) {
	r := start(t, runnerFunc(func(ctx context.Context, _ *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
		if _, ok := ctx.Deadline(); !ok {
			return nil, errors.New("the context has no deadline")
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := fnv1.NewFunctionRunnerServiceClient(r.conn).RunFunction(ctx, sampleRequest(t))
	if status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("got %v, want DeadlineExceeded", err)
	}
}

func TestCallsBeyondTheSlotsWait(t *testing.T) {
	var running, most int
	var mu sync.Mutex
	entered, release := make(chan struct{}, 12), make(chan struct{}) // closed when all calls have come
	address := freeAddress(t)
	r := start(t, runnerFunc(func(ctx context.Context, request *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse,
		error) {
		mu.Lock()
		running++
		most = max(most, running)
		mu.Unlock()
		entered <- struct{}{}
		<-release
		mu.Lock()
		running--
		mu.Unlock()
		return echo(ctx, request)
	}), func(o *ServeOptions) { o.MetricsAddress, o.MaxConcurrentCalls = address, 2 })
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			if _, err := r.call(t, sampleRequest(t)); err != nil {
				t.Error(err)
			}
		})
	}
	<-entered
	metricsWith(t, address, "hclx_calls_in_flight 12")
	close(release)
	group.Wait()
	if most != 2 {
		t.Errorf("%d calls ran at once, want 2", most)
	}
}

// TestAWaitingCallIsAnswered lets calls wait until their time is nearly over, and one until its caller goes. None of
// them is received.
func TestAWaitingCallIsAnswered(t *testing.T) {
	release := make(chan struct{})
	entered := make(chan struct{}, 1)
	r := start(t, runnerFunc(func(ctx context.Context, request *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse,
		error) {
		entered <- struct{}{}
		<-release
		return echo(ctx, request)
	}), func(o *ServeOptions) { o.MaxConcurrentCalls = 1 })
	client := fnv1.NewFunctionRunnerServiceClient(r.conn)
	first := make(chan error, 1)
	go func() { _, err := r.call(t, sampleRequest(t)); first <- err }()
	<-entered

	large := sampleRequest(t)
	large.Meta = &fnv1.RequestMeta{Tag: strings.Repeat("x", 3<<20)} // more than is taken in before a call has a slot
	for _, request := range []*fnv1.RunFunctionRequest{sampleRequest(t), large} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		response, err := client.RunFunction(ctx, request)
		cancel()
		if err != nil || len(response.GetResults()) != 1 {
			t.Fatalf("the waiting call got %v, %v", response, err)
		}
		if got := response.GetResults()[0]; got.GetSeverity() != fnv1.Severity_SEVERITY_FATAL ||
			!strings.Contains(got.GetMessage(), "at most 1 calls at once") {
			t.Errorf("the waiting call got %v", got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := client.RunFunction(ctx, sampleRequest(t)); status.Code(err) != codes.Canceled {
		t.Errorf("the waiting call of a caller that went got %v, want Canceled", err)
	}
	close(release)
	if err := <-first; err != nil {
		t.Errorf("the running call got %v", err)
	}
}

// A caller that sets a deadline, as Crossplane does, costs nothing.
func TestTheServerAddsNoAllocations(t *testing.T) {
	response := []byte{}
	s := newService(ServeOptions{
		Runner: wireFunc(func(context.Context, []byte) ([]byte, error) { return response, nil }),
		Logger: (&logBuffer{}).logger(slog.LevelInfo), MaxConcurrentCalls: 1,
	}, newMetrics(nil))
	ctx, cancel := context.WithTimeout(t.Context(), MaxCallTime/2)
	defer cancel()
	request := []byte{}
	if n := testing.AllocsPerRun(100, func() { _, _ = s.call(ctx, request) }); n > 0 {
		t.Errorf("a call costs %v allocations besides the runner's", n)
	}
}

func TestGuardSurvivesItsServices(t *testing.T) {
	log := &logBuffer{}
	g := guard{log: log.logger(slog.LevelInfo), draining: t.Context()}
	_, unary := g.unary(t.Context(), nil, nil, func(context.Context, any) (any, error) { panic("hunter2") })
	stream := g.stream(nil, endingStream{ctx: t.Context()}, nil, func(any, grpc.ServerStream) error { panic("hunter2") })
	for _, err := range []error{unary, stream} {
		if status.Code(err) != codes.Internal || strings.Contains(err.Error()+log.String(), "hunter2") {
			t.Errorf("got %v and the log\n%s", err, log)
		}
	}
	if got := strings.Count(log.String(), `"panic":"string\n`); got != 2 {
		t.Errorf("the log has %d panics, want 2:\n%s", got, log)
	}
}
