package value

import "github.com/hclx-lang/hclx/types"

// jsonForm is one of the forms that JSON tells apart, but for null.
type jsonForm uint8

const (
	jsonBool jsonForm = iota
	jsonNumber
	jsonString
	jsonArray
	jsonObject
	jsonForms
)

// formOfKind returns the form in which the values of a kind are written; false if they have none of their own.
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

// maxTypeSteps bounds how many names and eventual kinds are looked through at one place of a type.
const maxTypeSteps = 64

// writtenType returns the type by which the values of t are written: eventual kinds and names leave no trace in JSON.
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

// choice says how the values of a union are written: as those of the member that is alone in having their form, else
// with the type beside them. Objects then have it too if there are any such values, since otherwise one could be taken
// for a value and its type.
type choice struct {
	all    []types.Type            // the members in canonical order
	byForm [jsonForms][]types.Type // those of each form
	null   Value
	// dynamic: there is a member for which every value needs its type.
	dynamic bool
	// tagged: a text that is an object has the type beside a value.
	tagged bool
}

// choices holds the choice of every union that was met, since a value may meet it often.
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

// collect gathers the members of a union, and those of unions that stand behind names.
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
	case !ok || v.IsNull() || v.rep == repMarked || v.rep == repUnknown:
		return w.value(v)
	case len(c.byForm[form]) == 1 && !c.dynamic && !(form == jsonObject && c.tagged):
		return w.valueAs(v, c.byForm[form][0])
	}
	return w.dynamic(v)
}

// union reads a value of a union: with its type beside it, or as the first member that fits.
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

// maxTries bounds how much of a text is read in vain, as a multiple of its length.
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
		r.pos, r.depth, r.dynamics, r.vals, r.keys = start, depth, dynamics, r.vals[:vals], r.keys[:keys]
	}
	return Value{}, r.fail(start, `This value matches no type of the union. Expected a value of one of its types, or an `+
		`object with the attributes "value" and "type".`)
}
