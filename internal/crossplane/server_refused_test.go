package crossplane

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// TestRefusedHandshakesAreTold lets clients fail in several ways, each with a reason of its own in log and metric.
func TestRefusedHandshakesAreTold(t *testing.T) {
	ours, theirs := newAuthority(t, "ours"), newAuthority(t, "theirs")
	dir := t.TempDir()
	ours.install(t, dir, "server")
	certs, err := loadCertificates(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	stranger := ours.client(t)
	foreign := theirs.client(t).Certificates[0]
	stranger.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &foreign, nil }
	anonymous := ours.client(t)
	anonymous.Certificates = nil
	distrusts := theirs.client(t)
	tlsClient := func(config *tls.Config) func(net.Conn) {
		return func(c net.Conn) {
			client := tls.Client(c, config)
			_ = client.Handshake()
			_, _ = client.Read(make([]byte, 1))
		}
	}
	cases := map[string]struct {
		client func(net.Conn)
		silent bool
	}{
		refusedAuthority: {client: tlsClient(with(stranger))},
		refusedNoCert:    {client: tlsClient(with(anonymous))},
		refusedByClient:  {client: tlsClient(with(distrusts))},
		refusedNotTLS:    {client: func(c net.Conn) { _, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n") }},
		refusedClosed:    {client: func(c net.Conn) { _ = c.Close() }, silent: true},
	}
	for reason, c := range cases {
		t.Run(reason, func(t *testing.T) {
			log := &logBuffer{}
			count := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "refused"}, []string{"reason"})
			handshake(t, certs.credentials(newRefusals(log.logger(slog.LevelInfo), count)).ServerHandshake, c.client)
			if got := reading(count.WithLabelValues(reason)); got != 1 {
				t.Errorf("counted %v times; the log has %s", got, log)
			}
			if told := strings.Contains(log.String(), `"reason":"`+reason+`"`) && strings.Contains(log.String(),
				`"peer":"127.0.0.1:`); told == c.silent {
				t.Errorf("told %t; the log has %s", told, log)
			}
		})
	}
}

func with(c *tls.Config) *tls.Config {
	c = c.Clone()
	c.ServerName = "127.0.0.1"
	return c
}

// handshake connects a client to one call of serve over loopback TCP.
func handshake[T any](t *testing.T, serve func(net.Conn) (net.Conn, T, error), client func(net.Conn)) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	go func() {
		if c, err := net.Dial("tcp", listener.Addr().String()); err == nil {
			client(c)
			_ = c.Close()
		}
	}()
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, _, err := serve(conn); err == nil {
		t.Fatal("the handshake succeeded")
	}
}

func TestRefusalReasons(t *testing.T) {
	cases := map[string]error{
		refusedExpired: &tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.Expired}},
		refusedCert: &tls.CertificateVerificationError{
			Err: x509.CertificateInvalidError{Reason: x509.NotAuthorizedToSign}},
		refusedClosed:  &net.OpError{Op: "read", Err: os.NewSyscallError("read", syscall.ECONNRESET)},
		refusedTimeout: &net.OpError{Op: "read", Err: os.ErrDeadlineExceeded},
		refusedOther:   errors.New("something else"),
	}
	for want, err := range cases {
		if got := refusalReason(err); got != want {
			t.Errorf("%v: got %s, want %s", err, got, want)
		}
	}
}

// TestRefusalsAreRateLimited lets a client fail many times: the log gets one line, and later one that counts the
// others.
func TestRefusalsAreRateLimited(t *testing.T) {
	log := &logBuffer{}
	count := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "refused"}, []string{"reason"})
	r := newRefusals(log.logger(slog.LevelInfo), count)
	now := time.Unix(0, 0)
	r.now = func() time.Time { return now }
	for range 100 {
		r.add(&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 1}, errors.New("no"))
	}
	if n := strings.Count(log.String(), "handshake refused"); n != 1 {
		t.Errorf("%d lines for 100 refusals at one time", n)
	}
	now = now.Add(refusedEvery)
	r.add(&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 1}, errors.New("no"))
	if !strings.Contains(log.String(), `"not-logged":99`) {
		t.Errorf("the second line does not count the others: %s", log)
	}
	if got := reading(count.WithLabelValues(refusedOther)); got != 101 {
		t.Errorf("counted %v", got)
	}
}

// TestUnreadableCertificatesWarnOnce breaks the files for many handshakes, mends them and breaks them again.
func TestUnreadableCertificatesWarnOnce(t *testing.T) {
	ours := newAuthority(t, "ours")
	dir := t.TempDir()
	ours.install(t, dir, "server")
	log := &logBuffer{}
	certs, err := loadCertificates(dir, log.logger(slog.LevelInfo))
	if err != nil {
		t.Fatal(err)
	}
	good := certs.current()
	for range 2 {
		if err := os.Rename(filepath.Join(dir, caFile), filepath.Join(dir, "away")); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			if certs.current() != good {
				t.Fatal("the last good certificates are not in use")
			}
		}
		if err := os.Rename(filepath.Join(dir, "away"), filepath.Join(dir, caFile)); err != nil {
			t.Fatal(err)
		}
		certs.current()
	}
	if n := strings.Count(log.String(), "cannot read"); n != 2 {
		t.Errorf("%d warnings for two faults: %s", n, log)
	}
}
