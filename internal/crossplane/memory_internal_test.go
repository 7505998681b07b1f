package crossplane

import (
	"context"
	"math"
	"os"
	"testing"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
)

func TestDivideMemory(t *testing.T) {
	for _, c := range []struct {
		limit int64
		calls int
		want  Memory
	}{
		{math.MaxInt64, 8, Memory{8, mostCallBytes, DefaultCacheBytes}},
		{1 << 20, 8, Memory{1, leastCallBytes, 1 << 17}},
		{205 << 20, 8, Memory{3, (205 << 20) / 12, (205 << 20) / 8}},
		{400 << 20, 2, Memory{2, 50 << 20, 50 << 20}},
		{4 << 30, 8, Memory{8, mostCallBytes, DefaultCacheBytes}},
	} {
		if got := divide(c.limit, c.calls); got != c.want {
			t.Errorf("%d bytes and %d calls: %+v, want %+v", c.limit, c.calls, got, c.want)
		}
	}
}

func TestContainerLimit(t *testing.T) {
	const v2, v1 = "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"
	for _, c := range []struct {
		files map[string]string
		want  int64
	}{
		{nil, math.MaxInt64},
		{map[string]string{v2: "max\n"}, math.MaxInt64},
		{map[string]string{v2: "268435456\n"}, 256 << 20},
		{map[string]string{v1: "9223372036854771712\n"}, math.MaxInt64},
		{map[string]string{v1: "268435456\n"}, 256 << 20},
	} {
		got := containerLimit(func(name string) ([]byte, error) {
			if text, ok := c.files[name]; ok {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		})
		if got != c.want {
			t.Errorf("%v: %d, want %d", c.files, got, c.want)
		}
	}
}

// A call without a deadline gets one.
func TestEveryCallHasADeadline(t *testing.T) {
	var left time.Duration
	r := start(t, runnerFunc(func(ctx context.Context, m *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
		if at, ok := ctx.Deadline(); ok {
			left = time.Until(at)
		}
		return echo(ctx, m)
	}))
	if _, err := r.call(t, sampleRequest(t)); err != nil {
		t.Fatal(err)
	}
	if left <= 0 || left > maxCallTime {
		t.Errorf("the call may take %v", left)
	}
}
