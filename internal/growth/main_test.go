package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"
)

// What is linear takes 8 times the statements for 8 times the input, what sorts 11 times, what is quadratic 64 times.
// Buffers that double make it up to twice as many bytes.
const (
	mostStatements = 1.5 * factor
	mostBytes      = 2 * factor
)

func TestWorkIsLinear(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "growth")
	build := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg=github.com/hclx-lang/hclx/...", "-o",
		binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	command := exec.Command(binary)
	command.Env = append(command.Environ(), "GOCOVERDIR="+t.TempDir())
	out, err := command.Output()
	if err != nil {
		t.Fatalf("growth: %v\n%s", err, stderr(err))
	}
	rows := 0
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); rows++ {
		var row Row
		if err := d.Decode(&row); err != nil {
			t.Fatal(err)
		}
		if row.Small.Statements < uint64(row.Size)/2 {
			t.Errorf("%s: only %d statements for %d", row.Name, row.Small.Statements, row.Size)
		}
		linear := float64(row.Large.Statements) <= mostStatements*float64(row.Small.Statements)
		if linear != (row.Square == "") {
			t.Errorf("%s: %d statements for %d, %d for %d times as many; the reason for that is %q",
				row.Name, row.Small.Statements, row.Size, row.Large.Statements, factor, row.Square)
		}
		if spare := 64 << 10; row.Square == "" && float64(row.Large.Bytes) > mostBytes*float64(row.Small.Bytes)+
			float64(spare) {
			t.Errorf("%s: %d bytes for %d, %d for %d times as many", row.Name, row.Small.Bytes, row.Size, row.Large.Bytes,
				factor)
		}
	}
	if want := len(syntaxShapes()) + len(functionShapes()) + len(programShapes()) + len(textShapes()); rows != want {
		t.Errorf("%d rows, not %d", rows, want)
	}
}

func stderr(err error) []byte {
	if e, ok := err.(*exec.ExitError); ok {
		return e.Stderr
	}
	return nil
}

// A quadratic piece of work has a sum of counters that shows it; what is broken is an error.
func TestSum(t *testing.T) {
	header := make([]byte, fileHeader)
	copy(header, "\x00cwm")
	header[24] = rawCounters + 1
	segment := []byte{2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 'a', 'b', 'c', 'd', 'e', 0, 0, 0}
	packed := append(append(header, segment...), 2, 7, 7, 5, 0x80, 0x01, 1, 8, 8, 4)
	if got, err := sum(packed); got != 5+128+4 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	for _, n := range []int{0, fileHeader, len(packed) - 1} {
		if got, err := sum(packed[:n]); err == nil {
			t.Errorf("%d bytes: %d", n, got)
		}
	}
}
