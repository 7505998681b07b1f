package value

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/hclx-lang/hclx/internal/valuedef"
)

// JSON is read directly into values, in one pass, without tokens in between; encoding/json would build interfaces and
// maps that had to be converted. Configuration in JSON syntax has a reader of its own (package jsonsyntax), which keeps
// offsets: see "Two readers of JSON" in docs/decisions.md.
//
// Objects in one document tend to have the same keys in the same order, for example the items of a list. The order of
// keys is therefore remembered together with the shape and the permutation that sorts it. Repeated objects need one
// hash over their keys and share the shape.

// jsonLimits limits the reading of JSON text. Package valuejson describes the fields.
type jsonLimits = valuedef.JSONLimits

// parseJSON is valuejson.Parse.
func parseJSON(text string, limits jsonLimits) (Value, error) {
	r := newJSONReader(text, limits)
	if err := r.checkSize(); err != nil {
		return Value{}, err
	}
	v, err := r.value()
	if err == nil {
		err = r.end()
	}
	if err != nil {
		return Value{}, err
	}
	return v, nil
}

// jsonReader reads JSON in one pass. The parts of containers that have not ended are on two stacks. A container removes
// its parts when it ends, so that every slice is allocated once and in the right size.
type jsonReader struct {
	text   string
	pos    int
	depth  int // that is left
	limits jsonLimits

	dynamics int     // types that stand beside values and enclose the position
	choices  choices // of the unions that were met
	tried    int     // bytes that were read as members of unions that did not fit
	quiet    int     // how many such attempts enclose the position; nobody sees their errors

	vals   []Value
	keys   []string
	shapes map[uint64][]*keyOrder
	slab   []Value
}

// keyOrder is the shape of objects whose keys are in a certain order in the text.
type keyOrder struct {
	keys  []string
	shape *valuedef.Shape
	perm  []int // value i of the object is number perm[i] in the text; nil if the keys are in order
}

// maxKeyOrders limits the number of key orders that are cached for one text.
const maxKeyOrders = 1024

func newJSONReader(text string, limits jsonLimits) *jsonReader {
	if limits.Depth == 0 {
		limits.Depth = valuedef.DefaultJSONDepth
	}
	if limits.Bytes == 0 {
		limits.Bytes = valuedef.DefaultJSONBytes
	}
	return &jsonReader{text: text, limits: limits, depth: limits.Depth}
}

func (r *jsonReader) checkSize() error {
	if len(r.text) > r.limits.Bytes {
		return &Error{kind: valuedef.ErrorJSON, Summary: invalidJSON,
			Detail: "The text has " + strconv.Itoa(len(r.text)) + " bytes; at most " + strconv.Itoa(r.limits.Bytes) +
				" are allowed."}
	}
	return nil
}

const invalidJSON = "Invalid JSON"

// errMisfit is the error of a failed attempt whose reason is not shown. Computing its line would take time proportional
// to the length of the text.
var errMisfit = &Error{kind: valuedef.ErrorJSON, Summary: invalidJSON, Detail: "The text does not match."}

// fail returns an error at an offset.
func (r *jsonReader) fail(offset int, detail string) error {
	if r.quiet > 0 {
		return errMisfit
	}
	line := 1 + strings.Count(r.text[:offset], "\n")
	column := 1 + utf8.RuneCountInString(r.text[strings.LastIndexByte(r.text[:offset], '\n')+1:offset])
	at := " (line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column) + ")"
	return &Error{kind: valuedef.ErrorJSON, Summary: invalidJSON, Detail: detail + at, Offset: offset,
		bare: "The text is not valid JSON" + at}
}

// unexpected returns the error for the text at the current position.
func (r *jsonReader) unexpected(expected string) error {
	if r.pos >= len(r.text) {
		return r.fail(len(r.text), "The text ends where "+expected+" should be.")
	}
	c, n := utf8.DecodeRuneInString(r.text[r.pos:])
	if c == utf8.RuneError && n <= 1 {
		return r.fail(r.pos, "The text is not UTF-8.")
	}
	return r.fail(r.pos, "Expected "+expected+", but found "+strconv.QuoteRune(c)+".")
}

func (r *jsonReader) space() {
	for r.pos < len(r.text) {
		switch r.text[r.pos] {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return
		}
	}
}

func (r *jsonReader) end() error {
	r.space()
	if r.pos < len(r.text) {
		return r.unexpected("the end of the text")
	}
	return nil
}

// peek skips space and returns the next byte, or 0 at the end.
func (r *jsonReader) peek() byte {
	r.space()
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

func (r *jsonReader) value() (Value, error) {
	switch c := r.peek(); c {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		s, err := r.str()
		return stringRaw(s), err
	case 't':
		return r.word("true", True)
	case 'f':
		return r.word("false", False)
	case 'n':
		return r.word("null", Null)
	default:
		if c == '-' || c >= '0' && c <= '9' {
			return r.number()
		}
	}
	return Value{}, r.unexpected("a value")
}

func (r *jsonReader) word(w string, v Value) (Value, error) {
	if !strings.HasPrefix(r.text[r.pos:], w) {
		return Value{}, r.unexpected("a value")
	}
	r.pos += len(w)
	return v, nil
}

func (r *jsonReader) number() (Value, error) {
	text, err := r.numberText()
	if err != nil {
		return Value{}, err
	}
	v, err := parseUnboxed(text)
	if err != nil {
		return Value{}, r.fail(r.pos-len(text), errNumberRange.Detail)
	}
	return v, nil
}

// numberText reads a number by the grammar of JSON, which forbids leading zeros and bare points.
func (r *jsonReader) numberText() (string, error) {
	start := r.pos
	if r.text[r.pos] == '-' {
		r.pos++
	}
	switch {
	case r.pos < len(r.text) && r.text[r.pos] == '0':
		r.pos++
	case !r.digits():
		return "", r.unexpected("a digit")
	}
	if r.pos < len(r.text) && r.text[r.pos] == '.' {
		r.pos++
		if !r.digits() {
			return "", r.unexpected("a digit")
		}
	}
	if r.pos < len(r.text) && r.text[r.pos]|0x20 == 'e' {
		r.pos++
		if r.pos < len(r.text) && (r.text[r.pos] == '+' || r.text[r.pos] == '-') {
			r.pos++
		}
		if !r.digits() {
			return "", r.unexpected("a digit")
		}
	}
	return r.text[start:r.pos], nil
}

// digits skips digits and reports whether there was one.
func (r *jsonReader) digits() bool {
	start := r.pos
	r.pos = digitsEnd(r.text, r.pos)
	return r.pos > start
}

// enter counts a level of nesting and skips the bracket.
func (r *jsonReader) enter() error {
	if r.depth--; r.depth < 0 {
		return r.fail(r.pos, "The text nests deeper than "+strconv.Itoa(r.limits.Depth)+" levels.")
	}
	r.pos++
	return nil
}

// next skips a comma, and reports whether the container has another part.
func (r *jsonReader) next(end byte) (bool, error) {
	switch r.peek() {
	case ',':
		r.pos++
		return true, nil
	case end:
		return false, nil
	}
	return false, r.unexpected("a comma or " + strconv.QuoteRune(rune(end)))
}

func (r *jsonReader) array() (Value, error) {
	if err := r.enter(); err != nil {
		return Value{}, err
	}
	base := len(r.vals)
	for more := r.peek() != ']'; more; {
		v, err := r.value()
		if err != nil {
			return Value{}, err
		}
		r.vals = append(r.vals, v)
		if more, err = r.next(']'); err != nil {
			return Value{}, err
		}
	}
	r.pos++
	r.depth++
	elems := r.keep(r.vals[base:])
	r.vals = r.vals[:base]
	return Tuple(elems...), nil
}

func (r *jsonReader) object() (Value, error) {
	start := r.pos
	if err := r.enter(); err != nil {
		return Value{}, err
	}
	base, keyBase := len(r.vals), len(r.keys)
	for more := r.peek() != '}'; more; {
		key, err := r.key()
		if err != nil {
			return Value{}, err
		}
		v, err := r.value()
		if err != nil {
			return Value{}, err
		}
		r.keys = append(r.keys, key)
		r.vals = append(r.vals, v)
		if more, err = r.next('}'); err != nil {
			return Value{}, err
		}
	}
	r.pos++
	r.depth++
	shape, vals, duplicate := r.arrange(r.keys[keyBase:], r.vals[base:])
	if duplicate != "" {
		return Value{}, r.fail(start, "This object has the key "+diagQuote(duplicate)+" twice.")
	}
	r.keys, r.vals = r.keys[:keyBase], r.vals[:base]
	return objectOf(shape, vals), nil
}

// key reads a key and the colon after it.
func (r *jsonReader) key() (string, error) {
	if r.peek() != '"' {
		return "", r.unexpected("a key in quotes")
	}
	key, err := r.str()
	if err != nil {
		return "", err
	}
	if r.peek() != ':' {
		return "", r.unexpected("a colon")
	}
	r.pos++
	return key, nil
}

// keep copies values from the stack. Small slices share blocks of memory.
func (r *jsonReader) keep(vals []Value) []Value {
	// Large slices are copied alone, so that a long list does not keep a block alive for the sake of a few small
	// values.
	if len(vals) > 32 {
		return slices.Clone(vals)
	}
	if cap(r.slab)-len(r.slab) < len(vals) {
		// A block is not larger than the rest of the text may need.
		r.slab = make([]Value, 0, max(len(vals), min(256, (len(r.text)-r.pos)/16)))
	}
	n := len(r.slab)
	r.slab = append(r.slab, vals...)
	return r.slab[n:len(r.slab):len(r.slab)]
}

// arrange puts the parts of an object in the order of its shape. Objects with the same keys in the same order share the
// shape, which is computed once.
func (r *jsonReader) arrange(keys []string, vals []Value) (shape *valuedef.Shape, out []Value, duplicate string) {
	if len(keys) == 0 {
		return emptyShape, nil, ""
	}
	o, duplicate := r.orderOf(keys)
	if duplicate != "" {
		return nil, nil, duplicate
	}
	if o.perm == nil {
		return o.shape, r.keep(vals), ""
	}
	out = r.keep(vals[:len(o.perm)])
	for i, j := range o.perm {
		out[i] = vals[j]
	}
	return o.shape, out, ""
}

func (r *jsonReader) orderOf(keys []string) (o *keyOrder, duplicate string) {
	// The table is for one text, and its key is a hash; the keys themselves are compared before an order counts as the
	// same.
	h := uint64(len(keys))
	for _, k := range keys {
		h = mix(h, maphash.String(hashSeed, k))
	}
	for _, o := range r.shapes[h] {
		if slices.Equal(o.keys, keys) {
			return o, ""
		}
	}
	o = &keyOrder{}
	if strictlyAscending(keys) {
		o.keys = slices.Clone(keys)
		o.shape = valuedef.NewShape(o.keys)
	} else if duplicate = o.sort(keys, r.limits.LastKeyWins); duplicate != "" {
		return nil, duplicate
	}
	if r.shapes == nil {
		r.shapes = map[uint64][]*keyOrder{}
	}
	// A text whose objects all have different keys would otherwise keep every order until its end, for nothing.
	if len(r.shapes) < maxKeyOrders {
		r.shapes[h] = append(r.shapes[h], o)
	}
	return o, ""
}

// sort computes the order. Of equal keys it keeps the last one, or returns the key as a duplicate.
func (o *keyOrder) sort(keys []string, lastWins bool) (duplicate string) {
	o.keys = slices.Clone(keys)
	perm := make([]int, len(keys))
	for i := range perm {
		perm[i] = i
	}
	slices.SortStableFunc(perm, func(a, b int) int { return strings.Compare(keys[a], keys[b]) })
	n := 0
	for i, p := range perm {
		if i+1 < len(perm) && keys[perm[i+1]] == keys[p] {
			if !lastWins {
				return keys[p]
			}
			continue
		}
		perm[n] = p
		n++
	}
	o.perm = perm[:n]
	names := make([]string, n)
	for i, p := range o.perm {
		names[i] = keys[p]
	}
	o.shape = valuedef.NewShape(names)
	return ""
}

// str reads a string. A string without escapes shares the memory of the text.
func (r *jsonReader) str() (string, error) {
	start := r.pos + 1
	i, ascii := start, true
	for i < len(r.text) {
		switch c := r.text[i]; {
		case c == '"':
			r.pos = i + 1
			return r.normal(r.text[start:i], start, ascii)
		case c == '\\':
			return r.escaped(start, i, ascii)
		case c < ' ':
			r.pos = i
			return "", r.fail(i, "A string cannot contain a control character. Write it as an escape such as \\n.")
		case c >= utf8.RuneSelf:
			ascii = false
		}
		i++
	}
	return "", r.fail(start-1, "This string does not end.")
}

// normal checks and normalizes the text of a string.
func (r *jsonReader) normal(s string, offset int, ascii bool) (string, error) {
	if ascii {
		return s, nil
	}
	if !utf8.ValidString(s) {
		return "", r.fail(offset, "This string is not UTF-8.")
	}
	return norm.NFC.String(s), nil
}

// escaped reads a string from its first escape on.
func (r *jsonReader) escaped(start, i int, ascii bool) (string, error) {
	buf := append(make([]byte, 0, 2*(i-start)+32), r.text[start:i]...)
	for i < len(r.text) {
		switch c := r.text[i]; {
		case c == '"':
			r.pos = i + 1
			return r.normal(string(buf), start, ascii)
		case c < ' ':
			return "", r.fail(i, "A string cannot contain a control character. Write it as an escape such as \\n.")
		case c != '\\':
			ascii = ascii && c < utf8.RuneSelf
			buf = append(buf, c)
			i++
		default:
			n, char := valuedef.JSONEscape(r.text[i:])
			if n == 0 {
				return "", r.fail(i, "This escape is not valid. JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four "+
					"hexadecimal digits.")
			}
			ascii = ascii && char < utf8.RuneSelf
			buf = utf8.AppendRune(buf, char)
			i += n
		}
	}
	return "", r.fail(start-1, "This string does not end.")
}
