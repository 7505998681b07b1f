package value

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/internal/valuedef"
)

// jsonStyle is the style of JSON text. Package valuejson describes the fields.
type jsonStyle = valuedef.JSONStyle

// appendJSON is valuejson.Append.
func appendJSON(buf []byte, v Value, style jsonStyle) ([]byte, error) {
	w := jsonWriter{buf: buf, style: style}
	if err := w.value(v); err != nil {
		return buf, err
	}
	return w.buf, nil
}

type jsonWriter struct {
	buf   []byte
	style jsonStyle

	choices  choices // of the unions that were met
	dynamics int     // types that stand beside values and enclose the position
}

func (w *jsonWriter) value(v Value) error {
	if w.style.Most > 0 && len(w.buf) > w.style.Most {
		return jsonError("The JSON text would be longer than " + strconv.Itoa(w.style.Most) + " bytes.")
	}
	if w.style.Grown != nil {
		if err := w.ask(v); err != nil {
			return err
		}
	}
	switch v.rep {
	case repInvalid, repNull:
		w.buf = append(w.buf, "null"...)
	case repBool:
		w.buf = strconv.AppendBool(w.buf, v.n == 1)
	case repString:
		w.buf = appendJSONString(w.buf, v.str(), w.style.EscapeHTML)
	case repInt:
		w.buf = strconv.AppendInt(w.buf, int64(v.n), 10)
	case repFloat, repBigInt, repFraction:
		if v.isInfinite() {
			return jsonError("JSON has no infinite numbers.")
		}
		w.buf = v.appendNumberText(w.buf)
	case repList, repSet, repTuple:
		return w.array(v)
	case repMap, repObject:
		return w.object(v)
	case repMarked:
		if !w.style.Marked {
			return jsonError("This value is marked, for example as sensitive, and JSON cannot represent marks.")
		}
		return w.value(v.marked().v)
	case repUnknown:
		return jsonError("This value is not known yet.")
	default:
		return jsonError("This value is opaque: it belongs to the application and has no JSON form.")
	}
	return nil
}

// ask calls Grown with the size of what has been written and of v, if v is a string.
func (w *jsonWriter) ask(v Value) error {
	const small = 4096
	size := len(w.buf)
	if v.rep == repString {
		size += len(v.str())
	}
	if size < small {
		return nil
	}
	if v.rep == repString {
		size += escapes(v.str(), w.style.EscapeHTML)
	}
	return w.style.Grown(size)
}

// escapes returns an upper bound of the bytes that escapes add to a text.
func escapes(s string, html bool) int {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', html && (c == '<' || c == '>' || c == '&'):
			n += len(`\u0000`) - 1
		case c == '"' || c == '\\':
			n++
		// E2 is the first byte of the line separators U+2028 and U+2029, which encoding/json escapes because JavaScript
		// reads them as line ends.
		case c == 0xE2 && (strings.HasPrefix(s[i:], "\u2028") || strings.HasPrefix(s[i:], "\u2029")):
			n += len(`\u2028`) - len("\u2028")
		}
	}
	return n
}

func jsonError(detail string) error {
	return &Error{kind: valuedef.ErrorJSON, Summary: "Value without a JSON form", Detail: detail}
}

// maxErrorPath limits the path of an error. The innermost steps are left out.
const maxErrorPath = 64

// below adds a step to the front of the path of an error.
func below(err error, s Step) error {
	e, ok := err.(*Error)
	if !ok {
		return err
	}
	outer := *e // some errors are shared
	outer.Path = append(Path{s}, e.Path[:min(len(e.Path), maxErrorPath-1)]...)
	return &outer
}

func (w *jsonWriter) array(v Value) error {
	w.buf = append(w.buf, '[')
	for i, e := range v.seq().vals {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		if err := w.value(e); err != nil {
			return below(err, v.stepTo(i))
		}
	}
	w.buf = append(w.buf, ']')
	return nil
}

func (w *jsonWriter) object(v Value) error {
	m := v.mapp()
	w.buf = append(w.buf, '{')
	for i, e := range m.vals {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		w.buf = appendJSONString(w.buf, m.shape.Names()[i], w.style.EscapeHTML)
		w.buf = append(w.buf, ':')
		if err := w.value(e); err != nil {
			return below(err, v.stepTo(i))
		}
	}
	w.buf = append(w.buf, '}')
	return nil
}

const hexDigits = "0123456789abcdef"

// appendJSONString writes a string as encoding/json does.
func appendJSONString(buf []byte, s string, html bool) []byte {
	buf = append(buf, '"')
	done := 0
	// Bytes that need no escape are not copied one by one: done is where the pending piece begins.
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && !(html && (c == '<' || c == '>' || c == '&')) {
				i++
				continue
			}
			buf = appendEscape(append(buf, s[done:i]...), c)
			i++
			done = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			buf = append(append(buf, s[done:i]...), `\ufffd`...)
			done = i + n
		} else if r == '\u2028' || r == '\u2029' {
			buf = append(append(buf, s[done:i]...), `\u202`...)
			buf = append(buf, hexDigits[r&0xF])
			done = i + n
		}
		i += n
	}
	return append(append(buf, s[done:]...), '"')
}

func appendEscape(buf []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(buf, '\\', c)
	case '\b':
		return append(buf, `\b`...)
	case '\f':
		return append(buf, `\f`...)
	case '\n':
		return append(buf, `\n`...)
	case '\r':
		return append(buf, `\r`...)
	case '\t':
		return append(buf, `\t`...)
	}
	return append(buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
}
