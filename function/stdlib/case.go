package stdlib

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/value"
)

// caseFunc declares a function that changes the case of letters. Texts are nearly always short and ASCII, for which it has a fast path;
// everything else goes through the tables of Unicode.
func caseFunc(name, summary string, letters asciiRange, other func(string) string, examples ...function.Example) *function.Decl {
	d := textFunc(name, groupString, summary, other, examples...)
	d.Impl = func(c *function.Call) (value.Value, error) {
		s := c.Args[0].AsString()
		if len(s) > shortText {
			return value.String(other(s)), nil
		}
		var buf [shortText]byte
		copy(buf[:], s)
		switch letters.flip(&buf, len(s)) {
		case notASCII:
			return value.String(other(s)), nil
		case unchanged:
			return c.Args[0], nil
		}
		return value.ASCIIString(string(buf[:len(s)])), nil
	}
	return d
}

// shortText is how long a text may be for the fast path, a multiple of 8.
const shortText = 64

// asciiRange is a range of letters that change their case: every byte of from and to holds what has to be added to a byte
// to set its highest bit if the byte is at least the first letter, or lies behind the last one.
type asciiRange struct{ from, to uint64 }

const (
	everyByte   = 0x0101010101010101
	highestBits = 0x80 * everyByte
)

var (
	upperLetters = asciiRange{(0x80 - 'A') * everyByte, (0x80 - 'Z' - 1) * everyByte}
	lowerLetters = asciiRange{(0x80 - 'a') * everyByte, (0x80 - 'z' - 1) * everyByte}
)

// flipped says what became of a text.
type flipped uint8

const (
	unchanged flipped = iota
	changed
	notASCII
)

// flip changes the case of the letters in the range, eight bytes at a time. The bytes behind the n that count are zero.
func (r asciiRange) flip(buf *[shortText]byte, n int) flipped {
	var all, hits uint64
	for i := 0; i < n; i += 8 {
		w := binary.LittleEndian.Uint64(buf[i:])
		all |= w
		hit := (w + r.from) &^ (w + r.to) & highestBits
		hits |= hit
		binary.LittleEndian.PutUint64(buf[i:], w^hit>>2)
	}
	switch {
	case all&highestBits != 0:
		return notASCII
	case hits != 0:
		return changed
	}
	return unchanged
}

var lowerFunc = caseFunc("lower", "Converts all letters of a text to lower case.", upperLetters, strings.ToLower,
	ex(`lower("HELLO")`, `"hello"`), ex(`lower("ÄÖÜ")`, `"äöü"`))

var upperFunc = caseFunc("upper", "Converts all letters of a text to upper case.", lowerLetters, strings.ToUpper,
	ex(`upper("hello")`, `"HELLO"`), ex(`upper("äöü")`, `"ÄÖÜ"`))

var titleFunc = textFunc("title", groupString, "Converts the first letter of each word to upper case.", title,
	ex(`title("hello world")`, `"Hello World"`))

// title changes the case of each letter that follows something that is part of no word.
func title(s string) string {
	prev := ' '
	if len(s) <= shortText && isASCII(s) {
		var buf [shortText]byte
		for i := 0; i < len(s); i++ {
			buf[i] = s[i]
			if s[i]-'a' < 26 && separatesWords(prev) {
				buf[i] -= 'a' - 'A'
			}
			prev = rune(s[i])
		}
		return string(buf[:len(s)])
	}
	return strings.Map(func(r rune) rune {
		first := separatesWords(prev)
		prev = r
		if first {
			return unicode.ToTitle(r)
		}
		return r
	}, s)
}

func separatesWords(r rune) bool {
	if r < utf8.RuneSelf {
		alnum := r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		return !alnum
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && unicode.IsSpace(r)
}

func isASCII(s string) bool {
	all := byte(0)
	for i := 0; i < len(s); i++ {
		all |= s[i]
	}
	return all < utf8.RuneSelf
}
