//go:build unix

package difftest

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that this process has used: on a machine that is busy with other things it tells more
// than the time of day.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Since(started)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
