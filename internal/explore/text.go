package explore

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/internal/starter"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/value"
)

// plain are ordinary texts, and unusual are other texts that a schema without a pattern allows.
var (
	plain   = []string{"a", "b", "c", "example", "eu-west-1", "1.2", "10.0.0.0/16", "example.org"}
	unusual = []string{"", " ", "A b", "ä", "true", "1", "null", "${a}", "a\nb", `"`, "a/b", "-", strings.Repeat("x", 64)}
)

// formats are texts of the formats that schemas name.
var formats = map[string][]string{
	"date-time": {"2024-02-29T23:59:59Z", "1970-01-01T00:00:00+14:00"},
	"date":      {"2024-02-29", "0001-01-01"},
	"duration":  {"0s", "1h30m", "100ms"},
	"ipv4":      {"0.0.0.0", "192.0.2.1", "255.255.255.255"},
	"ipv6":      {"::", "2001:db8::1"},
	"cidr":      {"0.0.0.0/0", "10.0.0.0/16", "192.0.2.1/32", "2001:db8::/64"},
	"byte":      {"", "YQ=="},
	"email":     {"a@example.org"},
	"uri":       {"https://example.org", "urn:a:b"},
	"hostname":  {"a", "a-1.example.org"},
}

// text generates a text within limits. If that is not possible, validation of the whole object finds it.
func (g *generator) text(l *schema.Limits) string {
	if l == nil {
		l = &none
	}
	for range attempts {
		if t := g.draft(l); fits(l, t) {
			return t
		}
	}
	return starter.Sample(&schema.Schema{Type: schema.String, Limits: l}).AsString()
}

func fits(l *schema.Limits, text string) bool {
	s := schema.Schema{Type: schema.String, Limits: l}
	return len(s.Validate(value.String(text))) == 0
}

// draft generates a text that may be within limits.
func (g *generator) draft(l *schema.Limits) string {
	if known := formats[l.Format]; len(known) > 0 && (l.Pattern == "" || g.chance(0.5)) {
		return pick(g, known)
	}
	if l.Pattern != "" && g.chance(0.9) {
		if re, err := syntax.Parse(l.Pattern, syntax.Perl); err == nil {
			var b strings.Builder
			g.match(&b, re, max(l.MinLength, 1), l.MaxLength)
			return b.String()
		}
	}
	from := plain
	if g.chance(g.edges) {
		from = unusual
	}
	return g.within(pick(g, from), l)
}

// within changes a text to an allowed length, which is sometimes the minimum or the maximum.
func (g *generator) within(text string, l *schema.Limits) string {
	least, most := bounds(l.MinLength, l.MaxLength)
	n := utf8.RuneCountInString(text)
	want := max(least, min(n, most))
	if g.chance(g.edges) && g.chance(0.3) {
		if want = least; g.chance(0.5) && most <= 1000 {
			want = most
		}
	}
	if n < want {
		return text + strings.Repeat("x", want-n)
	}
	return string([]rune(text)[:want])
}

// repeats is the maximum number of repetitions of an unlimited part of a pattern.
const repeats = 3

// match writes a text that matches a pattern. Least and most limit the length of the text if parts may be repeated.
func (g *generator) match(b *strings.Builder, re *syntax.Regexp, least, most int) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(g.member(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteString(pick(g, []string{"a", "Z", "0", "-", "ä"}))
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			g.match(b, sub, least, most)
		}
	case syntax.OpAlternate:
		g.match(b, pick(g, re.Sub), least, most)
	case syntax.OpCapture:
		g.match(b, re.Sub[0], least, most)
	case syntax.OpQuest:
		g.repeat(b, re.Sub[0], 0, 1, least, most)
	case syntax.OpStar:
		g.repeat(b, re.Sub[0], 0, -1, least, most)
	case syntax.OpPlus:
		g.repeat(b, re.Sub[0], 1, -1, least, most)
	case syntax.OpRepeat:
		g.repeat(b, re.Sub[0], re.Min, re.Max, least, most)
	}
}

// repeat writes a part of a pattern several times, sometimes as often as allowed.
func (g *generator) repeat(b *strings.Builder, re *syntax.Regexp, low, high, least, most int) {
	n := low
	switch {
	case g.chance(g.edges) && high >= 0 && high <= 100:
		n = high
	case g.chance(g.edges) && high < 0 && most > 0:
		n = max(low, most-b.Len())
	case !g.chance(g.edges):
		n += g.rand.IntN(repeats + 1)
		if high >= 0 {
			n = min(n, high)
		}
	}
	if high < 0 {
		n = max(n, min(least-b.Len(), 1000))
	}
	for range min(n, 1000) {
		g.match(b, re, least, most)
	}
}

// member returns a character of a class, which is a list of ranges.
func (g *generator) member(class []rune) rune {
	if len(class) < 2 {
		return 'a'
	}
	i := g.rand.IntN(len(class)/2) * 2
	low, high := class[i], min(class[i+1], class[i]+25)
	if high > '~' && low <= 'a' && class[i+1] >= 'z' {
		low, high = 'a', 'z' // of everything but something: letters
	}
	return low + rune(g.rand.IntN(int(high-low)+1))
}
