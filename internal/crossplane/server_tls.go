package crossplane

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"google.golang.org/grpc/credentials"
)

// The files of a certificate directory that Crossplane mounts.
const (
	certFile = "tls.crt"
	keyFile  = "tls.key"
	caFile   = "ca.crt"
)

// certificates is the TLS configuration of a directory. Every handshake checks whether the files have changed, which
// costs three stats. The files at the time of a connection count, and nothing runs in the background.
type certificates struct {
	dir string
	log *slog.Logger

	mu     sync.Mutex
	config *tls.Config
	files  [3]os.FileInfo // as they were when config was read
	fault  string         // why the files cannot be used at the moment, as it was logged
}

func loadCertificates(dir string, log *slog.Logger) (*certificates, error) {
	c := &certificates{dir: dir, log: log}
	files, err := c.stat()
	if err == nil {
		c.files = files
		c.config, err = readCertificates(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot use the TLS certificates in %s: %w", dir, err)
	}
	return c, nil
}

func (c *certificates) credentials(refused *refusals) credentials.TransportCredentials {
	return watchedTLS{refused: refused, TransportCredentials: credentials.NewTLS(&tls.Config{
		MinVersion: tls.VersionTLS12,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			return c.current(), nil
		},
	})}
}

// current returns the configuration for a handshake. While the files are unreadable or do not match, as in the middle
// of a rotation, it is the last valid one.
//
// A fault is logged once, until it is another one or has gone: there may be many handshakes in the middle of a
// rotation.
func (c *certificates) current() *tls.Config {
	c.mu.Lock()
	defer c.mu.Unlock()
	files, err := c.stat()
	if err == nil && c.unchanged(files) {
		c.fault = ""
		return c.config
	}
	var config *tls.Config
	if err == nil {
		config, err = readCertificates(c.dir)
	}
	if err != nil {
		if fault := err.Error(); fault != c.fault {
			c.fault = fault
			c.log.Warn("cannot read the changed TLS certificates; the previous ones stay in use", "dir", c.dir, "error", fault)
		}
		return c.config
	}
	c.config, c.files, c.fault = config, files, ""
	c.log.Info("TLS certificates read again", "dir", c.dir)
	return config
}

func (c *certificates) stat() (files [3]os.FileInfo, err error) {
	for i, name := range []string{certFile, keyFile, caFile} {
		if files[i], err = os.Stat(filepath.Join(c.dir, name)); err != nil {
			return files, err
		}
	}
	return files, nil
}

// A Secret that is mounted changes by way of a link that leads to a new folder. Stat follows it, so the files are then
// other ones, even if their time and size are the same.
func (c *certificates) unchanged(files [3]os.FileInfo) bool {
	for i, now := range files {
		was := c.files[i]
		if !os.SameFile(was, now) || !was.ModTime().Equal(now.ModTime()) || was.Size() != now.Size() {
			return false
		}
	}
	return true
}

// readCertificates returns a configuration for mutual TLS. Session tickets are off, because connections are long-lived,
// and a resumed session would outlive its certificates.
func readCertificates(dir string) (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, certFile), filepath.Join(dir, keyFile))
	if err != nil {
		return nil, err
	}
	ca, err := os.ReadFile(filepath.Join(dir, caFile))
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(ca) {
		return nil, errors.New(caFile + " contains no PEM certificate")
	}
	return &tls.Config{
		MinVersion:             tls.VersionTLS12,
		Certificates:           []tls.Certificate{pair},
		ClientCAs:              pool,
		ClientAuth:             tls.RequireAndVerifyClientCert,
		SessionTicketsDisabled: true,
	}, nil
}
