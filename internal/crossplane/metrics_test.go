package crossplane

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"
)

// freeAddress is a loopback address that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

func get(t *testing.T, url string) (code int, body string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestMetricsCountCalls(t *testing.T) {
	address := freeAddress(t)
	before := panics.Load()
	fail := false
	r := start(t, wireFunc(func(_ context.Context, request []byte) ([]byte, error) {
		if fail {
			panic("no")
		}
		return request[:0], nil
	}), func(o *ServeOptions) { o.MetricsAddress, o.MaxRecvMessageSize = address, 1 })
	request := sampleRequest(t)
	for range 3 {
		if _, err := r.call(t, request); err != nil {
			t.Fatal(err)
		}
	}
	fail = true
	if _, err := r.call(t, request); err != nil {
		t.Fatal(err)
	}
	request.Context.Fields["big"] = structpb.NewStringValue(strings.Repeat("x", 1<<20))
	if _, err := r.call(t, request); err == nil {
		t.Fatal("a request that is too large was answered")
	}
	_ = r.conn.Invoke(t.Context(), "/no.such.Service/Method", &fnv1.RunFunctionRequest{}, &fnv1.RunFunctionResponse{})

	text := metricsWith(t, address, "hclx_calls_in_flight 0")
	labels := `grpc_method="RunFunction",grpc_service="` + fnv1.FunctionRunnerService_ServiceDesc.ServiceName + `"`
	for _, want := range []string{
		`grpc_server_started_total{` + labels + `} 5`,
		`grpc_server_handled_total{grpc_code="OK",` + labels + `} 4`,
		`grpc_server_handled_total{grpc_code="ResourceExhausted",` + labels + `} 1`,
		`grpc_server_handling_seconds_count{` + labels + `} 5`,
		`hclx_request_bytes_count 4`, `hclx_response_bytes_count 4`,
		`hclx_fatal_results_total 1`, fmt.Sprintf("hclx_panics_total %d", before+1), `go_goroutines`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics do not have %s:\n%s", want, text)
		}
	}
	if strings.Contains(text, "no.such.Service") {
		t.Error("a service that does not exist has a series: clients could make any number of them")
	}
}

// metricsWith waits until the metrics have a line: gRPC reports the end of a call after the client has its answer.
func metricsWith(t *testing.T, address, line string) (text string) {
	t.Helper()
	has := func() bool {
		_, text = get(t, "http://"+address+"/metrics")
		return strings.Contains(text, line+"\n")
	}
	if !eventually(has) {
		t.Fatalf("the metrics never had %q:\n%s", line, text)
	}
	return text
}

func TestAWaitingRequestIsNotReceived(t *testing.T) {
	runner, entered, release := blocking()
	address := freeAddress(t)
	r := start(t, runner, func(o *ServeOptions) { o.MetricsAddress, o.MaxConcurrentCalls = address, 1 })
	answers := make(chan error, 2)
	for range cap(answers) {
		go func() { _, err := r.call(t, sampleRequest(t)); answers <- err }()
	}
	<-entered
	if text := metricsWith(t, address, "hclx_calls_in_flight 2"); !strings.Contains(text, "hclx_request_bytes_count 1\n") {
		t.Errorf("two calls are in flight, one has a slot, but both requests were received:\n%s", text)
	}
	close(release)
	for range cap(answers) {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
}

func TestProbes(t *testing.T) {
	runner, entered, release := blocking()
	address := freeAddress(t)
	r := start(t, runner, func(o *ServeOptions) { o.MetricsAddress = address })
	answer := make(chan error, 1)
	go func() { _, err := r.call(t, sampleRequest(t)); answer <- err }()
	<-entered
	check := func(path string, want int) {
		t.Helper()
		if code, body := get(t, "http://"+address+path); code != want {
			t.Errorf("%s gives %d %q, want %d", path, code, body, want)
		}
	}
	check("/healthz", http.StatusOK)
	check("/readyz", http.StatusOK)
	r.stop()
	waitForLog(t, r, "draining")
	eventually(func() bool {
		code, _ := get(t, "http://"+address+"/readyz")
		return code != http.StatusOK
	})
	check("/readyz", http.StatusServiceUnavailable)
	check("/healthz", http.StatusOK)
	close(release)
	if err := <-answer; err != nil {
		t.Error(err)
	}
}

func TestBoundAddressesAreReported(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	busy := taken.Addr().String()
	cases := map[string]struct {
		options ServeOptions
		want    string
	}{
		"metrics": {ServeOptions{Address: "127.0.0.1:0", MetricsAddress: busy}, "--metrics-address"},
		"gRPC":    {ServeOptions{Address: busy}, "--address"},
		"network": {ServeOptions{Network: "pigeon", Address: busy}, "pigeon"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			c.options.Runner, c.options.Insecure = runnerFunc(echo), true
			c.options.Logger = (&logBuffer{}).logger(slog.LevelInfo)
			err := Serve(t.Context(), c.options)
			if err == nil || !strings.Contains(err.Error(), busy) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %s and %s", err, busy, c.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	runner := runnerFunc(echo)
	o, err := ServeOptions{Runner: runner, Insecure: true}.complete()
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(o.Network, o.Address, o.MaxRecvMessageSize, o.MetricsAddress, o.DrainTimeout,
		o.MaxConcurrentCalls > 0, o.Logger != nil)
	if want := "tcp:94434off25strue true"; strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("the defaults without TLS are %s", got)
	}
	if o, err = (ServeOptions{Runner: runner, TLSCertsDir: "certs"}).complete(); err != nil ||
		o.MetricsAddress != DefaultMetricsAddress {
		t.Errorf("with TLS metrics are at %q, %v", o.MetricsAddress, err)
	}
	bad := map[string]ServeOptions{
		"--tls-certs-dir":         {Runner: runner},
		"Runner":                  {Insecure: true},
		"--max-recv-message-size": {Runner: runner, Insecure: true, MaxRecvMessageSize: 1 << 20},
		"negative":                {Runner: runner, Insecure: true, DrainTimeout: -1},
	}
	for want, options := range bad {
		if err := Serve(t.Context(), options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %s", err, want)
		}
	}
}
