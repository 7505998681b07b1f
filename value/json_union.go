package value

import "github.com/hclx-lang/hclx/types"

// Which member of a union a text belongs to is decided by its first byte if only one member has that form; everything
// else is tried in canonical order ("Unions in typed JSON" in docs/decisions.md). The writer and the reader use the
// same table, so that whatever is written without its type can be read back without it.

// jsonForm is one of the forms of JSON values, except null.
type jsonForm uint8

const (
	jsonBool jsonForm = iota
	jsonNumber
	jsonString
	jsonArray
	jsonObject
	jsonForms
)

// formOfKind returns the form in which values of a kind are written, and reports whether the kind determines it.
func formOfKind(k types.Kind) (jsonForm, bool) {
	switch k {
	case types.KindBool:
		return jsonBool, true
	case types.KindNumber, types.KindInt:
		return jsonNumber, true
	case types.KindString:
		return jsonString, true
	case types.KindList, types.KindSet, types.KindTuple:
		return jsonArray, true
	case types.KindMap, types.KindObject:
		return jsonObject, true
	}
	return 0, false
}

// formOfText returns the form of a text by its first byte.
func formOfText(c byte) jsonForm {
	switch c {
	case '[':
		return jsonArray
	case '{':
		return jsonObject
	case '"':
		return jsonString
	case 't', 'f':
		return jsonBool
	}
	return jsonNumber
}

// maxTypeSteps limits the number of consecutive names and eventual types that are resolved.
const maxTypeSteps = 64

// writtenType returns t without names and eventual types, which are not written to JSON.
func writtenType(t types.Type) types.Type {
	for range maxTypeSteps {
		switch t.Kind() {
		case types.KindPromise, types.KindOutput:
			t = t.Elem()
		case types.KindNamed:
			t = t.Definition()
		default:
			return t
		}
	}
	return types.Dynamic
}

// choice describes how the values of a union are written. If only one member has the form of a value, the value is
// written as a value of that member, otherwise with its type. If a union has values with a type, all its objects are
// written in this way, because an object could be mistaken for a value with its type.
type choice struct {
	all    []types.Type            // the members in canonical order
	byForm [jsonForms][]types.Type // those of each form
	null   Value
	// dynamic: the union has a member whose values all need their type.
	dynamic bool
	// tagged: every object in the text is a value with its type.
	tagged bool
}

// choices caches the choices of unions, because a union may occur often in a value.
type choices map[types.Type]*choice

func (c *choices) of(union types.Type) *choice {
	if found := (*c)[union]; found != nil {
		return found
	}
	if *c == nil {
		*c = choices{}
	}
	out := &choice{null: NullOf(types.Erase(union))}
	out.collect(union, map[types.Type]bool{})
	out.tagged = out.dynamic || len(out.byForm[jsonObject]) == 0
	for _, members := range out.byForm {
		out.tagged = out.tagged || len(members) > 1
	}
	(*c)[union] = out
	return out
}

// collect adds the members of a union, including those of named unions in it.
func (c *choice) collect(union types.Type, seen map[types.Type]bool) {
	for i := range union.Len() {
		m := writtenType(union.At(i))
		if seen[m] {
			continue
		}
		seen[m] = true
		switch form, ok := formOfKind(m.Kind()); {
		case m.Kind() == types.KindUnion:
			c.collect(m, seen)
		case ok:
			c.all = append(c.all, m)
			c.byForm[form] = append(c.byForm[form], m)
		case m.IsDynamic():
			c.dynamic = true
		}
	}
}

// union writes a value of a union.
func (w *jsonWriter) union(v Value, t types.Type) error {
	c := w.choices.of(t)
	form, ok := formOfKind(v.Kind())
	switch {
	case !ok || v.IsNull():
		return w.value(v)
	case len(c.byForm[form]) == 1 && !c.dynamic && !(form == jsonObject && c.tagged):
		return w.valueAs(v, c.byForm[form][0])
	}
	return w.dynamic(v)
}

// union reads a value of a union, either with its type or as the first member that fits.
func (r *jsonReader) union(t types.Type) (Value, error) {
	c := r.choices.of(t)
	form := formOfText(r.peek())
	candidates := c.byForm[form]
	if form == jsonObject && c.tagged {
		candidates = append([]types.Type{types.Dynamic}, candidates...)
	}
	if len(candidates) == 0 {
		candidates = c.all
	}
	if len(candidates) == 1 {
		return r.valueAs(candidates[0])
	}
	return r.firstOf(candidates)
}

// maxTries limits the text that failed attempts may read, as a multiple of its length.
const maxTries = 16

// firstOf reads a value of the first type that fits.
func (r *jsonReader) firstOf(candidates []types.Type) (Value, error) {
	start, depth, dynamics, vals, keys := r.pos, r.depth, r.dynamics, len(r.vals), len(r.keys)
	for _, t := range candidates {
		if r.tried > maxTries*len(r.text) {
			break
		}
		r.quiet++
		v, err := r.valueAs(t)
		r.quiet--
		if err == nil {
			return v, nil
		}
		r.tried += r.pos - start + 1
		// A failed attempt leaves the reader as it was before, but counts: members that fail late in the text, one
		// inside another, could otherwise read it once for every combination.
		r.pos, r.depth, r.dynamics, r.vals, r.keys = start, depth, dynamics, r.vals[:vals], r.keys[:keys]
	}
	return Value{}, r.fail(start, `This value matches no type of the union. Expected a value of one of its types, or an `+
		`object with the attributes "value" and "type".`)
}
