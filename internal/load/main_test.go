package main

import (
	"strings"
	"testing"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// TestLoad is the short form of the command.
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	o := options{Duration: 8 * time.Second, Clients: 64, Memory: 256 << 20, Kill: 3 * time.Second, Rotate: time.Second}
	r, err := run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	r.print(&text)
	t.Log("\n" + text.String())
	if err := r.verdict(o); err != nil {
		t.Error(err)
	}
	if r.killed == 0 || r.faults["certificate replaced"] == 0 || r.faults["garbage"] == 0 || len(r.calls[impatient]) == 0 {
		t.Errorf("nothing went wrong: %v", r.faults)
	}
}

// What a call must not be answered with counts as an error.
func TestOutcome(t *testing.T) {
	fatal := func(message string) *fnv1.RunFunctionResponse {
		return &fnv1.RunFunctionResponse{Results: []*fnv1.Result{{Severity: fnv1.Severity_SEVERITY_FATAL, Message: message}}}
	}
	late := status.Error(codes.DeadlineExceeded, "late")
	for _, c := range []struct {
		kind     kind
		response *fnv1.RunFunctionResponse
		err      error
		wrong    bool
	}{
		{ordinary, &fnv1.RunFunctionResponse{}, nil, false},
		{ordinary, fatal("main.hcl:1: Unknown local"), nil, true},
		{ordinary, fatal("Not enough memory; it will be tried again"), nil, false},
		{ordinary, nil, late, true},
		{impatient, nil, late, false},
		{impatient, nil, status.Error(codes.Unavailable, "killed"), false},
		{ordinary, nil, status.Error(codes.Unavailable, "killed"), true},
		{greedy, fatal("main.hcl:1: Too much text"), nil, false},
		{greedy, fatal("internal error"), nil, true},
		{greedy, nil, status.Error(codes.Internal, "broken"), true},
	} {
		if got := outcome(c.kind, c.response, c.err); (got != "") != c.wrong {
			t.Errorf("%s, %v, %v: %q", c.kind, c.response, c.err, got)
		}
	}
}

// The verdict sees what the report has.
func TestVerdict(t *testing.T) {
	o := options{Memory: 100}
	good := func() *report {
		r := newReport()
		r.called(ordinary, time.Second, "")
		return r
	}
	if err := good().verdict(o); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*report){
		"error":      func(r *report) { r.called(ordinary, 0, "wrong") },
		"memory":     func(r *report) { r.peak = 101 },
		"goroutines": func(r *report) { r.after.Goroutines = spareGoroutines + 1 },
		"panic":      func(r *report) { r.after.Panics = 1 },
		"no call":    func(r *report) { r.calls = nil },
	} {
		r := good()
		spoil(r)
		if r.verdict(o) == nil {
			t.Errorf("%s is not noticed", name)
		}
	}
}
