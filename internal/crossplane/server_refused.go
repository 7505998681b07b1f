package crossplane

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/credentials"
)

// refusedEvery is the minimum time between two log lines about refused handshakes, so that a client that keeps trying
// does not fill the log.
const refusedEvery = 10 * time.Second

// watchedTLS reports every failed handshake to refusals, because gRPC itself does not report them.
type watchedTLS struct {
	credentials.TransportCredentials
	refused *refusals
}

// ServerHandshake implements [credentials.TransportCredentials].
func (w watchedTLS) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	secured, info, err := w.TransportCredentials.ServerHandshake(conn)
	if err != nil {
		w.refused.add(conn.RemoteAddr(), err)
	}
	return secured, info, err
}

// Clone implements [credentials.TransportCredentials].
func (w watchedTLS) Clone() credentials.TransportCredentials {
	return watchedTLS{w.TransportCredentials.Clone(), w.refused}
}

// refusals counts handshakes that failed and logs some of them.
type refusals struct {
	log   *slog.Logger
	count *prometheus.CounterVec // by reason
	now   func() time.Time

	mu     sync.Mutex
	next   time.Time // when the next line may be written
	silent int       // refused since the last line
}

func newRefusals(log *slog.Logger, count *prometheus.CounterVec) *refusals {
	return &refusals{log: log, count: count, now: time.Now}
}

// add counts one handshake. A connection that is closed before it sends anything, as by load balancers and probes, is
// counted but not logged.
func (r *refusals) add(peer net.Addr, err error) {
	reason := refusalReason(err)
	r.count.WithLabelValues(reason).Inc()
	if reason == refusedClosed {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	if now.Before(r.next) {
		r.silent++
		return
	}
	r.log.Warn("TLS handshake refused", "peer", peer.String(), "reason", reason, "error", err.Error(), "not-logged",
		r.silent)
	r.next, r.silent = now.Add(refusedEvery), 0
}

// The reasons of refused handshakes. The set is fixed, so that clients cannot create new series.
const (
	refusedClosed    = "closed"
	refusedNoCert    = "no-client-certificate"
	refusedExpired   = "expired"
	refusedAuthority = "unknown-authority"
	refusedCert      = "bad-certificate"
	refusedNotTLS    = "not-tls"
	refusedByClient  = "client-alert"
	refusedTimeout   = "timeout"
	refusedOther     = "other"
)

// The order matters, because errors of crypto/tls wrap each other: what is more specific is asked for first.
func refusalReason(err error) string {
	var (
		header   tls.RecordHeaderError
		alert    tls.AlertError
		unknown  x509.UnknownAuthorityError
		invalid  x509.CertificateInvalidError
		verify   *tls.CertificateVerificationError
		timeout  net.Error
		isClosed = errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, net.ErrClosed)
	)
	switch {
	case isClosed:
		return refusedClosed
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return refusedExpired
	case errors.As(err, &unknown):
		return refusedAuthority
	case errors.As(err, &verify), errors.As(err, &invalid):
		return refusedCert
	case errors.As(err, &header):
		return refusedNotTLS
	case errors.As(err, &alert), strings.Contains(err.Error(), "remote error"):
		return refusedByClient
	case strings.Contains(err.Error(), "didn't provide a certificate"):
		return refusedNoCert // crypto/tls has no type for it
	case errors.As(err, &timeout) && timeout.Timeout():
		return refusedTimeout
	}
	return refusedOther
}
