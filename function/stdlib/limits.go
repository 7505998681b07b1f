package stdlib

import (
	"errors"
	"fmt"

	"github.com/hclx-lang/hclx/function"
)

// The limits of what a function may build. They are far beyond what configuration needs, and keep a call from
// exhausting the memory of its host.
const (
	maxText     = 64 << 20 // bytes of a text that a function builds
	maxElements = 1 << 20  // elements of a collection that a function makes from a text or multiplies out
	maxYAML     = 8 << 20  // bytes of a YAML text; its parser needs far more memory than that
	maxRange    = 1024     // elements of a range, as in Terraform
	maxWidth    = 1 << 16  // width and precision of a format verb
	maxIndent   = 4096     // blanks of an indentation
	maxPattern  = 1 << 16  // bytes of a regular expression
	maxNesting  = 1000     // depth of a decoded document
)

var errTextTooLong = fmt.Errorf("the result would be longer than %d MiB", maxText>>20)

func checkText(size int) error {
	if size > maxText {
		return errTextTooLong
	}
	return nil
}

func checkElements(n int, what string) error {
	if n > maxElements {
		return fmt.Errorf("there would be more than %d %s", maxElements, what)
	}
	return nil
}

// integer returns a whole-number argument.
func integer(c *function.Call, i int) (int, error) {
	n, ok := c.Args[i].AsInt64()
	switch v := c.Args[i]; {
	case ok:
		return int(n), nil
	case v.IsInteger():
		return 0, function.Arg(i, errors.New("must be a whole number between -9223372036854775808 and 9223372036854775807"))
	case c.Hides(i) || v.IsInfinite():
		return 0, function.Arg(i, errNotWhole)
	default:
		return 0, function.Arg(i, fmt.Errorf("must be a whole number, not %s", shorten(v.NumberText())))
	}
}

// careful is an error that shows something of the arguments, or, if any of them is marked, the plain one that does not.
func careful(c *function.Call, plain, format string, args ...any) error {
	if c.Hidden != 0 {
		return errors.New(plain)
	}
	return fmt.Errorf(format, args...)
}
