package stdlib_test

import (
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// TestPrepared holds that a declaration that was specialised for constants gives what the original gives, errors too.
func TestPrepared(t *testing.T) {
	s := value.String
	for _, c := range []struct {
		name     string
		constant []bool
		args     []value.Value
		prepared bool
	}{
		{"regex", []bool{true, false}, []value.Value{s("(a)(b)?"), s("xab")}, true},
		{"regex", []bool{true, false}, []value.Value{s("z"), s("xab")}, true},
		{"regex", []bool{false, true}, []value.Value{s("a"), s("xab")}, false},
		{"regex", []bool{true, false}, []value.Value{s("("), s("xab")}, false},
		{"regexall", []bool{true, false}, []value.Value{s("(?P<x>[a-z])"), s("xab")}, true},
		{"replace", []bool{false, true, false}, []value.Value{s("xab"), s("/([ab])/"), s("<$1>")}, true},
		{"replace", []bool{false, true, false}, []value.Value{s("xab"), s("a"), s("b")}, false},
		{"format", []bool{true, false}, []value.Value{s("%05d|%[1]v"), value.Int(7)}, true},
		{"format", []bool{true, false}, []value.Value{s("%d"), s("x")}, true},
		{"format", []bool{true, false}, []value.Value{s("%z"), s("x")}, false},
		{"formatlist", []bool{true, false}, []value.Value{s("%s!"), value.Tuple(s("a"), s("b"))}, true},
		{"formatdate", []bool{true, false}, []value.Value{s("YYYY"), s("2020-01-01T00:00:00Z")}, true},
		{"formatdate", []bool{true, false}, []value.Value{s("YYYY"), s("x")}, true},
		{"formatdate", []bool{true, false}, []value.Value{s("Q"), s("x")}, false},
	} {
		d := table[c.name]
		constants := make([]value.Value, len(c.args))
		for i, yes := range c.constant {
			if yes {
				constants[i] = c.args[i]
			}
		}
		p := d.Prepared(constants)
		if (p != d) != c.prepared {
			t.Errorf("%s: prepared is %t", c.name, p != d)
		}
		want, wantErr := d.Call(append([]value.Value(nil), c.args...), types.Extended)
		got, gotErr := p.Call(append([]value.Value(nil), c.args...), types.Extended)
		if (wantErr == nil) != (gotErr == nil) || wantErr != nil && wantErr.Error() != gotErr.Error() ||
			wantErr == nil && !got.Equal(want) {
			t.Errorf("%s gives %s (%v), prepared %s (%v)", c.name, host.DebugString(want), wantErr, host.DebugString(got),
				gotErr)
		}
	}
}

// TestConcurrent runs all examples on several goroutines at once, for the race detector.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, d := range sortedTable() {
				for _, e := range d.Examples {
					if _, err := evaluate(e.Call, types.Extended, nil); (err != nil) != (e.Error != "") {
						t.Errorf("%s: %v", e.Call, err)
					}
				}
			}
		})
	}
	wg.Wait()
}
