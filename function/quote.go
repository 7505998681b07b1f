package function

import (
	"strconv"
	"unicode/utf8"
)

// maxQuote bounds how much of an argument an error text shows, in bytes.
const maxQuote = 80

// Hides reports whether argument i carried marks, so that no error may show it.
func (c *Call) Hides(i int) bool { return c.Hidden&(1<<min(i, 63)) != 0 }

// Quote returns a string argument in quotes for an error text, shortened if it is long, or words that say nothing about
// it if it was marked.
func (c *Call) Quote(i int) string { return c.QuoteText(i, c.Args[i].AsString()) }

// QuoteText is [Call.Quote] for a text that was taken from argument i.
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
