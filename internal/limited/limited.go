// Package limited reads files and streams up to a size. What a command is given on its command line may be anything: a
// device that never ends, a pipe, a dump of a database.
package limited

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// MaxBytes is how much is read of one file or stream. Sources, manifests and schemas have a hundredth of it.
const MaxBytes = 32 << 20

// TooLargeError is the error for what has more bytes than are read.
type TooLargeError int

// Error says how much is read.
func (e TooLargeError) Error() string {
	return fmt.Sprintf("has more than %d MiB, which is more than is read", int(e)>>20)
}

// File reads a file, as [os.ReadFile] does. One that has more than [MaxBytes] gives an [*fs.PathError] with a
// [TooLargeError].
func File(path string) ([]byte, error) { return Large(path, MaxBytes) }

// Large is [File] for a file that may have so many bytes.
func Large(path string, most int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	size := 0
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		size = int(min(info.Size(), int64(most)+1))
	}
	text, err := read(f, size, most)
	if _, ok := err.(TooLargeError); ok {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return text, err
}

// All reads a stream to its end, for [MaxBytes] at most. Beyond that the error is a [TooLargeError].
func All(r io.Reader) ([]byte, error) { return read(r, 0, MaxBytes) }

// read reads everything into memory for so many bytes, or more as it comes.
func read(r io.Reader, size, most int) ([]byte, error) {
	text := make([]byte, 0, size+512)
	for {
		n, err := r.Read(text[len(text):min(cap(text), most+1)])
		text = text[:len(text)+n]
		switch {
		case len(text) > most:
			return nil, TooLargeError(most)
		case err == io.EOF:
			return text, nil
		case err != nil:
			return text, err
		}
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
	}
}
