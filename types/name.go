package types

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalise converts a name to normalization form C, the form of keys in values.
func normalise(name string) string {
	for i := 0; i < len(name); i++ {
		if name[i] >= utf8.RuneSelf {
			return norm.NFC.String(name)
		}
	}
	return name
}
