package crossplane

import (
	"context"
	"fmt"
	"net"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"
)

const (
	// maxStreams limits the open calls of one client, and thus the memory that it can use.
	maxStreams = 1000

	// streamWindow is the part of a request that is received before its call has a slot. With windows that grow
	// dynamically, which is gRPC's default, the whole request would be received.
	streamWindow = 256 << 10
	connWindow   = 1 << 20

	// The server notices within a minute that a client is gone, so that it does not keep the slots of requests that never
	// arrive.
	pingAfter   = 30 * time.Second
	pingTimeout = 10 * time.Second

	// connectionAge makes clients look up the endpoints again from time to time. With a headless Service they find new
	// replicas in this way, and a rotated CA takes effect for every connection.
	connectionAge = 30 * time.Minute
)

// Serve runs the function as a gRPC server until ctx is done or the process receives SIGTERM or SIGINT, then drains: it
// stops accepting, answers what it has begun for at most [ServeOptions.DrainTimeout], and returns nil. A second signal
// during the drain ends the process as usual.
//
// Serve returns an error, before it accepts connections, if an option is invalid, a certificate cannot be read or an
// address cannot be bound, including the metrics address.
func Serve(ctx context.Context, options ServeOptions) error {
	options, err := options.complete()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	s, err := newServer(options)
	if err != nil {
		return err
	}
	defer s.close()
	return s.serve(ctx)
}

// server is one running gRPC server with its listener and its metrics endpoint.
type server struct {
	options  ServeOptions
	grpc     *grpc.Server
	health   *health.Server
	listener net.Listener
	metrics  *metrics
	http     *metricsServer // nil when metrics are off
	drain    context.CancelFunc
}

func newServer(options ServeOptions) (*server, error) {
	s := &server{options: options, health: health.NewServer(), metrics: newMetrics(options.Runner)}
	draining, drain := context.WithCancel(context.Background())
	s.drain = drain
	if err := s.listen(); err != nil {
		s.close()
		return nil, err
	}
	if err := s.buildGRPC(draining); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *server) listen() (err error) {
	if s.listener = s.options.Listener; s.listener == nil {
		s.listener, err = net.Listen(s.options.Network, s.options.Address)
		if err != nil {
			return fmt.Errorf("cannot serve on %s %s: %w; --address chooses another", s.options.Network, s.options.Address, err)
		}
	}
	if s.options.MetricsAddress == MetricsOff {
		return nil
	}
	s.http, err = listenMetrics(s.options.MetricsAddress, s.metrics)
	if err != nil {
		return fmt.Errorf("cannot serve metrics on %s: %w; --metrics-address chooses another, or %q for none",
			s.options.MetricsAddress, err, MetricsOff)
	}
	return nil
}

func (s *server) buildGRPC(draining context.Context) error {
	transport := insecure.NewCredentials()
	if !s.options.Insecure {
		certs, err := loadCertificates(s.options.TLSCertsDir, s.options.Logger)
		if err != nil {
			return err
		}
		transport = certs.credentials(newRefusals(s.options.Logger, s.metrics.refused))
	}
	guard := guard{log: s.options.Logger, draining: draining}
	s.grpc = grpc.NewServer(
		grpc.Creds(transport),
		grpc.ForceServerCodecV2(newFrameCodec()),
		grpc.MaxRecvMsgSize(s.options.MaxRecvMessageSize<<20),
		grpc.MaxConcurrentStreams(maxStreams),
		grpc.StaticStreamWindowSize(streamWindow),
		grpc.StaticConnWindowSize(connWindow),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionAge: connectionAge, Time: pingAfter,
			Timeout: pingTimeout}),
		grpc.StatsHandler(s.metrics),
		grpc.UnaryInterceptor(guard.unary),
		grpc.StreamInterceptor(guard.stream),
	)
	for _, name := range registerFunction(s.grpc, newService(s.options, s.metrics)) {
		s.health.SetServingStatus(name, healthpb.HealthCheckResponse_SERVING)
	}
	healthpb.RegisterHealthServer(s.grpc, s.health)
	reflection.Register(s.grpc)
	return nil
}

// serve accepts until ctx is done, then drains.
func (s *server) serve(ctx context.Context) error {
	failed := make(chan error, 2)
	go func() { failed <- s.grpc.Serve(s.listener) }()
	if s.http != nil {
		go func() { failed <- s.http.serve() }()
	}
	s.options.Logger.Info("serving", "network", s.listener.Addr().Network(), "address", s.listener.Addr().String(),
		"tls", !s.options.Insecure, "metrics", s.http.address())
	select {
	case err := <-failed:
		return fmt.Errorf("the server stopped: %w", err)
	case <-ctx.Done():
	}
	s.drainCalls()
	return nil
}

// drainCalls completes the calls that have begun and rejects others. It cancels calls that still run after the grace
// time.
//
// Readiness fails first, so that no new calls are sent here while those that have begun are answered; health watches
// are ended because they would last as long as their clients. Metrics stay until the end, to show how the drain went.
func (s *server) drainCalls() {
	log := s.options.Logger
	signal.Reset(syscall.SIGTERM, syscall.SIGINT) // the next one ends the process
	log.Info("draining", "grace", s.options.DrainTimeout.String())
	s.health.Shutdown()
	s.http.drain()
	s.drain()
	drained := make(chan struct{})
	go func() { s.grpc.GracefulStop(); close(drained) }()
	grace := time.NewTimer(s.options.DrainTimeout)
	defer grace.Stop()
	select {
	case <-drained:
		log.Info("stopped")
	case <-grace.C:
		s.grpc.Stop()
		log.Warn("stopped with calls still running", "grace", s.options.DrainTimeout.String())
	}
}

// close releases the resources of newServer. It may be called on a partially built server.
func (s *server) close() {
	s.drain()
	if s.grpc != nil {
		s.grpc.Stop()
	}
	if s.listener != nil {
		_ = s.listener.Close() // closed already when serve has run
	}
	s.http.close()
}
