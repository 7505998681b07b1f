package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// Problem is a reason why an API server would reject a value or drop a part of it.
type Problem struct {
	// Code is one of the codes of package code, such as [code.UnknownField].
	Code string
	// Path is the path of the invalid part, such as the unknown field, or the object that lacks a field.
	Path value.Path
	// Message describes what was found and what was expected.
	Message string
	// Schema is the node that rejects the value, or nil if the place is not described.
	Schema *Schema
}

// maxProblems limits the problems of one value: a list with a thousand invalid items probably has one mistake.
const maxProblems = 100

// Validate returns the problems of a value, at most 100, in the order of its parts. It skips unknown parts, and does
// not show marked ones. A null that is not nullable counts as absent, as in an API server.
func (s *Schema) Validate(v value.Value) []Problem {
	c := checker{}
	c.check(s, v, nil, false)
	return c.problems
}

type checker struct {
	problems []Problem
	marked   bool // something around the value is
	depth    int
}

func (c *checker) report(s *Schema, code string, path value.Path, format string, args ...any) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, Problem{code, slices.Clone(path), fmt.Sprintf(format, args...), s})
	}
}

// check checks a value and its parts. In a junctor, fields that it does not describe are not a mistake.
func (c *checker) check(s *Schema, v value.Value, path value.Path, junctor bool) {
	v, marks := v.Unmark()
	if marks != nil {
		defer func(before bool) { c.marked = before }(c.marked)
		c.marked = true
	}
	if s == nil || !v.IsKnown() || c.depth > maxDepth || len(c.problems) >= maxProblems {
		return
	}
	// The bound is for schemas that contain themselves through a junctor, where the value does not get smaller on the
	// way. What lies deeper is taken as it is.
	c.depth++
	defer func() { c.depth-- }()
	if v.IsNull() {
		if !s.Nullable && s.Type != Any {
			c.report(s, code.NullValue, path, "null is not a value of type %s, and it is not allowed here; leave it out", s.Type)
		}
		return
	}
	// After a wrong type nothing else is looked at: bounds and patterns of another type would only repeat the same
	// mistake in other words.
	if !s.admits(v) {
		c.report(s, code.WrongType, path, "found %s where %s is expected%s", c.found(v), s.expected(), s.conversionHint(v))
		return
	}
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e value.Value) bool { return equal(e, v) }) {
		c.enum(s, v, path)
	}
	switch {
	case v.IsString():
		c.text(s, v.AsString(), path)
	case v.IsNumber():
		c.number(s, v, path)
	case s.Type == Array || s.Type == Any && isSequence(v):
		c.array(s, v, path, junctor)
	case s.Type == Object || s.Type == Any && isMapping(v):
		c.object(s, v, path, junctor)
	}
	c.junctors(s, v, path)
}

func isSequence(v value.Value) bool {
	switch v.Kind() {
	case types.KindTuple, types.KindList, types.KindSet:
		return true
	}
	return false
}

func isMapping(v value.Value) bool { return v.Kind() == types.KindObject || v.Kind() == types.KindMap }

// admits reports whether the value has the type of the node.
func (s *Schema) admits(v value.Value) bool {
	switch s.Type {
	case Object:
		return isMapping(v)
	case Array:
		return isSequence(v)
	case String:
		return v.IsString()
	case Integer:
		return numbers.IsInteger(v)
	case Number:
		return v.IsNumber() && !numbers.IsInfinite(v)
	case Boolean:
		return v.IsBool()
	case IntOrString:
		return v.IsString() || numbers.IsInteger(v)
	}
	return true
}

// maxShown is the maximum number of characters of a text in a message.
const maxShown = 60

// found describes a value: its kind and, if it is short and not marked, the value.
func (c *checker) found(v value.Value) string {
	switch {
	case v.IsString():
		if c.marked {
			return "a string"
		}
		return "the string " + quote(v.AsString())
	case v.IsNumber():
		if c.marked {
			return "a number"
		}
		return "the number " + wording.Clip(v.NumberText(), maxShown)
	case v.IsBool():
		if c.marked {
			return "a boolean"
		}
		return "the boolean " + strconv.FormatBool(v.AsBool())
	case isSequence(v):
		return "a list"
	case isMapping(v):
		return "an object"
	}
	return types.FriendlyName(v.Type())
}

func quote(s string) string { return strconv.Quote(wording.Clip(s, maxShown)) }

func (s *Schema) expected() string {
	switch s.Type {
	case Array:
		return "an array (a list)"
	case Object, Integer, IntOrString:
		return "an " + s.Type.String()
	}
	return "a " + s.Type.String()
}

// conversionHint suggests a conversion to a string where this would be valid.
func (s *Schema) conversionHint(v value.Value) string {
	switch {
	case s.Type == String && (v.IsNumber() || v.IsBool()):
		return "; put it in quotes"
	case v.IsString() && (s.Type == Integer || s.Type == Number):
		if _, err := numbers.Parse(v.AsString(), types.NumberTextPlain); err == nil {
			return "; leave out the quotes"
		}
	case v.IsString() && s.Type == Boolean && (v.AsString() == "true" || v.AsString() == "false"):
		return "; leave out the quotes"
	}
	return ""
}

// equal compares values as JSON: by kind and content, whatever the type of a list.
//
// This matters for enums and for items that must be distinct: the author writes a list or an object in the way that is
// convenient, and an API server only sees the JSON that comes out. Comparing types here would accept what the server
// refuses as a duplicate.
func equal(a, b value.Value) bool {
	b, _ = b.UnmarkDeep()
	switch {
	case isSequence(a) && isSequence(b):
		return slices.EqualFunc(a.Elems(), b.Elems(), equal)
	case isMapping(a) && isMapping(b):
		return slices.Equal(a.Names(), b.Names()) && slices.EqualFunc(a.Elems(), b.Elems(), equal)
	case a.IsNull() || b.IsNull():
		return a.IsNull() && b.IsNull()
	case !b.IsKnown():
		return true // it may become so
	}
	return a.Kind() == b.Kind() && calc.Compare(a, b) == 0
}

// maxListed is the maximum number of values that a message lists.
const maxListed = 12

func (c *checker) enum(s *Schema, v value.Value, path value.Path) {
	var names, texts []string
	for _, e := range s.Enum {
		switch {
		case e.IsString():
			names, texts = append(names, strconv.Quote(e.AsString())), append(texts, e.AsString())
		case e.IsNumber():
			names = append(names, e.NumberText())
		default:
			names = append(names, host.DebugString(e))
		}
	}
	hint := ""
	if v.IsString() && !c.marked {
		hint = diag.DidYouMean(v.AsString(), texts)
	}
	expected := "one of " + strings.Join(names[:min(len(names), maxListed)], ", ")
	if len(names) == 1 {
		expected = names[0]
	} else if more := len(names) - maxListed; more > 0 {
		expected += fmt.Sprintf(" and %d more", more)
	}
	c.report(s, code.NotInEnum, path, "found %s where %s is expected.%s", c.found(v), expected, hint)
}

func (c *checker) object(s *Schema, v value.Value, path value.Path, junctor bool) {
	names, elems := v.Names(), v.Elems()
	// The missing fields are gathered before the others are looked at, since a missing field and an unknown one are
	// often the same mistake: a name that is misspelt. That is reported once, at the name that was written, because
	// that is where it is corrected.
	var missing []string
	for _, p := range s.Properties {
		have, ok := v.Attr(p.Name)
		if have, _ = have.Unmark(); p.Required && (!ok || have.IsNull() && !p.Schema.Nullable && p.Schema.Type != Any) {
			missing = append(missing, p.Name)
		}
	}
	for _, name := range missing {
		if p, _ := s.Property(name); !c.misspelt(s, name, names) {
			c.report(p.Schema, code.MissingField, path, "the required field %q is missing", name)
		}
	}
	for i, name := range names {
		p, known := s.Property(name)
		switch {
		case known:
			if plain, _ := elems[i].Unmark(); plain.IsNull() && !p.Schema.Nullable {
				continue // as good as absent
			}
			c.check(p.Schema, elems[i], path.Attr(name), junctor)
		case junctor, s.Preserve, s.Type == Any:
		default:
			c.unknown(s, name, path, missing)
		}
	}
	if l := s.Limits; l != nil {
		c.length(s, len(names), l.MinProperties, l.MaxProperties, path, "field", "fields")
	}
}

// misspelt reports whether one of the names is probably a misspelling of the field, which another problem already
// reports.
func (c *checker) misspelt(s *Schema, field string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, known := s.Property(name)
		return !known && !s.Preserve && diag.Nearest(name, s.PropertyNames()) == field
	})
}

func (c *checker) unknown(s *Schema, name string, path value.Path, missing []string) {
	known := s.PropertyNames()
	hint := diag.DidYouMean(name, known)
	if near := diag.Nearest(name, known); slices.Contains(missing, near) {
		hint = fmt.Sprintf(" Did you mean %q, which is required?", near)
	}
	switch {
	case hint != "":
	case len(known) == 0:
		hint = " No fields are known here."
	case len(known) <= maxListed:
		hint = " The fields here are " + strings.Join(known, ", ") + "."
	}
	c.report(s, code.UnknownField, path.Attr(name), "there is no field %q here.%s", name, hint)
}

func (c *checker) array(s *Schema, v value.Value, path value.Path, junctor bool) {
	elems := v.Elems()
	for i, e := range elems {
		c.check(s.Items, e, path.Index(value.Int(int64(i))), junctor)
	}
	if l := s.Limits; l != nil {
		c.length(s, len(elems), l.MinItems, l.MaxItems, path, "item", "items")
	}
	if s.ListType == "set" || s.Limits != nil && s.Limits.UniqueItems {
		c.unique(s, elems, path)
	}
	if s.ListType == "map" {
		c.distinct(s, elems, path)
	}
}

// unique reports duplicate elements.
//
// Items that are not wholly known are left out: they may become equal to another one, but they may as well not, and a
// program must not be refused for what nobody knows yet. Hashes only sort the items into groups, so that long lists
// need not compare every pair; whether two are the same is up to equal.
func (c *checker) unique(s *Schema, elems []value.Value, path value.Path) {
	seen := make(map[uint64][]int, len(elems))
	for i, e := range elems {
		e, _ = e.UnmarkDeep()
		if !e.IsWhollyKnown() {
			continue
		}
		h := calc.Hash(e)
		for _, j := range seen[h] {
			if equal(elems[j], e) {
				c.report(s, code.DuplicateItem, path.Index(value.Int(int64(i))),
					"the item is the same as item %d; the items of this list must be distinct", j)
				break
			}
		}
		seen[h] = append(seen[h], i)
	}
}

// distinct reports elements with the same keys as an earlier one.
//
// Only the first element with some keys is kept, so that each later one names the same counterpart. The API server
// refuses such an object as a whole, and server-side apply could not tell which of the two is meant.
func (c *checker) distinct(s *Schema, elems []value.Value, path value.Path) {
	seen := make(map[string]int, len(elems))
	for i, e := range elems {
		key, ok := s.keyOf(e)
		if !ok {
			continue
		}
		if j, dup := seen[key]; dup {
			c.report(s, code.DuplicateItem, path.Index(value.Int(int64(i))),
				"the item has the same %s as item %d; it must identify the items of this list", strings.Join(s.ListMapKeys, ", "),
				j)
			continue
		}
		seen[key] = i
	}
}

// keyOf returns the key of an element of a list map. It returns false if a part of the key is not known, or the element
// is not an object.
func (s *Schema) keyOf(e value.Value) (key string, ok bool) {
	if e, _ = e.UnmarkDeep(); !e.IsKnown() || !isMapping(e) {
		return "", false
	}
	for _, name := range s.ListMapKeys {
		part, found := e.Attr(name)
		if !found {
			// Defaults are set before lists are compared, so an element without this field is told apart by the
			// default.
			p, _ := s.Items.Property(name)
			if p.Schema == nil || p.Schema.Default.IsZero() {
				return "", false
			}
			part = p.Schema.Default
		}
		if !part.IsWhollyKnown() || part.IsContainer() {
			return "", false
		}
		// The byte behind each part keeps the keys "a" and "bc" apart from "ab" and "c".
		key += host.DebugString(part) + "\x00"
	}
	return key, key != ""
}

// length checks a number of parts. A limit of -1 means no limit.
func (c *checker) length(s *Schema, n, least, most int, path value.Path, one, many string) {
	unit := func(n int) string {
		if n == 1 {
			return one
		}
		return many
	}
	switch {
	case least >= 0 && n < least:
		c.report(s, code.WrongLength, path, "found %d %s; at least %d %s expected", n, unit(n), least, areExpected(least))
	case most >= 0 && n > most:
		c.report(s, code.WrongLength, path, "found %d %s; at most %d %s expected", n, unit(n), most, areExpected(most))
	}
}

func areExpected(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func (c *checker) text(s *Schema, t string, path value.Path) {
	l := s.Limits
	if l == nil {
		return
	}
	if l.MinLength >= 0 || l.MaxLength >= 0 {
		c.length(s, utf8.RuneCountInString(t), l.MinLength, l.MaxLength, path, "character", "characters")
	}
	shown := "the string " + quote(t)
	if c.marked {
		shown = "the string"
	}
	if !l.Matches(t) {
		c.report(s, code.PatternMismatch, path, "%s does not match the pattern %s", shown, l.Pattern)
	}
	if what := formatProblem(l.Format, t); what != "" {
		c.report(s, code.WrongFormat, path, "%s is not a valid %s", shown, what)
	}
}

func (c *checker) number(s *Schema, v value.Value, path value.Path) {
	l := s.Limits
	if l == nil {
		return
	}
	out := func(limit string, bound value.Value) {
		c.report(s, code.OutOfBounds, path, "found %s; %s %s is expected", c.found(v), limit, bound.NumberText())
	}
	if b := l.Minimum; !b.IsZero() {
		if d := calc.Compare(v, b); d < 0 && !l.ExclusiveMinimum {
			out("at least", b)
		} else if d <= 0 && l.ExclusiveMinimum {
			out("more than", b)
		}
	}
	if b := l.Maximum; !b.IsZero() {
		if d := calc.Compare(v, b); d > 0 && !l.ExclusiveMaximum {
			out("at most", b)
		} else if d >= 0 && l.ExclusiveMaximum {
			out("less than", b)
		}
	}
	if m := l.MultipleOf; !m.IsZero() && numbers.Sign(m) > 0 {
		if r, err := calc.Mod(v, m, types.Standard); err == nil && numbers.Sign(r) != 0 {
			out("a multiple of", m)
		}
	}
	if what := rangeProblem(l.Format, v); what != "" {
		c.report(s, code.OutOfBounds, path, "%s does not fit into %s", c.found(v), what)
	}
}

// Alternatives are only judged when the value is wholly known. Members of allOf are different: each of them has to hold
// anyway, so what is already wrong stays wrong, whatever the rest becomes.
func (c *checker) junctors(s *Schema, v value.Value, path value.Path) {
	j := s.Junctors
	if j == nil {
		return
	}
	for _, m := range j.AllOf {
		c.check(m, v, path, true)
	}
	// An unknown part can still make a value fit an alternative, or fit one that it must not.
	if plain, _ := v.UnmarkDeep(); !plain.IsWhollyKnown() {
		return
	}
	if n := len(j.AnyOf); n > 0 && c.fitting(j.AnyOf, v) == 0 {
		c.report(s, code.NoAlternative, path, "the value matches none of the %d alternatives (anyOf)%s", n, c.why(j.AnyOf, v))
	}
	if n := len(j.OneOf); n > 0 {
		switch c.fitting(j.OneOf, v) {
		case 0:
			c.report(s, code.NoAlternative, path,
				"the value matches none of the %d alternatives, but must match exactly one (oneOf)%s", n, c.why(j.OneOf, v))
		case 1:
		default:
			c.report(s, code.NoAlternative, path,
				"the value matches more than one of the %d alternatives, but must match exactly one (oneOf)", n)
		}
	}
	if j.Not != nil && c.fits(j.Not, v) {
		c.report(s, code.NoAlternative, path, "the value has a form that is not allowed here (not)")
	}
}

func (c *checker) fits(s *Schema, v value.Value) bool { return len(c.try(s, v)) == 0 }

// The inner checker inherits the depth, so that alternatives within alternatives count towards the same bound, and the
// mark, because [checker.why] shows what it finds to a reader.
func (c *checker) try(s *Schema, v value.Value) []Problem {
	inner := checker{depth: c.depth, marked: c.marked}
	inner.check(s, v, nil, true)
	return inner.problems
}

func (c *checker) fitting(list []*Schema, v value.Value) (n int) {
	for _, m := range list {
		if c.fits(m, v) {
			n++
		}
	}
	return n
}

// why lists the fields that the alternatives require, if they only require fields.
func (c *checker) why(list []*Schema, v value.Value) string {
	var wants []string
	for _, m := range list {
		if found := c.try(m, v); len(found) > 0 && !slices.Contains(wants, found[0].Message) {
			wants = append(wants, found[0].Message)
		}
	}
	// With more alternatives than this the list would be longer than the schema is helpful; the number of them is in
	// the message already.
	if len(wants) == 0 || len(wants) > 4 {
		return ""
	}
	return ": " + strings.Join(wants, "; or ")
}
