package value_test

import (
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func TestStringsAreNormalised(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z]{0,20}(e\x{301}|\x{e9})?[a-z]{0,20}`)).Draw(t, "s")
		if got := value.String(s).AsString(); got != norm.NFC.String(s) {
			t.Fatalf("%q became %q", s, got)
		}
		if got := host.NFC(s); got != norm.NFC.String(s) {
			t.Fatalf("%q became %q", s, got)
		}
	})
}
