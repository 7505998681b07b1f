package stdlib

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
	"golang.org/x/text/unicode/norm"
)

var yamlencodeFunc = &function.Decl{
	Name: "yamlencode", Group: groupEncoding, Since: since,
	Summary: "Encodes a value as YAML, in block style.",
	Description: "Strings and keys are quoted. Strings of several lines are written as literal blocks where that is " +
		"possible. Keys are in ascending order. The output is the same as that of Terraform, byte for byte.",
	Params: []function.Param{maybe("value", "The value.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		if !c.Args[0].IsWhollyKnown() {
			return waiting(types.String, c.Args[0]), nil
		}
		e := emitter{call: c, indent: -1, whitespace: true, indention: true}
		if err := e.node(c.Args[0], emitRoot); err != nil {
			return value.Value{}, err
		}
		e.indent = -1
		e.newLine()
		if e.openEnded {
			e.out = append(e.out, "...\n"...)
		}
		return value.String(string(e.out)), nil
	},
	Examples: []function.Example{
		ex(`yamlencode({ a = "b", c = "d" })`, `"\"a\": \"b\"\n\"c\": \"d\"\n"`),
		ex(`yamlencode({ foo = [1, 2] })`, `"\"foo\":\n- 1\n- 2\n"`),
	},
}

// The output must be that of Terraform byte for byte, because it ends up in files and objects whose changes people look
// at. Terraform uses a port of libyaml, so this is its emitter for the forms that occur: block style, double quotes,
// literal blocks. Names of fields and their meaning are those of libyaml.

// emitter writes YAML in block style. It has the same state as libyaml's emitter, because the positions of line breaks
// and blanks depend on it.
type emitter struct {
	call       *function.Call
	out        []byte
	indent     int  // of the block collection that is being written, -1 outside any
	column     int  // in characters
	whitespace bool // the last character was white space
	indention  bool // only white space and indicators so far on this line
	openEnded  bool // the document has to be closed by an end marker
}

// emitContext is the context of a node.
type emitContext uint8

const (
	emitRoot emitContext = iota
	emitItem
	emitKey // a key on one line with its value
	emitLongKey
	emitValue
)

const (
	yamlWidth  = 80  // where long strings are folded
	yamlKeyMax = 128 // the longest key on one line with its value
	yamlIndent = 2
)

func (e *emitter) node(v value.Value, ctx emitContext) error {
	more := 0
	if v.IsString() {
		more = len(v.AsString())
	}
	if err := grown(e.call, len(e.out)+more); err != nil {
		return err
	}
	switch {
	case v.IsNull():
		e.plain("null", ctx)
	case v.IsString():
		e.scalar(v.AsString(), ctx)
	case v.IsBool(), v.IsNumber():
		e.plain(yamlScalar(v), ctx)
	case isSequence(v):
		return e.sequence(v, ctx)
	case isMappingKind(v.Kind()):
		return e.mapping(v)
	default:
		return fmt.Errorf("%s cannot be written as YAML", describe(v.Type()))
	}
	return nil
}

func yamlScalar(v value.Value) string {
	switch {
	case v.IsNumber() && numbers.IsInfinite(v) && numbers.Sign(v) < 0:
		return "-.Inf"
	case v.IsNumber() && numbers.IsInfinite(v):
		return "+.Inf"
	}
	s, _ := asText(v)
	return s
}

// write appends text that has no line break.
func (e *emitter) write(s string) {
	e.out = append(e.out, s...)
	e.column += utf8.RuneCountInString(s)
}

func (e *emitter) lineBreak() {
	e.out = append(e.out, '\n')
	e.column = 0
}

// newLine begins a new line at the indentation, unless the cursor is already there.
//
// Whether a line break is needed depends on what stands on the line already: a collection that begins behind a dash
// shares the line with it, and one that begins behind a key does not.
func (e *emitter) newLine() {
	indent := max(e.indent, 0)
	if !e.indention || e.column > indent || e.column == indent && !e.whitespace {
		e.lineBreak()
	}
	for e.column < indent {
		e.write(" ")
	}
	e.whitespace, e.indention = true, true
}

// indicator writes an indicator of the syntax, after a blank if necessary.
func (e *emitter) indicator(s string, spaced, whitespace, indention bool) {
	if spaced && !e.whitespace {
		e.write(" ")
	}
	e.write(s)
	e.whitespace = whitespace
	e.indention = e.indention && indention
	e.openEnded = false
}

// enter sets the indentation for the next level, and returns the value that restores it.
func (e *emitter) enter(scalar, indentless bool) (leave int) {
	leave = e.indent
	switch {
	case e.indent < 0 && scalar:
		e.indent = yamlIndent
	case e.indent < 0:
		e.indent = 0
	case !indentless:
		e.indent += yamlIndent
	}
	return leave
}

func (e *emitter) plain(s string, ctx emitContext) {
	if !e.whitespace {
		e.write(" ")
	}
	e.write(s)
	e.whitespace, e.indention = false, false
	// A plain scalar that is the whole document has no visible end, so libyaml writes the end marker behind it.
	e.openEnded = e.openEnded || ctx == emitRoot
}

func (e *emitter) sequence(v value.Value, ctx emitContext) error {
	if v.Len() == 0 {
		e.indicator("[", true, true, false)
		e.indicator("]", false, false, false)
		return nil
	}
	// A list that is the value of a key is not indented, which is YAML's traditional form and what libyaml writes.
	leave := e.enter(false, ctx == emitValue && !e.indention)
	for _, item := range v.Elems() {
		e.newLine()
		e.indicator("-", true, false, true)
		if err := e.node(item, emitItem); err != nil {
			return err
		}
	}
	e.indent = leave
	return nil
}

func (e *emitter) mapping(v value.Value) error {
	if v.Len() == 0 {
		e.indicator("{", true, true, false)
		e.indicator("}", false, false, false)
		return nil
	}
	leave := e.enter(false, false)
	for i, key := range v.Names() {
		e.newLine()
		if len(key) <= yamlKeyMax && !strings.ContainsAny(key, "\n\r\u0085\u2028\u2029") {
			e.scalar(key, emitKey)
			e.indicator(":", false, false, false)
		} else {
			e.indicator("?", true, false, true)
			e.scalar(key, emitLongKey)
			e.newLine()
			e.indicator(":", true, false, true)
		}
		if err := e.node(v.At(i), emitValue); err != nil {
			return err
		}
	}
	e.indent = leave
	return nil
}

func (e *emitter) scalar(s string, ctx emitContext) {
	leave := e.enter(true, false)
	if strings.Contains(s, "\n") && ctx != emitKey && literalAllowed(s) {
		e.literal(s)
	} else {
		e.quoted(s, ctx != emitKey)
	}
	e.indent = leave
}

func isYAMLBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

// isYAMLPrintable reports whether libyaml writes a character without an escape. It escapes characters outside the basic
// multilingual plane.
func isYAMLPrintable(r rune) bool {
	return r == '\n' || r >= 0x20 && r <= 0x7E || r >= 0xA0 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD && r != 0xFEFF
}

// literalAllowed reports whether a literal block can contain a text: it must have no blank before a line break or at
// the end, and nothing that needs an escape.
func literalAllowed(s string) bool {
	space := false
	for i, r := range s {
		if !isYAMLPrintable(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return false
		}
		if isYAMLBreak(r) && space {
			return false
		}
		space = r == ' '
	}
	return !space
}

func (e *emitter) literal(s string) {
	e.indicator("|", true, false, false)
	e.blockHints(s)
	e.lineBreak()
	e.indention, e.whitespace = true, true
	breaks := true
	for _, r := range s {
		switch {
		case r == '\n':
			e.lineBreak()
			e.indention, breaks = true, true
		case isYAMLBreak(r):
			e.out = utf8.AppendRune(e.out, r)
			e.column = 0
			e.indention, breaks = true, true
		default:
			if breaks {
				e.newLine()
			}
			e.write(string(r))
			e.indention, breaks = false, false
		}
	}
}

// blockHints writes the indicators for the indentation and the end of a literal block, if they are needed.
func (e *emitter) blockHints(s string) {
	first, _ := utf8.DecodeRuneInString(s)
	if first == ' ' || isYAMLBreak(first) {
		e.indicator("2", false, false, false)
	}
	last, size := utf8.DecodeLastRuneInString(s)
	if !isYAMLBreak(last) {
		e.indicator("-", false, false, false)
		return
	}
	// A text that ends in several line ends needs "+", or only one of them would be read.
	if before, n := utf8.DecodeLastRuneInString(s[:len(s)-size]); n == 0 || isYAMLBreak(before) {
		e.indicator("+", false, false, false)
	}
}

// quoted writes a text in double quotes, folded at blanks after the preferred width.
func (e *emitter) quoted(s string, fold bool) {
	e.indicator(`"`, true, false, false)
	spaces, escaped := false, false
	for i, size := 0, 0; i < len(s); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(s[i:])
		// Normalization would combine a combining mark after an escape with the last character of the escape.
		joins := escaped && r >= utf8.RuneSelf && !norm.NFC.PropertiesString(s[i:]).BoundaryBefore()
		escaped = joins || !isYAMLPrintable(r) || isYAMLBreak(r) || r == '"' || r == '\\'
		switch {
		// A fold is one line end, which is read as a blank. A blank that follows it needs a backslash, or it would be
		// taken for indentation.
		case r == ' ' && fold && !spaces && e.column > yamlWidth && i > 0 && i < len(s)-1:
			e.newLine()
			if s[i+1] == ' ' {
				e.write(`\`)
			}
			spaces = true
		case r == utf8.RuneError && size == 1:
			e.write(fmt.Sprintf(`\x%02X`, s[i]))
			spaces, escaped = false, true
		case escaped:
			e.write(yamlEscape(r))
			spaces = false
		default:
			e.write(s[i : i+size])
			spaces = r == ' '
		}
	}
	e.indicator(`"`, false, false, false)
}

var yamlEscapes = map[rune]string{
	0: `\0`, 7: `\a`, 8: `\b`, 9: `\t`, 10: `\n`, 11: `\v`, 12: `\f`, 13: `\r`, 0x1B: `\e`, '"': `\"`, '\\': `\\`,
	0x85: `\N`, 0xA0: `\_`, 0x2028: `\L`, 0x2029: `\P`,
}

func yamlEscape(r rune) string {
	if s, ok := yamlEscapes[r]; ok {
		return s
	}
	switch {
	case r <= 0xFF:
		return fmt.Sprintf(`\x%02X`, r)
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04X`, r)
	}
	return fmt.Sprintf(`\U%08X`, r)
}
