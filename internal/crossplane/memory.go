package crossplane

import (
	"bytes"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/run"
)

// The limits for what the program of a call may build, in bytes: four times the largest answer that Crossplane accepts,
// or less if there is little memory.
const (
	usualCallBytes = 4 * maxResponseSize
	leastCallBytes = usualCallBytes / 2
)

const (
	// baseBytes is the memory of the process without calls and programs.
	baseBytes = 32 << 20
	// builtFactor is the memory of a call as a multiple of what its program builds: the text that is being written, its
	// buffer and its copy.
	builtFactor = 3
	// answerBytes is the maximum size of the answer and its buffer.
	answerBytes = 2 * maxResponseSize
)

// Memory describes how the memory of a server is divided.
type Memory struct {
	// Requests is the maximum number of requests that are received at once.
	Requests int
	// Pool is the memory that all running calls share, in bytes; 0 means no limit. A call reserves the memory that it may
	// need before it starts.
	Pool int64
	// CallBytes limits what the program of each call builds.
	CallBytes int
	// CacheBytes limits the compiled programs.
	CacheBytes int
}

// DivideMemory divides the memory limit: GOMEMLIMIT, or else 80 % of the limit of the container, which it also sets for
// the garbage collector. Without a limit, everything has its default. The argument is the maximum size of a request.
//
// The rest of the container is for what the runtime does not count: the binary, and memory that the kernel holds for
// the process, such as buffers of connections. A limit that somebody has set by GOMEMLIMIT is taken as it is.
func DivideMemory(request int) Memory {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		if limit = containerLimit(os.ReadFile); limit < math.MaxInt64 {
			limit = limit / 10 * 8
			debug.SetMemoryLimit(limit)
		}
	}
	return divide(limit, 4*runtime.GOMAXPROCS(0), int64(request))
}

// divide divides memory: an eighth for programs, at most a quarter of the rest for requests that are being received,
// and the remaining memory for running calls. With little memory, fewer requests are received and fewer calls run at
// once, but at least two if possible.
func divide(limit int64, requests int, request int64) Memory {
	if limit == math.MaxInt64 {
		return Memory{Requests: requests, CallBytes: usualCallBytes, CacheBytes: DefaultCacheBytes}
	}
	m := Memory{CacheBytes: int(min(limit/8, DefaultCacheBytes))}
	rest := max(limit-baseBytes-int64(m.CacheBytes), 0)
	m.Requests = max(1, int(min(int64(requests), rest/4/request)))
	rest -= int64(m.Requests) * request
	calls := min(max(rest/(builtFactor*usualCallBytes+answerBytes), 2), int64(m.Requests))
	m.CallBytes = int(min(max((rest/calls-answerBytes)/builtFactor, leastCallBytes), usualCallBytes))
	// One call has to fit in any case. In a container that is too small for that the process may be ended by the
	// kernel, but a pool in which nothing fits would refuse every call for sure.
	m.Pool = max(rest, m.callNeeds()+4<<20)
	return m
}

// callNeeds returns the memory of a call, without its request and the compilation of its program.
func (m Memory) callNeeds() int64 { return builtFactor*int64(m.CallBytes) + answerBytes }

// Limits returns the limits of calls with this memory. They exclude answers that are far larger than Crossplane
// accepts.
func (m Memory) Limits() run.Limits {
	return run.Limits{Bytes: m.CallBytes, OutputBytes: 2 * maxResponseSize, OutputValues: maxResponseSize / 2}
}

// UsualLimits returns the limits of calls in a small container. What they allow is acceptable everywhere.
func UsualLimits() run.Limits { return Memory{CallBytes: usualCallBytes}.Limits() }

// requestNeeds returns the maximum memory of a request if a program reads all of it. It counts the bytes that begin an
// entry, an element, a list, an object or a number on the wire, including such bytes in texts.
//
// It is an upper bound: a byte that only looks like a tag makes the number larger, never smaller. It is a few passes
// over the bytes, whatever their structure, since every call does it.
func requestNeeds(b []byte) int64 {
	const (
		partBytes      = 24
		containerBytes = 256
		numberBytes    = 160 // of one that is not an integer, and is exact
	)
	count := func(tag byte) int64 { return int64(bytes.Count(b, []byte{tag})) }
	return int64(len(b)) + partBytes*(count(1<<3|2)+count(2<<3|2)) + containerBytes*(count(5<<3|2)+count(6<<3|2)) +
		numberBytes*count(2<<3|1)
}

// compileNeeds returns the memory for compiling a program, which depends on the number of tokens, most of which begin
// or end with a symbol.
//
// It is an estimate from above by what a text consists of, made before the text is read, because reading it is what
// takes the memory.
func compileNeeds(text string) int64 {
	const (
		byteBytes  = 8
		tokenBytes = 400
	)
	tokens := 0
	for i := range len(text) {
		if isSign[text[i]] {
			tokens++
		}
	}
	return byteBytes*int64(len(text)) + tokenBytes*int64(tokens)
}

var isSign = func() (is [256]bool) {
	for _, c := range "\n,.:;=?!+-*/%<>&|()[]{}$\"" {
		is[c] = true
	}
	return is
}()

// containerLimit returns the memory limit of this process in version 2 or 1 of cgroups.
func containerLimit(read func(string) ([]byte, error)) int64 {
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := read(name)
		if err != nil {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && n > 0 && n < 1<<50 { // version 1 writes a huge number for no limit
			return n
		}
	}
	return math.MaxInt64
}
