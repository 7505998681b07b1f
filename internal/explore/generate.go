package explore

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/starter"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/value"
)

// style contains the probabilities for generating values.
//
// One mixture of probabilities would hardly ever make an object with no optional field at all, or with every one. These
// are where programs fail most often, so they have runs of their own.
type style struct {
	// present is the probability of an optional field.
	present float64
	// edges is the probability of a value at a bound, or of an unusual value.
	edges float64
	// most is the maximum number of elements of a list, if its schema allows it.
	most int
}

// styles begin with the smallest XR and with the fullest; the others repeat.
var styles = []style{
	{present: 0, edges: 1, most: 0}, {present: 1, edges: 0, most: 3}, {present: 1, edges: 1, most: 3},
	{present: 0.5, edges: 0.3, most: 3}, {present: 0.8, edges: 0.1, most: 4}, {present: 0.2, edges: 0.6, most: 2},
}

// styleOf returns the style of the scenario with a number.
func styleOf(i int) style {
	if i < 3 {
		return styles[i]
	}
	return styles[3+i%(len(styles)-3)]
}

// generator generates values that schemas allow, in the form of JSON.
type generator struct {
	style
	rand *rand.Rand
}

// deepest is the depth below which generated values only have required fields.
const deepest = 10

// attempts is the number of attempts to replace a part that its schema rejects.
//
// Making up is allowed to fail: schemas have patterns, rules and alternatives that no simple generator can meet by
// design. What comes out is always validated, so a value that slips through here is discarded and not reported as a
// mistake of the program.
const attempts = 12

// object generates an XR with the identity, labels and annotations of base. If the schema rejects all attempts, it
// returns false and the problems.
func (g *generator) object(k *schema.Kind, base *structpb.Struct) (map[string]any, []schema.Problem) {
	o := map[string]any{"apiVersion": k.Name.APIVersion(), "kind": k.Name.Kind, "metadata": g.metadata(k, base)}
	root := k.Schema()
	for _, p := range root.Properties {
		switch p.Name {
		case "apiVersion", "kind", "metadata", "status":
		default:
			if p.Required || p.Name == "spec" || g.chance(g.present) {
				o[p.Name] = g.value(p.Schema, 0)
			}
		}
	}
	problems := refused(k, o)
	for range attempts {
		if len(problems) == 0 {
			break
		}
		for _, p := range problems {
			o = g.repaired(o, root, p)
		}
		problems = refused(k, o)
	}
	return o, problems
}

// refused returns the problems of an object with the schema of its kind.
func refused(k *schema.Kind, o map[string]any) []schema.Problem {
	s, err := structpb.NewStruct(o)
	if err != nil {
		return []schema.Problem{{Message: err.Error()}}
	}
	root := k.Schema()
	return root.Validate(root.ApplyDefaults(render.ValueOf(structpb.NewStructValue(s))))
}

// repaired is an object with another part in place of one that its schema refuses, made up anew or the plainest one.
//
// The plain sample is the value that people find in a starter. It is taken half of the time only, so that the repaired
// parts are not always the same.
func (g *generator) repaired(o map[string]any, root *schema.Schema, p schema.Problem) map[string]any {
	s := root.At(p.Path)
	if s == nil || len(p.Path) == 0 {
		return o
	}
	v := g.value(s, 1)
	if g.chance(0.5) {
		v = render.MessageOf(starter.Sample(s)).AsInterface()
	}
	return replaced(o, steps(p.Path), v).(map[string]any)
}

// plainName is the name of most XRs.
const plainName = "example"

// longName returns the longest name of an XR: 63 letters, or the limit of the XRD for metadata.name.
func (g *generator) longName(k *schema.Kind) string {
	n := 63
	if s := k.Schema().At(value.Path{}.Attr("metadata").Attr("name")); s != nil && limits(s).MaxLength > 0 {
		n = limits(s).MaxLength
	}
	return strings.Repeat("long-", n/5+1)[:n-1] + "x"
}

// metadata returns the metadata of an XR. The name is valid for every kind of object, because an XRD cannot exclude
// other names that Kubernetes allows. Labels and annotations are those of base, or none.
func (g *generator) metadata(k *schema.Kind, base *structpb.Struct) map[string]any {
	m := map[string]any{"name": plainName}
	if g.chance(g.edges) {
		m["name"] = pick(g, []string{"a", "x-1", g.longName(k)})
	}
	given := base.GetFields()["metadata"].GetStructValue().AsMap()
	if k.Namespaced {
		m["namespace"] = "default"
		if ns, ok := given["namespace"].(string); ok {
			m["namespace"] = ns
		}
	}
	for _, part := range []string{"labels", "annotations"} {
		if v, ok := given[part]; ok && g.chance(0.5) {
			m[part] = v
		}
	}
	return m
}

func (g *generator) chance(p float64) bool { return g.rand.Float64() < p }

// pick returns one of some values.
func pick[T any](g *generator, from []T) T { return from[g.rand.IntN(len(from))] }

// value generates a value.
func (g *generator) value(s *schema.Schema, depth int) any {
	switch {
	case s == nil:
		return g.anything()
	case len(s.Enum) > 0:
		return render.MessageOf(pick(g, s.Enum)).AsInterface()
	}
	switch s.Type {
	case schema.String:
		return g.text(s.Limits)
	case schema.Integer, schema.Number:
		return g.number(s)
	case schema.Boolean:
		return g.chance(0.5)
	case schema.IntOrString:
		return pick(g, []any{1.0, 0.0, "50%", "http"})
	case schema.Array:
		return g.list(s, depth)
	case schema.Object:
		return g.fields(s, depth)
	}
	if s.Junctors != nil {
		return g.alternative(s, depth)
	}
	return g.anything()
}

// anything generates a value without a schema.
func (g *generator) anything() any {
	return pick(g, []any{"text", 1.0, true, []any{}, map[string]any{}, map[string]any{"a": "text"}})
}

// alternative generates a value for a schema that only consists of alternatives.
func (g *generator) alternative(s *schema.Schema, depth int) any {
	for _, all := range [][]*schema.Schema{s.Junctors.OneOf, s.Junctors.AnyOf, s.Junctors.AllOf} {
		if len(all) > 0 {
			return g.value(pick(g, all), depth+1)
		}
	}
	return g.anything()
}

// fields generates an object.
func (g *generator) fields(s *schema.Schema, depth int) any {
	o := map[string]any{}
	for _, p := range s.Properties {
		if p.Schema.Document() == nil {
			continue // a field of Crossplane
		}
		absent := p.MayBeAbsent() || !p.Schema.Default.IsZero()
		if !absent || depth < deepest && g.chance(g.present) {
			o[p.Name] = g.value(p.Schema, depth+1)
		}
	}
	least, most := bounds(limits(s).MinProperties, limits(s).MaxProperties)
	if s.Additional != nil && depth < deepest {
		for range g.count(least, most) {
			o[g.key()] = g.value(s.Additional, depth+1)
		}
	}
	if s.Junctors != nil {
		g.join(o, s, depth)
	}
	return o
}

// join changes an object so that it fits one of the alternatives.
//
// It is a good guess: fields that another alternative requires are removed, and those of the chosen one added. That is
// enough for the usual "exactly one of these fields"; anything more involved is left to the validation and the repair.
func (g *generator) join(o map[string]any, s *schema.Schema, depth int) {
	choose := func(of *schema.Schema) {
		for _, p := range of.Properties {
			known, ok := s.Property(p.Name)
			_, there := o[p.Name]
			switch {
			case len(p.Schema.Enum) > 0 && (there || p.Required):
				o[p.Name] = g.value(p.Schema, depth+1)
			case ok && p.Required && !there:
				o[p.Name] = g.value(known.Schema, depth+1)
			}
		}
	}
	for _, j := range s.Junctors.AllOf {
		choose(j)
	}
	if len(s.Junctors.AnyOf) > 0 {
		choose(pick(g, s.Junctors.AnyOf))
	}
	if all := s.Junctors.OneOf; len(all) > 0 {
		one := pick(g, all)
		for _, other := range all {
			for _, p := range other.Properties {
				if known, _ := s.Property(p.Name); p.Required && other != one && !known.Required {
					delete(o, p.Name)
				}
			}
		}
		choose(one)
	}
	if not := s.Junctors.Not; not != nil {
		for _, p := range not.Properties {
			if known, _ := s.Property(p.Name); p.Required && !known.Required {
				delete(o, p.Name)
			}
		}
	}
}

func (g *generator) key() string {
	if g.chance(g.edges / 2) {
		return pick(g, []string{"A", "a.b/c", "a_b", "a b", "ä", "0"})
	}
	return pick(g, []string{"a", "b", "c", "name", "key-1"})
}

// list generates a list. Elements with keys are distinct.
func (g *generator) list(s *schema.Schema, depth int) any {
	least, most := bounds(limits(s).MinItems, limits(s).MaxItems)
	n := g.count(least, most)
	out := make([]any, 0, n)
	// The elements are compared by what the schema says tells them apart. Attempts are bounded because there may be
	// fewer different values than the list is to have, as with an enum of two.
	seen := map[string]bool{}
	unique := limits(s).UniqueItems || s.ListType == "set"
	for range n * attempts {
		if len(out) == n {
			break
		}
		v := g.value(s.Items, depth+1)
		id := canonical(v)
		if len(s.ListMapKeys) > 0 {
			id = identity(v, s.ListMapKeys)
		}
		if (unique || len(s.ListMapKeys) > 0) && seen[id] {
			continue
		}
		seen[id] = true
		out = append(out, v)
	}
	return out
}

// identity returns the text that identifies an element of a list.
func identity(v any, keys []string) string {
	o, _ := v.(map[string]any)
	values := make([]any, len(keys))
	for i, k := range keys {
		values[i] = o[k]
	}
	return canonical(values)
}

// count returns the number of elements of a list or map.
func (g *generator) count(least, most int) int {
	high := max(least, min(most, g.most))
	switch {
	case g.chance(g.edges) && g.chance(0.5):
		return least
	// Filling a list up to its bound is worth it only where the bound is small: hundreds of elements take time and show
	// nothing that twenty do not.
	case g.chance(g.edges) && most <= 20:
		return most
	}
	return least + g.rand.IntN(high-least+1)
}

// none are the limits of a schema that has none.
var none = schema.Limits{MinLength: -1, MaxLength: -1, MinItems: -1, MaxItems: -1, MinProperties: -1, MaxProperties: -1}

func limits(s *schema.Schema) *schema.Limits {
	if s.Limits == nil {
		return &none
	}
	return s.Limits
}

// bounds are lengths, without a negative one.
func bounds(least, most int) (int, int) {
	if most < 0 {
		most = math.MaxInt32
	}
	return max(least, 0), most
}

// number generates a number. A float64 is exact enough, because Kubernetes reads JSON numbers in this way.
func (g *generator) number(s *schema.Schema) any {
	l := limits(s)
	low, high := -1.0, float64(math.MaxInt32)
	if v, ok := l.Minimum.Float64(); ok && l.Minimum.IsNumber() {
		low = v
	}
	if v, ok := l.Maximum.Float64(); ok && l.Maximum.IsNumber() {
		high = v
	}
	step := 1.0
	if v, ok := l.MultipleOf.Float64(); ok && l.MultipleOf.IsNumber() && v > 0 {
		step = v
	}
	if l.ExclusiveMinimum {
		low = math.Nextafter(low, math.Inf(1))
	}
	if l.ExclusiveMaximum {
		high = math.Nextafter(high, math.Inf(-1))
	}
	first, last := math.Ceil(low/step), math.Floor(high/step)
	n := first
	if last > first {
		if g.chance(g.edges) {
			n = pick(g, []float64{first, last, min(first+1, last), max(last-1, first), clamp(0, first, last),
				clamp(1, first, last)})
		} else {
			n = first + float64(g.rand.Int64N(int64(min(last-first, 20))+1))
		}
	}
	if s.Type == schema.Number && step == 1 && g.chance(0.3) && n+0.5 <= high {
		return n + 0.5
	}
	return n * step
}

func clamp(n, low, high float64) float64 { return max(low, min(n, high)) }

// canonical returns a text that is the same for equal values.
func canonical(v any) string {
	text, _ := json.Marshal(v) // which orders the names of objects
	return string(text)
}
