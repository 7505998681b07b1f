package limited

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Reason returns what went wrong with a file, without the path and the name of the system call.
func Reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// Plain leaves the name of the system call out of an error about a file.
func Plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}
