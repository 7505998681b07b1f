package stdlib

import (
	"io"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/function"
)

// A search of package regexp cannot be interrupted, and searching for all matches can take quadratic time: to find a
// short match, the search may have to read the whole rest of the text, as with x.*y|x. Therefore package regexp gets a
// text as a whole only if quadratic time is acceptable. Otherwise it reads single characters, which is slower, and
// every character counts as work.

// soon is the maximum number of instructions that run without being counted, for all starts of a match.
const soon = 10_000_000

// first returns the first match of a pattern, or nil if there is none.
func (p *pattern) first(c *function.Call, s string) ([]int, error) {
	if len(s)*p.instructions <= soon {
		if err := p.scan(c, s); err != nil {
			return nil, err
		}
		return p.re.FindStringSubmatchIndex(s), nil
	}
	f := search{pattern: p, call: c, text: s}
	return f.next(0)
}

// matches returns all matches, up to a limit.
func (p *pattern) matches(c *function.Call, s string) ([][]int, error) {
	if p.isSoonDone(len(s)) {
		if err := p.scan(c, s); err != nil {
			return nil, err
		}
		return p.re.FindAllStringSubmatchIndex(s, -1), nil
	}
	if err := c.Room(p.instructions * instructionBytes); err != nil { // for the second form of the pattern
		return nil, err
	}
	f := search{pattern: p, call: c, text: s}
	return f.all()
}

// isSoonDone reports whether searching n bytes for all matches runs at most soon instructions.
//
// The number of bytes counts twice: there may be as many matches as bytes, and each may read the rest of the text. The
// comparison is written as a division, because the product could overflow.
func (p *pattern) isSoonDone(n int) bool { return n*p.instructions <= soon/max(n, 1) }

// search finds the matches of a pattern one by one, as the reader of the text.
type search struct {
	pattern *pattern
	call    *function.Call
	text    string

	at      int // what is read next
	unpaid  int // bytes that were read and not counted
	stopped error
}

// all returns all matches like [regexp.Regexp.FindAllStringSubmatchIndex], without empty matches directly after another
// match.
func (f *search) all() ([][]int, error) {
	size := 2*function.ElementBytes + 16*(1+f.pattern.re.NumSubexp()) // of a match: its places and its value
	var all [][]int
	for at, end := 0, -1; at <= len(f.text); {
		m, err := f.next(at)
		if err != nil || m == nil {
			return all, err
		}
		empty, again := m[1] == at, m[0] == end
		at, end = m[1], m[1]
		if empty {
			_, width := utf8.DecodeRuneInString(f.text[at:])
			at += max(width, 1)
			if again {
				continue
			}
		}
		all = append(all, m)
		if len(all)%checkMatches == 0 {
			if err := f.call.Room(len(all) * size); err != nil {
				return nil, err
			}
		}
		if err := checkElements(f.call, len(all), "matches"); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// checkMatches is the number of matches after which the limit is checked.
const checkMatches = 1024

// afterOne makes a pattern search from the second character of a text on. The first one is needed for conditions on the
// character before a match.
const afterOne = `\A(?s:.)(?s:.*?)(`

// next returns the next match from an offset on, or nil if there is none.
//
// Searching a slice of the text from a place on would lose what is before it, which ^, \b and the like look at. So the
// search begins one character earlier, with a form of the pattern that skips it.
func (f *search) next(from int) ([]int, error) {
	start, re, skip := from, f.pattern.re, 0
	if from > 0 {
		further, err := f.pattern.further()
		if err != nil {
			return nil, function.Arg(0, patternError(err)) // it is nested as deep as it can be
		}
		_, width := utf8.DecodeLastRuneInString(f.text[:from])
		start, re, skip = from-width, further, 2
	}
	f.at = start
	m := re.FindReaderSubmatchIndex(f)
	if err := f.pay(); err != nil {
		return nil, err
	}
	if m == nil {
		return nil, nil
	}
	m = m[skip:]
	for i := range m {
		if m[i] >= 0 {
			m[i] += start
		}
	}
	return m, nil
}

// ReadRune implements [io.RuneReader]. It ends the text when no more work is allowed.
//
// To package regexp, a search that must stop looks like the end of the text. Whether that was the reason is asked
// afterwards.
func (f *search) ReadRune() (rune, int, error) {
	if f.at == len(f.text) || f.stopped != nil {
		return 0, 0, io.EOF
	}
	r, width := utf8.DecodeRuneInString(f.text[f.at:])
	f.at += width
	if f.unpaid += width; f.unpaid*f.pattern.instructions > soon && f.pay() != nil {
		return 0, 0, io.EOF
	}
	return r, width, nil
}

// pay counts the bytes that were read as work.
func (f *search) pay() error {
	if f.stopped == nil {
		f.stopped = f.call.Work(1 + f.pattern.work(f.unpaid))
		f.unpaid = 0
	}
	return f.stopped
}
