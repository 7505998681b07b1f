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

// maxRecvMessageSize keeps the limit in bytes inside an int32, the largest frame that gRPC can count.
const maxRecvMessageSize = math.MaxInt32 >> 20

// Runner is a composition function. RunFunction is called by many goroutines at once; it may keep neither the request
// nor the response. An error it returns is a transport fault: everything an author can cause belongs in a FATAL result.
type Runner interface {
	RunFunction(ctx context.Context, request *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error)
}

// WireRunner is a [Runner] that reads only what it needs from the wire bytes of a request and writes those of the
// response. A server calls RunWire instead of RunFunction where a runner has it.
//
// The request belongs to the runner: it is never written to or reused, so parts of it may be aliased for as long as the
// runner likes. The response belongs to the server once it is returned; it may alias the request. RunWire refuses bytes
// that proto.Unmarshal would refuse with an error that matches [ErrMalformed].
type WireRunner interface {
	RunWire(ctx context.Context, request []byte) (response []byte, err error)
}

// ErrMalformed is matched by the error for request bytes that are not RunFunctionRequest. The caller gets the gRPC code
// that a server with an ordinary protobuf codec returns for them, Internal.
var ErrMalformed = errors.New("malformed RunFunctionRequest")

// ServeOptions say how [Serve] serves. The zero value of every field but Runner means its default.
//
// The struct tags are the flags of the command that serves: a kong command embeds ServeOptions and has them all. A flag
// that is given wins over its environment variable, which wins over the default.
type ServeOptions struct {
	// Runner composes. Required. See [WireRunner] for the fast path.
	Runner Runner `kong:"-"`

	// Network and Address say where to listen, as in [net.Listen]: tcp and :9443 where empty.
	Network string `name:"network" default:"tcp" help:"Network to listen on: tcp, tcp4, tcp6 or unix."`
	Address string `name:"address" default:":9443" help:"Address to listen on."`

	// Insecure serves without TLS, also where TLSCertsDir is given.
	Insecure bool `name:"insecure" help:"Serve without TLS. Wins over --tls-certs-dir."`

	// TLSCertsDir holds tls.crt and tls.key, which prove the server, and ca.crt, which must have signed the certificate of
	// every client. The files are read again when they change. Required unless Insecure.
	TLSCertsDir string `name:"tls-certs-dir" env:"TLS_SERVER_CERTS_DIR" placeholder:"DIR" help:"Directory with tls.key, tls.crt and ca.crt for mutual TLS. They are read again when they change."`

	// MaxRecvMessageSize is the largest request that is accepted, in MiB: 4 where 0.
	MaxRecvMessageSize int `name:"max-recv-message-size" env:"HCLX_MAX_RECV_MESSAGE_SIZE" default:"4" placeholder:"MB" help:"Largest request to accept, in MB."`

	// MetricsAddress is where Prometheus metrics, /healthz and /readyz are served over HTTP. Where empty it is :8080 with
	// TLS, as in a cluster, and off with Insecure, as on a laptop. [MetricsOff] switches it off.
	MetricsAddress string `name:"metrics-address" env:"HCLX_METRICS_ADDRESS" placeholder:"ADDR" help:"Address of Prometheus metrics, or off. Default :8080, with --insecure off."`

	// Debug logs every call. Ignored when Logger is set.
	Debug bool `name:"debug" short:"d" help:"Log every call."`

	// DrainTimeout bounds how long calls may go on after the signal to stop: 25s where 0.
	DrainTimeout time.Duration `name:"drain-timeout" default:"25s" help:"How long calls may go on after SIGTERM."`

	// MaxConcurrentCalls bounds how many calls are received and compose at once; others wait, most of their requests still
	// with the client, so that a burst costs time and not memory. Composing is pure computation: 4 per CPU where 0.
	MaxConcurrentCalls int `kong:"-"`

	// Logger receives the log: JSON lines on standard error where nil.
	Logger *slog.Logger `kong:"-"`

	// Listener is used instead of Network and Address where it is not nil. A server that ran has closed it.
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
