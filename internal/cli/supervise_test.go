package cli

import (
	"bytes"
	"context"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func shortGrace(t *testing.T, d time.Duration) {
	was := grace
	t.Cleanup(func() { grace = was })
	grace = d
}

func TestSupervise(t *testing.T) {
	var end chan struct{} // of what ignores its context
	hangs := func(*Context) int { <-end; return exitOK }
	for name, tt := range map[string]struct {
		grace   time.Duration
		signals []os.Signal
		command func(*Context) int
		code    int
		message string
	}{
		"returns": {time.Hour, nil, func(*Context) int { return 7 }, 7, ""},
		"heeds the first signal": {time.Hour, []os.Signal{syscall.SIGTERM}, func(c *Context) int { <-c.Done(); return 7 }, 7,
			""},
		"hangs after a signal": {time.Millisecond, []os.Signal{syscall.SIGTERM}, hangs, exitError,
			"hclx: error: stopped by a signal (terminated), because the command did not end within 1ms by itself\n"},
		"hangs, two signals": {time.Hour, []os.Signal{os.Interrupt, syscall.SIGTERM}, hangs, exitError,
			"hclx: error: stopped by a second signal (terminated)\n"},
		"hangs after its deadline": {time.Millisecond, nil, func(c *Context) int {
			_, cancel := c.withTimeout(time.Millisecond)
			defer cancel()
			<-end
			return exitOK
		}, exitError, "hclx: error: the pipeline took longer than the --timeout of 1ms, and did not end by itself within " +
			"1ms after that\n"},
		"ends after its deadline": {time.Hour, nil, func(c *Context) int {
			ctx, cancel := c.withTimeout(time.Millisecond)
			defer cancel()
			<-ctx.Done()
			return 7
		}, 7, ""},
		"goes on after its deadline was met": {50 * time.Millisecond, nil, func(c *Context) int {
			_, cancel := c.withTimeout(time.Millisecond)
			cancel()
			time.Sleep(100 * time.Millisecond)
			return 7
		}, 7, ""},
	} {
		inBubble(t, name, func(t *testing.T) {
			shortGrace(t, tt.grace)
			end = make(chan struct{})
			defer close(end)
			signals := make(chan os.Signal, len(tt.signals))
			for _, s := range tt.signals {
				signals <- s
			}
			var errs bytes.Buffer
			code := supervise(&Context{Context: context.Background(), Stderr: &errs}, signals, tt.command)
			if code != tt.code || errs.String() != tt.message {
				t.Errorf("exit code %d, %q; want %d, %q", code, errs.String(), tt.code, tt.message)
			}
		})
	}
}

// inBubble runs a test in a bubble, where time passes when nothing else can be done.
func inBubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

// TestDrainIsNotCutShort checks that a command that answers what it has begun has as long as it takes.
func TestDrainIsNotCutShort(t *testing.T) {
	inBubble(t, "drains", func(t *testing.T) {
		shortGrace(t, time.Second)
		signals := make(chan os.Signal, 1)
		c := &Context{Context: t.Context(), Stderr: &strings.Builder{}}
		code := supervise(c, signals, func(c *Context) int {
			c.drains.Store(true)
			signals <- syscall.SIGTERM
			<-c.Done()
			time.Sleep(time.Hour)
			return exitOK
		})
		if code != exitOK {
			t.Errorf("exit code %d", code)
		}
	})
}

// TestTerminalIsRestored checks that a command that is given up leaves the terminal as it was.
func TestTerminalIsRestored(t *testing.T) {
	inBubble(t, "given up", func(t *testing.T) {
		shortGrace(t, time.Second)
		end := make(chan struct{})
		defer close(end)
		signals := make(chan os.Signal, 1)
		restored := false
		supervise(&Context{Context: t.Context(), Stderr: &strings.Builder{}}, signals, func(c *Context) int {
			restore := func() { restored = true }
			c.restore.Store(&restore)
			signals <- syscall.SIGTERM
			<-end
			return exitOK
		})
		if !restored {
			t.Error("the terminal was not restored")
		}
	})
}
