package crossplane

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"os"
	"runtime"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
)

// Defaults of [ServeOptions]. They are what Crossplane's function specification and its runtime expect.
const (
	DefaultNetwork            = "tcp"
	DefaultAddress            = ":9443"
	DefaultMaxRecvMessageSize = 4 // MiB
	DefaultMetricsAddress     = ":8080"
	DefaultDrainTimeout       = 25 * time.Second // Kubernetes kills after 30
)

// MetricsOff as the metrics address switches the metrics endpoint off.
const MetricsOff = "off"

// maxRecvMessageSize is the largest limit whose number of bytes fits in an int32, which gRPC uses.
const maxRecvMessageSize = math.MaxInt32 >> 20

// Runner is a composition function. RunFunction is called by many goroutines at once, and must not keep the request or
// the response. An error is a transport error: everything that an author can cause must be a FATAL result.
type Runner interface {
	RunFunction(ctx context.Context, request *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error)
}

// WireRunner is a [Runner] that reads only what it needs from the wire bytes of a request and writes those of the
// response. A server calls RunWire instead of RunFunction where a runner has it.
//
// The request belongs to the runner: it is never changed or reused, so the runner may keep references to it. The
// returned response belongs to the server; it may alias the request. RunWire rejects bytes that proto.Unmarshal
// rejects, with an error that matches [ErrMalformed].
type WireRunner interface {
	RunWire(ctx context.Context, request []byte) (response []byte, err error)
}

// ErrMalformed matches the error for request bytes that are not a RunFunctionRequest. The caller gets the gRPC code
// Internal, as from a server with an ordinary protobuf codec.
var ErrMalformed = errors.New("malformed RunFunctionRequest")

// ServeOptions are the options of [Serve]. The zero value of every field except Runner means its default.
//
// The struct tags are the flags of the command that serves, which embeds ServeOptions. A flag takes precedence over its
// environment variable, and the variable over the default.
type ServeOptions struct {
	// Runner composes. Required. See [WireRunner] for the fast path.
	Runner Runner `kong:"-"`

	// Network and Address are arguments of [net.Listen]. The defaults are tcp and :9443.
	Network string `name:"network" default:"tcp" help:"Network to listen on: tcp, tcp4, tcp6 or unix."`
	Address string `name:"address" default:":9443" help:"Address to listen on."`

	// Insecure serves without TLS, even if TLSCertsDir is set.
	Insecure bool `name:"insecure" help:"Serve without TLS. Takes precedence over --tls-certs-dir."`

	// TLSCertsDir contains tls.crt and tls.key, the certificate of the server, and ca.crt, which must have signed the
	// certificate of every client. The files are read again when they change. It is required unless Insecure is set.
	TLSCertsDir string `name:"tls-certs-dir" env:"TLS_SERVER_CERTS_DIR" placeholder:"DIR" help:"Directory with tls.key, tls.crt and ca.crt for mutual TLS. They are read again when they change."`

	// MaxRecvMessageSize is the maximum size of a request in MiB; 0 means 4.
	MaxRecvMessageSize int `name:"max-recv-message-size" env:"HCLX_MAX_RECV_MESSAGE_SIZE" default:"4" placeholder:"MB" help:"Largest request to accept, in MB."`

	// MetricsAddress is the address for Prometheus metrics, /healthz and /readyz over HTTP. The default is :8080 with TLS,
	// as in a cluster, and off with Insecure, as on a laptop. [MetricsOff] switches it off.
	MetricsAddress string `name:"metrics-address" env:"HCLX_METRICS_ADDRESS" placeholder:"ADDR" help:"Address of Prometheus metrics, or off. Default :8080, with --insecure off."`

	// Debug logs every call. Ignored when Logger is set.
	Debug bool `name:"debug" short:"d" help:"Log every call."`

	// DrainTimeout limits the time of calls after the signal to stop; 0 means 25s.
	DrainTimeout time.Duration `name:"drain-timeout" default:"25s" help:"How long calls may go on after SIGTERM."`

	// MaxConcurrentCalls limits the calls that are received and run at once; 0 means 4 per CPU, because composing is pure
	// computation. Others wait, with most of their requests still at the client, so that a burst costs time and not
	// memory.
	MaxConcurrentCalls int `kong:"-"`

	// Logger receives the log; nil means JSON lines on standard error.
	Logger *slog.Logger `kong:"-"`

	// Listener, if not nil, is used instead of Network and Address. Serve closes it.
	Listener net.Listener `kong:"-"`
}

// complete checks o and fills in the defaults.
func (o ServeOptions) complete() (ServeOptions, error) {
	if o.Runner == nil {
		return o, errors.New("no function to serve: ServeOptions.Runner is not set")
	}
	if !o.Insecure && o.TLSCertsDir == "" {
		return o, errors.New("no TLS certificates: set --tls-certs-dir (or TLS_SERVER_CERTS_DIR), or --insecure " +
			"to serve without TLS")
	}
	if o.MaxRecvMessageSize < 0 || o.MaxRecvMessageSize > maxRecvMessageSize {
		return o, fmt.Errorf("--max-recv-message-size %d is out of range: 1 to %d (MB)", o.MaxRecvMessageSize,
			maxRecvMessageSize)
	}
	if o.DrainTimeout < 0 || o.MaxConcurrentCalls < 0 {
		return o, errors.New("the drain timeout and the number of concurrent calls cannot be negative")
	}
	setDefault(&o.Network, DefaultNetwork)
	setDefault(&o.Address, DefaultAddress)
	setDefault(&o.MaxRecvMessageSize, DefaultMaxRecvMessageSize)
	setDefault(&o.DrainTimeout, DefaultDrainTimeout)
	setDefault(&o.MaxConcurrentCalls, 4*runtime.GOMAXPROCS(0))
	if o.Insecure {
		setDefault(&o.MetricsAddress, MetricsOff)
	}
	setDefault(&o.MetricsAddress, DefaultMetricsAddress)
	if o.Logger == nil {
		o.Logger = newLogger(o.Debug)
	}
	return o, nil
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

func newLogger(debug bool) *slog.Logger {
	level := slog.LevelInfo
	if debug {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
}
