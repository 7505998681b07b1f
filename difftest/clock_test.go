package difftest

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that this process has used, garbage collection included. Other programs on the
// machine hardly change it, unlike the time on the wall.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
