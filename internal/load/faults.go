package main

import (
	"context"
	"crypto/tls"
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// startFaults lets things go wrong until the time is over.
func startFaults(ctx context.Context, o options, s *server, a *authority, r *report) *sync.WaitGroup {
	var all sync.WaitGroup
	every := func(d time.Duration, name string, fault func() error) {
		all.Go(func() {
			tick := time.NewTicker(d)
			defer tick.Stop()
			for {
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
					r.fault(name, fault())
				}
			}
		})
	}
	// A server that starts finds a certificate and a key that belong together, since kubelet replaces a volume whole.
	var files sync.Mutex
	every(o.Kill, "server killed", func() error {
		files.Lock()
		defer files.Unlock()
		return s.kill(context.WithoutCancel(ctx))
	})
	every(o.Rotate, "certificate replaced", func() error {
		files.Lock()
		defer files.Unlock()
		return a.rotate()
	})
	every(100*time.Millisecond, "garbage", func() error { return talk(s.address, garbage) })
	every(200*time.Millisecond, "half-open connection", func() error {
		return talk(s.address, func(net.Conn) { sleep(ctx, 5*time.Second) })
	})
	every(300*time.Millisecond, "slow connection", func() error {
		return talk(s.address, func(c net.Conn) { slowly(ctx, c) })
	})
	every(500*time.Millisecond, "garbage behind TLS", func() error { return a.talkTLS(s.address, garbage) })
	every(700*time.Millisecond, "silence behind TLS", func() error {
		return a.talkTLS(s.address, func(net.Conn) { sleep(ctx, 5*time.Second) })
	})
	return &all
}

// talk connects and leaves the connection to f, which goes on by itself. That nobody listens for a moment is no error.
func talk(address string, f func(net.Conn)) error {
	conn, err := net.DialTimeout("tcp", address, time.Second)
	if err != nil {
		return nil
	}
	go func() {
		defer func() { _ = conn.Close() }()
		f(conn)
	}()
	return nil
}

// talkTLS is talk as a client that the server trusts.
func (a *authority) talkTLS(address string, f func(net.Conn)) error {
	config, err := a.client()
	if err != nil {
		return err
	}
	config.NextProtos = []string{"h2"}
	return talk(address, func(conn net.Conn) {
		if c := tls.Client(conn, config); c.Handshake() == nil {
			f(c)
		}
	})
}

// garbage says what nobody understands.
func garbage(conn net.Conn) {
	b := make([]byte, rand.IntN(10_000))
	for i := range b {
		b[i] = byte(rand.Uint32())
	}
	_, _ = conn.Write(b) // the server may hang up at any time
}

// slowly begins a handshake a byte at a time.
func slowly(ctx context.Context, conn net.Conn) {
	for _, b := range []byte{22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3, 0, 0, 0, 0, 0} {
		if _, err := conn.Write([]byte{b}); err != nil {
			return
		}
		sleep(ctx, 300*time.Millisecond)
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
