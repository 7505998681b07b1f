package stdlib

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

var timeFuncs = []*function.Decl{formatdateFunc, timeaddFunc, timecmpFunc}

const timestampDoc = "A timestamp in RFC 3339 format, such as 2018-01-02T23:12:01Z."

var formatdateFunc = notation(&function.Decl{
	Name: "formatdate", Group: groupTime, Since: since,
	Summary: "Formats a timestamp.",
	Description: `Letters of the format are replaced by parts of the timestamp. Text between single quotes is copied,
with two single quotes for a single one.

| letters | part |
|---|---|
| ` + "`YYYY` `YY`" + ` | year, with four or two digits |
| ` + "`MMMM` `MMM` `MM` `M`" +
		` | month: English name, its first three letters, two digits, as few digits as possible |
| ` + "`DD` `D`" + ` | day of the month |
| ` + "`EEEE` `EEE`" + ` | day of the week: English name, its first three letters |
| ` + "`hh` `h`" + ` | hour, 0 to 23 |
| ` + "`HH` `H`" + ` | hour, 1 to 12 |
| ` + "`AA` `aa`" + ` | AM or PM, am or pm |
| ` + "`mm` `m`" + ` | minute |
| ` + "`ss` `s`" + ` | second |
| ` + "`ZZZZZ` `ZZZZ`" + ` | offset from UTC, with a colon or without |
| ` + "`ZZZ` `Z`" + ` | like ZZZZ or ZZZZZ, but UTC or Z if the offset is zero |

All other letters are errors.`,
	Params: []function.Param{text("format", "The format of the result."), text("time", timestampDoc)},
	Result: types.String, Refine: notNull,
	Examples: []function.Example{
		ex(`formatdate("DD MMM YYYY hh:mm ZZZ", "2018-01-02T23:12:01Z")`, `"02 Jan 2018 23:12 UTC"`),
		ex(`formatdate("EEEE, D 'of' MMMM, H:mm aa", "2018-01-02T23:12:01-08:00")`, `"Tuesday, 2 of January, 11:12 pm"`),
		bad(`formatdate("YYY", "2018-01-02T23:12:01Z")`, `"YYY"`),
	},
}, &dateFormats, dateFormatCost, parseDateFormat, formatDate)

func formatDate(c *function.Call, f *dateFormat) (value.Value, error) {
	if f.err != nil {
		return value.Value{}, hidden(c, 0, f.err, "invalid date format")
	}
	t, err := parseTimestamp(c, 1)
	if err != nil {
		return value.Value{}, err
	}
	var buf [64]byte
	out := buf[:0]
	for i := range f.parts {
		out = f.parts[i].append(out, t)
	}
	return value.String(string(out)), nil
}

var dateFormats cache[*dateFormat]

// A format is parsed to a list of parts, which is kept for constant formats and in a bounded cache for others. Letters
// that mean nothing are errors, so that further ones can be given a meaning later.

// dateFormat is a parsed date format.
type dateFormat struct {
	parts []datePart
	err   error
}

func (f *dateFormat) fault() error { return f.err }

// datePart is a piece of text, or a repeated letter.
type datePart struct {
	text   string
	letter byte // 0 for text
	count  int
}

// dateFormatCost returns the maximum memory of a parsed date format: a part for each byte.
func dateFormatCost(text string) int { return 2 * len(text) * int(unsafe.Sizeof(datePart{})) }

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func parseDateFormat(s string) *dateFormat {
	f := &dateFormat{}
	for i := 0; i < len(s) && f.err == nil; {
		switch {
		case s[i] == '\'':
			i = f.quoted(s, i)
		case isLetter(s[i]):
			i = f.letters(s, i)
		default:
			end := i + 1
			for end < len(s) && s[end] != '\'' && !isLetter(s[end]) {
				end++
			}
			f.parts = append(f.parts, datePart{text: s[i:end]})
			i = end
		}
	}
	return f
}

// quoted reads quoted text, in which two quotes represent one.
func (f *dateFormat) quoted(s string, at int) int {
	if strings.HasPrefix(s[at:], "''") {
		f.parts = append(f.parts, datePart{text: "'"})
		return at + 2
	}
	var text strings.Builder
	for i := at + 1; i < len(s); i++ {
		switch {
		case s[i] != '\'':
			text.WriteByte(s[i])
		case strings.HasPrefix(s[i:], "''"):
			text.WriteByte('\'')
			i++
		default:
			f.parts = append(f.parts, datePart{text: text.String()})
			return i + 1
		}
	}
	f.err = fmt.Errorf("the quote at offset %d is not closed", at)
	return len(s)
}

// letters reads one letter that is repeated.
func (f *dateFormat) letters(s string, at int) int {
	end := at
	for end < len(s) && s[end] == s[at] {
		end++
	}
	p := datePart{letter: s[at], count: end - at}
	forms, ok := dateLetters[p.letter]
	switch {
	case !ok:
		f.err = fmt.Errorf("%q has no meaning in a format; put text between single quotes", wording.Clip(s[at:end], 16))
	case !slices.Contains(forms.counts, p.count):
		f.err = fmt.Errorf("%q has no meaning in a format: write the %s as %s", wording.Clip(s[at:end], 16), forms.what,
			forms.list(p.letter))
	}
	f.parts = append(f.parts, p)
	return end
}

// dateForms is the meaning of a letter, and how often it may be repeated.
type dateForms struct {
	what   string
	counts []int
}

func (d dateForms) list(letter byte) string {
	var forms []string
	for _, n := range d.counts {
		forms = append(forms, strings.Repeat(string(letter), n))
	}
	return strings.Join(forms, " or ")
}

var dateLetters = map[byte]dateForms{
	'Y': {"year", []int{2, 4}}, 'M': {"month", []int{1, 2, 3, 4}}, 'D': {"day of the month", []int{1, 2}},
	'E': {"day of the week", []int{3, 4}}, 'h': {"hour", []int{1, 2}}, 'H': {"hour", []int{1, 2}},
	'A': {"half of the day", []int{2}}, 'a': {"half of the day", []int{2}}, 'm': {"minute", []int{1, 2}},
	's': {"second", []int{1, 2}}, 'Z': {"time zone", []int{1, 3, 4, 5}},
}

func (p *datePart) append(out []byte, t time.Time) []byte {
	switch p.letter {
	case 0:
		return append(out, p.text...)
	case 'Y':
		if p.count == 2 {
			return appendPadded(out, t.Year()%100, 2)
		}
		return appendPadded(out, t.Year(), 4)
	case 'M':
		return p.appendName(out, t.Month().String(), int(t.Month()))
	case 'D':
		return appendPadded(out, t.Day(), p.count)
	case 'E':
		return p.appendName(out, t.Weekday().String(), 0)
	case 'h':
		return appendPadded(out, t.Hour(), p.count)
	case 'H':
		return appendPadded(out, (t.Hour()+11)%12+1, p.count)
	case 'A':
		return append(out, [...]string{"AM", "PM"}[t.Hour()/12]...)
	case 'a':
		return append(out, [...]string{"am", "pm"}[t.Hour()/12]...)
	case 'm':
		return appendPadded(out, t.Minute(), p.count)
	case 's':
		return appendPadded(out, t.Second(), p.count)
	}
	return p.appendZone(out, t)
}

// appendName writes a name, its first three letters, or the number instead.
func (p *datePart) appendName(out []byte, name string, n int) []byte {
	switch p.count {
	case 3:
		return append(out, name[:3]...)
	case 4:
		return append(out, name...)
	}
	return appendPadded(out, n, p.count)
}

func appendPadded(out []byte, n, width int) []byte {
	var digits [20]byte
	text := strconv.AppendInt(digits[:0], int64(n), 10)
	for i := len(text); i < width; i++ {
		out = append(out, '0')
	}
	return append(out, text...)
}

func (p *datePart) appendZone(out []byte, t time.Time) []byte {
	_, offset := t.Zone()
	switch {
	case p.count == 1:
		return t.AppendFormat(out, "Z07:00")
	case p.count == 3 && offset == 0:
		return append(out, "UTC"...)
	case p.count == 5:
		return t.AppendFormat(out, "-07:00")
	}
	return t.AppendFormat(out, "-0700")
}

var timeaddFunc = &function.Decl{
	Name: "timeadd", Group: groupTime, Since: since,
	Summary: "Adds a duration to a timestamp.",
	Description: "A duration is a sequence of numbers with a unit, such as `1h30m`; the units are `h`, `m`, `s`, `ms`, " +
		"`us` and `ns`, and a duration with a minus sign is subtracted. Fractions of a second are dropped from the result.",
	Params: []function.Param{text("timestamp", timestampDoc), text("duration", "The duration.")},
	Result: types.String, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		t, err := parseTimestamp(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		d, err := time.ParseDuration(c.Args[1].AsString())
		if err != nil {
			return value.Value{}, function.Arg(1, durationFault(c, err))
		}
		var buf [40]byte
		return host.ASCIIString(string(t.Add(d).AppendFormat(buf[:0], time.RFC3339))), nil
	},
	Examples: []function.Example{
		ex(`timeadd("2017-11-22T00:00:00Z", "10m")`, `"2017-11-22T00:10:00Z"`),
		ex(`timeadd("2017-11-22T00:00:00Z", "-24h")`, `"2017-11-21T00:00:00Z"`),
		bad(`timeadd("2017-11-22T00:00:00Z", "1d")`, `"1d" is not a duration`),
	},
}

var timecmpFunc = &function.Decl{
	Name: "timecmp", Group: groupTime, Since: since,
	Summary: "Compares two timestamps: -1 if the first is earlier, 0 if they are the same moment, 1 if it is later.",
	Params:  []function.Param{text("timestamp_a", timestampDoc), text("timestamp_b", "The timestamp to compare with.")},
	Result:  types.Number, Refine: notNull,
	Infer: whole,
	Impl:  comparing(parseTimestamp),
	Examples: []function.Example{
		ex(`timecmp("2017-11-22T00:00:00Z", "2017-11-22T00:00:00Z")`, `0`),
		ex(`timecmp("2017-11-22T01:00:00Z", "2017-11-22T00:00:00-01:00")`, `0`),
		ex(`timecmp("2017-11-22T00:00:00Z", "2017-11-22T01:00:00Z")`, `-1`),
	},
}

// durationFault returns the reason why argument 1 is not a duration. If its units are valid, it is too long.
//
// Package time has one error for all of this. The two mistakes that people make are days as a unit and durations beyond
// 292 years, so these have messages of their own.
func durationFault(c *function.Call, err error) error {
	text := c.Args[1].AsString()
	unit := strings.HasPrefix(strings.TrimPrefix(err.Error(), "time: "), "unknown unit")
	switch {
	case !c.Hides(1) && unit && (strings.Contains(text, "d") || strings.Contains(text, "y") ||
		strings.Contains(text, "w")):
		return fmt.Errorf("%s is not a duration: days, weeks and years have no unit, because their lengths vary; write a "+
			"day of 24 hours as 24h", c.Quote(1))
	case longDuration().MatchString(text):
		return fmt.Errorf("%s is too long for a duration, which is at most about 292 years", c.Quote(1))
	}
	return fmt.Errorf("%s is not a duration: write numbers with the units h, m, s, ms, us or ns, such as 1h30m",
		c.Quote(1))
}

var longDuration = onDemand(`^[-+]?([0-9]+(\.[0-9]*)?(h|ms?|s|us|µs|ns))+$`)

// parseTimestamp reads argument i as an RFC 3339 timestamp. Like Terraform 1.5.7, it also accepts an hour of one digit,
// and a comma before the fraction.
func parseTimestamp(c *function.Call, i int) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, c.Args[i].AsString())
	if err == nil {
		return t, nil
	}
	var pe *time.ParseError
	if !errors.As(err, &pe) {
		return t, function.Arg(i, errors.New("is not a timestamp in RFC 3339 format"))
	}
	return t, function.Arg(i,
		careful(c, "is not a timestamp in RFC 3339 format", "%s is not a timestamp in RFC 3339 format: %s", c.Quote(i),
			timestampFault(c, i, pe)))
}

func timestampFault(c *function.Call, i int, pe *time.ParseError) string {
	what, ok := timestampParts[pe.LayoutElem]
	switch {
	case pe.Message != "" && pe.LayoutElem == "":
		return strings.TrimPrefix(pe.Message, ": ")
	case !ok:
		what = "the character " + strconv.Quote(pe.LayoutElem)
	}
	if pe.ValueElem == "" {
		return what + " is missing at its end"
	}
	return what + " was expected at " + c.QuoteText(i, pe.ValueElem)
}

// timestampParts names the parts of the layout of RFC 3339.
var timestampParts = map[string]string{
	"2006": "a year of four digits", "01": "a month from 01 to 12", "02": "a day of the month of two digits",
	"15": "an hour from 00 to 23", "04": "a minute from 00 to 59", "05": "a second from 00 to 59",
	"Z07:00": "an offset such as Z or +02:00", "T": "the letter T between date and time",
}
