package run

import (
	"context"
	"testing"

	"github.com/hclx-lang/hclx/value"
)

// TestOutputDeadline: the walk over an answer ends with the call.
func TestOutputDeadline(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	v := value.Int(1)
	for range 30 {
		v = value.Tuple(v, v)
	}
	m := newRoom(ctx, Limits{})
	if m.take(v, 0) || m.lack.summary != "Evaluation ended" {
		t.Errorf("it ended with %v", m.lack)
	}
}
