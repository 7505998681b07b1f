// Command growth prints how much work hclx does for inputs of one shape and two sizes: statements executed, and bytes
// allocated. Its test fails where eight times the input takes much more than eight times the work. Unlike time, both
// figures are the same on a busy machine.
//
// Statements are counted by the counters of coverage, so it has to be built with them:
//
//	go build -cover -covermode=atomic -coverpkg=github.com/hclx-lang/hclx/... ./internal/growth
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// factor is how much larger the large input of a shape is.
const factor = 8

// shape is a family of inputs. Of an input of size n, prepare makes the work that is counted.
type shape struct {
	name    string
	size    int // the small one; 0 is 1000
	prepare func(n int) (work func())
	square  string // why the statements may grow with the square, if they do
}

// Row is what was counted for one shape.
type Row struct {
	Name string
	Size int
	// Square is why the statements grow with the square of the size, empty where they must not.
	Square string `json:",omitempty"`
	Small  Work
	Large  Work
}

// Work is what one run took.
type Work struct {
	Statements uint64
	Bytes      uint64
}

func main() {
	for _, list := range [][]shape{syntaxShapes(), functionShapes(), programShapes(), textShapes()} {
		for _, s := range list {
			row := Row{Name: s.name, Size: cmp.Or(s.size, 1000), Square: s.square}
			var err error
			if row.Small, err = measure(s.prepare(row.Size)); err == nil {
				row.Large, err = measure(s.prepare(row.Size * factor))
			}
			if err == nil {
				err = json.NewEncoder(os.Stdout).Encode(row)
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}

// measure counts with empty pools and without collections, which would empty them in between: on a busy machine that
// happened in the large run only.
func measure(do func()) (w Work, err error) {
	runtime.GC() // the second one drops what pools kept over the first
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w.Statements, err = statements(do)
	runtime.ReadMemStats(&after)
	w.Bytes = after.TotalAlloc - before.TotalAlloc
	return w, err
}
