package crossplane

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
)

// functionMetrics contains metrics about calls: how they end, what waits, and what the program cache does. A server
// registers them with its own metrics.
type functionMetrics struct {
	calls     *prometheus.CounterVec // by outcome
	blocks    *prometheus.CounterVec // by state
	limits    prometheus.Counter
	compile   prometheus.Histogram
	hits      prometheus.Counter
	misses    prometheus.Counter
	evictions prometheus.Counter
	bytes     prometheus.Gauge
	programs  prometheus.Gauge
	memory    prometheus.Gauge

	// The counters of calls and blocks by their labels, so that a call looks none of them up.
	fatal, failed, waiting, complete prometheus.Counter
	blocksFailed, blocksWaiting      prometheus.Counter
}

// The outcomes of a call. The first one that applies counts.
const (
	outcomeFatal    = "fatal"    // a FATAL result: nothing is changed
	outcomeFailed   = "failed"   // a block was left out because an expression in it failed
	outcomeWaiting  = "waiting"  // a block was left out because something is not known yet
	outcomeComplete = "complete" // everything that was asked for is in the response
)

func newFunctionMetrics() *functionMetrics {
	m := &functionMetrics{
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hclx_calls_total", Help: "Calls that ran a function, by outcome."}, []string{"outcome"}),
		blocks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hclx_blocks_left_out_total", Help: "Blocks that a call left out, by state: waiting or failed."},
			[]string{"state"}),
		limits: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "hclx_limits_hit_total", Help: "Calls that a limit ended: steps, memory, size of the answer, time."}),
		compile: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "hclx_compile_seconds", Help: "Time to compile a program.",
			Buckets: prometheus.ExponentialBuckets(0.00025, 4, 8)}), // 0.25 ms to 4 s
		hits: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "hclx_program_cache_hits_total", Help: "Calls whose program was compiled already."}),
		misses: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "hclx_program_cache_misses_total", Help: "Calls whose program had to be compiled."}),
		evictions: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "hclx_program_cache_evictions_total", Help: "Programs that were dropped to make room."}),
		bytes: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "hclx_program_cache_bytes", Help: "Estimated memory of compiled programs."}),
		programs: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "hclx_program_cache_programs", Help: "Compiled programs in memory."}),
		memory: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "hclx_memory_taken_bytes", Help: "Memory that calls have taken in advance."}),
	}
	m.fatal, m.failed = m.calls.WithLabelValues(outcomeFatal), m.calls.WithLabelValues(outcomeFailed)
	m.waiting, m.complete = m.calls.WithLabelValues(outcomeWaiting), m.calls.WithLabelValues(outcomeComplete)
	m.blocksFailed, m.blocksWaiting = m.blocks.WithLabelValues(outcomeFailed), m.blocks.WithLabelValues(outcomeWaiting)
	return m
}

func (m *functionMetrics) all() []prometheus.Collector {
	return []prometheus.Collector{m.calls, m.blocks, m.limits, m.compile, m.hits, m.misses, m.evictions, m.bytes,
		m.programs, m.memory}
}

// Describe implements [prometheus.Collector].
func (f *Function) Describe(to chan<- *prometheus.Desc) {
	for _, c := range f.metrics.all() {
		c.Describe(to)
	}
}

// Collect implements [prometheus.Collector].
func (f *Function) Collect(to chan<- prometheus.Metric) {
	for _, c := range f.metrics.all() {
		c.Collect(to)
	}
}

// ended counts a call by its outcome.
//
// Each call is counted under one outcome, so that the outcomes add up to the number of calls.
func (m *functionMetrics) ended(out *run.Output) {
	waiting, failed := 0, 0
	for i := range out.Items {
		switch out.Items[i].State {
		case report.Waiting:
			waiting++
		case report.Failed:
			failed++
		}
	}
	m.blocksWaiting.Add(float64(waiting))
	m.blocksFailed.Add(float64(failed))
	if hitLimit(out) {
		m.limits.Inc()
	}
	switch {
	case out.Fatal:
		m.fatal.Inc()
	case failed > 0:
		m.failed.Inc()
	case waiting > 0:
		m.waiting.Inc()
	default:
		m.complete.Inc()
	}
}

func hitLimit(out *run.Output) bool {
	for _, d := range out.Diagnostics {
		if d.Code == code.Limit {
			return true
		}
	}
	return false
}
