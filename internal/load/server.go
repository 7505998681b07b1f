package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// server is the server under load. It is started again whenever it ends.
type server struct {
	binary, certs    string
	address, metrics string
	memory           int64

	mu      sync.Mutex
	process *exec.Cmd
	peak    int64 // bytes, of all processes so far
	died    error // that a process ended by itself
	killed  int
}

// newServer builds the server and starts it.
func newServer(ctx context.Context, dir string, memory int64) (*server, error) {
	s := &server{binary: filepath.Join(dir, "hclx-function"), certs: dir, memory: memory}
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", s.binary,
		"github.com/hclx-lang/hclx/cmd/hclx-function").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("cannot build the server: %w\n%s", err, out)
	}
	for _, address := range []*string{&s.address, &s.metrics} {
		var err error
		if *address, err = freeAddress(); err != nil {
			return nil, err
		}
	}
	return s, s.start(ctx)
}

// freeAddress finds a port that nobody listens on, below those that the system gives to connections that go out: a
// client that tries a port of that range while the server is away can be connected to itself, and then the server finds
// its port taken.
func freeAddress() (string, error) {
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000)))
		if err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", errors.New("no port is free between 10000 and 30000")
}

// start starts a process and waits until it accepts.
func (s *server) start(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	var said strings.Builder
	p := exec.Command(s.binary, "--address", s.address, "--metrics-address", s.metrics, "--tls-certs-dir", s.certs)
	p.Env = append(os.Environ(), "GOMEMLIMIT="+strconv.FormatInt(s.memory/10*8, 10))
	p.Stderr = &said
	if err := p.Start(); err != nil {
		return err
	}
	s.mu.Lock()
	s.process = p
	s.mu.Unlock()
	for {
		if _, err := s.measure(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			s.end()
			return fmt.Errorf("the server does not answer: %w\n%s", ctx.Err(), said.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// kill ends the process as the kernel would, and starts another one.
func (s *server) kill(ctx context.Context) error {
	s.end()
	s.killed++
	return s.start(ctx)
}

// end notes what the process has taken, and kills it.
func (s *server) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return
	}
	s.peak = max(s.peak, peakOf(s.process.Process.Pid))
	killed := s.process.Process.Kill()
	err := s.process.Wait()
	if killed != nil && s.died == nil {
		s.died = fmt.Errorf("the server ended by itself: %w", errors.Join(killed, err))
	}
	s.process = nil
}

// peakOf is the most memory that a process has had, where the system tells.
func peakOf(pid int) (bytes int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kb, _ := strconv.ParseInt(strings.Fields(rest + " 0")[0], 10, 64)
	return kb << 10
}

// measured is what the server says of itself.
type measured struct{ Goroutines, Resident, Panics float64 }

func (s *server) measure(ctx context.Context) (m measured, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.metrics+"/metrics", nil)
	if err != nil {
		return m, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return m, err
	}
	defer func() { _ = response.Body.Close() }()
	series := map[string]*float64{"go_goroutines": &m.Goroutines, "process_resident_memory_bytes": &m.Resident,
		"hclx_panics_total": &m.Panics}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		name, number, _ := strings.Cut(lines.Text(), " ")
		if at := series[name]; at != nil {
			if *at, err = strconv.ParseFloat(number, 64); err != nil {
				return m, err
			}
		}
	}
	return m, lines.Err()
}

// settle waits until the server is at rest again, and notes what it then takes.
func (s *server) settle(ctx context.Context, r *report) (err error) {
	for range 100 {
		if r.after, err = s.measure(ctx); err != nil || r.after.Goroutines <= r.before.Goroutines+spareGoroutines {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	s.end()
	r.peak, r.killed = s.peak, s.killed
	return errors.Join(err, s.died)
}
