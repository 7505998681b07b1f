package print

import (
	"errors"
	"fmt"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// maxDepth limits the nesting of a printed value. The parser would reject deeper values.
//
// A value that was computed can be nested more deeply than any text, and printing it would give a text that cannot be
// read back.
const maxDepth = 200

// Value returns a value as a literal without functions and variables: lists, sets and tuples in brackets, maps and
// objects in braces. Texts of several lines become heredocs where this is possible. The literal evaluates to tuples and
// objects, which are converted where a list or a map is expected. [Typed] preserves the type.
//
// A part that is unknown, infinite, marked or encapsulated is an error.
//
// Unknown and marked parts are errors rather than placeholders: the text would be evaluated later as if it said
// everything, and a mark would be lost on the way.
func Value(v value.Value) (string, error) { return valueText(v, false) }

// Typed is like [Value], but returns an expression of the same type: lists, sets and maps are wrapped in tolist, toset
// and tomap, because the constructors of the language create tuples and objects. Nulls and empty collections lose their
// type.
func Typed(v value.Value) (string, error) { return valueText(v, true) }

func valueText(v value.Value, typed bool) (string, error) {
	p := printer{line: true, typed: typed}
	if err := p.value(v, 0, true); err != nil {
		return "", err
	}
	return p.formatted(), nil
}

// valueError is the error for a part of a value.
type valueError struct {
	path   value.Path
	reason string
}

func (e *valueError) Error() string {
	if len(e.path) == 0 {
		return e.reason
	}
	return e.path.String() + ": " + e.reason
}

func inside(step value.Step, err error) error {
	var e *valueError
	if errors.As(err, &e) {
		return &valueError{path: append(value.Path{step}, e.path...), reason: e.reason}
	}
	return err
}

// value prints one value. If heredoc is set, it may be a heredoc.
func (p *printer) value(v value.Value, depth int, heredoc bool) error {
	switch {
	case v.IsMarked():
		return &valueError{reason: "a marked value cannot be written as source text"}
	case v.IsNull():
		p.put("null")
		return nil
	case !v.IsKnown():
		return &valueError{reason: "an unknown value cannot be written as source text"}
	case depth > maxDepth:
		return &valueError{reason: "the value is nested too deeply"}
	}
	switch k := v.Kind(); k {
	case types.KindBool:
		p.put(fmt.Sprint(v.AsBool()))
	case types.KindNumber:
		return p.number(v)
	case types.KindString:
		p.text(v.AsString(), heredoc)
	case types.KindTuple:
		return p.elements(v, depth)
	case types.KindList, types.KindSet:
		return p.wrapped(map[types.Kind]string{types.KindList: "tolist", types.KindSet: "toset"}[k], v, depth,
			(*printer).elements)
	case types.KindObject:
		return p.mapping(v, depth)
	case types.KindMap:
		return p.wrapped("tomap", v, depth, (*printer).mapping)
	default:
		return &valueError{reason: "a value of an application's own type cannot be written as source text"}
	}
	return nil
}

func (p *printer) number(v value.Value) error {
	if numbers.IsInfinite(v) {
		return &valueError{reason: "infinity cannot be written as a literal"}
	}
	p.put(v.NumberText())
	return nil
}

func (p *printer) text(s string, heredoc bool) {
	if !heredoc || !readsBetterAsHeredoc(s) {
		p.put(Quote(s))
		return
	}
	marker := heredocMarker(s)
	p.put("<<", marker, "\n", escapeText(s), marker, "\n")
}

func (p *printer) wrapped(function string, v value.Value, depth int,
	content func(*printer, value.Value, int) error) error {
	if !p.typed {
		return content(p, v, depth)
	}
	p.put(function, "(")
	err := content(p, v, depth)
	p.put(")")
	return err
}

func (p *printer) elements(v value.Value, depth int) error {
	elems := v.Elems()
	long := len(elems) > 0 && !short(elems)
	p.put("[")
	for i, e := range elems {
		if long {
			p.put("\n")
		}
		if err := p.value(e, depth+1, false); err != nil {
			return inside(value.IndexStep(value.Int(int64(i))), err)
		}
		if long || i+1 < len(elems) {
			p.put(",")
		}
	}
	if long {
		p.put("\n")
	}
	p.put("]")
	return nil
}

// short reports whether elements fit on one line: scalars of a few characters.
func short(elems []value.Value) bool {
	width := 0
	for _, e := range elems {
		switch {
		case e.IsContainer() && e.Len() > 0:
			return false
		case e.IsString():
			width += len(e.AsString()) + 4
		default:
			width += 8
		}
	}
	return width <= 80
}

func (p *printer) mapping(v value.Value, depth int) error {
	names, elems := v.Names(), v.Elems()
	p.put("{")
	for i, name := range names {
		p.nextItem()
		p.put(Key(name), " = ")
		if err := p.value(elems[i], depth+1, true); err != nil {
			return inside(value.AttrStep(name), err)
		}
	}
	if len(names) > 0 {
		p.endLine()
	}
	p.put("}")
	return nil
}
