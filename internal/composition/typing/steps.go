package typing

import (
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value/host"
)

// key is a step: a name, a position, or the known part of a computed one.
type key struct {
	name   string
	index  int64
	isAttr bool
	isText bool
	known  bool
	typ    types.Type
}

func stepKey(s syntax.Step) key {
	k := key{isAttr: s.Kind == syntax.StepAttr, known: true, typ: types.String}
	if i, ok := s.Key.AsInt64(); ok && s.Key.IsNumber() {
		k.index, k.typ = i, types.Int
		k.name = s.Key.NumberText()
		return k
	}
	if !s.Key.IsString() {
		return key{typ: types.Dynamic}
	}
	k.name, k.isText = s.Key.AsString(), true
	return k
}

func keyOf(t *term) key {
	v := t.constant()
	switch i, ok := v.AsInt64(); {
	case v.IsString():
		return key{name: host.NFC(v.AsString()), isText: true, known: true, typ: types.String}
	case ok && v.IsNumber():
		return key{name: v.NumberText(), index: i, known: true, typ: types.Int}
	}
	return key{typ: t.typ()}
}

// static returns the step for package types.
func (k key) static() types.Step {
	switch {
	case !k.known:
		return types.KeyStep(k.typ)
	case k.isAttr:
		return types.AttrStep(k.name)
	case k.isText:
		return types.NameStep(k.name)
	}
	return types.IndexStep(k.index)
}

// steps follows steps from a term, which has the given path for guards, and reports the first one that fails. from is
// the place of the term's value, if it has a name.
//
// A step that fails ends the path: the following steps would fail as well, and the mistake is at the first one.
func (w *walker) steps(e *model.Expr, t *term, path string, steps []syntax.Step, from place) *term {
	w.written = false
	for i := range steps {
		t = w.narrowed(path, t)
		if path != "" {
			path += stepNames(steps[i : i+1])
		}
		if steps[i].Kind == syntax.StepSplat {
			return unknownTerm
		}
		next, why := w.step(t, stepKey(steps[i]))
		spot := place{e, nameSpan(e.File, steps[i].Source)}
		if w.alt {
			w.visit(spot, inferring)
		}
		if why != "" {
			if !w.tried(path) {
				f := finding{at: spot, code: code.UnknownPath, summary: "Unknown field", detail: why}
				f.other, f.otherwise, f.slip = meant(t, stepKey(steps[i]))
				if i == 0 {
					f.from, f.name = from, stepKey(steps[i]).name
				}
				w.fail(f)
			}
			return neverTerm
		}
		if w.alt || w.vars != nil {
			// The same expression is walked once for each combination and each element. A step that succeeded in one of
			// them and failed in another is not wrong for sure, and is judged when all of them are known.
			w.succeeded[spot.spot()] = true
		}
		if i == 0 && !from.isZero() && t.form != anything {
			w.succeeded[from.spot()] = true
		}
		w.partly(t, stepKey(steps[i]), path)
		from := t.plain().form
		w.written = from == object || from == tuple
		t = next
	}
	return t
}

// meant returns the place of a constructed value that lacks a key, or of the name in it that is probably meant, and the
// text for that place. slip reports which.
func meant(t *term, k key) (at place, text string, slip bool) {
	t = t.plain()
	if !k.known || t.form != object && t.form != tuple && t.form != constant {
		return place{}, "", false
	}
	if f := t.field(diag.Nearest(k.name, t.names())); f != nil {
		want := strconv.Quote(k.name)
		return f.key, "The attribute " + want + " is read from this object, which does not have it. Did you mean " + want +
			" instead of " + strconv.Quote(f.name) + "?", true
	}
	return t.at, "The " + k.shown() + " is read from this value, which does not have it, although others do.", false
}

// partly warns about alternatives that lack a key and have a similar one, if others have it.
func (w *walker) partly(t *term, k key, path string) {
	if t = t.plain(); t.form != choice || !k.known || w.soft > 0 || w.tried(path) {
		return
	}
	for _, p := range t.parts {
		if p = p.plain(); p.form != object || p.open || p.field(k.name) != nil {
			continue
		}
		if at, why, slip := meant(p, k); slip {
			w.fail(finding{at: at, code: code.UnknownPath, summary: "Unknown field", warning: true, detail: why})
		}
	}
}

// nameSpan leaves out the dot or the brackets around the name of a step.
func nameSpan(f *model.File, s source.Span) source.Span {
	const around = ".[\"] \t\r\n"
	text := f.Range(s).Text()
	trimmed := source.Span{Start: s.Start + uint32(len(text)-len(strings.TrimLeft(text, around))),
		End: s.End - uint32(len(text)-len(strings.TrimRight(text, around)))}
	if trimmed.IsEmpty() {
		return s
	}
	return trimmed
}

// fail reports a mistake in an expression that is evaluated here.
func (w *walker) fail(f finding) {
	if w.dead > 0 {
		return
	}
	f.owner = w.owner
	f.warning = f.warning || w.soft > 0
	f.definite = !w.alt
	w.add(f)
}

// index follows a computed key.
func (w *walker) index(e *model.Expr, n *syntax.Index) *term {
	path := w.guarded(e, n.Of)
	of := w.narrowed(path, w.infer(e, n.Of))
	k := w.infer(e, n.Key)
	if w.isMember(e, n.Of, model.ReqResource) {
		return w.observedAs(at(e, n), k.pattern())
	}
	t, why := w.step(of, keyOf(k))
	if w.alt {
		w.visit(at(e, n.Key), inferring)
	}
	if why != "" {
		if text, _ := k.keyText(); path == "" || !w.tried(path+text+"\x00") {
			w.fail(finding{at: at(e, n.Key), code: code.UnknownPath, summary: "Unknown field", detail: why})
		}
		return neverTerm
	}
	if t.form == anything || t.form == never {
		return t
	}
	return &term{form: byName, at: at(e, n), parts: []*term{t}, eventual: t.eventual || k.eventual}
}

// step returns the part of a term at a key, or the reason why there is none.
func (w *walker) step(t *term, k key) (*term, string) {
	switch t.form {
	case byName:
		return w.step(t.parts[0], k)
	case never:
		return t, ""
	case choice:
		return w.stepChoice(t, k)
	case constant:
		if t.val.IsNull() {
			return neverTerm, nullParts
		}
		return neverTerm, "There is no " + k.shown() + " on " + wording.Found(t.val) + ", which has no parts."
	case typed:
		out, err := types.Traverse(t.as, k.static(), types.Extended)
		if err != nil {
			return neverTerm, err.Error()
		}
		return typedTerm(t.at, out, t), ""
	case read:
		return w.stepRead(t, k)
	case object:
		return stepObject(t, k)
	case tuple:
		return stepTuple(t, k)
	case sequence:
		if k.isAttr {
			return neverTerm, "There is no attribute " + strconv.Quote(k.name) + " on a list. Write [0]." + k.name +
				" for the first element, or [*]." + k.name + " for all."
		}
		return t.elem(), ""
	case mapping:
		return t.elem(), ""
	}
	return unknownTerm, ""
}

func (k key) shown() string {
	if k.isAttr {
		return "attribute " + strconv.Quote(k.name)
	}
	return "element " + k.static().String()
}

// stepChoice leaves out the alternatives without such a part.
//
// If some alternative has the part the step is right, because an author may know which alternative it is. It is an
// error only if none has it.
func (w *walker) stepChoice(t *term, k key) (*term, string) {
	var found []*term
	first := ""
	correlated := t.cond != ""
	for _, p := range t.parts {
		next, why := w.step(p, k)
		if why != "" {
			if first == "" || !p.isNull() && first == nullParts {
				first = why
			}
			correlated = false
			continue
		}
		found = append(found, next)
	}
	if len(found) == 0 {
		return neverTerm, first
	}
	out := choose(t.at, found...)
	if out.form == choice && correlated && len(out.parts) == 2 {
		// Both alternatives have the part, so the result still depends on the same condition. If one was left out, the
		// result implies nothing about the condition.
		out.cond = t.cond
	}
	if t.soft && out.form == choice {
		out.soft = true
	}
	return out, ""
}

const nullParts = "The value is null, which has no parts."

func stepObject(t *term, k key) (*term, string) {
	if !k.known {
		if t.wild || len(t.fields)+len(t.parts) == 0 {
			return unknownTerm, ""
		}
		return choose(t.at, append(valuesOf(t), t.parts...)...), ""
	}
	if f := t.field(k.name); f != nil {
		return f.val, ""
	}
	if t.open {
		return choose(t.at, t.others()...), ""
	}
	names := t.names()
	why := "There is no attribute " + strconv.Quote(k.name) + " here."
	switch hint := diag.DidYouMean(k.name, names); {
	case hint != "":
		why += hint
	case len(names) == 0:
		why += " The object is empty."
	case len(names) <= maxListed:
		why += " The attributes are " + wording.All(names) + "."
	}
	return neverTerm, why
}

// maxListed limits the names in a message.
const maxListed = 12

func stepTuple(t *term, k key) (*term, string) {
	switch {
	case t.isSet:
		return unknownTerm, ""
	case !k.known && len(t.parts) > 0:
		return choose(t.at, t.parts...), ""
	case !k.known:
		return unknownTerm, ""
	}
	if k.isText {
		if _, err := strconv.ParseInt(k.name, 10, 64); err == nil && !k.isAttr {
			return unknownTerm, ""
		}
	}
	if _, err := types.Traverse(t.typ(), k.static(), types.Extended); err != nil {
		return neverTerm, err.Error()
	}
	if k.isText || k.index < 0 || k.index >= int64(len(t.parts)) {
		return unknownTerm, ""
	}
	return t.parts[k.index], ""
}

// stepRead follows a schema.
func (w *walker) stepRead(t *term, k key) (*term, string) {
	s := t.sch
	switch {
	case s.Type == schema.Array && k.isAttr:
		return neverTerm, "There is no field " + strconv.Quote(k.name) + " on a list. Write [0]." + k.name +
			" for the first element, or [*]." + k.name + " for all."
	case s.Type == schema.Array && k.known && k.index < 0:
		return neverTerm, "The index of a list must not be negative."
	case s.Type == schema.Array:
		if _, err := strconv.ParseInt(k.name, 10, 64); k.isText && err != nil {
			return neverTerm, "The index of a list must be a number, but " + strconv.Quote(k.name) + " is not a number."
		}
		return readTerm(t.at, s.Items, t.eventual), ""
	case s.Type == schema.Object || len(s.Properties) > 0 || s.Additional != nil:
		return w.stepField(t, k)
	case s.Type == schema.Any:
		return &term{at: t.at, eventual: t.eventual}, ""
	}
	return neverTerm, "There is no " + k.shown() + " here: the field is " + article(s.Type) + ", which has no parts."
}

func (w *walker) stepField(t *term, k key) (*term, string) {
	s := t.sch
	if !k.known {
		if len(s.Properties) == 0 && !s.Preserve {
			return readTerm(t.at, s.Additional, t.eventual), ""
		}
		return &term{at: t.at, eventual: t.eventual}, ""
	}
	if p, ok := s.Property(k.name); ok {
		// The fields of status come from a controller, so they appear some time after the object does. Hence every
		// value that is read from there is eventual.
		return readTerm(t.at, p.Schema, t.eventual || k.name == "status"), ""
	}
	if s.IsOpen() {
		return &term{at: t.at, eventual: t.eventual}, ""
	}
	return neverTerm, "There is no field " + strconv.Quote(k.name) + " here." + w.hint(s, k.name)
}

// hint returns the field that was meant: a similar one here, or the same one at another level.
func (w *walker) hint(s *schema.Schema, name string) string {
	known := s.PropertyNames()
	if hint := diag.DidYouMean(name, known); hint != "" {
		return hint
	}
	if where := w.misses.elsewhere(s, name); where != "" {
		return " There is one at " + where + "."
	}
	switch {
	case len(known) == 0:
		return " No fields are known here."
	case len(known) <= maxListed:
		return " The fields here are " + strings.Join(known, ", ") + "."
	}
	return ""
}

func article(t schema.Type) string {
	switch t {
	case schema.Object, schema.Array, schema.Integer, schema.IntOrString:
		return "an " + t.String()
	}
	return "a " + t.String()
}
