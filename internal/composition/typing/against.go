package typing

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// The comparison is passed by value: every step into a field or an alternative changes a copy, so that nothing has to
// be undone afterwards.

// against is the state of comparing a term with a schema.
type against struct {
	*walker
	pass pass
	// uses are the names through which the term is used, innermost first; nil if it is written in place.
	uses *naming
	// alt is set if a choice is made elsewhere, so that this alternative may not count.
	alt bool
	// soft is set inside of parts that are expected not to fit.
	soft bool
	// partial is set if others add fields: required ones may come from there.
	partial bool
	// writers is the number of blocks that write a field, at the top of shared objects.
	writers map[string]int
	// lenient is set if a later step may add required fields.
	lenient bool
	// optional is set for a field that may be null, which is equivalent to leaving it out.
	optional bool
	// junctor is set for schemas that only narrow another one.
	junctor bool
	path    *pathStep
	chosen  *chosen
	depth   int
	// whole is the use of the name for the whole term; part is set below that.
	whole *naming
	part  bool
}

// pathStep is a path through an object, innermost first.
type pathStep struct {
	name   string
	index  int
	before *pathStep
}

func (p *pathStep) String() string {
	var parts []string
	for ; p != nil; p = p.before {
		switch {
		case p.name == "":
			parts = append(parts, "["+strconv.Itoa(p.index)+"]")
		case p.before != nil:
			parts = append(parts, "."+p.name)
		default:
			parts = append(parts, p.name)
		}
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

// chosen is the current alternative of a condition.
type chosen struct {
	cond   string
	which  int
	before *chosen
}

func (c *chosen) of(cond string) int {
	for ; c != nil && cond != ""; c = c.before {
		if c.cond == cond {
			return c.which
		}
	}
	return -1
}

func (a against) into(name string) against { return a.below(pathStep{name: name, before: a.path}) }

func (a against) item(i int) against { return a.below(pathStep{index: i, before: a.path}) }

func (a against) below(s pathStep) against {
	a.optional, a.part, a.path = false, true, &s
	return a
}

// refuse reports a mistake at a place.
//
// A mistake in an alternative is not definite on its own: another combination may be the intended one. Whether it
// becomes an error is decided later, when the results of the other combinations for the same place are known; see
// "Errors in combinations" in docs/decisions.md.
func (a against) refuse(at place, code, summary, detail string) {
	if a.dead > 0 {
		return
	}
	if path := a.path.String(); path != "" {
		detail = path + ": " + detail
	}
	f := finding{at: at, pass: a.pass, code: code, summary: summary, detail: sentence(detail), owner: a.owner,
		warning: a.soft, definite: !a.alt}
	if n := a.named(); n != nil {
		f.named = n.at
	}
	for u := a.uses; u != nil; u = u.before {
		f.uses = append(f.uses, through{u.at, 1})
	}
	a.add(f)
}

// wrong is like refuse, for the problems that package schema reports as well.
func (a against) wrong(at place, code, detail string) { a.refuse(at, code, summaries[code], detail) }

// naming is the use of a name.
//
// There are two places to report a mistake in a local: its use, and its definition. Both are kept, because the right
// one depends on all uses together; see "Mistakes in locals" in docs/decisions.md.
type naming struct {
	at     place
	of     *term
	before *naming
}

// enter goes from a name to its value.
func (a against) enter(t *term) against {
	a.uses = &naming{t.at, t, a.uses}
	a.see(t.at)
	if a.uses.before == nil || a.part {
		a.whole = a.uses
	}
	a.part = false
	return a
}

// named returns the use of the name for the whole term, nil if there is none.
func (a against) named() *naming {
	if a.part {
		return nil
	}
	return a.whole
}

// wrongUse reports a name whose value is not the one that is expected at its use.
func (a against) wrongUse(t *term, s *schema.Schema) {
	u := a.named()
	a.uses, a.whole = u.before, nil
	a.wrong(u.at, code.WrongType, unlike(found(t), s))
}

func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// The visited places are needed in addition to the findings: a mistake that is found in all visits of a place is
// certain, and one that is found in some of them is not.
func (a against) see(at place) {
	if (a.alt || a.uses != nil) && a.dead == 0 {
		a.visit(at, a.pass)
	}
}

// check compares a term with a schema.
func (a against) check(t *term, s *schema.Schema) {
	// Alternatives inside alternatives multiply, and no limit on the text prevents that. When the fuel is used up, the
	// rest is assumed to be right: the checker may miss a mistake, but must not invent one, nor keep an editor waiting.
	if a.fuel--; a.fuel < 0 || a.depth > maxDepth {
		a.exhausted = true
		return
	}
	if s == nil {
		return
	}
	a.depth++
	switch t.form {
	case byName:
		a.enter(t).check(t.parts[0], s)
	case choice:
		a.choice(t, s)
	case constant:
		a.see(t.at)
		a.constant(t, s)
	case typed:
		a.see(t.at)
		a.beginning(t, s)
		if a.mismatch(t, s, a.fits(s, t.as, 0)) {
			a.junctors(t, s)
		}
	case read:
		a.see(t.at)
		a.read(t, s)
	case object:
		a.see(t.at)
		a.object(t, s)
	case mapping:
		a.see(t.at)
		a.mapping(t, s)
	case tuple, sequence:
		a.see(t.at)
		a.list(t, s)
	}
}

// choice compares the alternatives of a choice. If all are of a wrong type, that is one mistake: of the choice or, if
// it has a name, of the use of that name.
//
// The alternatives are compared one by one. Inside, the choice is remembered with its condition (chosen), so that other
// choices by the same condition follow it: kind = c ? "A" : "B" next to spec = c ? {...} : {...} is two combinations,
// not four.
func (a against) choice(t *term, s *schema.Schema) {
	a.see(t.at)
	if u := a.named(); (u != nil || t.soft || t.cond != "") && a.chosen.of(t.cond) < 0 && a.never(t, s) {
		if u != nil {
			a.wrongUse(t, s)
		} else {
			a.wrong(t.at, code.WrongType, unlike(found(t), s))
		}
		return
	}
	a.alternatives(t, func(a against, t *term) { a.check(t, s) })
}

// never reports whether every value of a term is of another kind than a schema requires.
func (a against) never(t *term, s *schema.Schema) bool {
	switch t.form {
	case byName:
		return a.never(t.parts[0], s)
	case choice:
		if which := a.chosen.of(t.cond); which >= 0 && len(t.parts) == 2 {
			return a.never(t.parts[which], s)
		}
		return !slices.ContainsFunc(t.parts, func(p *term) bool { return !a.never(p, s) })
	case constant:
		return !t.val.IsNull() && a.fits(s, t.typ(), 0) == fitsNone
	case typed:
		return a.fits(s, t.as, 0) == fitsNone
	case read:
		return a.readFits(t.sch, s, 0) == fitsNone
	case object, mapping:
		return s.Type != schema.Any && s.Type != schema.Object
	case tuple, sequence:
		return s.Type != schema.Any && s.Type != schema.Array
	}
	return false
}

// alternatives compares each alternative of a choice.
//
// If an outer choice decided the condition, only its alternative is compared. The list of decisions is shared from
// behind, so entering an alternative adds one element and undoing that costs nothing.
func (a against) alternatives(t *term, check func(against, *term)) {
	if which := a.chosen.of(t.cond); which >= 0 && len(t.parts) == 2 {
		check(a, t.parts[which])
		return
	}
	inner := a
	inner.alt = a.alt || len(t.parts) > 1 && a.uses != nil
	inner.soft = a.soft || t.soft
	for i, p := range t.parts {
		if t.cond != "" {
			inner.chosen = &chosen{t.cond, i, a.chosen}
		}
		check(inner, p)
	}
}

// constant checks a scalar as the API server does.
func (a against) constant(t *term, s *schema.Schema) {
	if (a.junctor || a.optional) && t.val.IsNull() {
		return
	}
	for _, p := range s.Validate(t.val) {
		a.wrong(t.at, p.Code, p.Message)
	}
}

// summaries are the titles of the problems from package schema.
var summaries = map[string]string{
	code.UnknownField: "Unknown field", code.MissingField: "Missing field", code.WrongType: "Wrong type",
	code.NullValue: "Null value", code.NotInEnum: "Value is not allowed", code.OutOfBounds: "Number out of bounds",
	code.WrongLength: "Wrong length", code.PatternMismatch: "String does not match", code.WrongFormat: "Wrong format",
	code.DuplicateItem: "Duplicate item", code.NoAlternative: "No alternative matches",
}

// beginning checks a text with a known beginning.
func (a against) beginning(t *term, s *schema.Schema) {
	if t.texts == nil || (*t.texts)[0] == computed || len(s.Enum) == 0 || s.Type != schema.String {
		return
	}
	start := (*t.texts)[0]
	var names []string
	for _, v := range s.Enum {
		if strings.HasPrefix(v.AsString(), start) {
			return
		}
		names = append(names, strconv.Quote(v.AsString()))
	}
	a.wrong(t.at, code.NotInEnum, "the string begins with "+strconv.Quote(start)+
		", but the expected values do not: "+strings.Join(names[:min(len(names), maxListed)], ", "))
}

// fit is how well a type fits a schema.
type fit uint8

const (
	fitsSome  fit = iota // some value is accepted
	fitsEmpty            // only an empty list or map is accepted
	fitsNone
)

// mismatch reports a term whose type does not fit, and returns whether it does.
func (a against) mismatch(t *term, s *schema.Schema, f fit) (fits bool) {
	if f == fitsSome {
		return true
	}
	what := unlike(found(t), s) + wrapped(t, s)
	if u := a.named(); u != nil && f == fitsNone && !u.of.given && (t.isContainer() || a.isShared(u.of)) {
		a.wrongUse(t, s) // the value is probably right, and another name was meant
		return false
	}
	if f == fitsEmpty {
		a.soft = true
		what = "its elements are of a wrong type, so only an empty one is accepted"
		if s.Items != nil {
			what += "; " + article(s.Items.Type) + " is expected for each"
		}
	}
	a.wrong(t.at, code.WrongType, what)
	return false
}

// wrapped returns the text to write if a text is expected and a lone interpolation is given, which is not converted.
func wrapped(t *term, s *schema.Schema) string {
	at := t.at
	if s.Type != schema.String || at.isZero() || at.span.Start < 3 || !converts(t, types.String) {
		return ""
	}
	const open, end = "\"${", "}\""
	around := at.e.File.Range(source.Span{Start: at.span.Start - 3, End: at.span.End + 2}).Text()
	if !strings.HasPrefix(around, open) || !strings.HasSuffix(around, end) {
		return ""
	}
	text := at.rng().Text()
	return `; "${` + text + `}" is the value itself and not a string; write tostring(` + text + ")"
}

// unlike describes a value that a schema does not allow.
func unlike(found string, s *schema.Schema) string {
	if s.Type == schema.Array {
		return "found " + found + " where an array (a list) is expected"
	}
	return "found " + found + " where " + article(s.Type) + " is expected"
}

// maxFits limits how deep types are compared.
const maxFits = 20

// fits reports how many values of a type are accepted.
func (a against) fits(s *schema.Schema, t types.Type, depth int) fit {
	if depth > maxFits || s == nil {
		return fitsSome
	}
	switch t.Kind() {
	case types.KindDynamic, types.KindNone, types.KindCapsule:
		return fitsSome // fields report that null is refused
	case types.KindNamed:
		return a.fits(s, t.Definition(), depth+1)
	case types.KindPromise, types.KindOutput:
		return a.fits(s, t.Elem(), depth+1)
	case types.KindUnion:
		best := fitsNone
		for i := range t.Len() {
			best = min(best, a.fits(s, t.At(i), depth+1))
		}
		return best
	}
	k := t.Kind()
	ok := false
	switch s.Type {
	case schema.Any:
		return fitsSome
	case schema.String:
		ok = k == types.KindString
	// A number that is not known to be an integer may be one, so it fits. Values are only checked if they are
	// constants.
	case schema.Integer, schema.Number:
		ok = k == types.KindInt || k == types.KindNumber
	case schema.Boolean:
		ok = k == types.KindBool
	case schema.IntOrString:
		ok = k == types.KindInt || k == types.KindNumber || k == types.KindString
	case schema.Array:
		return a.listFits(s, t, depth)
	case schema.Object:
		return a.objectFits(s, t, depth)
	}
	if ok {
		return fitsSome
	}
	return fitsNone
}

func (a against) listFits(s *schema.Schema, t types.Type, depth int) fit {
	switch t.Kind() {
	case types.KindList, types.KindSet:
		return min(a.fits(s.Items, t.Elem(), depth+1), fitsEmpty)
	case types.KindTuple:
		for i := range t.Len() {
			if a.fits(s.Items, t.At(i), depth+1) == fitsNone {
				return fitsEmpty // static types of lists are not certain of their length
			}
		}
		return fitsSome
	}
	return fitsNone
}

func (a against) objectFits(s *schema.Schema, t types.Type, depth int) fit {
	switch t.Kind() {
	case types.KindMap:
		if s.Additional == nil || len(s.Properties) > 0 {
			return fitsSome
		}
		return min(a.fits(s.Additional, t.Elem(), depth+1), fitsEmpty)
	case types.KindObject:
		return fitsSome // objects may lack what their type has
	}
	return fitsNone
}

// read compares a read value with the schema of its place: only values that no object has in common are wrong.
func (a against) read(t *term, s *schema.Schema) {
	if !a.mismatch(t, s, a.readFits(t.sch, s, 0)) {
		return
	}
	a.junctors(t, s)
	if len(s.Enum) == 0 || len(t.sch.Enum) == 0 || a.junctor {
		return
	}
	if !slices.ContainsFunc(t.sch.Enum, func(v value.Value) bool { return len(s.Validate(v)) == 0 }) {
		a.wrong(t.at, code.NotInEnum, "none of its possible values is allowed here")
	}
}

// Both sides are schemas here, so more could be compared. But a schema allows more values than an object in the cluster
// has, and a program that copies a field is right most of the time.
func (a against) readFits(from, to *schema.Schema, depth int) fit {
	if from == nil || to == nil || depth > maxFits || from.Type == schema.Any || to.Type == schema.Any {
		return fitsSome
	}
	switch {
	case from.Type == schema.Array && to.Type == schema.Array:
		f := a.readFits(from.Items, to.Items, depth+1)
		if f == fitsNone && (from.Limits == nil || from.Limits.MinItems < 1) {
			f = fitsEmpty
		}
		return f
	case from.Type == schema.Object && to.Type == schema.Object:
		return fitsSome
	}
	ok := from.Type == to.Type
	switch from.Type {
	case schema.Integer:
		ok = ok || to.Type == schema.Number || to.Type == schema.IntOrString
	case schema.Number:
		ok = ok || to.Type == schema.Integer || to.Type == schema.IntOrString
	case schema.String:
		ok = ok || to.Type == schema.IntOrString
	case schema.IntOrString:
		ok = ok || to.Type == schema.Integer || to.Type == schema.Number || to.Type == schema.String
	}
	if ok {
		return fitsSome
	}
	return fitsNone
}

// wrongKind reports a container if a schema requires something else.
func (a against) wrongKind(t *term, s *schema.Schema, want schema.Type) bool {
	if s.Type == schema.Any || s.Type == want {
		return false
	}
	a.mismatch(t, s, fitsNone)
	return true
}

func (a against) object(t *term, s *schema.Schema) {
	if a.wrongKind(t, s, schema.Object) {
		return
	}
	missing := a.missing(t, s)
	for i := range t.fields {
		if !a.isAbsent(t.fields[i].val) {
			a.field(&t.fields[i], s, missing)
		}
	}
	if len(s.Properties) == 0 && s.Additional != nil {
		for _, v := range t.parts {
			a.into("*").check(v, s.Additional)
		}
	}
	if !a.junctor {
		a.required(t, s, missing)
		a.size(t, s)
		a.rules(t, s)
		a.inner(t, s)
	}
	a.junctors(t, s)
}

// field checks a field of an object.
func (a against) field(f *field, s *schema.Schema, missing []string) {
	p, known := s.Property(f.name)
	a.see(f.key)
	switch {
	case known:
		if nullAsAbsent(f.val, p.Schema) {
			return
		}
		inner := a.into(f.name)
		inner.soft = a.soft || f.read && f.maybe
		inner.optional = !p.Required
		inner.partial, inner.writers = a.partial && a.writers[f.name] != 1, nil
		inner.check(f.val, p.Schema)
	case a.junctor, s.Preserve, s.Type == schema.Any, f.read && f.maybe:
	default:
		hint := a.hint(s, f.name)
		switch near := diag.Nearest(f.name, s.PropertyNames()); {
		case slices.Contains(missing, near):
			hint = " Did you mean " + strconv.Quote(near) + ", which is required?"
		case len(missing) > 0 && near == "" && !f.maybe && !a.partial:
			hint = " " + wording.UpperFirst(requiredFields(missing)) + "." + hint
		}
		a.into(f.name).wrong(f.key, code.UnknownField,
			"there is no field "+strconv.Quote(f.name)+" here."+hint)
	}
}

// isAbsent reports whether a field is missing in the current alternatives.
func (a against) isAbsent(t *term) bool {
	for t.form == choice {
		which := a.chosen.of(t.cond)
		if which < 0 || len(t.parts) != 2 {
			return false
		}
		t = t.parts[which]
	}
	return t == lacking
}

// nullAsAbsent reports whether a value is null and that is equivalent to leaving the field out.
//
// The API server drops such a null or replaces it by the default.
func nullAsAbsent(t *term, s *schema.Schema) bool {
	return !s.Nullable && s.Type != schema.Any && t.isNull()
}

// missing returns the required fields that an object certainly lacks.
func (a against) missing(t *term, s *schema.Schema) []string {
	if t.open {
		return nil
	}
	var out []string
	for _, p := range s.Properties {
		if !p.Required || !p.Schema.Default.IsZero() {
			continue
		}
		if f := t.field(p.Name); f == nil || a.isAbsent(f.val) || nullAsAbsent(f.val, p.Schema) {
			out = append(out, p.Name)
		}
	}
	return out
}

// required reports missing fields, except those that an unknown name is probably meant for.
//
// Each unknown name that is similar to a required field replaces the message about that field, and each of the others
// replaces one more. An author who wrote three wrong names gets three messages and not six.
func (a against) required(t *term, s *schema.Schema, missing []string) {
	if a.partial {
		return
	}
	meant, others := 0, map[string]bool{} // by unknown names
	for i := range t.fields {
		f := &t.fields[i]
		if _, known := s.Property(f.name); known || s.Preserve || f.maybe || len(missing) == 0 {
			continue
		}
		if near := diag.Nearest(f.name, s.PropertyNames()); near != "" {
			others[near] = true
		} else {
			meant++
		}
	}
	for _, name := range missing {
		if f := t.field(name); f != nil && !a.isAbsent(f.val) {
			p, _ := s.Property(name)
			a.into(name).wrong(f.key, code.NullValue, "the field is required, and null is not "+article(p.Schema.Type))
		} else if !others[name] {
			if meant--; meant < 0 {
				a.lacks(t.at, name)
			}
		}
	}
}

// requiredFields returns a sentence about missing fields.
func requiredFields(names []string) string {
	if len(names) == 1 {
		return "the required field " + strconv.Quote(names[0]) + " is missing"
	}
	return "the required fields " + wording.Few(names) + " are missing"
}

func (a against) lacks(at place, name string) {
	text := requiredFields([]string{name})
	if a.lenient {
		a.soft = true
		text += "; a later step of the pipeline must write it"
	}
	a.wrong(at, code.MissingField, text)
}

// size checks the number of fields.
func (a against) size(t *term, s *schema.Schema) {
	if s.Limits == nil || t.open || a.partial {
		return
	}
	least, fields := 0, withDefaults(t, s).fields
	for _, f := range fields {
		if !f.maybe && (certain(f.val) || f.val.isNull()) {
			least++
		}
	}
	a.length(t, least, len(fields), s.Limits.MinProperties, s.Limits.MaxProperties, "fields")
}

// length checks a number of parts, which is known at least within bounds.
func (a against) length(t *term, least, most, from, to int, what string) {
	switch {
	case from >= 0 && most < from:
		a.wrong(t.at, code.WrongLength, fmt.Sprintf("found %d %s; at least %d expected", most, what, from))
	case to >= 0 && least > to:
		a.wrong(t.at, code.WrongLength, fmt.Sprintf("found %d %s; at most %d expected", least, what, to))
	}
}

// mapping checks an object with unknown keys.
func (a against) mapping(t *term, s *schema.Schema) {
	if a.wrongKind(t, s, schema.Object) || len(s.Properties) > 0 || s.Additional == nil {
		return
	}
	a.into("*").check(t.elem(), s.Additional)
}

// list checks each element of a list.
func (a against) list(t *term, s *schema.Schema) {
	if a.wrongKind(t, s, schema.Array) {
		return
	}
	inner := a
	inner.partial = false
	for i, p := range t.parts {
		if p.isNull() && s.Items != nil && !s.Items.Nullable && s.Items.Type != schema.Any && !a.junctor {
			inner.item(i).wrong(cmp.Or(p.plain().at, t.at), code.NullValue,
				"null is not "+article(s.Items.Type)+", and it is not allowed here; leave it out")
			continue
		}
		inner.item(i).check(p, s.Items)
	}
	a.junctors(t, s)
	if t.form != tuple || a.junctor {
		return
	}
	// A set has fewer elements than the program writes if some of them are equal.
	if l := s.Limits; l != nil && !t.isSet {
		a.length(t, len(t.parts), len(t.parts), l.MinItems, l.MaxItems, "items")
	}
	a.distinct(t, s)
}

// distinct reports duplicate elements if the schema forbids them.
//
// Only constants can be compared with certainty. Elements with a computed key are left out, as they may differ at run
// time.
func (a against) distinct(t *term, s *schema.Schema) {
	seen := map[string]int{}
	for i, p := range t.parts {
		k, ok := "", false
		switch {
		case s.ListType == "map":
			k, ok = itemKey(p.plain(), s)
		case s.ListType == "set", s.Limits != nil && s.Limits.UniqueItems:
			v := p.constant()
			k, ok = host.DebugString(v), !v.IsZero() && !v.IsNull()
		}
		if !ok {
			continue
		}
		if j, twice := seen[k]; twice {
			a.item(i).wrong(cmp.Or(p.plain().at, t.at), code.DuplicateItem,
				"the item has the same keys as item "+strconv.Itoa(j)+", which must identify the items of this list")
			continue
		}
		seen[k] = i
	}
}

// itemKey returns the key of an element of a list map, if it is constant.
func itemKey(t *term, s *schema.Schema) (string, bool) {
	if t.form != object || s.Items == nil {
		return "", false
	}
	out := ""
	for _, name := range s.ListMapKeys {
		var v value.Value
		if f := t.field(name); f != nil {
			v = f.val.constant()
		} else if p, ok := s.Items.Property(name); ok && !t.open {
			v = p.Schema.Default
		}
		if v.IsZero() || v.IsNull() {
			return "", false
		}
		out += host.DebugString(v) + "\x00"
	}
	return out, out != ""
}
