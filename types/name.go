package types

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalise brings a name into the form in which values hold their keys: normalisation form C.
func normalise(name string) string {
	for i := 0; i < len(name); i++ {
		if name[i] >= utf8.RuneSelf {
			return norm.NFC.String(name)
		}
	}
	return name
}
