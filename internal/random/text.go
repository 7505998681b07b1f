package random

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// hard are pieces of text that are easy to treat in a wrong way: characters that normalisation changes or joins with
// those before them, clusters of several characters, ends of lines, and what JSON, YAML and HCL escape.
var hard = []string{"a", "e\u0301", "\u0301", "\u00e9", "\u212b", "\u1100\u1161\u11a8", "\ufb01", "\u0928\u093c",
	"q\u0323\u0307", "q\u0307\u0323", "\U0001d11e", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1e9\U0001f1ea",
	"\r\n", "\n", "\r", "\t", "\x00", "\x7f", "\u0085", "\u2028", "\ufeff", "\ufffd", "\ufffe", "\u200d", "\"", "\\", "${",
	"%{", "$${", "~", " ", strings.Repeat("x", 300), strings.Repeat("a\u0301", 40)}

// Text generates valid UTF-8, normalised or not.
func Text() *rapid.Generator[string] {
	joined := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(hard), 1, 4), func(p []string) string {
		return strings.Join(p, "")
	})
	return rapid.OneOf(rapid.String(), joined, joined)
}

// Distinct drops the keys of a map that normalisation makes equal, but for one of them.
func Distinct(m map[string]any) map[string]any {
	out := map[string]any{}
	seen := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if normal := norm.NFC.String(key); !seen[normal] {
			seen[normal], out[key] = true, m[key]
		}
	}
	return out
}

// Normal returns a JSON-like value with all of its texts and keys normalised, as values of HCL have them.
func Normal(x any) any {
	switch x := x.(type) {
	case string:
		return norm.NFC.String(x)
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = Normal(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for key, e := range x {
			out[norm.NFC.String(key)] = Normal(e)
		}
		return out
	}
	return x
}
