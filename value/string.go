package value

import "golang.org/x/text/unicode/norm"

// String returns the string value of s, brought into normalisation form C.
func String(s string) Value {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return stringRaw(NFC(s))
		}
	}
	return stringRaw(s)
}

// ASCIIString is [String] for a text that is known to be ASCII or normalised already.
func ASCIIString(s string) Value { return stringRaw(s) }

// NFC brings a text into Unicode normalisation form C, in which values hold their strings and keys.
func NFC(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return norm.NFC.String(s)
		}
	}
	return s
}
