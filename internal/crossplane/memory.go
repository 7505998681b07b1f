package crossplane

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/run"
)

// The memory that a call may take for what its program builds, at least and at most.
const (
	leastCallBytes = 16 << 20
	mostCallBytes  = 64 << 20
)

// Memory is how the memory of a server is divided.
type Memory struct {
	// Calls is how many calls compose at once.
	Calls int
	// CallBytes bounds what the program of each of them builds.
	CallBytes int
	// CacheBytes bounds the compiled programs.
	CacheBytes int
}

// DivideMemory divides what GOMEMLIMIT allows, or else the limit of the container, of which the collector is told 80 %. Where there is no
// limit, everything has its default.
func DivideMemory() Memory {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		if limit = containerLimit(os.ReadFile); limit < math.MaxInt64 {
			limit = limit / 10 * 8
			debug.SetMemoryLimit(limit)
		}
	}
	return divide(limit, 4*runtime.GOMAXPROCS(0))
}

// divide gives half of the memory to calls and an eighth to programs. A call holds about twice what its program has built: the text that is
// being written and its copy, the request and the answer. Where the memory is small, fewer calls run at once.
func divide(limit int64, calls int) Memory {
	pool := limit / 2
	calls = max(1, int(min(int64(calls), pool/(2*leastCallBytes))))
	return Memory{
		Calls:      calls,
		CallBytes:  int(min(max(pool/int64(2*calls), leastCallBytes), mostCallBytes)),
		CacheBytes: int(min(limit/8, DefaultCacheBytes)),
	}
}

// Limits are the limits of the calls of a function that has this memory. An answer that is far beyond what Crossplane accepts is not written.
func (m Memory) Limits() run.Limits {
	return run.Limits{Bytes: m.CallBytes, OutputBytes: 2 * maxResponseSize, OutputValues: maxResponseSize / 2}
}

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
