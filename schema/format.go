package schema

import (
	"encoding/base64"
	"math"
	"net/netip"
	"regexp"
	"time"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// Matches reports whether the pattern matches any part of a text, as in JSON Schema.
//
// JSON Schema means expressions of ECMA 262, some of which Go cannot compile. Such a pattern then limits nothing:
// reporting it would blame an author for a schema that somebody else wrote, and that the server has accepted.
func (l *Limits) Matches(text string) bool {
	if l.Pattern == "" {
		return true
	}
	l.once.Do(func() { l.pattern, _ = regexp.Compile(l.Pattern) })
	return l.pattern == nil || l.pattern.MatchString(text)
}

// The patterns of formats, which are compiled on demand.
var (
	uuidPattern     = Limits{Pattern: `^(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$`}
	durationPattern = Limits{Pattern: `^-?(\d+\s*[A-Za-zµμ]+\s*)+$`}
	macPattern      = Limits{Pattern: `^(?i)[0-9a-f]{2}([:-][0-9a-f]{2}){5,7}$`}
)

// formatProblem describes the format that a text does not have, or returns "". It does not check formats for which
// implementations differ, such as email and uri.
func formatProblem(format, text string) string {
	switch format {
	case "date-time", "datetime":
		if _, err := time.Parse(time.RFC3339Nano, text); err != nil {
			return "date and time (date-time), such as 2024-01-31T12:00:00Z"
		}
	case "date":
		if _, err := time.Parse(time.DateOnly, text); err != nil {
			return "date, such as 2024-01-31"
		}
	case "duration":
		if _, err := time.ParseDuration(text); err != nil && !durationPattern.Matches(text) {
			return "duration, such as 1h30m"
		}
	case "ipv4":
		if a, err := netip.ParseAddr(text); err != nil || !a.Is4() {
			return "IPv4 address"
		}
	case "ipv6":
		if a, err := netip.ParseAddr(text); err != nil || !a.Is6() {
			return "IPv6 address"
		}
	case "cidr":
		if _, err := netip.ParsePrefix(text); err != nil {
			return "range of addresses (CIDR), such as 10.0.0.0/16"
		}
	case "mac":
		if !macPattern.Matches(text) {
			return "MAC address"
		}
	case "uuid":
		if !uuidPattern.Matches(text) {
			return "UUID"
		}
	case "byte":
		if _, err := base64.StdEncoding.DecodeString(text); err != nil {
			return "base64 text (byte)"
		}
	}
	return ""
}

// rangeProblem describes the integer type in which a number does not fit, or returns "".
func rangeProblem(format string, v value.Value) string {
	var least, most int64
	switch format {
	case "int32":
		least, most = math.MinInt32, math.MaxInt32
	case "int64":
		least, most = math.MinInt64, math.MaxInt64
	default:
		return ""
	}
	if calc.Compare(v, value.Int(least)) < 0 || calc.Compare(v, value.Int(most)) > 0 {
		return "an integer of " + format[len("int"):] + " bits (" + format + ")"
	}
	return ""
}
