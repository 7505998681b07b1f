package crossplane

import (
	"context"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
)

// metrics counts calls. It is gRPC's stats handler, so it also counts calls that never reach a handler, for example
// because a request is too large. The grpc_server_ names and labels are those of other Go servers, so that dashboards
// can be reused.
type metrics struct {
	registry *prometheus.Registry
	started  *prometheus.CounterVec
	handled  *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inFlight prometheus.Gauge
	received prometheus.Histogram
	sent     prometheus.Histogram
	fatals   prometheus.Counter
	waiting  prometheus.Gauge
	refused  *prometheus.CounterVec
}

// newMetrics returns the metrics of a server, including those of its runner if it is a collector.
func newMetrics(runner Runner) *metrics {
	method := []string{"grpc_service", "grpc_method"}
	sizes := prometheus.ExponentialBuckets(1<<10, 4, 8) // 1 KiB to 16 MiB
	m := &metrics{
		registry: prometheus.NewRegistry(),
		started: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "grpc_server_started_total", Help: "Calls that began."}, method),
		handled: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "grpc_server_handled_total", Help: "Calls that ended, by gRPC code."}, append(method[:2:2], "grpc_code")),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "grpc_server_handling_seconds", Help: "Time from the headers of a call to its end.",
			Buckets: prometheus.ExponentialBuckets(0.00025, 4, 9)}, method), // 0.25 ms to 16 s
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "hclx_calls_in_flight", Help: "Calls that began and have not ended, waiting ones included."}),
		received: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "hclx_request_bytes", Help: "Size of requests.", Buckets: sizes}),
		sent: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "hclx_response_bytes", Help: "Size of responses.", Buckets: sizes}),
		fatals: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "hclx_fatal_results_total", Help: "Responses with a FATAL result."}),
		waiting: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "hclx_calls_waiting", Help: "Calls that wait until one of those that compose has ended."}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hclx_tls_handshakes_refused_total", Help: "TLS handshakes that failed, by reason."}, []string{"reason"}),
	}
	panicked := prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "hclx_panics_total", Help: "Recovered panics; each is a defect of the function.",
	}, func() float64 { return float64(panics.Load()) })
	m.registry.MustRegister(m.started, m.handled, m.seconds, m.inFlight, m.received, m.sent, m.fatals, m.waiting,
		m.refused, panicked,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if c, ok := runner.(prometheus.Collector); ok {
		m.registry.MustRegister(c)
	}
	return m
}

type callKey struct{}

// callStats are the series of one call.
type callStats struct {
	service, method string
	start           time.Time
}

// TagRPC implements [stats.Handler].
func (m *metrics) TagRPC(ctx context.Context, info *stats.RPCTagInfo) context.Context {
	service, method, _ := strings.Cut(strings.TrimPrefix(info.FullMethodName, "/"), "/")
	return context.WithValue(ctx, callKey{}, &callStats{service, method, time.Now()})
}

// HandleRPC implements [stats.Handler].
func (m *metrics) HandleRPC(ctx context.Context, event stats.RPCStats) {
	call, ok := ctx.Value(callKey{}).(*callStats)
	if !ok {
		return
	}
	switch event := event.(type) {
	case *stats.Begin:
		m.started.WithLabelValues(call.service, call.method).Inc()
		m.inFlight.Inc()
	case *stats.InPayload:
		if call.method == "RunFunction" {
			m.received.Observe(float64(event.Length))
		}
	case *stats.OutPayload:
		if call.method == "RunFunction" {
			m.sent.Observe(float64(event.Length))
		}
	// The code is that of the error which gRPC sends, so calls that no handler has seen are counted too.
	case *stats.End:
		m.handled.WithLabelValues(call.service, call.method, status.Code(event.Error).String()).Inc()
		m.seconds.WithLabelValues(call.service, call.method).Observe(time.Since(call.start).Seconds())
		m.inFlight.Dec()
	}
}

type connKey struct{}

// TagConn implements [stats.Handler]. Every connection has its deliveries.
func (m *metrics) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context {
	return context.WithValue(ctx, connKey{}, &deliveries{})
}

// HandleConn implements [stats.Handler].
func (m *metrics) HandleConn(ctx context.Context, event stats.ConnStats) {
	if _, ok := event.(*stats.ConnEnd); !ok {
		return
	}
	if conn, ok := ctx.Value(connKey{}).(*deliveries); ok {
		conn.end()
	}
}
