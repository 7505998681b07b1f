package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"runtime/coverage"
)

// statements runs do and returns the sum of the coverage counters, each of which counts the runs of one straight piece
// of code.
func statements(do func()) (uint64, error) {
	if err := coverage.ClearCounters(); err != nil {
		return 0, err
	}
	do()
	var file bytes.Buffer
	if err := coverage.WriteCounters(&file); err != nil {
		return 0, err
	}
	return sum(file.Bytes())
}

// The form of the file is that of Go's package internal/coverage: a header, and a segment of strings, arguments and the
// counters of each function that ran.
const (
	fileHeader    = 4 + 4 + 16 + 1 + 1 + 6 // magic, version, hash, flavour, order of bytes, padding
	segmentHeader = 8 + 4 + 4              // the numbers of functions, and of bytes of strings and arguments
	rawCounters   = 1                      // the flavour whose counters are not packed
)

// sum returns the sum of the counters in a file.
func sum(file []byte) (total uint64, err error) {
	if len(file) < fileHeader+segmentHeader || !bytes.HasPrefix(file, []byte("\x00cwm")) {
		return 0, fmt.Errorf("the coverage counters have a form that is not known: %.40x", file)
	}
	packed := file[24] != rawCounters
	functions := binary.LittleEndian.Uint64(file[fileHeader:])
	texts := int(binary.LittleEndian.Uint32(file[fileHeader+8:]) + binary.LittleEndian.Uint32(file[fileHeader+12:]))
	at := (fileHeader + segmentHeader + texts + 3) &^ 3
	next := func() (n uint64) {
		width := 4
		if !packed && at+width <= len(file) {
			n = uint64(binary.LittleEndian.Uint32(file[at:]))
		} else if at <= len(file) {
			n, width = binary.Uvarint(file[at:])
		}
		if width <= 0 || at+width > len(file) {
			err, n, width = fmt.Errorf("the coverage counters end early"), 0, 0
		}
		at += width
		return n
	}
	for ; functions > 0 && err == nil; functions-- {
		counters := next()
		next() // the package
		next() // the function
		for ; counters > 0 && err == nil; counters-- {
			n := next()
			if n == math.MaxUint32 {
				return 0, fmt.Errorf("a counter is full")
			}
			total += n
		}
	}
	return total, err
}
