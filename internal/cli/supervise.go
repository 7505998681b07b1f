package cli

import (
	"context"
	"fmt"
	"os"
	"time"
)

// grace is the time in which a command must stop. Tests shorten it.
var grace = 2 * time.Second

// supervise runs a command until it returns or is abandoned, and returns the exit code. The first signal cancels the
// context of the command. The second one, or the end of [grace] after the first, abandons the command, and so does
// [Context.withTimeout]. An abandoned command is still running, so the process must exit.
func supervise(c *Context, signals <-chan os.Signal, command func(*Context) int) int {
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	c.Context = ctx
	c.overdue = make(chan error, 1)
	done := make(chan int, 1)
	go func() { done <- command(c) }()
	stopping := false
	for {
		select {
		case code := <-done:
			return code
		case err := <-c.overdue:
			return c.giveUp(err)
		case s := <-signals:
			if stopping {
				return c.giveUp(fmt.Errorf("stopped by a second signal (%v)", s))
			}
			stopping = true
			cancel()
			if !c.drains.Load() {
				timer := c.giveUpAfter(grace,
					fmt.Errorf("stopped by a signal (%v), because the command did not end within %v by itself", s, grace))
				defer timer.Stop()
			}
		}
	}
}

// giveUp restores the terminal and prints the reason why the command is abandoned.
func (c *Context) giveUp(err error) int {
	if restore := c.restore.Load(); restore != nil {
		(*restore)()
	}
	return fail(c.Stderr, err)
}

func (c *Context) giveUpAfter(d time.Duration, err error) *time.Timer {
	return time.AfterFunc(d, func() {
		select {
		case c.overdue <- err:
		default: // there is a reason already
		}
	})
}

// withTimeout returns a context that ends after d. If the returned function is not called within [grace] after that,
// the command is abandoned, because code that does not check its context could run forever.
func (c *Context) withTimeout(d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(c, d)
	timer := c.giveUpAfter(d+grace,
		fmt.Errorf("the pipeline took longer than the --timeout of %v, and did not end by itself within %v after that", d,
			grace))
	return ctx, func() {
		timer.Stop()
		cancel()
	}
}
