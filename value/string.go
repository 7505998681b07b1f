package value

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// String returns the string value of s, brought into normalisation form C. Text that is not UTF-8 keeps its invalid
// bytes; whoever reads text from outside should refuse it, as [ParseJSON] and [FromGo] do.
func String(s string) Value { return stringRaw(NFC(s)) }

// ASCIIString is [String] for a text that is known to be ASCII or normalised already.
func ASCIIString(s string) Value { return stringRaw(s) }

// NFC brings a text into Unicode normalisation form C, in which values hold their strings and keys.
func NFC(s string) string {
	if isASCII(s) {
		return s
	}
	return norm.NFC.String(s)
}

// isASCII looks at eight bytes at a time; the last look may overlap the one before.
func isASCII(s string) bool {
	n := len(s)
	if n < 8 {
		return isShortASCII(s)
	}
	for i := 0; i+8 <= n; i += 8 {
		if word(s, i)&highestBits != 0 {
			return false
		}
	}
	return word(s, n-8)&highestBits == 0
}

const highestBits = 0x8080808080808080

func isShortASCII(s string) bool {
	var all byte
	for i := range len(s) {
		all |= s[i]
	}
	return all < utf8.RuneSelf
}
