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

// What the program of a call may build, in bytes: four times the largest answer that Crossplane accepts, and where
// there is little memory less.
const (
	usualCallBytes = 4 * maxResponseSize
	leastCallBytes = usualCallBytes / 2
)

const (
	// baseBytes is what the process takes beside calls and programs.
	baseBytes = 32 << 20
	// builtFactor is how many times what a program builds a call may hold: the text that is being written, its buffer and
	// its copy.
	builtFactor = 3
	// answerBytes is what the answer and the buffer that it is written to take at most.
	answerBytes = 2 * maxResponseSize
)

// Memory is how the memory of a server is divided.
type Memory struct {
	// Requests is how many requests are received at once.
	Requests int
	// Pool is what all calls that compose share, in bytes; 0 means that there is no bound. A call takes what it may need
	// before it starts.
	Pool int64
	// CallBytes bounds what the program of each call builds.
	CallBytes int
	// CacheBytes bounds the compiled programs.
	CacheBytes int
}

// DivideMemory divides what GOMEMLIMIT allows, or else the limit of the container, of which the collector is told 80 %.
// Where there is no limit, everything has its default. A request may have so many bytes.
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

// divide gives an eighth of the memory to programs, a quarter of the rest at most to requests that are being received,
// and what is left then to calls that compose. Where that is little, fewer requests are received, and fewer calls
// compose at once: two of them if possible.
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

// callNeeds is what a call takes of the pool, besides its request and the compilation of its program.
func (m Memory) callNeeds() int64 { return builtFactor*int64(m.CallBytes) + answerBytes }

// Limits are the limits of the calls of a function that has this memory. An answer that is far beyond what Crossplane
// accepts is not written.
func (m Memory) Limits() run.Limits {
	return run.Limits{Bytes: m.CallBytes, OutputBytes: 2 * maxResponseSize, OutputValues: maxResponseSize / 2}
}

// UsualLimits are the limits of calls in a small container. What they let through is not too much anywhere.
func UsualLimits() run.Limits { return Memory{CallBytes: usualCallBytes}.Limits() }

// requestNeeds is how much memory a request takes at most when a program reads all of it. It counts the bytes that
// begin an entry, an element, a list, an object or a number on the wire; those in texts count as well.
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

// compileNeeds is how much memory it takes to compile a program: so much for each of its tokens, most of which begin or
// end with a sign.
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

// containerLimit is the memory limit that the kernel holds this process to, by version 2 or 1 of cgroups.
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
