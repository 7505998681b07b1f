package crossplane

import (
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metricsServer serves /metrics, and /healthz and /readyz for probes: the kubelet has no client certificate, so it
// cannot ask the gRPC health service. A nil metricsServer is one that is switched off.
type metricsServer struct {
	listener net.Listener
	server   http.Server
	draining atomic.Bool
}

func listenMetrics(address string, m *metrics) (*metricsServer, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	h := &metricsServer{listener: listener}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { writePlain(w, http.StatusOK, "ok\n") })
	mux.HandleFunc("GET /readyz", h.ready)
	h.server = http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	return h, nil
}

func (h *metricsServer) ready(w http.ResponseWriter, _ *http.Request) {
	if h.draining.Load() {
		writePlain(w, http.StatusServiceUnavailable, "draining\n")
		return
	}
	writePlain(w, http.StatusOK, "ok\n")
}

func writePlain(w http.ResponseWriter, code int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(code)
	_, _ = w.Write([]byte(text)) // the prober that went away does not matter
}

func (h *metricsServer) serve() error {
	if err := h.server.Serve(h.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (h *metricsServer) address() string {
	if h == nil {
		return MetricsOff
	}
	return h.listener.Addr().String()
}

// drain makes /readyz fail. Metrics are served until the end.
func (h *metricsServer) drain() {
	if h != nil {
		h.draining.Store(true)
	}
}

func (h *metricsServer) close() {
	if h != nil {
		_ = h.server.Close() // nothing is left to do about an error
		_ = h.listener.Close()
	}
}
