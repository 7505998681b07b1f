package typing

import (
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// The knowledge about an expression is a term: more than a type, because schemas also restrict constants, and because a
// mistake must be shown where it was written ("Terms instead of types" in docs/decisions.md). Terms are immutable and
// refer to each other, so a local that is used a hundred times has one term. Choices keep their alternatives together
// with their condition, which excludes combinations that cannot occur.

// form is the form of a term.
type form uint8

const (
	anything form = iota // nothing is known
	never                // no value gets here
	constant             // a scalar literal or null
	typed                // values of a type
	read                 // a part of an object that has a schema
	object               // an object with known fields
	tuple                // a list with known elements, or a set of them
	sequence             // a list with any number of elements
	mapping              // an object with any fields
	choice               // one of several
	byName               // another term, by a name
)

// term is the knowledge about the values of an expression. It is immutable once made.
type term struct {
	form form
	// eventual is set if the value is, or contains, data that appears later in the cluster.
	eventual bool
	soft     bool  // a choice with some alternatives that are expected to fail
	open     bool  // an object that may have more fields
	wild     bool  // of an open one: with any values, not only those of parts
	given    bool  // the name of an argument
	isSet    bool  // a tuple that became a set
	made     bool  // as is known
	wide     int32 // the number of alternatives of a choice, including nested ones
	at       place
	val      value.Value    // of a constant
	texts    *[]string      // the parts of a template; a computed part is "\x00"
	sch      *schema.Schema // of what is read
	fields   []field        // of an object, in the order of the source
	index    map[string]int // into fields, if there are many
	// parts are the elements of a tuple, the alternatives of a choice, the one element of a sequence or mapping, the
	// value of a name, or the values of the fields of an object whose names are not known.
	parts []*term
	// cond names the condition that chooses among two alternatives; "" if it has no name.
	cond   string
	as     types.Type
	symbol *model.Symbol // the local of a name, if it is one
}

// field is a field of an object.
type field struct {
	name  string
	key   place // of the key
	val   *term
	maybe bool // it may be missing
	read  bool // it belongs to an object that is read as a whole
}

// place is a part of an expression.
type place struct {
	e    *model.Expr
	span source.Span
}

func (p place) isZero() bool { return p.e == nil }

func (p place) rng() source.Range { return p.e.File.Range(p.span) }

var (
	unknownTerm = &term{}
	neverTerm   = &term{form: never}
	// lacking is the value of a field in the alternatives without it.
	lacking = &term{form: never}
)

func typedTerm(at place, t types.Type, operands ...*term) *term {
	out := &term{form: typed, at: at, as: t, made: true}
	for _, o := range operands {
		out.eventual = out.eventual || o.eventual
	}
	if t.IsDynamic() {
		out.form = anything
	}
	return out
}

func constTerm(at place, v value.Value) *term { return &term{form: constant, at: at, val: v} }

func readTerm(at place, s *schema.Schema, eventual bool) *term {
	if s == nil {
		return &term{at: at, eventual: eventual}
	}
	return &term{form: read, at: at, sch: s, eventual: eventual}
}

// listTerm returns a list of any number of elements.
func listTerm(at place, elem *term) *term { return repeated(sequence, at, elem) }

func mapTerm(at place, elem *term) *term { return repeated(mapping, at, elem) }

func repeated(f form, at place, elem *term) *term {
	if elem.form == never {
		return neverTerm
	}
	return &term{form: f, at: at, parts: []*term{elem}, eventual: elem.eventual}
}

// maxAlternatives limits the alternatives that a choice distinguishes, so that choices of choices do not grow without
// end.
const maxAlternatives = 128

// choose returns one of several terms. Those that never happen are left out.
func choose(at place, alternatives ...*term) *term {
	out := &term{form: choice, at: at}
	for _, a := range alternatives {
		if a.form == never {
			continue
		}
		out.parts = append(out.parts, a)
		out.eventual = out.eventual || a.eventual
		out.wide += a.width()
	}
	switch n := len(out.parts); {
	case n == 0:
		return neverTerm
	case n == 1:
		return out.parts[0]
	// Choices of choices double with each level. If there are too many alternatives, nothing is known.
	case out.wide > maxAlternatives:
		return &term{at: at, eventual: out.eventual}
	}
	return out
}

// width returns the number of alternatives of a term.
func (t *term) width() int32 {
	if t = t.plain(); t.form == choice {
		return t.wide
	}
	return 1
}

// either returns the value of a conditional.
//
// The condition is only kept if both arms can happen. Otherwise there is no choice any more.
func either(at place, cond string, then, els *term) *term {
	out := choose(at, then, els)
	if len(out.parts) == 2 && out.parts[0] == then && out.parts[1] == els {
		out.cond = cond
	}
	return out
}

// manyFields is the number of fields that are searched faster than they are put into a map.
const manyFields = 16

// addField adds a field, or replaces the one with its name. It is used while an object is being made.
func (t *term) addField(f field) {
	t.eventual = t.eventual || f.val.eventual
	if i := t.find(f.name); i >= 0 {
		t.fields[i] = f
		return
	}
	if t.index != nil {
		t.index[f.name] = len(t.fields)
	}
	t.fields = append(t.fields, f)
	if t.index == nil && len(t.fields) > manyFields {
		t.index = make(map[string]int, 2*len(t.fields))
		for i, f := range t.fields {
			t.index[f.name] = i
		}
	}
}

func (t *term) find(name string) int {
	if t.index != nil {
		if i, ok := t.index[name]; ok {
			return i
		}
		return -1
	}
	for i := range t.fields {
		if t.fields[i].name == name {
			return i
		}
	}
	return -1
}

// field returns a field of an object by its name, nil if it lacks it.
func (t *term) field(name string) *field {
	if i := t.find(name); i >= 0 {
		return &t.fields[i]
	}
	return nil
}

// addRest adds fields with unknown names: with the given values or, if there are none, with any.
func (t *term) addRest(values ...*term) {
	t.open = true
	t.wild = t.wild || len(values) == 0
	t.parts = append(t.parts, values...)
	for _, v := range values {
		t.eventual = t.eventual || v.eventual
	}
}

// others returns the possible values of fields with unknown names.
func (t *term) others() []*term {
	if t.wild {
		return []*term{unknownTerm}
	}
	return t.parts
}

func (t *term) names() []string {
	names := make([]string, len(t.fields))
	for i := range t.fields {
		names[i] = t.fields[i].name
	}
	return names
}

// plain returns the value of a name.
func (t *term) plain() *term {
	for t.form == byName {
		t = t.parts[0]
	}
	return t
}

// isContainer reports whether a term has known parts.
func (t *term) isContainer() bool {
	return t.form == object || t.form == tuple || t.form == sequence || t.form == mapping
}

// elem returns the element of a sequence or mapping.
func (t *term) elem() *term { return t.parts[0] }

// constant returns the value of a constant term, the zero Value for others.
func (t *term) constant() value.Value {
	if t = t.plain(); t.form == constant {
		return t.val
	}
	return value.Value{}
}

// text returns the text of a constant string.
func (t *term) text() (string, bool) {
	v := t.constant()
	return v.AsString(), v.IsString()
}

// isNull reports whether the value is certainly null.
func (t *term) isNull() bool {
	t = t.plain()
	switch t.form {
	case constant:
		return t.val.IsNull()
	case typed:
		return t.as == types.None
	case choice:
		return !slices.ContainsFunc(t.parts, func(p *term) bool { return !p.isNull() })
	}
	return false
}

// neverNull reports whether the value is certainly not null.
//
// A value from a type or a schema may always be null here, even if the schema is not nullable: the field may be absent.
func (t *term) neverNull() bool {
	t = t.plain()
	switch t.form {
	case constant:
		return !t.val.IsNull()
	case object, tuple, sequence, mapping:
		return true
	}
	return false
}

// Type returns the type of the values, without their eventual parts.
func (t *term) typ() types.Type {
	if !t.made {
		t.as, t.made = types.Dynamic, true // ends cycles
		t.as = t.makeType()
	}
	return t.as
}

func (t *term) makeType() types.Type {
	switch t.form {
	case constant:
		if numbers.IsInteger(t.val) {
			return types.Int
		}
		return convert.TypeOf(t.val, types.Extended)
	case read:
		return t.sch.ReadType()
	case object:
		if t.open {
			return types.Dynamic
		}
		attrs := make([]types.Attr, len(t.fields))
		for i, f := range t.fields {
			attrs[i] = types.Attr{Name: f.name, Type: f.val.typ(), Optional: f.maybe}
		}
		return types.Object(attrs...)
	case tuple, choice:
		all := make([]types.Type, len(t.parts))
		for i, p := range t.parts {
			all[i] = p.typ()
		}
		switch {
		case t.form == choice:
			return types.Union(all...)
		case t.isSet:
			return types.Set(types.Union(all...))
		}
		return types.Tuple(all...)
	case sequence:
		return types.List(t.elem().typ())
	case mapping:
		return types.Map(t.elem().typ())
	case byName:
		return t.parts[0].typ()
	}
	return types.Dynamic
}
