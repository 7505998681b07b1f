package console

import (
	"bytes"
	"strings"
	"testing"
)

func TestCheckEncoding(t *testing.T) {
	for text, want := range map[string]string{
		`"ä 😀 �"`:           "",
		`"\ud83d\ude00"`:    "",
		`"\\ud800 \u00e4"`:  "",
		`"\`:                "",
		`"\u12`:             "",
		"\"a\xff\"":         "byte 3 (0xff)",
		"\"\xc3":            "byte 2 (0xc3)",
		`"ab\ud800"`:        `the escape \ud800 at byte 4`,
		`"\uDE00\ud83d"`:    `the escape \uDE00 at byte 2`,
		`"\ud83d\u0041"`:    `the escape \ud83d at byte 2`,
		`"\\\\\\\ud83d\n"`:  `the escape \ud83d at byte 8`,
		`"\ud83d\ude00\ud8`: "",
	} {
		err := checkEncoding([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// No way in lets a text through that is not what was written.
func TestEncodingIsNeverReplaced(t *testing.T) {
	for _, line := range []string{"{\"expr\": \"\\\"\xff\\\"\"}", `{"expr": "\"\ud800\""}`,
		"{\"expr\": \"x\", \"vars\": {\"x\": \"\xff\"}}", `{"exprBase64": "Iv8i"}`} {
		var out bytes.Buffer
		if err := testConsole().Batch(strings.NewReader(line), &out); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "result") || !strings.Contains(out.String(), "UTF-8") && !strings.Contains(
			out.String(), "surrogate") {
			t.Errorf("%q: %s", line, out.String())
		}
	}
	for _, text := range []string{"{\"x\": \"\xff\"}", `{"x": "\ud800"}`,
		"{\"scopes\": {\"s\": {\"variables\": {\"x\": {\"type\": \"string\", \"value\": \"\xff\"}}}}}"} {
		if _, err := ReadVars([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
