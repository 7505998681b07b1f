package eval

import (
	"slices"
	"sort"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// Variables of a loop are slots of the frame. They are overwritten in each round, so nothing is allocated for a round
// but its results. The code of the body is the same closure in all rounds.

// loop is a for expression, or the for directive of a template.
type loop struct {
	coll             Code
	cond, key, value Code // nil if there is none
	keySlot, valSlot int  // keySlot is -1 if there is no variable for the key
	group            bool
	weight           int64 // of one round

	collAt, condAt, keyAt, whole source.Span
	file                         *source.File
	profile                      *types.Profile
}

// forExpr compiles a for expression.
func (c *Compiler) forExpr(e *syntax.For) node {
	coll := c.expr(e.Collection)
	l := &loop{coll: coll.code, group: e.Group, collAt: spanOf(e.Collection), whole: e.Source, file: c.env.File,
		profile: c.profile}
	bound := c.enter(l, e.KeyVar, e.ValueVar)
	parts := []node{coll}
	if e.Cond != nil {
		cond := c.point(PointFilter, spanOf(e.Cond), c.expr(e.Cond))
		l.cond, l.condAt = cond.code, spanOf(e.Cond)
		parts = append(parts, cond)
	}
	if e.Object {
		key := c.expr(e.Key)
		l.key, l.keyAt = key.code, spanOf(e.Key)
		parts = append(parts, key)
	}
	val := c.expr(e.Value)
	l.value = val.code
	n := c.leave(l, bound, append(parts, val))
	n.loose = true
	if e.Object {
		n.code = l.object
	} else {
		n.code = l.tuple
	}
	return n
}

// enter begins the scope of the variables of a loop. If both have the same name, it is the value.
func (c *Compiler) enter(l *loop, key, val string) (bound int) {
	bound = len(c.locals)
	c.level++
	l.keySlot = -1
	if key != "" {
		l.keySlot = c.bind(key, nil)
	}
	l.valSlot = c.bind(val, nil)
	return bound
}

// leave ends the scope and returns the node of the loop without its code.
func (c *Compiler) leave(l *loop, bound int, parts []node) node {
	n := over(parts...)
	c.unbind(bound)
	if n.needs >= c.level {
		n.needs = closed // what it needs is its own
	}
	c.level--
	l.weight = n.weight - parts[0].weight
	return n
}

func (l *loop) at(s source.Span) source.Range { return source.Range{File: l.file, Span: s} }

// rounds contains the elements over which a loop iterates.
type rounds struct {
	elems   []value.Value
	names   []string // keys of a map or object
	set     bool     // keys are the elements
	merging bool     // elements of a set may turn out to be equal, so that some rounds are none
	marks   *value.Marks
	origins *value.Origins
	broken  bool // the result cannot be known
}

// start evaluates the collection. If ok is false, there is nothing to iterate over, and instead is the result.
func (l *loop) start(f *Frame) (r rounds, instead value.Value, ok bool) {
	t := f.Thread
	coll, marks := l.coll(f).Unmark()
	switch {
	case coll.IsNull():
		t.Report(&diag.Diagnostic{Code: code.NullIteration, Summary: "Iteration over null value", Subject: l.at(l.collAt),
			Context: l.at(l.whole),
			Detail:  "The collection to iterate over is null. For no iterations, use an empty collection such as [] or {}."})
		return r, value.DynamicUnknown, false
	case coll.Type().IsDynamic():
		return r, unknowns.From(types.Dynamic, coll.Origins()).WithMarks(marks), false
	case !iterable(coll.Kind()) && !couldIterate(coll):
		t.Report(&diag.Diagnostic{Code: code.NotIterable, Summary: "Iteration over non-iterable value",
			Subject: l.at(l.collAt), Context: l.at(l.whole),
			Detail: wording.UpperFirst(types.FriendlyNameWithArticle(coll.Type())) +
				" cannot be iterated over. It must be a list, set, tuple, map or object."})
		return r, value.DynamicUnknown, false
	}
	if l.cond != nil && l.profile.EagerArms {
		m, fine := l.tryCondition(f)
		if !fine {
			return r, value.DynamicUnknown, false
		}
		if coll.IsUnknown() {
			marks = marks.Union(m)
		}
	}
	if coll.IsUnknown() || l.key == nil && !canGoOver(coll, l.profile) {
		return r, unknowns.From(types.Dynamic, coll.Origins()).WithMarks(marks), false
	}
	r = rounds{elems: coll.Elems(), names: coll.Names(), set: coll.Kind() == types.KindSet, marks: marks}
	if !canGoOver(coll, l.profile) {
		r.merging, r.origins = true, coll.Origins()
	}
	return r, instead, true
}

func iterable(k types.Kind) bool {
	switch k {
	case types.KindList, types.KindSet, types.KindTuple, types.KindMap, types.KindObject:
		return true
	}
	return false
}

// couldIterate reports whether an unknown value, for example of a union type, may turn out to be iterable.
func couldIterate(v value.Value) bool {
	if !v.IsUnknown() {
		return false
	}
	_, _, err := types.Iterate(v.Type(), nil)
	return err == nil
}

// tryCondition evaluates the condition once with unknown variables. As in HashiCorp's implementation, a mistake in it
// is therefore reported even if there are no elements, and only once.
func (l *loop) tryCondition(f *Frame) (*value.Marks, bool) {
	t := f.Thread
	l.setVariables(f, value.DynamicUnknown, value.DynamicUnknown)
	mark := len(t.Diags)
	v := l.cond(f)
	failed := t.failedSince(mark)
	v, marks := v.Unmark()
	if v.IsNull() {
		l.nullCondition(t)
		return marks, false
	}
	if _, err := convertTo(v, types.Bool, l.profile); err != nil {
		l.badCondition(t, marks, err)
		return marks, false
	}
	return marks, !failed
}

func (l *loop) nullCondition(t *Thread) {
	t.Report(&diag.Diagnostic{Code: code.NullCondition, Summary: "Null condition", Subject: l.at(l.condAt),
		Context: l.at(l.whole),
		Detail:  "The condition after \"if\" is null. It must be true or false."})
}

func (l *loop) badCondition(t *Thread, marks *value.Marks, err error) {
	t.Report(&diag.Diagnostic{Code: code.ConditionType, Summary: "Invalid 'for' condition", Subject: l.at(l.condAt),
		Context: l.at(l.whole),
		Detail:  "The condition after \"if\" must be true or false: " + messageUnless(marks, err) + "."})
}

func (l *loop) setVariables(f *Frame, key, val value.Value) {
	if l.keySlot >= 0 {
		f.slots[l.keySlot] = key
	}
	f.slots[l.valSlot] = val
}

// round sets the variables for round i.
func (l *loop) round(f *Frame, r *rounds, i int) {
	if l.keySlot >= 0 {
		switch {
		case r.names != nil:
			f.slots[l.keySlot] = host.ASCIIString(r.names[i])
		case r.set:
			f.slots[l.keySlot] = r.elems[i]
		default:
			f.slots[l.keySlot] = value.Int(int64(i))
		}
	}
	f.slots[l.valSlot] = r.elems[i]
}

// included evaluates the condition of a round. If a condition is unknown or invalid, the result is unknown. Only the
// first invalid condition is reported.
func (l *loop) included(f *Frame, r *rounds) bool {
	if l.cond == nil {
		return true
	}
	v := l.cond(f)
	if v.IsBool() {
		return v.AsBool()
	}
	v, marks := v.Unmark()
	r.marks = r.marks.Union(marks)
	if v.IsNull() {
		if !r.broken {
			l.nullCondition(f.Thread)
		}
		r.broken = true
		return false
	}
	if v.IsUnknown() && l.key == nil {
		r.broken = true
		r.origins = r.origins.Union(v.Origins())
		return false
	}
	out, err := convertTo(v, types.Bool, l.profile)
	switch {
	case err != nil:
		if !r.broken {
			l.badCondition(f.Thread, marks, err)
		}
		r.broken = true
	case out.IsUnknown():
		r.broken = true
		r.origins = r.origins.Union(v.Origins())
	default:
		return out.AsBool()
	}
	return false
}

// tuple is the code of a for expression that returns a tuple.
func (l *loop) tuple(f *Frame) value.Value {
	r, instead, ok := l.start(f)
	if !ok {
		return instead
	}
	t := f.Thread
	var vals []value.Value
	if l.cond == nil {
		if !t.fits(len(r.elems) * function.ElementBytes) {
			return t.ended(l.at(l.whole))
		}
		vals = make([]value.Value, 0, len(r.elems))
	}
	for i := range r.elems {
		if !t.step(l.weight) {
			return t.ended(l.at(l.whole))
		}
		l.round(f, &r, i)
		if l.included(f, &r) {
			// append is about to double the slice. With a condition, the number of results is not known before.
			if len(vals) == cap(vals) && !t.fits(2*len(vals)*function.ElementBytes) {
				return t.ended(l.at(l.whole))
			}
			vals = append(vals, l.value(f))
		}
	}
	if !t.grow(len(vals)) {
		return t.ended(l.at(l.whole))
	}
	if r.broken {
		return unknowns.From(types.Dynamic, r.origins).WithMarks(r.marks)
	}
	return t.bear(value.Tuple(vals...), l.at(l.whole)).WithMarks(r.marks)
}

// object is the code of a for expression that returns an object.
func (l *loop) object(f *Frame) value.Value {
	r, instead, ok := l.start(f)
	if !ok {
		return instead
	}
	t := f.Thread
	if !t.fits(len(r.elems) * objectItemBytes) {
		return t.ended(l.at(l.whole))
	}
	names := make([]string, 0, len(r.elems))
	vals := make([]value.Value, 0, len(r.elems))
	for i := range r.elems {
		if !t.step(l.weight) {
			return t.ended(l.at(l.whole))
		}
		l.round(f, &r, i)
		if !l.included(f, &r) {
			continue
		}
		if name, ok := l.name(f, &r); ok {
			names = append(names, name)
			vals = append(vals, l.value(f))
		}
	}
	if !t.grow(len(vals)) {
		return t.ended(l.at(l.whole))
	}
	names, vals = l.collect(t, names, vals, &r)
	if r.broken {
		return unknowns.From(types.Dynamic, r.origins).WithMarks(r.marks)
	}
	return t.bear(host.ObjectOf(host.NewShape(names), vals), l.at(l.whole)).WithMarks(r.marks)
}

// name evaluates the key of a round.
func (l *loop) name(f *Frame, r *rounds) (string, bool) {
	key := l.key(f)
	if key.IsString() {
		return key.AsString(), true
	}
	key, marks := key.Unmark()
	r.marks = r.marks.Union(marks)
	first := !r.broken
	switch {
	case key.IsNull():
		if first {
			l.badKey(f.Thread, "The key is null. A key must be a string.")
		}
	case key.IsUnknown():
		r.origins = r.origins.Union(key.Origins())
	default:
		out, err := convertTo(key, types.String, l.profile)
		if err == nil {
			return out.AsString(), true
		}
		if first {
			l.badKey(f.Thread, "This value cannot be a key: "+messageUnless(marks, err)+".")
		}
	}
	r.broken = true
	return "", false
}

func (l *loop) badKey(t *Thread, detail string) {
	t.Report(&diag.Diagnostic{Code: code.ForKey, Summary: "Invalid object key", Subject: l.at(l.keyAt),
		Context: l.at(l.whole), Detail: detail})
}

// collect sorts the items of an object by name. Items with the same name form a tuple in grouping mode, and are an
// error otherwise.
func (l *loop) collect(t *Thread, names []string, vals []value.Value, r *rounds) ([]string, []value.Value) {
	// Keys of a map come in order, and so do most keys that are made from them. Sorting is stable because of several
	// items with one name the order of the rounds counts.
	if !ascending(names) {
		sort.Stable(&byName{names, vals})
	}
	if r.merging && !ascending(names) {
		r.broken = true // the items of one name may be one item, and have no order
		return nil, nil
	}
	if l.group {
		return groups(names, vals)
	}
	if ascending(names) {
		return names, vals
	}
	n := 0
	for i := range names {
		if n > 0 && names[n-1] == names[i] {
			l.duplicate(t, names[i], r.marks)
			continue
		}
		names[n], vals[n] = names[i], vals[i]
		n++
	}
	return names[:n], vals[:n]
}

func (l *loop) duplicate(t *Thread, name string, marks *value.Marks) {
	if t.full() {
		return
	}
	what := "the key " + strconv.Quote(name)
	if marks != nil {
		what = "the same key, which is marked and therefore not shown"
	}
	t.Report(&diag.Diagnostic{Code: code.DuplicateKey, Summary: "Duplicate object key", Subject: l.at(l.keyAt),
		Context: l.at(l.whole),
		Detail: "Two items have " + what + ". To group the values by key, write three dots (...) after the value " +
			"expression."})
}

// groups replaces the values of each name by a tuple of them. The names must be sorted.
func groups(names []string, vals []value.Value) ([]string, []value.Value) {
	var outNames []string
	var out []value.Value
	for i := 0; i < len(names); {
		j := i + 1
		for j < len(names) && names[j] == names[i] {
			j++
		}
		outNames = append(outNames, names[i])
		out = append(out, value.Tuple(slices.Clip(vals[i:j])...))
		i = j
	}
	return outNames, out
}
