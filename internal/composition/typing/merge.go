package typing

import (
	"slices"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/syntax"
)

// Bodies are often built from parts, so merge must not make them unknown. The fields of the result keep their places.
// An argument with any number of fields makes every field before it a choice: one of them may have been overridden.

// merge merges objects. A field that only some alternatives of an argument have may be missing.
func (w *walker) merge(e *model.Expr, n *syntax.Call, args []*term) *term {
	out, placed := &term{form: object, at: at(e, n)}, false
	for i, a := range args {
		if !mergeable(a) {
			f := finding{at: at(e, n.Args[min(i, len(n.Args)-1)])}
			if p := a.plain(); w.alt && !p.at.isZero() {
				f.at, f.uses = p.at, []through{{f.at, 1}}
			}
			w.fail(finding{at: f.at, uses: f.uses, code: code.ArgumentType, summary: "Invalid function argument",
				detail: "Found " + found(a) + " where merge expects a map or an object."})
			return unknownTerm
		}
		if p := a.plain(); p.form == object && !placed {
			out.at, placed = p.at, true // missing fields are missing in the first one
		}
		w.put(out, a, nil)
	}
	return out.orMapping()
}

// orMapping returns an object without known fields in a form with any fields.
func (t *term) orMapping() *term {
	switch {
	case len(t.fields) > 0 || !t.open:
		return t
	case t.wild:
		return &term{at: t.at, eventual: t.eventual}
	}
	return mapTerm(t.at, choose(t.at, t.parts...))
}

// mergeAll merges any number of objects with one known term.
func (w *walker) mergeAll(here place, args []*term) *term {
	out, last := &term{form: object, at: here}, args[len(args)-1]
	for _, a := range args[:len(args)-1] {
		w.put(out, a, nil)
	}
	w.put(out, last, func(val, before *term) *term { return choose(here, before, val) })
	return out.orMapping()
}

// mergeable reports whether some value of a term is an object, a map or null.
func mergeable(t *term) bool {
	t = t.plain()
	switch t.form {
	case constant:
		return t.val.IsNull()
	case tuple, sequence:
		return false
	case read:
		return t.sch.Type == schema.Object || t.sch.Type == schema.Any
	case typed:
		return !t.as.IsPrimitive()
	case choice:
		return slices.ContainsFunc(t.parts, mergeable)
	}
	return true
}

// put merges a term into an object. If it is one arm of a conditional, side combines the value of a field there with
// the previous one, which is lacking if there was none.
//
// Alternatives are merged one after the other with a function that combines their fields. Making a copy of the object
// for each alternative would multiply with every further argument.
func (w *walker) put(out, over *term, side func(val, before *term) *term) {
	p := over.plain()
	// Merging in a loop could copy the same fields without end, which no walk over expressions would count.
	w.fuel -= len(p.fields)
	out.eventual = out.eventual || p.eventual
	switch {
	case p.form == object:
		for _, f := range p.fields {
			w.putField(out, f, side)
		}
		if p.open {
			w.putRest(out, p.others())
		}
	case p.form == mapping:
		w.putRest(out, p.parts)
	case p.form == read && p.sch.Type == schema.Object:
		w.putRead(out, p, side)
	case p.form == choice && len(p.parts) > 1:
		for i, alternative := range p.parts {
			w.put(out, alternative, w.armOf(p, i))
		}
	case p.form == choice:
		w.put(out, p.parts[0], side)
	case p.form == constant, p.form == never:
	default:
		w.putRest(out, nil)
	}
}

// putRest merges fields with unknown names into an object. Any of its fields may be one of them.
//
// After this any known field has two possible values, because the unknown names may include its own. That is the price
// of a merge with an unknown object, and why the known parts should come last in a program.
func (w *walker) putRest(out *term, values []*term) {
	w.fuel -= len(out.fields)
	over := unknownTerm
	if len(values) > 0 {
		over = choose(out.at, values...)
	}
	for i := range out.fields {
		f := &out.fields[i]
		f.val = choose(f.val.at, f.val, over)
	}
	if over.form == anything {
		values = nil
	}
	out.addRest(values...)
}

// putRead merges a read object into another one.
func (w *walker) putRead(out, p *term, side func(val, before *term) *term) {
	s := p.sch
	w.fuel -= len(s.Properties)
	for i := range s.Properties {
		f := field{name: s.Properties[i].Name, key: p.at, val: readTerm(p.at, s.Properties[i].Schema, p.eventual), read: true}
		if s.Properties[i].Required || !s.Properties[i].Schema.Default.IsZero() {
			w.putField(out, f, side)
			continue
		}
		f.maybe = true
		if old := out.field(f.name); old != nil && side == nil {
			f.val = choose(p.at, old.val, f.val)
			f.maybe, f.key, f.read = old.maybe, old.key, old.read
			out.addField(f)
			continue
		}
		w.putField(out, f, side)
	}
	switch {
	case len(s.Properties) == 0 && s.Additional != nil && !s.Preserve:
		w.putRest(out, []*term{readTerm(p.at, s.Additional, p.eventual)})
	case s.IsOpen():
		w.putRest(out, nil)
	}
}

// armOf returns a function that combines a field of one alternative of a choice with the previous value.
func (w *walker) armOf(c *term, i int) func(val, before *term) *term {
	return func(val, before *term) *term {
		if c.cond == "" || len(c.parts) != 2 {
			return choose(c.at, before, val)
		}
		arms := [2]*term{before, before}
		arms[i] = val
		return arm(c.at, c.cond, arms[0], arms[1])
	}
}

// arm returns a choice of two alternatives, one of which may never happen.
func arm(at place, cond string, then, els *term) *term {
	t := &term{form: choice, at: at, cond: cond, parts: []*term{then, els}, eventual: then.eventual || els.eventual}
	// The width grows with each choice that contains others. Beyond the limit nothing is known any more, which is
	// always right and takes no time.
	if t.wide = then.width() + els.width(); t.wide > maxAlternatives {
		return &term{at: at, eventual: t.eventual}
	}
	return t
}

func (w *walker) putField(out *term, f field, side func(val, before *term) *term) {
	old := out.field(f.name)
	if side != nil {
		before := lacking
		if f.maybe = true; old != nil {
			f.maybe, before = old.maybe, old.val
		}
		f.val = side(f.val, before)
	} else if f.maybe && old != nil {
		f.maybe = old.maybe
		f.val = choose(f.val.at, old.val, f.val)
	}
	out.addField(f)
}

// maxMerges limits the combinations of alternatives that a deep merge distinguishes.
const maxMerges = 8

// deepMerge merges objects at every depth, for every combination of alternatives. If it is not known whether both sides
// are objects, nothing is known about the result.
//
// Unlike merge it must know whether both sides are objects, so alternatives cannot be merged one after the other, and
// every combination is made. Their number is limited; beyond it nothing is known about the result.
func (w *walker) deepMerge(here place, args []*term) *term {
	results, cond, choices := []*term{{form: object, at: here}}, "", 0
	for i, a := range args {
		alternatives := []*term{a.plain()}
		for alternatives[0].form == choice && len(alternatives) == 1 {
			c := alternatives[0]
			if len(c.parts) > 1 {
				choices++
				cond = c.cond
			}
			alternatives = nil
			for _, p := range c.parts {
				alternatives = append(alternatives, p.plain())
			}
		}
		if len(results)*len(alternatives) > maxMerges {
			return nil
		}
		var next []*term
		for _, before := range results {
			for _, over := range alternatives {
				next = append(next, w.deepMerged(before, over, i == 0))
			}
		}
		results = next
	}
	if choices == 1 && len(results) == 2 {
		return either(here, cond, results[0], results[1])
	}
	return choose(here, results...)
}

// deepMerged merges one object into a copy of another one.
func (w *walker) deepMerged(before, over *term, first bool) *term {
	w.fuel -= len(before.fields)
	out := &term{form: object, at: before.at, open: before.open, wild: before.wild, parts: before.parts}
	for _, f := range before.fields {
		out.addField(f)
	}
	out.eventual = before.eventual || over.eventual
	switch {
	case over.form == object:
		if first {
			out.at = over.at
		}
		w.putDeep(out, over)
	case over.isNull(), over.form == never:
	default:
		w.putRest(out, nil)
	}
	return out
}

func (w *walker) putDeep(out, over *term) {
	w.fuel -= len(over.fields)
	if over.open {
		w.putRest(out, nil)
	}
	for _, f := range over.fields {
		old := out.field(f.name)
		if old == nil || f.maybe {
			if old != nil {
				f.val = unknownTerm
			}
			out.addField(f)
			continue
		}
		before, after := old.val.plain(), f.val.plain()
		switch {
		case before.form == object && after.form == object && w.fuel > 0:
			w.fuel -= len(before.fields)
			inner := &term{form: object, at: before.at}
			w.putDeep(inner, before)
			w.putDeep(inner, after)
			f.val, f.key = inner, old.key
		case before.maybeObject() && after.maybeObject():
			f.val = unknownTerm
		}
		out.addField(f)
	}
}

// maybeObject reports whether a term can be an object or a map.
func (t *term) maybeObject() bool { return t.form == choice || t.form != constant && mergeable(t) }
