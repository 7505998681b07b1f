package paths

import (
	"errors"
	"iter"
	"strings"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// engine gives access to the implementation in package value.
var engine = value.Internals(valuedef.Key{})

// HasPrefix reports whether p begins with the steps of o.
func HasPrefix(p, o value.Path) bool { return len(p) >= len(o) && p[:len(o)].Equal(o) }

// Compare orders paths: step by step, attributes before elements, names by their bytes and keys by [calc.Compare]; a
// path comes before those that begin with it.
func Compare(p, o value.Path) int {
	for i := 0; i < len(p) && i < len(o); i++ {
		if c := compareSteps(p[i], o[i]); c != 0 {
			return c
		}
	}
	return len(p) - len(o)
}

func compareSteps(s, o value.Step) int {
	switch {
	case s.IsAttr() && o.IsAttr():
		return strings.Compare(s.Name, o.Name)
	case s.IsAttr():
		return -1
	case o.IsAttr():
		return 1
	}
	return calc.Compare(s.Key, o.Key)
}

// All yields v and all its parts, each before its own parts, with their paths. A path is valid until the
// next one is yielded.
func All(v value.Value) iter.Seq2[value.Path, value.Value] {
	return func(yield func(value.Path, value.Value) bool) {
		_ = value.Walk(v, func(p value.Path, v value.Value) (bool, error) {
			if !yield(p, v) {
				return false, errStop
			}
			return true, nil
		})
	}
}

var errStop = errors.New("the caller wants no more")
