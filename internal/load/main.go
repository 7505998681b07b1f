// Load runs the server that clusters run, loads it with many clients, and lets go wrong what goes wrong in clusters:
// the server is killed and started again, connections are slow, half open or speak nonsense, callers give up,
// certificates are replaced, and programs try to take everything. In the end it reports errors, durations, memory and
// goroutines, and fails if a call was not answered as it has to be.
//
//	go run ./internal/load --duration 10m --clients 64
//
// docs/operations.md explains the report. A short form is the test of this package.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// options say how much goes on, and for how long.
type options struct {
	Duration time.Duration
	Clients  int
	// Memory is the limit that the server is told, in bytes.
	Memory int64
	// Kill is how often the server is killed, and Rotate how often its certificates are replaced.
	Kill, Rotate time.Duration
}

func main() {
	var o options
	flag.DurationVar(&o.Duration, "duration", time.Minute, "how long")
	flag.IntVar(&o.Clients, "clients", 64, "how many clients call at once")
	flag.Int64Var(&o.Memory, "memory", 256, "memory of the server in MB, of which 80 % are its GOMEMLIMIT")
	flag.DurationVar(&o.Kill, "kill", 10*time.Second, "how often the server is killed and started again")
	flag.DurationVar(&o.Rotate, "rotate", 3*time.Second, "how often its certificates are replaced")
	flag.Parse()
	o.Memory <<= 20
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r, err := run(ctx, o)
	if err == nil {
		r.print(os.Stdout)
		err = r.verdict(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// run starts the server, the clients and the faults, waits until the time is over, and gathers what happened.
func run(ctx context.Context, o options) (*report, error) {
	dir, err := os.MkdirTemp("", "hclx-load-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	authority, err := newAuthority(dir)
	if err != nil {
		return nil, err
	}
	s, err := newServer(ctx, dir, o.Memory)
	if err != nil {
		return nil, err
	}
	defer s.end()
	r := newReport()
	r.before, err = s.measure(ctx)
	if err != nil {
		return nil, err
	}
	busy, cancel := context.WithTimeout(ctx, o.Duration)
	defer cancel()
	faults := startFaults(busy, o, s, authority, r)
	err = callAll(busy, o, s, authority, r)
	faults.Wait()
	if err != nil {
		return nil, err
	}
	return r, s.settle(ctx, r)
}
