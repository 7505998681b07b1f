package typing

import (
	"slices"
	"testing"

	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/value"
)

// TestAnswers: what is known of alternatives is what holds whichever of the open questions is answered how.
func TestAnswers(t *testing.T) {
	// Schemas of an object, by the answer whether it fits them.
	of := map[answer]*schema.Schema{
		yes: {}, no: {Type: schema.Array}, perhaps: {Limits: &schema.Limits{MinProperties: 1}},
	}
	term := &term{form: object, fields: []field{{name: "a", val: constTerm(place{}, value.Int(1))}}}
	a := against{walker: &walker{}}
	for known, s := range of {
		if got := a.fitsJunctor(term, s, 0); got != known {
			t.Fatalf("%d instead of %d", got, known)
		}
	}
	words := map[string]struct {
		put   func(*schema.Junctors, []*schema.Schema)
		holds func(fits, all int) bool
	}{
		"allOf": {func(j *schema.Junctors, list []*schema.Schema) { j.AllOf = list },
			func(fits, all int) bool { return fits == all }},
		"anyOf": {func(j *schema.Junctors, list []*schema.Schema) { j.AnyOf = list },
			func(fits, _ int) bool { return fits > 0 }},
		"oneOf": {func(j *schema.Junctors, list []*schema.Schema) { j.OneOf = list },
			func(fits, _ int) bool { return fits == 1 }},
		"not": {func(j *schema.Junctors, list []*schema.Schema) {
			j.Not = &schema.Schema{Junctors: &schema.Junctors{AllOf: list}}
		},
			func(fits, all int) bool { return fits != all }},
	}
	answers := []answer{yes, no, perhaps}
	var lists [][]answer
	for _, x := range answers {
		lists = append(lists, []answer{x})
		for _, y := range answers {
			lists = append(lists, []answer{x, y})
			for _, z := range answers {
				lists = append(lists, []answer{x, y, z})
			}
		}
	}
	for word, w := range words {
		for _, list := range lists {
			var schemas []*schema.Schema
			sure, open := 0, 0
			for _, x := range list {
				schemas = append(schemas, of[x])
				sure += map[answer]int{yes: 1}[x]
				open += map[answer]int{perhaps: 1}[x]
			}
			can := map[bool]bool{}
			for more := range open + 1 {
				can[w.holds(sure+more, len(list))] = true
			}
			want := perhaps
			if len(can) == 1 {
				want = map[bool]answer{true: yes, false: no}[can[true]]
			}
			var j schema.Junctors
			w.put(&j, schemas)
			if got := a.fitsJunctor(term, &schema.Schema{Junctors: &j}, 0); got != want {
				t.Errorf("%s of %v: %d instead of %d", word, list, got, want)
			}
			// What is reported of the object itself is what is certain.
			counted := against{walker: &walker{fuel: leastWork, findings: newFindings()}}
			if got := counted.count(term, schemas, yes); got != sure {
				t.Errorf("%d of %v fit", got, list)
			}
		}
	}
	for _, x := range answers {
		if not(not(x)) != x || not(x) == x != (x == perhaps) {
			t.Errorf("the opposite of %d is %d", x, not(x))
		}
	}
}

// TestFitsOfParts: a schema says of a type whether some value of it is taken, only an empty one, or none.
func TestFitsOfParts(t *testing.T) {
	s := func(t schema.Type) *schema.Schema { return &schema.Schema{Type: t} }
	list := func(of *schema.Schema) *schema.Schema { return &schema.Schema{Type: schema.Array, Items: of} }
	all := []schema.Type{schema.Any, schema.Object, schema.Array, schema.String, schema.Integer, schema.Number,
		schema.Boolean, schema.IntOrString}
	takes := map[schema.Type][]schema.Type{ // besides itself and any
		schema.Integer: {schema.Number, schema.IntOrString}, schema.Number: {schema.Integer, schema.IntOrString},
		schema.String: {schema.IntOrString}, schema.IntOrString: {schema.Integer, schema.Number, schema.String},
	}
	a := against{walker: &walker{}}
	for _, from := range all {
		for _, to := range all {
			want := fitsNone
			if from == to || from == schema.Any || to == schema.Any || slices.Contains(takes[from], to) {
				want = fitsSome
			}
			if got := a.readFits(s(from), s(to), 0); got != want {
				t.Errorf("%s where %s is expected: %d", from, to, got)
			}
			inList := want
			if want == fitsNone {
				inList = fitsEmpty
			}
			if got := a.readFits(list(s(from)), list(s(to)), 0); got != inList {
				t.Errorf("a list of %s where one of %s is expected: %d", from, to, got)
			}
			filled := list(s(from))
			filled.Limits = &schema.Limits{MinItems: 1}
			if got := a.readFits(filled, list(s(to)), 0); got != want {
				t.Errorf("a list with elements of %s where one of %s is expected: %d", from, to, got)
			}
		}
		if a.readFits(nil, s(from), 0) != fitsSome || a.readFits(s(from), nil, 0) != fitsSome {
			t.Errorf("%s and nothing", from)
		}
	}
}

// TestSaysNothing: each thing that a schema can limit beside the type says something.
func TestSaysNothing(t *testing.T) {
	for _, s := range []*schema.Schema{{}, {Type: schema.String}, {Type: schema.Object, Nullable: true}} {
		if !saysNothing(s) {
			t.Errorf("%+v says nothing", s)
		}
	}
	for _, s := range []*schema.Schema{
		{Enum: []value.Value{value.Int(1)}}, {Limits: &schema.Limits{}}, {Junctors: &schema.Junctors{}},
		{Properties: []schema.Property{{Name: "a", Schema: &schema.Schema{}}}}, {Items: &schema.Schema{}},
		{Additional: &schema.Schema{}},
	} {
		if saysNothing(s) {
			t.Errorf("%+v says something", s)
		}
	}
}
