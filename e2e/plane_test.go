package e2e

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

// programsVariable names the folder with the programs that the script run builds.
const programsVariable = "HCLX_E2E_PROGRAMS"

// plane is a running control plane.
type plane struct {
	client   dynamic.Interface
	kinds    *kinds
	dir      string
	certs    *authority
	function *process // hclx
	address  string   // of hclx

	collected sync.Map // the kinds of which garbage is collected, by schema.GroupVersionResource
}

var (
	thePlane  *plane
	startOnce sync.Once
)

// sharedPlane starts the control plane for the first test that needs one. TestMain ends it.
func sharedPlane(t *testing.T) *plane {
	t.Helper()
	programs := os.Getenv(programsVariable)
	if programs == "" {
		t.Skip("no control plane: run this with the script e2e/run, which builds one")
	}
	startOnce.Do(func() { thePlane = startPlane(t, programs) })
	if thePlane == nil {
		t.Fatal("the control plane did not start")
	}
	return thePlane
}

func TestMain(m *testing.M) {
	code := m.Run()
	for i := len(processes) - 1; i >= 0; i-- {
		processes[i].stop()
	}
	if code != 0 && thePlane != nil {
		fmt.Fprintln(os.Stderr, "logs of the control plane are in", thePlane.dir)
	}
	os.Exit(code)
}

// process is a program of the control plane. Its output goes to a file.
type process struct {
	cmd  *exec.Cmd
	done chan struct{}
}

var processes []*process

func startProcess(t *testing.T, dir, name string, args []string, env ...string) *process {
	t.Helper()
	log, err := os.OpenFile(filepath.Join(dir, name+".log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.Command(filepath.Join(os.Getenv(programsVariable), name), args...), done: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr, p.cmd.Dir = log, log, dir
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = p.cmd.Wait(); close(p.done); _ = log.Close() }()
	processes = append(processes, p)
	return p
}

// stop asks a process to end and kills it when it does not.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(10 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}

func startPlane(t *testing.T, programs string) *plane {
	t.Helper()
	if !filepath.IsAbs(programs) {
		t.Fatalf("%s has to be an absolute path, not %s", programsVariable, programs)
	}
	dir, err := os.MkdirTemp("", "hclx-e2e-")
	if err != nil {
		t.Fatal(err)
	}
	p := &plane{dir: dir, certs: newAuthority(t)}
	startEtcd(t, dir)
	config := p.startAPIServer(t)
	if p.client, err = dynamic.NewForConfig(config); err != nil {
		t.Fatal(err)
	}
	if p.kinds, err = newKinds(config); err != nil {
		t.Fatal(err)
	}
	p.startFunction(t)
	p.installCrossplane(t)
	p.startCore(t, config)
	go p.collectGarbage()
	return p
}

const etcdPort = 22379

func startEtcd(t *testing.T, dir string) {
	t.Helper()
	c := embed.NewConfig()
	c.Dir, c.LogLevel, c.LogOutputs = filepath.Join(dir, "etcd"), "error", []string{filepath.Join(dir, "etcd.log")}
	c.UnsafeNoFsync = true
	client := url.URL{Scheme: "http", Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(etcdPort))}
	peer := url.URL{Scheme: "http", Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(etcdPort+1))}
	c.ListenClientUrls, c.AdvertiseClientUrls = []url.URL{client}, []url.URL{client}
	c.ListenPeerUrls, c.AdvertisePeerUrls = []url.URL{peer}, []url.URL{peer}
	c.InitialCluster = c.InitialClusterFromName(c.Name)
	server, err := embed.StartEtcd(c)
	if err != nil {
		t.Fatalf("etcd: %v", err)
	}
	select {
	case <-server.Server.ReadyNotify():
	case <-time.After(time.Minute):
		t.Fatal("etcd is not ready after a minute")
	}
}

const apiPort = 26443

// startAPIServer returns the configuration of a client that may do everything.
func (p *plane) startAPIServer(t *testing.T) *rest.Config {
	t.Helper()
	key := newKey(t)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, "sa.key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, "sa.pub", pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}))
	const token = "loopback-only"
	p.write(t, "tokens.csv", []byte(token+",admin,admin,system:masters\n"))
	startProcess(t, p.dir, "kube-apiserver", []string{
		"--etcd-servers=http://127.0.0.1:" + strconv.Itoa(etcdPort),
		"--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", "--endpoint-reconciler-type=none",
		"--secure-port=" + strconv.Itoa(apiPort), "--cert-dir=" + filepath.Join(p.dir, "apiserver"),
		"--service-account-issuer=https://127.0.0.1", "--service-account-key-file=" + filepath.Join(p.dir, "sa.pub"),
		"--service-account-signing-key-file=" + filepath.Join(p.dir, "sa.key"), "--service-cluster-ip-range=10.0.0.0/24",
		"--authorization-mode=AlwaysAllow", "--token-auth-file=" + filepath.Join(p.dir, "tokens.csv"),
		"--disable-admission-plugins=ServiceAccount",
	})
	host := "https://127.0.0.1:" + strconv.Itoa(apiPort)
	config := &rest.Config{Host: host, BearerToken: token, TLSClientConfig: rest.TLSClientConfig{Insecure: true}, QPS: 200,
		Burst: 400}
	//nolint:gosec // loopback, a certificate of its own
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}},
		Timeout: 5 * time.Second}
	eventually(t, 2*time.Minute, "kube-apiserver is ready", func() error {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, host+"/readyz", nil)
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+token)
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		defer func() { _ = response.Body.Close() }()
		if text, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s", response.Status, text)
		}
		return nil
	})
	p.write(t, "kubeconfig", fmt.Appendf(nil, `apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: %q, insecure-skip-tls-verify: true}}]
users: [{name: u, user: {token: %s}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`, host, token))
	return config
}

// startFunction starts hclx, or starts it again.
func (p *plane) startFunction(t *testing.T) {
	t.Helper()
	if p.function != nil {
		p.function.stop()
	} else {
		p.certs.install(t, filepath.Join(p.dir, "server-certs"))
		p.address = freeAddress(t)
	}
	p.function = startProcess(t, p.dir, "hclx-function", []string{"--address=" + p.address, "--metrics-address=off",
		"--tls-certs-dir=" + filepath.Join(p.dir, "server-certs"), "--debug"})
	listening(t, p.address)
}

// startCore starts Crossplane. A composite is reconciled every few seconds, so that settling shows soon.
func (p *plane) startCore(t *testing.T, _ *rest.Config) {
	t.Helper()
	p.certs.install(t, filepath.Join(p.dir, "client-certs"))
	startProcess(t, p.dir, "crossplane", []string{"core", "start", "--package-runtime=External", "--enable-webhooks=false",
		"--poll-interval=" + pollInterval.String(), "--sync-interval=1h", "--xpkg-cache-dir=" + filepath.Join(p.dir, "xpkg"),
		"--tls-client-certs-dir=" + filepath.Join(p.dir, "client-certs"), "--tls-client-secret-name=client",
		"--tls-server-secret-name=server",
		"--metrics-port=0", "--health-probe-port=28081", "--circuit-breaker-burst=10000",
	}, "KUBECONFIG="+filepath.Join(p.dir, "kubeconfig"), "POD_NAMESPACE="+systemNamespace)
}

const (
	systemNamespace = "crossplane-system"
	pollInterval    = 2 * time.Second
)

func (p *plane) write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func listening(t *testing.T, address string) {
	t.Helper()
	eventually(t, 30*time.Second, address+" accepts", func() error {
		c, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			_ = c.Close()
		}
		return err
	})
}

// eventually waits until try succeeds.
func eventually(t *testing.T, within time.Duration, what string, try func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	for {
		err := try()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%s: not after %v: %v", what, within, err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// authority signs the certificates of both ends.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  []byte
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "e2e"}, IsCA: true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour)}
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

// install writes a certificate directory as Crossplane mounts it.
func (a *authority) install(t *testing.T, dir string) {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:     pkix.Name{CommonName: "127.0.0.1"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"tls.crt": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		"tls.key": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
		"ca.crt":  a.pem,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), bytes.Clone(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
