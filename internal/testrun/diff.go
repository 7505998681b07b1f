package testrun

import (
	"fmt"

	"github.com/hclx-lang/hclx/syntax/print"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// difference is a part of an object that differs from the expectation.
type difference struct {
	path      value.Path
	got, want string
}

// title names the part.
func (d difference) title() string {
	if len(d.path) == 0 {
		return "The whole"
	}
	return d.path.String()
}

// differences compares a value with the expected value. Additional attributes of objects are ignored, unless exact is
// set. An expected null means an attribute that is absent or null. Lists must have the same length, and their elements
// are compared in order.
func differences(want, got value.Value, exact bool, path value.Path) []difference {
	switch {
	case isObject(want) && isObject(got):
		return inObjects(want, got, exact, path)
	case isList(want) && isList(got) && want.Len() == got.Len():
		var out []difference
		elems := got.Elems()
		for i, w := range want.Elems() {
			out = append(out, differences(w, elems[i], exact, path.Index(value.Int(int64(i))))...)
		}
		return out
	case same(want, got):
		return nil
	}
	return []difference{{path, literal(got), literal(want)}}
}

func inObjects(want, got value.Value, exact bool, path value.Path) []difference {
	var out []difference
	for i, name := range want.Names() {
		w, below := want.At(i), path.Attr(name)
		g, there := got.Attr(name)
		switch {
		case there:
			out = append(out, differences(w, g, exact, below)...)
		case !w.IsNull():
			out = append(out, difference{below, "absent", literal(w)})
		}
	}
	if exact {
		for i, name := range got.Names() {
			if _, expected := want.Attr(name); !expected {
				out = append(out, difference{path.Attr(name), literal(got.At(i)), "nothing"})
			}
		}
	}
	return out
}

func same(a, b value.Value) bool {
	eq := calc.Equal(a, b, types.Extended)
	return eq.IsBool() && eq.AsBool()
}

func isObject(v value.Value) bool { return v.Kind() == types.KindObject && v.IsContainer() }

func isList(v value.Value) bool { return v.IsContainer() && v.Kind() == types.KindTuple }

// mostText limits the text of a value in a message.
const mostText = 200

// literal returns a value for messages.
func literal(v value.Value) string {
	text, err := print.Value(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	if s := string(text); len(s) <= mostText {
		return s
	}
	return string(text[:mostText]) + "..."
}
