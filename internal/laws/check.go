package laws

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Law is one of the three laws.
type Law int

// The laws.
const (
	Final    Law = 1 + iota // what is known stays
	NoError                 // what is an error stays one
	Decisive                // what is unknown has two values
)

// Finding is a case that breaks a law.
type Finding struct {
	Case *Case
	Law  Law
	What string
	// Less and More are the values of the variables in the two evaluations, and the outcomes.
	Less, More   []value.Value
	First, Later Outcome
}

// String prints the finding on a few lines.
func (f *Finding) String() string {
	var b strings.Builder
	c := f.Case
	fmt.Fprintf(&b, "%s [law %d, %s, seed %d number %d]\n", c.Source(), f.Law, ProfileName(c.Profile), c.Seed, c.Number)
	for i, v := range f.Case.Variables {
		if f.Case.mentions(v.Name) {
			fmt.Fprintf(&b, "  %s = %s, then %s\n", v.Name, Show(f.Less[i]), Show(f.More[i]))
		}
	}
	fmt.Fprintf(&b, "  gives %s, then %s: %s\n", f.First.show(), f.Later.show(), f.What)
	return b.String()
}

func (o Outcome) show() string {
	if o.Failed {
		return "error (" + o.Diags.Errors()[0].Detail + ")"
	}
	return Show(o.Value)
}

// Source returns the expression with its locals.
func (c *Case) Source() string {
	s := c.Root.String()
	for _, l := range c.Locals {
		if c.mentions(l.Name) {
			s += "; " + l.Name + " = " + l.Expr.String()
		}
	}
	return s
}

func (c *Case) mentions(name string) bool {
	if hasWord(c.Root.String(), name) {
		return true
	}
	for _, l := range c.Locals {
		if hasWord(l.Expr.String(), name) {
			return true
		}
	}
	return false
}

func hasWord(s, word string) bool {
	for i := 0; ; {
		at := strings.Index(s[i:], word)
		if at < 0 {
			return false
		}
		i += at + len(word)
		if (i == len(s) || !wordByte(s[i])) && (i == len(word) || !wordByte(s[i-len(word)-1])) {
			return true
		}
	}
}

func wordByte(b byte) bool { return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' }

// ProfileName names one of the three profiles.
func ProfileName(p *types.Profile) string {
	switch p {
	case types.Standard:
		return "standard"
	case types.Compat:
		return "compat"
	}
	return "extended"
}

// Show prints a value with the types of what is unknown and of collections.
func Show(v value.Value) string {
	bare, marks := v.Unmark()
	var s string
	switch {
	case bare.IsUnknown():
		s = "unknown(" + bare.Type().String() + refinement(bare.Refinement()) + ")"
	case !bare.IsContainer():
		s = host.DebugString(bare)
	default:
		s = container(bare)
	}
	if host.IsOpen(bare) {
		s = "open " + s
	}
	if marks != nil {
		s += "*"
	}
	return s
}

func container(v value.Value) string {
	parts := make([]string, v.Len())
	for i, e := range v.Elems() {
		parts[i] = Show(e)
		if names := v.Names(); names != nil {
			parts[i] = names[i] + " = " + parts[i]
		}
	}
	all := strings.Join(parts, ", ")
	switch v.Kind() {
	case types.KindTuple:
		return "[" + all + "]"
	case types.KindObject:
		return "{" + all + "}"
	}
	return v.Type().String() + "[" + all + "]"
}

func refinement(r value.Refinement) string {
	s := ""
	if r.NotNull {
		s += ", not null"
	}
	if r.Prefix != "" {
		s += fmt.Sprintf(", prefix %q", r.Prefix)
	}
	if !r.Min.Number.IsZero() {
		s += fmt.Sprintf(", from %s %t", r.Min.Number.NumberText(), r.Min.Inclusive)
	}
	if !r.Max.Number.IsZero() {
		s += fmt.Sprintf(", to %s %t", r.Max.Number.NumberText(), r.Max.Inclusive)
	}
	if r.MinLen != 0 || r.MaxLen != 0 || r.NoElements {
		s += fmt.Sprintf(", length %d-%d %t", r.MinLen, r.MaxLen, r.NoElements)
	}
	return s
}

// Check evaluates a case at all levels of knowledge and returns the first violation of the first two laws, or nil.
//
// Every pair of levels is compared, not only neighbours: a law may hold step by step and be broken by two steps
// together, as when something becomes unknown again and then known as something else.
func (c *Case) Check(counts *Counts) *Finding {
	p := c.compile()
	if !p.parsed {
		return &Finding{Case: c, What: "cannot be parsed"}
	}
	var args []value.Value
	var see func(i int, v value.Value)
	if counts != nil && c.Called != "" {
		args = make([]value.Value, len(p.locals))
		see = func(i int, v value.Value) { args[i] = v }
	}
	less := p.run(func(i int) value.Value { return c.Variables[i].Less }, see)
	if less.Ended {
		return nil
	}
	succeeded := false
	for chain := range chains {
		before, at := less, -1
		for step := range steps {
			k := chain*steps + step
			later := p.run(func(i int) value.Value { return c.Variables[i].More[k] }, nil)
			if later.Ended {
				break
			}
			succeeded = succeeded || !later.Failed
			if f := c.compare(less, later, -1, k); f != nil {
				return f
			}
			if at >= 0 {
				if f := c.compare(before, later, at, k); f != nil {
					return f
				}
			}
			before, at = later, k
		}
	}
	if args != nil && !less.Failed && succeeded {
		counts.add(c.Called, args)
	}
	return nil
}

// compare holds two outcomes against the first two laws; at -1 stands for the inputs of which least is known.
//
// The cases that it lets pass are those which the laws exclude: null is only known to be one when it is known, and an
// open container may still get what it lacks. Both turn errors into values, or back, without anything being wrong.
func (c *Case) compare(less, more Outcome, from, to int) *Finding {
	f := &Finding{Case: c, First: less, Later: more}
	switch {
	case less.Failed && !more.Failed:
		f.Law, f.What = NoError, "an error and then none"
		if !more.Value.IsKnown() && c.opens(to) {
			return nil // it reads what an open container lacks
		}
	case less.Failed || more.Failed:
		return nil
	default:
		f.Law, f.What = Final, Contradiction(less.Value, more.Value)
	}
	if f.What == "" {
		return nil
	}
	for i := range c.Variables {
		f.Less = append(f.Less, c.at(i, from))
		f.More = append(f.More, c.at(i, to))
		if f.Law == NoError && becomesNull(f.Less[i], f.More[i]) {
			return nil
		}
	}
	switch {
	case f.Law == NoError && c.operandBecomesNull(f.Less, f.More):
		return nil
	case f.Law == Final && c.errorsChange(f, to):
		return nil
	}
	return f
}

// errorsChange reports whether a finding follows from an error within the expression: one that is none with a null or
// in something open, or a new one that leaves open what another operand can still decide.
func (c *Case) errorsChange(f *Finding, to int) bool {
	opens := c.opens(to)
	null := false
	for i := range f.Less {
		null = null || becomesNull(f.Less[i], f.More[i])
	}
	undone := strings.HasSuffix(f.What, laterUnknown)
	return slices.ContainsFunc(c.Operations(), func(op *Case) bool {
		p := op.compile()
		first := p.run(func(i int) value.Value { return f.Less[i] }, nil)
		later := p.run(func(i int) value.Value { return f.More[i] }, nil)
		return p.parsed && (first.Failed && !later.Failed && (null || opens) || later.Failed && !first.Failed && undone)
	})
}

// operandBecomesNull reports whether an operand that was unknown turns out to be null, or to hold null.
func (c *Case) operandBecomesNull(less, more []value.Value) bool {
	return slices.ContainsFunc(c.Operations(), func(op *Case) bool {
		p := op.compile()
		first := p.run(func(i int) value.Value { return less[i] }, nil)
		later := p.run(func(i int) value.Value { return more[i] }, nil)
		return p.parsed && !first.Failed && !later.Failed && becomesNull(first.Value, later.Value)
	})
}

// opens reports whether an input is open.
func (c *Case) opens(k int) bool {
	for i := range c.Variables {
		if holdsOpen(c.at(i, k)) {
			return true
		}
	}
	return false
}

func (c *Case) at(i, k int) value.Value {
	if k < 0 {
		return c.Variables[i].Less
	}
	return c.Variables[i].More[k]
}

// becomesNull reports whether something unknown turns out to be null, or to hold null.
func becomesNull(less, more value.Value) bool {
	less, _ = less.Unmark()
	more, _ = more.Unmark()
	switch {
	case host.FlagsOf(less)&host.FlagUnknown == 0:
		return false
	case less.IsUnknown() || less.Kind() == types.KindSet || less.Len() != more.Len():
		return holdsNull(more)
	}
	for i, e := range less.Elems() {
		if becomesNull(e, more.At(i)) {
			return true
		}
	}
	return false
}

func holdsNull(v value.Value) bool {
	v, _ = v.Unmark()
	if v.IsNull() {
		return true
	}
	for _, e := range v.Elems() {
		if holdsNull(e) {
			return true
		}
	}
	return false
}
