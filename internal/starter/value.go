package starter

import (
	"math"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Sample makes a small value that a schema allows, as far as one can be made up: with all required fields that have no
// default, the first value of an enum, the least number and length, and a text that matches the pattern or has the
// format. What validation rules say is not looked at, and of oneOf and its like only what is required.
func Sample(s *schema.Schema) value.Value { return sample(s, 0) }

// maxDepth bounds how deep a value is made up; a type that needs itself has none.
const maxDepth = 30

func sample(s *schema.Schema, depth int) value.Value {
	switch {
	case s == nil || depth > maxDepth:
		return host.EmptyObject
	case !s.Default.IsZero():
		return s.Default
	case len(s.Enum) > 0:
		return s.Enum[0]
	}
	switch s.Type {
	case schema.String:
		return value.String(sampleText(s.Limits))
	case schema.Integer, schema.Number:
		return sampleNumber(s)
	case schema.Boolean:
		return value.False
	case schema.Array:
		return sampleList(s, depth)
	case schema.IntOrString:
		return value.Int(1)
	}
	return sampleObject(s, depth)
}

func sampleObject(s *schema.Schema, depth int) value.Value {
	fields := map[string]value.Value{}
	add := func(name string) {
		p, ok := s.Property(name)
		if _, done := fields[name]; !done && ok {
			fields[name] = sample(p.Schema, depth+1)
		}
	}
	for _, p := range s.Properties {
		if p.Required && p.Schema.Default.IsZero() {
			add(p.Name)
		}
	}
	if s.Junctors != nil {
		for _, all := range [][]*schema.Schema{s.Junctors.AllOf, first(s.Junctors.AnyOf), first(s.Junctors.OneOf)} {
			for _, j := range all {
				for _, p := range j.Properties {
					if p.Required {
						add(p.Name)
					}
				}
			}
		}
	}
	if s.Limits != nil {
		for _, p := range s.Properties {
			if len(fields) < s.Limits.MinProperties {
				add(p.Name)
			}
		}
		for n := 'a'; s.Additional != nil && len(fields) < s.Limits.MinProperties && n <= 'z'; n++ {
			fields[string(n)] = sample(s.Additional, depth+1)
		}
	}
	return value.Object(fields)
}

func first(list []*schema.Schema) []*schema.Schema { return list[:min(1, len(list))] }

func sampleList(s *schema.Schema, depth int) value.Value {
	n := 0
	if s.Limits != nil {
		n = max(0, s.Limits.MinItems)
	}
	elems := make([]value.Value, min(n, 100))
	for i := range elems {
		elems[i] = sample(s.Items, depth+1)
		if s.Items != nil && i < len(s.Items.Enum) {
			elems[i] = s.Items.Enum[i] // as where items have to be unique
		}
	}
	return value.Tuple(elems...)
}

// sampleNumber is the number nearest to 1 that is within the bounds.
func sampleNumber(s *schema.Schema) value.Value {
	n := 1.0
	step := 1.0
	l := s.Limits
	if l == nil {
		return value.Int(1)
	}
	if l.MultipleOf.IsNumber() {
		step, _ = l.MultipleOf.Float64()
		n = step
	}
	if low, ok := l.Minimum.Float64(); ok && l.Minimum.IsNumber() && (n < low || n == low && l.ExclusiveMinimum) {
		n = math.Ceil(low/step) * step
		if n == low && l.ExclusiveMinimum {
			n += step
		}
	}
	if high, ok := l.Maximum.Float64(); ok && l.Maximum.IsNumber() && (n > high || n == high && l.ExclusiveMaximum) {
		n = math.Floor(high/step) * step
		if n == high && l.ExclusiveMaximum {
			n -= step
		}
	}
	return value.Float(n)
}

// formats are texts that have a format.
var formats = map[string]string{
	"date-time": "2024-01-31T12:00:00Z", "datetime": "2024-01-31T12:00:00Z", "date": "2024-01-31", "duration": "1h",
	"ipv4": "10.0.0.1", "ipv6": "fd00::1", "ip": "10.0.0.1",
	"cidr": "10.0.0.0/16", "uuid": "00000000-0000-4000-8000-000000000000", "mac": "02:00:00:00:00:01",
	"byte": "ZXhhbXBsZQ==", "email": "someone@example.org",
	"uri": "https://example.org", "hostname": "example.org",
}

func sampleText(l *schema.Limits) string {
	if l == nil {
		return "example"
	}
	for _, text := range []string{formats[l.Format], "example", "example.org", "10.0.0.0/16", "a", "1",
		matching(l.Pattern)} {
		if n := utf8.RuneCountInString(text); text != "" && l.Matches(text) && n >= l.MinLength && (l.MaxLength < 0 ||
			n <= l.MaxLength) {
			return text
		}
	}
	text := "example"
	if l.Pattern != "" {
		text = matching(l.Pattern)
	}
	for utf8.RuneCountInString(text) < l.MinLength && l.MinLength < 1000 {
		text += "x"
	}
	if l.MaxLength >= 0 && len(text) > l.MaxLength {
		text = text[:l.MaxLength]
	}
	return text
}

// matching is a short text that matches a pattern; "" where the pattern is none.
func matching(pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	match(&b, re.Simplify())
	return b.String()
}

func match(b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(member(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			match(b, sub)
		}
	case syntax.OpAlternate, syntax.OpCapture, syntax.OpPlus:
		match(b, re.Sub[0])
	case syntax.OpRepeat:
		for range re.Min {
			match(b, re.Sub[0])
		}
	}
}

// member is a character of a class, a plain one if there is one. The class is a list of ranges.
func member(class []rune) rune {
	for _, want := range "ae1A-" {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= want && want <= class[i+1] {
				return want
			}
		}
	}
	if len(class) == 0 {
		return 'a'
	}
	return class[0]
}
