package difftest

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
)

// acceptedJSON are the differences that are meant.
var acceptedJSON = []row[*jsonDifference]{
	{"only the first mistake of a text is reported; there also what follows from it", func(d *jsonDifference) bool {
		return d.kind == "syntax" && len(d.ourDiags) == 1 && len(d.theirDiags) > 1 &&
			ourPlace(d.ourDiags[0].Subject) == theirPlace(d.theirDiags[0].Subject)
	}},
	{"a token that is out of place is reported; there what comes after it, or after the bracket that closes it",
		func(d *jsonDifference) bool {
			return d.isMisplaced() && d.isToken() &&
				d.theirDiags[0].Subject.Start.Byte > int(d.ourDiags[0].Subject.Span.Start)
		}},
	{"a word, a character and the start of a comment are reported as a whole; there their first byte or letters",
		func(d *jsonDifference) bool {
			ours, theirs, ok := d.firstTexts()
			return ok && jsonWord.MatchString(ours) && len(theirs) < len(ours)
		}},
	{"of a number that is out of place the first character is reported; there all of it", func(d *jsonDifference) bool {
		ours, theirs, ok := d.firstTexts()
		return ok && len(ours) == 1 && len(theirs) > 1 && jsonNumber.MatchString(theirs)
	}},
	{"a string with control characters that is out of place is reported as a whole; there what is before them",
		func(d *jsonDifference) bool {
			ours, theirs, ok := d.firstTexts()
			return ok && strings.HasPrefix(ours, `"`) && d.isToken() && len(theirs) < len(ours) && ours[len(theirs)] < ' '
		}},
	{"a string that is not closed is reported as a whole; there what comes after it", func(d *jsonDifference) bool {
		return d.kind == "syntax" && len(d.ourDiags) == 1 && openString.MatchString(d.ourText()) &&
			d.theirDiags[0].Subject.Start.Byte == int(d.ourDiags[0].Subject.Span.End)
	}},
	{"an array with an element that is no object is reported at that element; there also as an array without labels",
		func(d *jsonDifference) bool {
			return d.kind == "missing diagnostic" && strings.HasPrefix(d.diag.Summary, "Missing ") && d.reportsElement()
		}},
	{"an element of an array that is no object is reported once; there twice", func(d *jsonDifference) bool {
		return d.kind == "doubled diagnostic" && slices.Contains([]string{"Missing block label",
			"Incorrect JSON value type"}, d.diag.Summary) && d.text[d.diag.Subject.Start.Byte] != '{'
	}},
	{"a quote that begins no string is reported once; there twice", func(d *jsonDifference) bool {
		return d.kind == "doubled diagnostic" && d.text[d.diag.Subject.Start.Byte] == '\''
	}},
}

var (
	jsonString = regexp.MustCompile(`^"([^"\\\n]|\\.)*("|\n)$`)
	jsonNumber = regexp.MustCompile(`^-?[0-9][-+.0-9eE]*$`)
	jsonWord   = regexp.MustCompile(`^([a-z0-9]*[a-z][a-z0-9]*|[^\x00-\x7f]|//|/\*)$`)
	jsonOther  = regexp.MustCompile(`^[^\sa-z0-9"]$`)
	openString = regexp.MustCompile(`(?s)^"([^"\\]|\\.)*$`)
)

// isToken reports whether our only diagnostic points at a token. A string that is not closed goes on to the end.
func (d *jsonDifference) isToken() bool {
	text := d.ourText()
	return jsonString.MatchString(text) || jsonNumber.MatchString(text) || jsonWord.MatchString(text) ||
		jsonOther.MatchString(text) || openString.MatchString(text) && strings.HasSuffix(d.text, text)
}

// firstTexts returns what our only diagnostic and their first one point at, if both point at the same start.
func (d *jsonDifference) firstTexts() (ours, theirs string, ok bool) {
	if d.kind != "syntax" || len(d.ourDiags) != 1 || len(d.theirDiags) == 0 {
		return "", "", false
	}
	r := d.theirDiags[0].Subject
	return d.ourText(), d.text[r.Start.Byte:min(r.End.Byte, len(d.text))],
		r.Start.Byte == int(d.ourDiags[0].Subject.Span.Start)
}

// ourText is what our only diagnostic points at, or "" if that is not in the text.
func (d *jsonDifference) ourText() string {
	s := d.ourDiags[0].Subject.Span
	if int(s.End) > len(d.text) {
		return ""
	}
	return d.text[s.Start:s.End]
}

// isMisplaced reports whether our only diagnostic is about the token in which encoding/json sees the mistake. Of an
// array in the place of the name of a property the first element is read, too.
func (d *jsonDifference) isMisplaced() bool {
	if d.kind != "syntax" || len(d.ourDiags) != 1 || len(d.theirDiags) == 0 {
		return false
	}
	var v any
	var wrong *json.SyntaxError
	if !errors.As(json.Unmarshal([]byte(d.text), &v), &wrong) {
		return false
	}
	start, at := int(d.ourDiags[0].Subject.Span.Start), int(wrong.Offset)-1
	return start == at || start > at && arrayAsName.MatchString(d.text[at:start])
}

var arrayAsName = regexp.MustCompile(`^\[\s*"[^"]*"\s*$`)

// reportsElement reports whether ours has a diagnostic of an element of the array that theirs points at, which is no
// object.
func (d *jsonDifference) reportsElement() bool {
	start := d.diag.Subject.Start.Byte
	dec := json.NewDecoder(strings.NewReader(d.text[start:]))
	if open, err := dec.Token(); err != nil || open != json.Delim('[') {
		return false
	}
	for dec.More() {
		var element json.RawMessage
		if dec.Decode(&element) != nil {
			return false
		}
		at := start + int(dec.InputOffset()) - len(element)
		for _, ours := range d.ourDiags {
			if int(ours.Subject.Span.Start) == at && element[0] != '{' {
				return true
			}
		}
	}
	return false
}
