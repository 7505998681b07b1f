package crossplane

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

// The validity of the certificates.
var validFrom, validTo = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// authority is a certificate authority of a test.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  []byte
}

func newAuthority(t *testing.T, name string) *authority {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: validFrom, NotAfter: validTo,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{cert, key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// issue makes a certificate for 127.0.0.1 that serves both ends, as PEM.
func (a *authority) issue(t *testing.T, name string) (cert, key []byte) {
	t.Helper()
	private := newKey(t)
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		NotBefore:   validFrom, NotAfter: validTo,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &private.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})
}

// install writes a server's certificate directory the way the kubelet changes a mounted secret: each file by a rename.
func (a *authority) install(t *testing.T, dir, name string) {
	t.Helper()
	cert, key := a.issue(t, name)
	for file, text := range map[string][]byte{certFile: cert, keyFile: key, caFile: a.pem} {
		replaceFile(t, filepath.Join(dir, file), text)
	}
}

func replaceFile(t *testing.T, path string, text []byte) {
	t.Helper()
	err := os.WriteFile(path+".new", text, 0o600)
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// client is the TLS configuration of a client that trusts a, with a certificate that a issued.
func (a *authority) client(t *testing.T) *tls.Config {
	t.Helper()
	cert, key := a.issue(t, "client")
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: pool}
}

// startTLS serves on loopback TCP with the certificates of dir and gives its address.
func startTLS(t *testing.T, dir string) (*running, string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &running{log: &logBuffer{}, done: make(chan error, 1)}
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	options := ServeOptions{Runner: runnerFunc(echo), TLSCertsDir: dir, Listener: listener,
		MetricsAddress: MetricsOff, Logger: r.log.logger(slog.LevelInfo)}
	go func() { r.done <- Serve(ctx, options) }()
	t.Cleanup(func() {
		stop()
		if err := <-r.done; err != nil {
			t.Errorf("Serve returned %v", err)
		}
	})
	return r, listener.Addr().String()
}

// callTLS makes one call over a connection of its own and gives the name in the server's certificate.
func callTLS(t *testing.T, address string, config *tls.Config) (name string, err error) {
	t.Helper()
	config = config.Clone()
	config.VerifyConnection = func(state tls.ConnectionState) error {
		name = state.PeerCertificates[0].Subject.CommonName
		return nil
	}
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(credentials.NewTLS(config)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), blocked)
	defer cancel()
	_, err = fnv1.NewFunctionRunnerServiceClient(conn).RunFunction(ctx, sampleRequest(t))
	return name, err
}

func TestMutualTLS(t *testing.T) {
	ours, theirs := newAuthority(t, "ours"), newAuthority(t, "theirs")
	dir := t.TempDir()
	ours.install(t, dir, "server")
	_, address := startTLS(t, dir)

	if name, err := callTLS(t, address, ours.client(t)); err != nil || name != "server" {
		t.Errorf("a client of ours got %q, %v", name, err)
	}
	stranger := ours.client(t)
	stranger.Certificates = theirs.client(t).Certificates
	if _, err := callTLS(t, address, stranger); err == nil {
		t.Error("a client with a stranger's certificate was served")
	}
	anonymous := ours.client(t)
	anonymous.Certificates = nil
	if _, err := callTLS(t, address, anonymous); err == nil {
		t.Error("a client without a certificate was served")
	}
	old := ours.client(t)
	old.MaxVersion = tls.VersionTLS11
	if _, err := callTLS(t, address, old); err == nil {
		t.Error("a client with TLS 1.1 was served")
	}
	tls12 := ours.client(t)
	tls12.MaxVersion = tls.VersionTLS12
	if _, err := callTLS(t, address, tls12); err != nil {
		t.Errorf("a client with TLS 1.2 got %v", err)
	}
}

func TestCertificatesAreReadAgain(t *testing.T) {
	first, second := newAuthority(t, "first"), newAuthority(t, "second")
	dir := t.TempDir()
	first.install(t, dir, "one")
	r, address := startTLS(t, dir)
	if name, err := callTLS(t, address, first.client(t)); err != nil || name != "one" {
		t.Fatalf("before the change: %q, %v", name, err)
	}

	// In the middle of a rotation the key does not fit the certificate: the old pair stays in use.
	_, otherKey := second.issue(t, "two")
	replaceFile(t, filepath.Join(dir, keyFile), otherKey)
	if name, err := callTLS(t, address, first.client(t)); err != nil || name != "one" {
		t.Errorf("in the middle of the change: %q, %v", name, err)
	}
	if !strings.Contains(r.log.String(), "previous ones stay in use") {
		t.Errorf("the log does not warn:\n%s", r.log)
	}

	second.install(t, dir, "two")
	if name, err := callTLS(t, address, second.client(t)); err != nil || name != "two" {
		t.Errorf("after the change: %q, %v", name, err)
	}
	if _, err := callTLS(t, address, first.client(t)); err == nil {
		t.Error("after the change a client of the old authority was served")
	}
	if err := os.Remove(filepath.Join(dir, caFile)); err != nil {
		t.Fatal(err)
	}
	if name, err := callTLS(t, address, second.client(t)); err != nil || name != "two" {
		t.Errorf("with a file missing: %q, %v", name, err)
	}
}

func TestInsecureWinsOverCertificates(t *testing.T) {
	r := start(t, runnerFunc(echo), func(o *ServeOptions) { o.TLSCertsDir = "does-not-exist" })
	if _, err := r.call(t, sampleRequest(t)); err != nil {
		t.Error(err)
	}
}

func TestBadCertificates(t *testing.T) {
	ca := newAuthority(t, "ca")
	cases := map[string]struct {
		change func(dir string)
		want   string
	}{
		"no directory": {func(dir string) { _ = os.RemoveAll(dir) }, "no such file"},
		"no key":       {func(dir string) { _ = os.Remove(filepath.Join(dir, keyFile)) }, keyFile},
		"empty CA": {func(dir string) {
			replaceFile(t, filepath.Join(dir, caFile), nil)
		}, "ca.crt contains no PEM certificate"},
		"bad cert": {func(dir string) { replaceFile(t, filepath.Join(dir, certFile), []byte("x")) }, "PEM"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			ca.install(t, dir, "server")
			c.change(dir)
			err := Serve(t.Context(), ServeOptions{Runner: runnerFunc(echo), TLSCertsDir: dir, Address: "127.0.0.1:0",
				MetricsAddress: MetricsOff, Logger: (&logBuffer{}).logger(slog.LevelInfo)})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), dir) {
				t.Errorf("got %v, want an error about %q in %s", err, c.want, dir)
			}
		})
	}
}
