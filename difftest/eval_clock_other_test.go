//go:build !unix

package difftest

import "time"

func cpuTime() time.Duration { return time.Since(started) }
