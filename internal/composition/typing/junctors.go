package typing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/types"
)

// The combinations of OpenAPI (allOf, anyOf, oneOf, not) need three answers. Only a certain no makes an error for
// anyOf, and only a certain yes for not; anything else is perhaps, without a report.

// answer is the known answer to a question.
type answer uint8

const (
	perhaps answer = iota
	yes
	no
)

func not(a answer) answer {
	switch a {
	case yes:
		return no
	case no:
		return yes
	}
	return perhaps
}

// all returns the answer whether all of some answers hold.
func all(answers ...answer) answer {
	switch {
	case slices.Contains(answers, no):
		return no
	case slices.Contains(answers, perhaps):
		return perhaps
	}
	return yes
}

// junctors checks the alternatives of a schema: only values that certainly fit none, or certainly too many, are errors.
func (a against) junctors(t *term, s *schema.Schema) {
	j := s.Junctors
	if j == nil || a.partial {
		return
	}
	if !a.junctor { // others have no effect on nulls and defaults
		t = withDefaults(t, s)
	}
	for _, m := range j.AllOf {
		inner := a
		inner.junctor = true
		inner.check(t, m)
		if inner.fitsJunctor(t, m, 0) == no && len(requiredOf(m)) > 0 {
			a.none(t, []*schema.Schema{m}, "allOf")
		}
	}
	if len(j.AnyOf) > 0 && a.count(t, j.AnyOf, no) == len(j.AnyOf) {
		a.none(t, j.AnyOf, "anyOf")
	}
	if len(j.OneOf) > 0 {
		switch {
		case a.count(t, j.OneOf, no) == len(j.OneOf):
			a.none(t, j.OneOf, "oneOf")
		case a.count(t, j.OneOf, yes) > 1:
			a.wrong(t.at, code.NoAlternative,
				fmt.Sprintf("the value matches more than one of the %d alternatives, but must match exactly one (oneOf)%s",
					len(j.OneOf), wanted(j.OneOf)))
		}
	}
	if j.Not != nil && a.fitsJunctor(t, j.Not, 0) == yes {
		a.wrong(t.at, code.NoAlternative,
			"the value has a form that is not allowed here (not)"+wanted([]*schema.Schema{j.Not}))
	}
}

// withDefaults removes the nulls of an object that are equivalent to absent fields, and adds the defaults of missing
// fields, as the API server does before it checks alternatives.
func withDefaults(t *term, s *schema.Schema) *term {
	if t.form != object {
		return t
	}
	out := &term{form: object, at: t.at, open: t.open, wild: t.wild, parts: t.parts, eventual: t.eventual}
	for _, f := range t.fields {
		if p, known := s.Property(f.name); !known || !nullAsAbsent(f.val, p.Schema) {
			out.addField(f)
		}
	}
	for _, p := range s.Properties {
		if p.Schema.Default.IsZero() || out.field(p.Name) != nil {
			continue
		}
		val := unknownTerm
		if d := p.Schema.Default; !d.IsContainer() {
			val = constTerm(t.at, d)
		}
		out.addField(field{name: p.Name, key: t.at, val: val})
	}
	return out
}

func (a against) none(t *term, list []*schema.Schema, word string) {
	a.wrong(t.at, code.NoAlternative,
		fmt.Sprintf("the value matches none of the %d alternatives (%s)%s", len(list), word, wanted(list)))
}

// wanted names the fields that alternatives require.
func wanted(list []*schema.Schema) string {
	var names []string
	for _, m := range list {
		if r := requiredOf(m); len(r) > 0 {
			names = append(names, strings.Join(r, " and "))
		}
	}
	if len(names) == 0 || len(names) > maxListed {
		return ""
	}
	return ": " + strings.Join(names, "; or ")
}

func requiredOf(s *schema.Schema) []string {
	var out []string
	for _, p := range s.Properties {
		if p.Required {
			out = append(out, p.Name)
		}
	}
	return out
}

func (a against) count(t *term, list []*schema.Schema, want answer) int {
	n := 0
	for _, m := range list {
		if a.fitsJunctor(t, m, 0) == want {
			n++
		}
	}
	return n
}

// fitsJunctor reports whether all values of a term fit a schema that narrows, none of them, or perhaps some.
//
// It is called many times for one value and must have no side effects: it returns answers, and only [against.junctors]
// makes a finding from them, about the value as a whole.
func (a against) fitsJunctor(t *term, s *schema.Schema, depth int) answer {
	t = t.plain()
	if depth > maxFits {
		return perhaps
	}
	switch t.form {
	case constant:
		wrong := len(s.Validate(t.val)) > 0
		return decided(wrong, !wrong)
	case object:
		return a.objectJunctor(t, s, depth)
	case tuple, sequence:
		if s.Type != schema.Any && s.Type != schema.Array {
			return no
		}
	case typed:
		if a.fits(s, t.as, 0) == fitsNone {
			return no
		}
		if saysNothing(s) && t.as != types.Dynamic {
			return yes
		}
	case read:
		if a.readFits(t.sch, s, 0) == fitsNone {
			return no
		}
	}
	if saysNothing(s) && s.Type == schema.Any {
		return yes
	}
	return perhaps
}

// decided returns the answer to a question that certainly fails or, if not, may certainly hold.
func decided(fails, holds bool) answer {
	switch {
	case fails:
		return no
	case holds:
		return yes
	}
	return perhaps
}

// saysNothing reports whether a schema limits only the type.
func saysNothing(s *schema.Schema) bool {
	return len(s.Enum) == 0 && s.Limits == nil && s.Junctors == nil && len(s.Properties) == 0 && s.Items == nil &&
		s.Additional == nil
}

func (a against) objectJunctor(t *term, s *schema.Schema, depth int) answer {
	if s.Type != schema.Any && s.Type != schema.Object {
		return no
	}
	var answers []answer
	for _, p := range s.Properties {
		f := t.field(p.Name)
		switch {
		case f == nil && t.open, f != nil && f.maybe:
			answers = append(answers, perhaps)
		case f == nil:
			if p.Required {
				answers = append(answers, no)
			}
		case f.val.isNull():
			answers = append(answers, perhaps) // whether it is equivalent to absent depends on the outer schema
		default:
			if p.Required && !certain(f.val) {
				answers = append(answers, perhaps)
			}
			answers = append(answers, a.fitsJunctor(f.val, p.Schema, depth+1))
		}
	}
	if len(s.Enum) > 0 || s.Limits != nil {
		answers = append(answers, perhaps)
	}
	if j := s.Junctors; j != nil {
		answers = append(answers, a.within(t, j, depth))
	}
	return all(answers...)
}

// certain reports whether a value certainly exists and is not null.
func certain(t *term) bool {
	t = t.plain()
	return t.form == read || t.neverNull() || t.form == typed && t.as.IsPrimitive()
}

// within returns the answer for the junctors inside a junctor.
func (a against) within(t *term, j *schema.Junctors, depth int) answer {
	var answers []answer
	for _, m := range j.AllOf {
		answers = append(answers, a.fitsJunctor(t, m, depth+1))
	}
	count := func(list []*schema.Schema) (fits, may int) {
		for _, m := range list {
			switch a.fitsJunctor(t, m, depth+1) {
			case yes:
				fits++
			case perhaps:
				may++
			}
		}
		return fits, may
	}
	if fits, may := count(j.AnyOf); len(j.AnyOf) > 0 {
		answers = append(answers, decided(fits+may == 0, fits > 0))
	}
	if fits, may := count(j.OneOf); len(j.OneOf) > 0 {
		answers = append(answers, decided(fits > 1 || fits+may == 0, may == 0))
	}
	if j.Not != nil {
		answers = append(answers, not(a.fitsJunctor(t, j.Not, depth+1)))
	}
	return all(answers...)
}
