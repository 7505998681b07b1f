package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// spareGoroutines is how many more goroutines a server at rest may have than at its start: connections that wait for
// their end.
const spareGoroutines = 20

// report gathers what happened.
type report struct {
	before, after measured
	peak          int64
	killed        int

	mu      sync.Mutex
	calls   map[kind][]time.Duration
	errors  map[string]int
	retries int
	faults  map[string]int
	failed  error // of a fault, which is a mistake of this command
}

func newReport() *report {
	return &report{calls: map[kind][]time.Duration{}, errors: map[string]int{}, faults: map[string]int{}}
}

func (r *report) called(k kind, took time.Duration, problem string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls[k] = append(r.calls[k], took)
	if problem != "" {
		r.errors[string(k)+": "+problem[:min(len(problem), 200)]]++
	}
}

func (r *report) retried() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.retries++
}

func (r *report) fault(name string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults[name]++
	r.failed = errors.Join(r.failed, err)
}

// quantile is the duration that a part of the calls did not exceed.
func quantile(sorted []time.Duration, q float64) time.Duration {
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)].Round(10 * time.Microsecond)
}

func (r *report) print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	// the errors stay in the writer
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(t, format+"\n", args...) }
	line("calls\tnumber\tp50\tp99\tmost")
	for _, k := range slices.Sorted(maps.Keys(r.calls)) {
		took := slices.Sorted(slices.Values(r.calls[k]))
		line("%s\t%d\t%v\t%v\t%v", k, len(took), quantile(took, 0.5), quantile(took, 0.99),
			took[len(took)-1].Round(time.Millisecond))
	}
	line("\nfaults\tnumber")
	for _, name := range slices.Sorted(maps.Keys(r.faults)) {
		line("%s\t%d", name, r.faults[name])
	}
	line("calls tried again\t%d", r.retries)
	line("\nserver\tbefore\tafter\tpeak")
	line("memory\t%.0f MB\t%.0f MB\t%d MB", r.before.Resident/1e6, r.after.Resident/1e6, r.peak/1e6)
	line("goroutines\t%.0f\t%.0f", r.before.Goroutines, r.after.Goroutines)
	line("\nerrors\t%d", len(r.errors))
	for _, problem := range slices.Sorted(maps.Keys(r.errors)) {
		line("%d x\t%s", r.errors[problem], strings.ReplaceAll(problem, "\n", " "))
	}
	_ = t.Flush()
}

// verdict is what must not have happened.
func (r *report) verdict(o options) error {
	err := r.failed
	if n := len(r.errors); n > 0 {
		err = errors.Join(err, fmt.Errorf("there were errors of %d kinds", n))
	}
	if len(r.calls[ordinary]) == 0 {
		err = errors.Join(err, errors.New("no call was answered"))
	}
	if r.peak > o.Memory {
		err = errors.Join(err, fmt.Errorf("the server has taken %d MB of %d", r.peak>>20, o.Memory>>20))
	}
	if r.after.Goroutines > r.before.Goroutines+spareGoroutines {
		err = errors.Join(err, fmt.Errorf("%.0f goroutines are left", r.after.Goroutines))
	}
	if r.after.Panics > 0 {
		err = errors.Join(err, fmt.Errorf("the server has recovered from %.0f panics", r.after.Panics))
	}
	return err
}
