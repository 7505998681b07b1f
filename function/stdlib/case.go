package stdlib

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// caseFunc declares a function that changes the case of letters. It has a fast path for short ASCII texts, which are
// the most common, and uses the tables of Unicode for everything else.
func caseFunc(name, summary string, letters asciiRange, other func(string) string,
	examples ...function.Example) *function.Decl {
	d := textFunc(name, groupString, summary, other, examples...)
	d.Direct = func(v value.Value) value.Value {
		s := v.AsString()
		if len(s) > shortText {
			return value.String(other(s))
		}
		var buf [shortText]byte
		switch letters.flip(&buf, s) {
		case notASCII:
			return value.String(other(s))
		case unchanged:
			return v
		}
		return host.ASCIIString(string(buf[:len(s)]))
	}
	return d
}

// shortText is the maximum length of a text for the fast path, a multiple of 8.
const shortText = 64

// asciiRange is a range of letters that change their case. Each byte of from and to is the number whose sum with a byte
// has its highest bit set if the byte is at least the first letter, or is greater than the last letter.
type asciiRange struct{ from, to uint64 }

const (
	everyByte   = 0x0101010101010101
	highestBits = 0x80 * everyByte
)

var (
	upperLetters = asciiRange{(0x80 - 'A') * everyByte, (0x80 - 'Z' - 1) * everyByte}
	lowerLetters = asciiRange{(0x80 - 'a') * everyByte, (0x80 - 'z' - 1) * everyByte}
)

// flipped is the result of flip.
type flipped uint8

const (
	unchanged flipped = iota
	changed
	notASCII
)

// flip writes s with the case of the letters in the range changed, eight bytes at a time. It does not read words that
// overlap what it has written, which would take longer than all the rest.
func (r asciiRange) flip(buf *[shortText]byte, s string) flipped {
	var all, hits uint64
	one := func(at int, w uint64) {
		all |= w
		// Adding r.from sets the highest bit of every byte from the first letter on, and adding r.to that of every byte
		// behind the last letter. A byte with the first bit and without the second is a letter. ASCII bytes are too
		// small to carry over into their neighbours; if there are others, the result is thrown away.
		hit := (w + r.from) &^ (w + r.to) & highestBits
		hits |= hit
		// 0x80 >> 2 is 0x20, the bit in which upper and lower case differ.
		binary.LittleEndian.PutUint64(buf[at:], w^hit>>2)
	}
	n := len(s)
	if n < 8 {
		one(0, shortWord(s))
	} else {
		for i := 0; i+8 <= n; i += 8 {
			one(i, word(s[i:]))
		}
		one(n-8, word(s[n-8:])) // perhaps some bytes once more
	}
	switch {
	case all&highestBits != 0:
		return notASCII
	case hits != 0:
		return changed
	}
	return unchanged
}

// word returns the first eight bytes of s.
func word(s string) uint64 { return uint64(half(s)) | uint64(half(s[4:]))<<32 }

// half returns the first four bytes of s.
func half(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// shortWord returns a text of less than eight bytes.
//
// Bytes that are read twice are put in the same place, so that they may overlap.
func shortWord(s string) uint64 {
	switch n := len(s); {
	case n >= 4:
		return uint64(half(s)) | uint64(half(s[n-4:]))<<(8*(n-4))
	case n > 0:
		return uint64(s[0]) | uint64(s[n/2])<<(8*(n/2)) | uint64(s[n-1])<<(8*(n-1))
	}
	return 0
}

var lowerFunc = caseFunc("lower", "Converts all letters of a string to lower case.", upperLetters, strings.ToLower,
	ex(`lower("HELLO")`, `"hello"`), ex(`lower("ÄÖÜ")`, `"äöü"`))

var upperFunc = caseFunc("upper", "Converts all letters of a string to upper case.", lowerLetters, strings.ToUpper,
	ex(`upper("hello")`, `"HELLO"`), ex(`upper("äöü")`, `"ÄÖÜ"`))

var titleFunc = textFunc("title", groupString, "Converts the first letter of each word to upper case.", title,
	ex(`title("hello world")`, `"Hello World"`))

// title changes the case of each letter at the beginning of a word.
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
