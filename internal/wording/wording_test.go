package wording_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/value"
)

func TestUpperFirst(t *testing.T) {
	for text, want := range map[string]string{"": "", "its body": "Its body", "élan": "Élan", "中": "中", "2 x": "2 x",
		"Done": "Done"} {
		if got := wording.UpperFirst(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestLists(t *testing.T) {
	names := strings.Fields("a b c d e f g h i j k l")
	for got, want := range map[string]string{
		wording.All(names[:1]): `"a"`, wording.All(names[:2]): `"a" and "b"`, wording.One(names[:3]): `"a", "b" or "c"`,
		wording.Count(1, "error"): "1 error", wording.Count(0, "error"): "0 errors", wording.Count(2, "error"): "2 errors",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := wording.Few(names); !strings.HasSuffix(got, " more") || strings.Contains(got, `"l"`) {
		t.Errorf("got %s", got)
	}
}

// Whatever a text holds, what is made of it for a message is valid UTF-8, and not longer than it may be.
func TestTextsStayValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := random.Text().Draw(t, "text")
		n := rapid.IntRange(0, 40).Draw(t, "bytes")
		clipped := wording.Clip(s, n)
		if len(s) <= n && clipped != s {
			t.Errorf("%q fits into %d bytes, but is %q", s, n, clipped)
		}
		for _, got := range []string{clipped, wording.UpperFirst(s), wording.Quoted(s)} {
			if !utf8.ValidString(got) {
				t.Errorf("%q becomes %q", s, got)
			}
		}
		if strings.ContainsAny(wording.Quoted(s), "\r\n") {
			t.Errorf("%q is quoted on several lines", s)
		}
	})
}

func TestFound(t *testing.T) {
	for _, tt := range []struct {
		v    value.Value
		want string
	}{
		{value.String("x"), `the string "x"`}, {value.Int(7), "the number 7"}, {value.True, "true"},
		{value.Null, "null"}, {value.Tuple(), "a list"}, {value.Object(nil), "an object"},
		{value.String("x").Mark(value.Sensitive), "a string, which is sensitive"},
		{value.True.Mark(value.Sensitive), "a bool, which is sensitive"},
		{value.Null.Mark(value.Sensitive), "null, which is sensitive"},
		{value.DynamicUnknown, "a value of another kind"},
	} {
		if got := wording.Found(tt.v); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
