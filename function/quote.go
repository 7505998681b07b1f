package function

import (
	"strconv"
	"unicode/utf8"
)

// maxQuote limits the text of an argument in an error, in bytes.
const maxQuote = 80

// Hides reports whether argument i has marks, so that errors must not show it.
func (c *Call) Hides(i int) bool { return c.Hidden&(1<<min(i, 63)) != 0 }

// Quote returns a string argument in quotes for an error text, shortened if it is long. If the argument is marked, it
// returns words that do not reveal it.
func (c *Call) Quote(i int) string { return c.QuoteText(i, c.Args[i].AsString()) }

// QuoteText is like [Call.Quote] for a text that comes from argument i.
func (c *Call) QuoteText(i int, s string) string {
	if c.Hides(i) {
		return "the value (marked, so it is not shown)"
	}
	if len(s) <= maxQuote {
		return strconv.Quote(s)
	}
	cut := maxQuote
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "..."
}
