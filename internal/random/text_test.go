package random

import (
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	normal, other := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := Text().Draw(t, "s")
		if !utf8.ValidString(s) {
			t.Fatalf("%q is not valid", s)
		}
		if norm.NFC.IsNormalString(s) {
			normal++
		} else {
			other++
		}
	})
	if normal < 10 || other < 10 {
		t.Errorf("%d texts are normalised, %d are not", normal, other)
	}
}
